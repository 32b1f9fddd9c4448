/** Main's side of the Conversations section in memory: bodies become snapshots by main's own code, without its thread. */
import { readDocument } from '../../../src/shared/conversation/document.ts'
import type { ConversationDocument } from '../../../src/shared/conversation/document.ts'
import { factsOf } from '../../../src/main/service/operations.ts'
import { itemsPage } from '../../../src/shared/conversation/items.ts'
import { findInRaw, rawRows, rawText } from '../../../src/shared/conversation/json-lines.ts'
import { textAt } from '../../../src/shared/conversation/values.ts'
import { buildView } from '../../../src/shared/conversation/view.ts'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import type { ServiceFailure, ServiceProblem } from '../../../src/shared/failure.ts'
import type { SnapshotId } from '../../../src/shared/ids.ts'
import type { ConversationView } from '../../../src/shared/conversation/view-types.ts'
import type { SnapshotSummary } from '../../../src/shared/schemas/conversation.ts'
import { snapshotSummary } from '../../../src/shared/schemas/conversation.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { profileId } from '../../support/page-state.ts'
import { fail } from '../../support/render.tsx'

/** An id that no JavaScript number holds. */
export const longId = '1983775419508027393'

/** The media rules of the profile in these tests. */
const mediaRules = { baseUrl: 'https://service.example/openapi/v2', mediaBaseUrl: '' }

/** A body as the service sends it. */
export function aBody(data: object = sampleConversation, envelope: object = {}): string {
  return JSON.stringify({ success: true, code: '0', msg: 'success', data, ...envelope })
}

/** A snapshot: what lists show of it, and its body. */
export interface SavedSnapshot {
  readonly summary: SnapshotSummary
  readonly document: ConversationDocument
}

/** A snapshot of `body`. */
export function aSavedSnapshot(
  body = aBody(),
  changes: Partial<Record<keyof SnapshotSummary, unknown>> = {},
): SavedSnapshot {
  const document = readDocument(body)
  const summary = snapshotSummary.parse({
    id: 'snapshot-1',
    profileId,
    conversationId: '108',
    name: factsOf(document.data).name,
    fetchedAt: 1_795_000_000_000,
    bytes: body.length,
    ...changes,
  })
  return { summary, document }
}

/** What the viewer is given of a body. */
export function aView(body = aBody(), rules = mediaRules): ConversationView {
  return buildView(readDocument(body), rules)
}

/** A service that knows these bodies by id; every other id is declined. Every read that succeeds makes a snapshot. */
export function conversationsMain(
  bodies: Readonly<Record<string, string>>,
  saved: SavedSnapshot[] = [],
  rules = mediaRules,
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
    'conversation.read': ({ snapshotId }) => {
      const { summary, document } = find(snapshotId)
      return { summary, view: buildView(document, rules) }
    },
    'conversation.items': ({ snapshotId, ...requested }) =>
      itemsPage(find(snapshotId).document, { ...requested, rules }),
    'conversation.text': ({ snapshotId, path }) => ({ text: textAt(find(snapshotId).document, path) }),
    'conversation.rawRows': ({ snapshotId, form, ...run }) => {
      const { total, rows } = rawRows(find(snapshotId).document, form, run)
      return { total, rows: [...rows] }
    },
    'conversation.findRaw': ({ snapshotId, form, search }) => {
      const { total, rows } = findInRaw(find(snapshotId).document, form, search)
      return { total, rows: [...rows] }
    },
    'conversation.rawText': ({ snapshotId, form }) => ({ text: rawText(find(snapshotId).document, form) }),
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
