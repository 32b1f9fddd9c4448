/** Reads the new part of a file since the last read, in whole lines, so that no id is truncated. */
import { realpath } from 'node:fs/promises'
import { maxFoundIds, sessionHeadingOf } from '../../../shared/model/find-ids.ts'
import { idKinds } from '../../../shared/model/id-kinds.ts'
import { encodingOf, secondLine, textOf, wholeLines, wholeParts } from '../../files/plain-text.ts'
import type { Encoding } from '../../files/plain-text.ts'
import { withFile } from '../../files/open-file.ts'
import type { OpenedFile } from '../../files/open-file.ts'

/** The maximum number of bytes per read, and the length of the end that the first read of a longer file takes. */
export const MAX_READ_BYTES = 5_000_000

const MIN_ID_BYTES = idKinds.session.minLikelyLength + 1
/** Even a read of this length that contains nothing but likely ids has no more than a search finds. */
export const SHORT_READ_BYTES = maxFoundIds * MIN_ID_BYTES

const HEAD_BYTES = 8_192

/** How far a file was read; null for a file that is read for the first time. */
export interface ReadPosition {
  /** Where the next line begins, or the next part of a line that is longer than a read. */
  readonly offset: number
  readonly isWithinLine: boolean
  /** The size of the file at that read. */
  readonly size: number
}

export interface Growth {
  /** '' when nothing was added. Begins with the file's first line if that is a table's heading. */
  readonly text: string
  readonly position: ReadPosition
  /** More was added than fits in one read. */
  readonly hasMore: boolean
}

/** True where a line begins. Otherwise the file was rewritten and is longer than before. */
async function isLineStart(file: OpenedFile, offset: number, encoding: Encoding): Promise<boolean> {
  if (offset === 0) return true
  const width = encoding === 'utf-8' ? 1 : 2
  return wholeLines(await file.read(offset - width, width), encoding) > 0
}

/** Starts near the end of a long file, because calls of long ago have ended. */
async function firstOffset(file: OpenedFile, encoding: Encoding): Promise<number> {
  if (file.size <= MAX_READ_BYTES) return 0
  const start = file.size - MAX_READ_BYTES
  const even = start - (start % 2)
  return even + secondLine(await file.read(even, HEAD_BYTES), encoding)
}

async function offsetOf(file: OpenedFile, before: ReadPosition | null, encoding: Encoding): Promise<number> {
  if (before === null || file.size < before.size) return firstOffset(file, encoding)
  const isSame = before.isWithinLine || (await isLineStart(file, before.offset, encoding))
  return isSame ? before.offset : firstOffset(file, encoding)
}

async function growthOf(file: OpenedFile, before: ReadPosition | null, maxBytes: number): Promise<Growth | null> {
  const { size } = file
  const head = await file.read(0, Math.min(size, HEAD_BYTES))
  const encoding = encodingOf(head)
  if (encoding === null) return null
  const offset = await offsetOf(file, before, encoding)
  const bytes = await file.read(offset, Math.min(maxBytes, size - offset))
  const hasMore = offset + bytes.byteLength < size
  const lines = wholeLines(bytes, encoding)
  // An unfinished last line is searched up to its last separator, and again as a whole once it is finished.
  const searched = hasMore && lines > 0 ? lines : lines + wholeParts(bytes.subarray(lines), encoding)
  const isWithinLine = hasMore && lines === 0
  const takenBytes = isWithinLine ? searched || bytes.byteLength : lines
  const text = textOf(bytes.subarray(0, Math.max(searched, takenBytes)), encoding)
  const heading = text === '' || offset === 0 ? '' : sessionHeadingOf(textOf(head, encoding))
  return { text: heading + text, position: { offset: offset + takenBytes, isWithinLine, size }, hasMore }
}

/**
 * Returns the new part of the file, at most `maxBytes` of it. A file that shrank or was rewritten is read as for the
 * first time; null for a file that is not text. Follows a link, because logs are often watched through a link to the
 * newest. Failures: the failures of `withFile`, and the system's errors for a path that leads nowhere.
 */
export async function readGrowth(
  path: string,
  before: ReadPosition | null,
  maxBytes: number = MAX_READ_BYTES,
): Promise<Growth | null> {
  return withFile(await realpath(path), (file) => growthOf(file, before, maxBytes))
}
