/**
 * What a file holds beyond where it was last read. A file that was cut short, written anew or put in another's place is
 * told by what stood right before that place, and read from its beginning.
 */
import { createHash } from 'node:crypto'
import { sessionHeadingOf } from '../../../shared/model/find-ids.ts'
import type { ReachedFiles } from '../../../shared/schemas/inbox.ts'
import { withFile } from '../../files/open-file.ts'
import type { OpenedFile } from '../../files/open-file.ts'
import { encodingOf, textOf, wholeLines, wholeParts } from '../../files/plain-text.ts'
import type { Encoding } from '../../files/plain-text.ts'

/** How far a file was read. */
type Reached = ReachedFiles[string]

/** Which file, how far it was read, and how it is to be read on. */
export interface ToRead {
  readonly path: string
  /** null: it was not read before. */
  readonly reached: Reached | null
  /** Where a file that was not read before begins to matter. */
  readonly from: 'beginning' | 'end'
  /** Nothing was written for a while: the last line is as long as it will be. */
  readonly isQuiet: boolean
}

/** New text of a file. */
export interface Appended {
  /** Whole lines, with the file's first line before them when that is a table's heading; "" when there is nothing new. */
  readonly text: string
  readonly reached: Reached
  /** There is more than was read at once. */
  readonly hasMore: boolean
  /** Its last line has no end yet, and was left for later. */
  readonly isUnended: boolean
}

/** The most bytes that are read at once, and of a file that is read for the first time the last ones. */
export const maxBytesAtOnce = 5_000_000

const tailBytes = 256
const headBytes = 8_192

async function hashBefore(file: OpenedFile, offset: number): Promise<string> {
  const from = Math.max(0, offset - tailBytes)
  return createHash('sha256')
    .update(await file.read(from, offset - from))
    .digest('hex')
}

/** Where to read on: where it was left, when that is still what was read. */
async function startOf(file: OpenedFile, { reached, from }: ToRead): Promise<number> {
  const { size } = file
  if (reached === null && from === 'end') return size
  const isSame =
    reached !== null && reached.offset <= size && (await hashBefore(file, reached.offset)) === reached.before
  // Calls of long ago are over: of a file that is very long only the end is of use.
  return isSame ? reached.offset : Math.max(0, size - maxBytesAtOnce)
}

/** How many of the bytes are read for good. */
function completeLength(bytes: Uint8Array, encoding: Encoding, hasMore: boolean): number {
  const lines = wholeLines(bytes, encoding)
  return lines > 0 || !hasMore ? lines : wholeParts(bytes, encoding)
}

async function appendedTo(file: OpenedFile, wanted: ToRead): Promise<Appended | null> {
  const { size, read } = file
  const head = await read(0, Math.min(size, headBytes))
  const encoding = encodingOf(head)
  if (encoding === null) return null
  const boundary = await startOf(file, wanted)
  const start = encoding === 'utf-16le' ? boundary - (boundary % 2) : boundary
  const bytes = await read(start, Math.min(maxBytesAtOnce, size - start))
  const hasMore = start + bytes.byteLength < size
  const taken = completeLength(bytes, encoding, hasMore)
  const isUnended = !hasMore && taken < bytes.byteLength
  const shown = bytes.subarray(0, isUnended && wanted.isQuiet ? bytes.byteLength : taken)
  const text = textOf(shown, encoding)
  const offset = start + taken
  return {
    text: text === '' || start === 0 ? text : sessionHeadingOf(textOf(head, encoding)) + text,
    reached: { offset, before: await hashBefore(file, offset) },
    hasMore,
    isUnended,
  }
}

/**
 * Reads on in a file; null for one that holds no text. Failures: refused (`file-gone`, `file-unreadable`, `not-a-file`).
 */
export function readAppended(wanted: ToRead): Promise<Appended | null> {
  return withFile(wanted.path, (file) => appendedTo(file, wanted))
}
