import { z } from 'zod'
import type { CheckRule } from '../conversation/check-rules.ts'
import { checkRules } from '../conversation/check-rules.ts'
import type { DeadMedia, MediaAddresses } from '../conversation/media.ts'
import { limits } from '../model/limits.ts'
import { comparedFileId, conversationId, fileHandle, profileId, snapshotId } from './ids.ts'
import { command, query, savedFile } from './operation.ts'
import type { Operation } from './operation.ts'

export const snapshotSummary = z.strictObject({
  id: snapshotId,
  profileId,
  conversationId,
  /** conversationName as received; null when absent or null. */
  name: z.string().nullable(),
  fetchedAt: z.number(),
  bytes: z.int(),
})

// Main derives these; the types are trusted.
function derived<Value>() {
  return z.custom<Value>((value) => typeof value === 'object' && value !== null)
}

/** A stored snapshot: the body as text, and main's decision on each media address in it. */
export const keptConversation = z.strictObject({
  summary: snapshotSummary,
  text: z.string(),
  media: derived<MediaAddresses>(),
})

const fieldPath = z.string().min(1).max(limits.fieldPath)

export const readyMedia = z.strictObject({
  /** An address of the page's own scheme. */
  src: z.string(),
  /** Detected from the content, such as `audio/wav`. */
  type: z.string(),
  kind: z.enum(['audio', 'picture', 'video']),
  bytes: z.int(),
  fetchedAt: z.number(),
})

const checkRule = z.enum(Object.keys(checkRules) as [CheckRule, ...CheckRule[]])

/** Muted rules of the open profile, and its media addresses that could not be reached at the last try. */
const checkState = z.strictObject({ muted: z.array(checkRule), dead: z.array(derived<DeadMedia>()) })

export const comparedSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('snapshot'), snapshotId }),
  z.strictObject({ kind: z.literal('file'), fileId: comparedFileId }),
])

export const comparedFile = z.strictObject({
  fileId: comparedFileId,
  fileName: z.string(),
  name: z.string().nullable(),
  conversationId: z.string().nullable(),
  bytes: z.int(),
})

/** A visible side. A file comes with main’s facts about it, because the file cannot be read again. */
const comparedSide = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('snapshot'), snapshotId }),
  z.strictObject({ kind: z.literal('file'), file: comparedFile }),
])

/** `left` is the older or first side. */
export const shownComparison = z.strictObject({
  left: comparedSide,
  right: comparedSide,
  part: z.enum(['changes', 'json']),
})

/** `left` is the older or first source. */
export const comparedPair = z.strictObject({ left: comparedSource, right: comparedSource })

export type SnapshotSummary = z.output<typeof snapshotSummary>
export type KeptConversation = z.output<typeof keptConversation>
export type ReadyMedia = z.output<typeof readyMedia>
export type ComparedSource = z.output<typeof comparedSource>
export type ComparedSide = z.output<typeof comparedSide>
export type ShownComparison = z.output<typeof shownComparison>
export type ComparedFile = z.output<typeof comparedFile>
export type ComparedPair = z.output<typeof comparedPair>

export const conversationOperations = {
  /** Reads the conversation from the service and keeps the answer as a snapshot. Failures: too-large above 2 MB. */
  'conversation.fetch': command({ conversationId }, snapshotSummary),
  /**
   * Shows a save dialog, reads the conversation and writes the answer to a file, whatever its size; null when
   * cancelled. Stores no snapshot.
   */
  'conversation.download': command({ conversationId }, savedFile),
  /** Reads a stored snapshot, without the service. Failures: not-found, storage. */
  'conversation.read': query({ snapshotId }, keptConversation),
  /**
   * Fetches the media whose address is at `path`, without sending the token. Failures: not-found, not-fetched, refused.
   */
  'conversation.media': query({ snapshotId, path: fieldPath }, readyMedia),
  /** The command line that reads the conversation, with a placeholder for the token. */
  'conversation.curl': query({ snapshotId }, { text: z.string() }),
  /**
   * Shows a save dialog and writes the snapshot; null when cancelled. Failures: storage, refused (`file-not-written`).
   */
  'conversation.export': command({ snapshotId, form: z.enum(['raw', 'pretty', 'markdown']) }, savedFile),

  'check.read': query({}, checkState),
  /**
   * Requests the media addresses of a snapshot (the first 60 distinct addresses), so that the checks can report
   * unreachable media.
   */
  'check.tryMedia': command({ snapshotId }, { tried: z.int(), unreachable: z.int(), untried: z.int() }),
  /** Mutes a rule in the open profile, or unmutes it. */
  'check.mute': command({ rule: checkRule, muted: z.boolean() }, z.array(checkRule)),

  /** Reads a JSON file by its handle for a comparison; kept for this run. Failures: refused, too-large, not-json. */
  'comparison.addFile': command({ handle: fileHandle }, comparedFile),
  /** The text of an added file. Failures: refused (`not-at-hand`) once main has dropped it. */
  'comparison.readFile': query({ fileId: comparedFileId }, { text: z.string() }),
  /** Shows a save dialog and writes the comparison as Markdown; null when cancelled. */
  'comparison.export': command(comparedPair, savedFile),
} as const satisfies Record<string, Operation>
