/** Main's side of the Conversations section in memory: bodies become snapshots by main's own code. */
import { buildView } from '../../../src/main/conversations/view.ts'
import { indentJson } from '../../../src/main/conversations/indent-json.ts'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { readJson } from '../../../src/main/service/json.ts'
import type { ServiceFailure, ServiceProblem } from '../../../src/shared/failure.ts'
import type { Snapshot, SnapshotSummary } from '../../../src/shared/schemas/conversation.ts'
import { snapshot, snapshotSummary } from '../../../src/shared/schemas/conversation.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { profileId } from '../../support/page-state.ts'
import { fail } from '../../support/render.tsx'

/** An id that no JavaScript number holds. */
export const longId = '1983775419508027393'

/** A body as the service sends it. */
export function aBody(data: object = sampleConversation, envelope: object = {}): string {
  return JSON.stringify({ success: true, code: '0', msg: 'success', data, ...envelope })
}

/** A kept look-up of `rawText`, as main hands it over. */
export function aSnapshot(rawText = aBody(), changes: Partial<Record<keyof Snapshot, unknown>> = {}): Snapshot {
  const read = readJson(rawText)
  const answer = read.kind === 'json' ? read.value : null
  const view = buildView(answer)
  return snapshot.parse({
    id: 'snapshot-1',
    profileId,
    conversationId: '108',
    name: view.title,
    fetchedAt: 1_795_000_000_000,
    bytes: rawText.length,
    view,
    rawText,
    prettyText: indentJson(rawText),
    ...changes,
  })
}

function summaryOf({ id, conversationId, name, fetchedAt, bytes, profileId: of }: Snapshot): SnapshotSummary {
  return snapshotSummary.parse({ id, profileId: of, conversationId, name, fetchedAt, bytes })
}

/** A service that knows these bodies by id; every other id is declined. Every look-up that succeeds is kept. */
export function conversationsMain(bodies: Readonly<Record<string, string>>, kept: Snapshot[] = []): Partial<Handlers> {
  return {
    'conversation.lookUp': ({ conversationId }) => {
      const body = bodies[conversationId]
      if (body === undefined) return fail(aFailure({ kind: 'declined' }))
      const looked = aSnapshot(body, { id: `snapshot-${String(kept.length + 1)}`, conversationId })
      kept.unshift(looked)
      return looked
    },
    'conversation.read': ({ snapshotId }) =>
      kept.find(({ id }) => id === snapshotId) ?? fail({ kind: 'not-found', what: 'snapshot' }),
    'conversation.recents': () => kept.map(summaryOf),
  }
}

/** A look-up that failed. */
export function aFailure(problem: ServiceProblem): ServiceFailure {
  return {
    operation: 'getConversationById',
    sent: 'yes',
    at: 1,
    httpStatus: 200,
    code: '1007',
    message: 'dialogue information does not exist',
    exchangeId: null,
    ...problem,
  }
}
