/**
 * Reads what was added to the files of a watched path since each was last read. A file that was cut short, written anew or
 * put in another's place is told by what stood right before where it was left, and read from its beginning.
 */
import { hash } from 'node:crypto'
import { lstat, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { LRUCache } from 'lru-cache'
import { FailureError } from '../../../shared/failure.ts'
import type { ReachedFiles, WatchedPath } from '../../../shared/schemas/inbox.ts'
import { sessionHeadingOf } from '../../../shared/model/find-ids.ts'
import { withFile } from '../../files/open-file.ts'
import type { OpenedFile } from '../../files/open-file.ts'
import { encodingOf, textOf, wholeLines, wholeParts } from '../../files/plain-text.ts'
import type { Encoding } from '../../files/plain-text.ts'

type Reached = ReachedFiles[string]

export interface HowToRead {
  /** Where a file that was not read before begins to matter. */
  readonly from: 'beginning' | 'end'
  /** Nothing was written for a while: the last line is as long as it will be. */
  readonly isQuiet: boolean
}

/** The most bytes that are read at once, and of a file that is read for the first time the last ones. */
export const maxBytesAtOnce = 5_000_000

const tailBytes = 256
const headBytes = 8_192
const lineFeed = 10

async function hashBefore(file: OpenedFile, offset: number): Promise<string> {
  const from = Math.max(0, offset - tailBytes)
  return hash('sha256', await file.read(from, offset - from))
}

/** Where to read on: where it was left, when that is still what was read. */
async function startOf(file: OpenedFile, reached: Reached | undefined, from: HowToRead['from']): Promise<number> {
  const { size } = file
  if (reached === undefined && from === 'end') return size
  const isSame =
    reached !== undefined && reached.offset <= size && (await hashBefore(file, reached.offset)) === reached.before
  if (isSame) return reached.offset
  if (size <= maxBytesAtOnce) return 0
  // Calls of long ago are over: of a file that is very long only the end is of use, from a whole line on.
  const end = size - maxBytesAtOnce
  return end + (await file.read(end, headBytes)).indexOf(lineFeed) + 1
}

/** How many of the bytes are read for good. */
function completeLength(bytes: Uint8Array, encoding: Encoding, hasMore: boolean): number {
  const lines = wholeLines(bytes, encoding)
  return lines > 0 || !hasMore ? lines : wholeParts(bytes, encoding)
}

/**
 * New text of a file, as whole lines, after the file's first line when that is a table's heading; null when it is no
 * text.
 */
async function appendedTo(file: OpenedFile, before: Reached | undefined, { from, isQuiet }: HowToRead) {
  const { size, read } = file
  const head = await read(0, Math.min(size, headBytes))
  const encoding = encodingOf(head)
  if (encoding === null) return null
  const boundary = await startOf(file, before, from)
  const start = encoding === 'utf-16le' ? boundary - (boundary % 2) : boundary
  const bytes = await read(start, Math.min(maxBytesAtOnce, size - start))
  const hasMore = start + bytes.byteLength < size
  const taken = completeLength(bytes, encoding, hasMore)
  const isUnended = !hasMore && taken < bytes.byteLength
  const text = textOf(bytes.subarray(0, isUnended && isQuiet ? bytes.byteLength : taken), encoding)
  const offset = start + taken
  return {
    text: text === '' || start === 0 ? text : sessionHeadingOf(textOf(head, encoding)) + text,
    reached: { offset, before: await hashBefore(file, offset) },
    /** There is more than was read at once. */
    hasMore,
    /** Its last line has no end yet, and was left for later. */
    isUnended: isUnended && !isQuiet,
  }
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

/**
 * `before`: how far was read in an earlier run. `onText` takes new text, before it counts as read, and says whether to
 * go on.
 */
export function createFileTail(
  kind: WatchedPath['kind'],
  before: ReachedFiles | null,
  onText: (fileName: string, text: string) => Promise<boolean>,
) {
  // By the system's number: a file keeps its place under another name.
  const reached = new LRUCache<string, Reached>({ max: maxRemembered })
  for (const [identity, place] of Object.entries(before ?? {})) reached.set(identity, place)

  const readOn = async (name: string, path: string, how: HowToRead) => {
    const found = await lstat(path, { bigint: true })
    if (kind === 'folder' && !found.isFile()) return { hasRead: false, isUnended: false }
    const identity = `${String(found.dev)}:${String(found.ino)}`
    for (let hasRead = false; ;) {
      const appended = await withFile(path, (file) => appendedTo(file, reached.get(identity), how))
      const isTaken = appended !== null && (appended.text === '' || (await onText(name, appended.text)))
      if (!isTaken) return { hasRead, isUnended: false }
      reached.set(identity, appended.reached)
      hasRead ||= appended.text !== ''
      if (!appended.hasMore) return { hasRead, isUnended: appended.isUnended }
    }
  }

  return {
    /**
     * Reads a file to its end, and says whether its last line waits for an end. A folder's links, folders and pipes are
     * passed over.
     */
    read: async (path: string, how: HowToRead) => {
      try {
        // Logs are watched by the name of a link that leads to the newest: that one alone was chosen by the operator.
        const place = kind === 'file' ? await realpath(path) : path
        return { problem: null, ...(await readOn(basename(path), place, how)) }
      } catch (error) {
        return { problem: problemOf(error), hasRead: false, isUnended: false }
      }
    },
    /** How far was read by now; those that were read last stand last. */
    reached: (): ReachedFiles => Object.fromEntries([...reached.entries()].reverse()),
  }
}
