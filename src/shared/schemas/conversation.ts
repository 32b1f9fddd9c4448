import { z } from 'zod'
import type { ConversationView } from '../model/conversation-view.ts'
import { conversationId, profileId, snapshotId } from './ids.ts'

/** One kept look-up, without its body. Times are epoch milliseconds. */
export const snapshotSummary = z.strictObject({
  id: snapshotId,
  profileId,
  conversationId,
  /** conversationName as it came; null when absent or null. */
  name: z.string().nullable(),
  fetchedAt: z.number(),
  bytes: z.int(),
})

/** A kept look-up for the viewer: the derived view, and the raw text exactly as received. */
export const snapshot = snapshotSummary.extend({
  /** Main derives it from the stored text; the type is trusted. */
  view: z.custom<ConversationView>((value) => typeof value === 'object' && value !== null),
  /** The body as received, byte-faithful. */
  rawText: z.string(),
  /** The same, indented; every number keeps its digits. */
  prettyText: z.string(),
})

export type SnapshotSummary = z.output<typeof snapshotSummary>
export type Snapshot = z.output<typeof snapshot>
