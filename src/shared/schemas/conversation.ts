import { z } from 'zod'
import type { CheckFinding, CheckRule, MoreFindings } from '../model/conversation-checks.ts'
import { checkRules } from '../model/conversation-checks.ts'
import type { ConversationChange, JsonDiffRow, TextPart } from '../model/conversation-changes.ts'
import { conversationLists, conversationSections } from '../model/conversation-view.ts'
import type { ConversationView, ItemsPage, RawRow } from '../model/conversation-view.ts'
import { limits } from '../model/limits.ts'
import { comparedFileId, conversationId, fileHandle, profileId, snapshotId } from './ids.ts'
import { command, query, savedFile } from './operation.ts'
import type { Operation } from './operation.ts'

export const snapshotSummary = z.strictObject({
  id: snapshotId,
  profileId,
  conversationId,
  /** conversationName as it came; null when absent or null. */
  name: z.string().nullable(),
  fetchedAt: z.number(),
  bytes: z.int(),
})

// Main derives these from the stored text; the types are trusted.
function derived<Value>() {
  return z.custom<Value>((value) => typeof value === 'object' && value !== null)
}

export const openedConversation = z.strictObject({ summary: snapshotSummary, view: derived<ConversationView>() })

/** Those that hold `search` ("" all) in any text, `count` of them from `from` (0 is the first). */
export const itemsQuery = z.strictObject({
  snapshotId,
  list: z.enum(conversationLists),
  search: z.string().max(limits.searchInConversations),
  from: z.int().min(0),
  count: z.int().min(1).max(200),
})

/** The body indented, or exactly as it was received. */
export const rawForm = z.enum(['pretty', 'received'])

const fieldPath = z.string().min(1).max(limits.fieldPath)

export const readyMedia = z.strictObject({
  /** On the page's own scheme. */
  src: z.string(),
  /** By content, such as `audio/wav`. */
  type: z.string(),
  kind: z.enum(['audio', 'picture', 'video']),
  bytes: z.int(),
  fetchedAt: z.number(),
})

const checkRule = z.enum(Object.keys(checkRules) as [CheckRule, ...CheckRule[]])

/** Findings of muted rules are among them. */
export const checkReport = z.strictObject({
  findings: z.array(derived<CheckFinding>()),
  more: derived<MoreFindings>(),
  muted: z.array(checkRule),
})

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

/** A side that is on screen: of a file with main’s facts about it, which cannot be read again. */
const comparedSide = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('snapshot'), snapshotId }),
  z.strictObject({ kind: z.literal('file'), file: comparedFile }),
])

/** `left` is the older or first side; `text` the selected changed text, by its path there, null for the first. */
export const shownComparison = z.strictObject({
  left: comparedSide,
  right: comparedSide,
  part: z.enum(['changes', 'texts', 'json']),
  text: z.string().nullable(),
})

/** `left` is the older or first one. */
export const comparedPair = z.strictObject({ left: comparedSource, right: comparedSource })

/** In the viewer's order; `more` counts changes beyond the first 2,000, `sections` all that have any. */
export const comparison = z.strictObject({
  changes: z.array(derived<ConversationChange>()),
  more: z.int(),
  sections: z.array(z.strictObject({ section: z.enum(conversationSections), count: z.int() })),
})

/** By word; `isWhole` is false when the texts differ too much for that. */
export const textComparison = z.strictObject({ parts: z.array(derived<TextPart>()), isWhole: z.boolean() })

/** `changed`, the runs of rows that differ (at most 10,000), comes with the first rows (`from` 0) alone. */
export const jsonComparison = z.strictObject({
  total: z.int(),
  changed: z.array(z.strictObject({ from: z.int(), count: z.int() })),
  rows: z.array(derived<JsonDiffRow>()),
})

export type SnapshotSummary = z.output<typeof snapshotSummary>
export type OpenedConversation = z.output<typeof openedConversation>
export type ItemsQuery = z.output<typeof itemsQuery>
export type RawForm = z.output<typeof rawForm>
export type ReadyMedia = z.output<typeof readyMedia>
export type CheckReport = z.output<typeof checkReport>
export type ComparedSource = z.output<typeof comparedSource>
export type ComparedSide = z.output<typeof comparedSide>
export type ShownComparison = z.output<typeof shownComparison>
export type ComparedFile = z.output<typeof comparedFile>
export type ComparedPair = z.output<typeof comparedPair>
export type Comparison = z.output<typeof comparison>
export type TextComparison = z.output<typeof textComparison>
export type JsonComparison = z.output<typeof jsonComparison>

const run = { from: z.int().min(0), count: z.int().min(1).max(1_000) }

export const conversationOperations = {
  /** Reads the conversation from the service and keeps the answer as a snapshot. */
  'conversation.fetch': command({ conversationId }, snapshotSummary),
  /** A kept snapshot, offline. Failures: not-found, storage. */
  'conversation.read': query({ snapshotId }, openedConversation),
  'conversation.items': query(itemsQuery, derived<ItemsPage>()),
  /** A value of it, whole: texts as they are, objects and lists as indented JSON. Failures: not-found. */
  'conversation.text': query({ snapshotId, path: fieldPath }, { text: z.string() }),
  /** Where the first text stands that a hit of the library is an excerpt of; null when none does. */
  'conversation.pathOfExcerpt': query(
    {
      snapshotId,
      excerpt: z
        .string()
        .min(1)
        .max(limits.searchInConversations * 2),
    },
    { path: z.string().nullable() },
  ),
  /** Rows of the raw JSON, `count` from `from` (0 is the first). */
  'conversation.rawRows': query(
    { snapshotId, form: rawForm, ...run },
    { total: z.int(), rows: z.array(derived<RawRow>()) },
  ),
  /** The row (0 is the first) of each place, of at most 10,000 of `total`. */
  'conversation.findRaw': query(
    { snapshotId, form: rawForm, search: z.string().min(1).max(500) },
    { total: z.int(), rows: z.array(z.int()) },
  ),
  'conversation.rawText': query({ snapshotId, form: rawForm }, { text: z.string() }),
  /** Fetches the media whose address stands at `path`, without the token. Failures: not-found, not-fetched, refused. */
  'conversation.media': query({ snapshotId, path: fieldPath }, readyMedia),
  /** The command line that reads the conversation, with a placeholder for the token. */
  'conversation.curl': query({ snapshotId }, { text: z.string() }),
  /** Asks where, and writes it there; null when cancelled. Failures: storage, refused (`file-not-written`). */
  'conversation.export': command({ snapshotId, form: z.enum(['raw', 'pretty', 'markdown']) }, savedFile),

  /** What the rules of docs/checks.md find in a snapshot. */
  'check.read': query({ snapshotId }, checkReport),
  /** Tries the addresses of its media (the first 60 that differ), so that the checks can tell which are dead. */
  'check.tryMedia': command({ snapshotId }, { tried: z.int(), unreachable: z.int(), untried: z.int() }),
  /** Mutes a rule in the open profile, or lets it speak again. */
  'check.mute': command({ rule: checkRule, muted: z.boolean() }, z.array(checkRule)),

  /** Reads a handed-over JSON file to be compared; kept for this run. Failures: refused, too-large, not-json. */
  'comparison.addFile': command({ handle: fileHandle }, comparedFile),
  /** What differs, in the terms of the fields. */
  'comparison.read': query(comparedPair, comparison),
  /** Two texts by word, each by its path in its side. */
  'comparison.text': query(comparedPair.extend({ leftPath: fieldPath, rightPath: fieldPath }), textComparison),
  /** The indented JSON of both sides by line; rows `count` from `from`. */
  'comparison.json': query(comparedPair.extend(run), jsonComparison),
  /** Asks where, and writes the comparison there as Markdown; null when cancelled. */
  'comparison.export': command(comparedPair, savedFile),
} as const satisfies Record<string, Operation>
