/** Reads what was added to the files of a watched path since each was last read. */
import { lstat, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { LRUCache } from 'lru-cache'
import { FailureError } from '../../../shared/failure.ts'
import type { ReachedFiles, WatchedPath } from '../../../shared/schemas/inbox.ts'
import { readAppended } from './read-appended.ts'
import type { Appended, ToRead } from './read-appended.ts'

/** How a file is to be read. */
export type HowToRead = Pick<ToRead, 'from' | 'isQuiet'>

/** What reading a file came to. */
export interface FileRead {
  readonly problem: WatchedPath['problem']
  /** Something was read. */
  readonly hasRead: boolean
  /** A last line without an end waits for it. */
  readonly isUnended: boolean
}

export interface FileTail {
  /** Reads a file to its end. A folder's links, folders and pipes are passed over. */
  readonly read: (path: string, how: HowToRead) => Promise<FileRead>
  /** How far was read by now. */
  readonly reached: () => ReachedFiles
}

// A file that was forgotten is read from its beginning when it grows again.
const maxRemembered = 500

/** Why a path cannot be read; throws what is no such reason, such as a database that refuses. */
export function problemOf(error: unknown): NonNullable<WatchedPath['problem']> {
  if (error instanceof FailureError && error.failure.kind === 'refused') {
    return error.failure.reason === 'file-gone' ? 'gone' : 'unreadable'
  }
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
  return error.code === 'ENOENT' || error.code === 'ENOTDIR' ? 'gone' : 'unreadable'
}

/** `before`: how far was read in an earlier run. `onText` takes new text, before it counts as read, and says whether to go on. */
export function createFileTail(
  kind: WatchedPath['kind'],
  before: ReachedFiles | null,
  onText: (fileName: string, text: string) => Promise<boolean>,
): FileTail {
  // By the system's number: a file keeps its place under another name.
  const reached = new LRUCache<string, ReachedFiles[string]>({ max: maxRemembered })
  for (const [identity, place] of Object.entries(before ?? {})) reached.set(identity, place)

  /** Takes what was added to a file at one go; answers null when there is nothing to take, or nobody takes it. */
  const readNext = async (
    name: string,
    identity: string,
    wanted: Omit<ToRead, 'reached'>,
  ): Promise<Appended | null> => {
    const appended = await readAppended({ ...wanted, reached: reached.get(identity) ?? null })
    if (appended === null) return null
    if (appended.text !== '' && !(await onText(name, appended.text))) return null
    reached.set(identity, appended.reached)
    return appended
  }

  const readOn = async (name: string, wanted: Omit<ToRead, 'reached'>): Promise<Omit<FileRead, 'problem'>> => {
    const found = await lstat(wanted.path, { bigint: true })
    if (kind === 'folder' && !found.isFile()) return { hasRead: false, isUnended: false }
    const identity = `${String(found.dev)}:${String(found.ino)}`
    for (let hasRead = false; ;) {
      const appended = await readNext(name, identity, wanted)
      hasRead ||= appended !== null && appended.text !== ''
      if (appended?.hasMore !== true) return { hasRead, isUnended: appended?.isUnended === true && !wanted.isQuiet }
    }
  }

  return {
    read: async (path, how) => {
      try {
        // Logs are watched by the name of a link that leads to the newest: that one alone was chosen by the operator.
        const place = kind === 'file' ? await realpath(path) : path
        return { problem: null, ...(await readOn(basename(path), { ...how, path: place })) }
      } catch (error) {
        return { problem: problemOf(error), hasRead: false, isUnended: false }
      }
    },
    // Those that were read last stand first in it.
    reached: () => Object.fromEntries([...reached.entries()].reverse()),
  }
}
