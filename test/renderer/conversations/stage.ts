/** Main's side of the Conversations section in memory, without its database. */
import { readConversation } from '../../../src/shared/conversation/document.ts'
import { factsOf } from '../../../src/main/service/operations.ts'
import { viewOf } from '../../../src/shared/conversation/view.ts'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import type { MediaRules } from '../../../src/main/media/resolve-media-address.ts'
import type { OpenedConversation } from '../../../src/renderer/sections/conversations/shown-conversation.ts'
import type { ServiceFailure, ServiceProblem } from '../../../src/shared/failure.ts'
import type { SnapshotId } from '../../../src/shared/ids.ts'
import type { ConversationView } from '../../../src/shared/conversation/view-types.ts'
import type { KeptConversation, SnapshotSummary } from '../../../src/shared/schemas/conversation.ts'
import { snapshotSummary } from '../../../src/shared/schemas/conversation.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { profileId } from '../../support/page-state.ts'
import { fail } from '../../support/render.tsx'
import { mediaOf, publicRules } from '../../support/snapshot-views.ts'

/** An id that no JavaScript number can represent. */
export const longId = '1983775419508027393'

/** A body as the service sends it. */
export function aBody(data: object = sampleConversation, envelope: object = {}): string {
  return JSON.stringify({ success: true, code: '0', msg: 'success', data, ...envelope })
}

/** A saved snapshot as main returns it. */
export type SavedSnapshot = KeptConversation

/** A snapshot of `body`. */
export function aSavedSnapshot(
  body = aBody(),
  changes: Partial<Record<keyof SnapshotSummary, unknown>> = {},
  rules: MediaRules = publicRules,
): SavedSnapshot {
  const document = readConversation(body)
  const summary = snapshotSummary.parse({
    id: 'snapshot-1',
    profileId,
    conversationId: '108',
    name: factsOf(document.data).name,
    fetchedAt: 1_795_000_000_000,
    bytes: body.length,
    ...changes,
  })
  return { summary, text: body, media: mediaOf(document, rules) }
}

/** A parsed snapshot, as the viewer receives it. */
export function opened({ summary, text, media }: SavedSnapshot = aSavedSnapshot()): OpenedConversation {
  return { summary, media, document: readConversation(text) }
}

/** The view of a snapshot in the viewer. */
export function aView(saved: SavedSnapshot): ConversationView {
  return viewOf(readConversation(saved.text), saved.media)
}

/** A service that knows these bodies by id; every other id is declined. Every successful read creates a snapshot. */
export function conversationsMain(
  bodies: Readonly<Record<string, string>>,
  saved: SavedSnapshot[] = [],
): Partial<Handlers> {
  const find = (id: SnapshotId): SavedSnapshot =>
    saved.find(({ summary }) => summary.id === id) ?? fail({ kind: 'not-found', what: 'snapshot' })
  return {
    'conversation.fetch': ({ conversationId }) => {
      const body = bodies[conversationId]
      if (body === undefined) return fail(aFailure({ kind: 'declined' }))
      const found = aSavedSnapshot(body, { id: `snapshot-${String(saved.length + 1)}`, conversationId })
      saved.unshift(found)
      return found.summary
    },
    'conversation.read': ({ snapshotId }) => find(snapshotId),
    'library.snapshots': ({ conversationId }) =>
      saved.filter(({ summary }) => summary.conversationId === conversationId).map(({ summary }) => summary),
  }
}

/** A read that failed. */
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
