/** The rows of the contract that are about the library; `contract.ts` takes them in. */
import { z } from 'zod'
import { snapshotSummary } from './conversation.ts'
import { conversationId, fileHandle, snapshotId } from './ids.ts'
import {
  libraryEntry,
  libraryList,
  libraryOverview,
  libraryQuery,
  librarySearch,
  plannedReads,
  idCandidatesOfFile,
  idCandidate,
  tag,
  watchMinutes,
} from './library.ts'
import { command, done, nothing, query } from './operation.ts'
import type { Operation } from './operation.ts'

/** The operations of the library by name. */
export const libraryOperations = {
  /** Conversations of the open profile, those last looked up or added first. */
  'library.list': query(libraryQuery, libraryList),
  /** What the library holds, in numbers. */
  'library.overview': query(nothing, libraryOverview),
  'library.entry': query(z.strictObject({ conversationId }), libraryEntry.nullable()),
  /** The snapshots of one conversation, newest first, at most 1,000. */
  'library.snapshots': query(z.strictObject({ conversationId }), z.array(snapshotSummary)),
  /** Full-text search, offline; all words must be there. */
  'library.search': query(z.strictObject({ search: z.string().trim().min(1).max(500) }), librarySearch),
  'library.setFavourite': command(
    'nothing',
    z.strictObject({ conversationId, isFavourite: z.boolean() }),
    libraryEntry,
  ),
  /** Adds and takes away single tags, so that those that another window gave stay. Failures: invalid-input above 40. */
  'library.editTags': command(
    'nothing',
    z.strictObject({ conversationId, add: z.array(tag).max(40), remove: z.array(tag).max(40) }),
    libraryEntry,
  ),
  'library.setNote': command('nothing', z.strictObject({ conversationId, note: z.string().max(20_000) }), libraryEntry),
  /** Reads it again every so many minutes while the profile is open; null stops that. */
  'library.setWatch': command(
    'nothing',
    z.strictObject({ conversationId, everyMinutes: watchMinutes.nullable() }),
    libraryEntry,
  ),
  /** A snapshot is on screen: what changed since is news from here on. */
  'library.markSeen': command('nothing', z.strictObject({ snapshotId }), done),
  /** The ids in a text of any kind. Sends nothing. */
  'library.findIds': query(z.strictObject({ text: z.string().max(5_000_000) }), z.array(idCandidate)),
  /** The ids in a handed-over text file. Failures: refused (`file-gone`, `file-unreadable`, `text-too-large`). */
  'library.findIdsInFile': command('nothing', z.strictObject({ handle: fileHandle }), idCandidatesOfFile),
  /** Adds ids and plans to read each once, one after the other with pauses. */
  'library.import': command(
    'nothing',
    z.strictObject({ conversationIds: z.array(conversationId).min(1).max(10_000) }),
    plannedReads,
  ),
  'library.planned': query(nothing, plannedReads),
  /** Pauses planned reads, or goes on with them. */
  'library.pausePlanned': command('nothing', z.strictObject({ paused: z.boolean() }), plannedReads),
  /** Forgets what is still planned; the ids stay in the library. */
  'library.dropPlanned': command('nothing', nothing, plannedReads),
} as const satisfies Record<string, Operation>
