import { z } from 'zod'
import { textPlaces } from '../conversation/excerpt.ts'
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
  /** Origin of the entry: fetched by id, a finished avatar, or a list of ids. */
  source: z.enum(['look-up', 'avatar', 'import']),
  addedAt: z.number(),
  isFavourite: z.boolean(),
  tags: z.array(tag),
  note: z.string(),
  /** null for a conversation that was never read, like `snapshotId`. */
  readAt: z.number().nullable(),
  /** The newest snapshot. */
  snapshotId: snapshotId.nullable(),
})

export const libraryQuery = z.strictObject({
  show: z.enum(['all', 'favourites', 'unread']),
  tag: tag.nullable(),
})

/** Maximum number of rows that main returns. */
const limit = z.int().min(1).max(limits.libraryRows)

/** The most recently read or added entries come first. `total` counts all matches. */
export const libraryList = z.strictObject({ rows: z.array(libraryEntry), total: z.int() })

export const libraryOverview = z.strictObject({
  counts: z.record(libraryQuery.shape.show, z.int()),
  tags: z.array(tag),
})

export const libraryHit = z.strictObject({
  conversationId,
  name: z.string().nullable(),
  /** The newest snapshot that contains the words; null, like its time, for an id that was never read. */
  snapshotId: snapshotId.nullable(),
  fetchedAt: z.number().nullable(),
  /** The newest snapshot of the conversation, whether it contains the words or not; null like `snapshotId`. */
  newestSnapshotId: snapshotId.nullable(),
  /** A newer snapshot no longer contains the words. */
  isOld: z.boolean(),
  place: z.enum([...textPlaces, 'note', 'tag']),
  before: z.string(),
  match: z.string(),
  after: z.string(),
})

/** One hit for each conversation. `total` counts all matches. */
export const librarySearch = z.strictObject({ rows: z.array(libraryHit), total: z.int() })

export const idCandidate = z.strictObject({
  conversationId,
  /** The id looks like the service's ids (15 or more digits) or follows the name of a conversation id. */
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
  /**
   * With a `search`, lists the entries whose name or id contains every word, the best first; `total` then counts only
   * the listed entries.
   */
  'library.list': query(
    { ...libraryQuery.shape, search: z.string().max(limits.searchInConversations).optional(), limit },
    libraryList,
  ),
  'library.overview': query({}, libraryOverview),
  'library.entry': query({ conversationId }, libraryEntry.nullable()),
  /** The snapshots of one conversation, newest first, at most 1,000. */
  'library.snapshots': query({ conversationId }, z.array(snapshotSummary)),
  /** Full-text search, without the service; all words must occur. */
  'library.search': query({ search: z.string().trim().min(1).max(limits.searchInConversations), limit }, librarySearch),
  'library.setFavourite': command({ conversationId, isFavourite: z.boolean() }, libraryEntry),
  /** Adds and removes single tags, so that tags from a different window stay. Failures: invalid-input above 40 tags. */
  'library.editTags': command(
    { conversationId, add: z.array(tag).max(limits.tags), remove: z.array(tag).max(limits.tags) },
    libraryEntry,
  ),
  'library.setNote': command({ conversationId, note: z.string().max(limits.conversationNote) }, libraryEntry),
  'library.findIds': query({ text: z.string().max(limits.searchedText) }, z.array(idCandidate)),
  /**
   * Finds the ids in a text file by its handle. Failures: refused (`file-gone`, `file-unreadable`, `text-too-large`).
   */
  'library.findIdsInFile': command({ handle: fileHandle }, idCandidatesOfFile),
  /** Adds ids as unread entries; known entries stay unchanged. Returns the number of new ids. */
  'library.add': command(
    { conversationIds: z.array(conversationId).min(1).max(limits.importedConversations) },
    { added: z.int() },
  ),
} as const satisfies Record<string, Operation>
