import { z } from 'zod'
import { limits } from '../model/limits.ts'
import { conversationId, snapshotId, fileHandle } from './ids.ts'
import { snapshotSummary } from './conversation.ts'
import { command, query } from './operation.ts'
import type { Operation } from './operation.ts'

const tag = z.string().trim().min(1).max(limits.tagLength)

export const libraryEntry = z.strictObject({
  conversationId,
  /** conversationName of the newest snapshot, or of the finished avatar; null when none is known. */
  name: z.string().nullable(),
  /** How it came here: looked up, from a finished avatar, or from a list of ids. */
  source: z.enum(['look-up', 'avatar', 'import']),
  addedAt: z.number(),
  isFavourite: z.boolean(),
  tags: z.array(tag),
  note: z.string(),
  /** Null for a conversation that was never read, as `snapshotId`. */
  readAt: z.number().nullable(),
  /** The newest snapshot. */
  snapshotId: snapshotId.nullable(),
})

export const libraryQuery = z.strictObject({
  show: z.enum(['all', 'favourites', 'unread']),
  tag: tag.nullable(),
})

/** How many rows of a list main answers at most. */
const limit = z.int().min(1).max(limits.libraryRows)

/** The entries read or added last come first. `total` counts all that match. */
export const libraryList = z.strictObject({ rows: z.array(libraryEntry), total: z.int() })

export const libraryOverview = z.strictObject({
  counts: z.record(libraryQuery.shape.show, z.int()),
  tags: z.array(tag),
})

export const libraryHit = z.strictObject({
  conversationId,
  name: z.string().nullable(),
  /** The newest snapshot that holds the words; null, like its time, for an id that was never read. */
  snapshotId: snapshotId.nullable(),
  fetchedAt: z.number().nullable(),
  /** A newer snapshot does not hold the words any more. */
  isOld: z.boolean(),
  place: z.enum(['name', 'id', 'persona', 'prompt', 'script', 'knowledge', 'other', 'note', 'tag']),
  before: z.string(),
  match: z.string(),
  after: z.string(),
})

/** One hit for each conversation. `total` counts all that match. */
export const librarySearch = z.strictObject({ rows: z.array(libraryHit), total: z.int() })

export const idCandidate = z.strictObject({
  conversationId,
  /** It looks like the service's ids (a run of 15 or more digits) or stood under the name of one. */
  isLikely: z.boolean(),
  isKnown: z.boolean(),
})

export const idCandidatesOfFile = z.strictObject({
  fileName: z.string(),
  bytes: z.int(),
  proposals: z.array(idCandidate),
})

export type LibraryEntry = z.output<typeof libraryEntry>
export type LibraryQuery = z.output<typeof libraryQuery>
export type LibraryList = z.output<typeof libraryList>
export type LibraryOverview = z.output<typeof libraryOverview>
export type LibraryHit = z.output<typeof libraryHit>
export type LibrarySearch = z.output<typeof librarySearch>
export type IdCandidate = z.output<typeof idCandidate>
export type IdCandidatesOfFile = z.output<typeof idCandidatesOfFile>

export const libraryOperations = {
  /** With a `search`, those whose name or id holds every word of it, the best first, and no more counted than listed. */
  'library.list': query(
    { ...libraryQuery.shape, search: z.string().max(limits.searchInConversations).optional(), limit },
    libraryList,
  ),
  'library.overview': query({}, libraryOverview),
  'library.entry': query({ conversationId }, libraryEntry.nullable()),
  /** The snapshots of one conversation, newest first, at most 1,000. */
  'library.snapshots': query({ conversationId }, z.array(snapshotSummary)),
  /** Full-text search, offline; all words must be there. */
  'library.search': query({ search: z.string().trim().min(1).max(limits.searchInConversations), limit }, librarySearch),
  'library.setFavourite': command({ conversationId, isFavourite: z.boolean() }, libraryEntry),
  /** Adds and takes away single tags, so that those that another window gave stay. Failures: invalid-input above 40. */
  'library.editTags': command(
    { conversationId, add: z.array(tag).max(limits.tags), remove: z.array(tag).max(limits.tags) },
    libraryEntry,
  ),
  'library.setNote': command({ conversationId, note: z.string().max(limits.conversationNote) }, libraryEntry),
  'library.findIds': query({ text: z.string().max(limits.searchedText) }, z.array(idCandidate)),
  /** The ids in a handed-over text file. Failures: refused (`file-gone`, `file-unreadable`, `text-too-large`). */
  'library.findIdsInFile': command({ handle: fileHandle }, idCandidatesOfFile),
  /** Adds ids, unread; those that are known stay as they are. Answers how many are new. */
  'library.add': command(
    { conversationIds: z.array(conversationId).min(1).max(limits.importedConversations) },
    { added: z.int() },
  ),
} as const satisfies Record<string, Operation>
