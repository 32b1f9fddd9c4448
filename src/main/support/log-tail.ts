import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../lib/files.ts'

// How much of the log is handed out.
const MAX_LOG_BYTES = 2 ** 20

const entryStart = /\n(?=\d{4}-\d\d-\d\d )/

async function endOf(file: string, bytes: number): Promise<string> {
  if (bytes <= 0) return ''
  try {
    await using handle = await open(file)
    const { size } = await handle.stat()
    const from = Math.max(0, size - bytes)
    const piece = Buffer.alloc(size - from)
    const { bytesRead } = await handle.read(piece, 0, piece.length, from)
    const text = piece.toString('utf8', 0, bytesRead)
    // Begins with a whole entry.
    return from === 0 ? text : text.slice(text.search(entryStart) + 1)
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}

/** The newest entries of the log, each whole, oldest first; none where no log was written. Throws what the file system does. */
export async function readLogTail(dataFolder: string, bytes = MAX_LOG_BYTES): Promise<readonly string[]> {
  const newest = await endOf(join(dataFolder, 'logs', 'main.log'), bytes)
  const older = await endOf(join(dataFolder, 'logs', 'main.old.log'), bytes - Buffer.byteLength(newest))
  const text = older === '' || newest === '' || older.endsWith('\n') ? older + newest : `${older}\n${newest}`
  return text === '' ? [] : text.split(entryStart)
}

const two = (part: number): string => String(part).padStart(2, '0')

// As the log writes it: in the time of this computer.
function stampOf(at: number): string {
  const date = new Date(at)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

/** The entries that were written from then on (epoch milliseconds). */
export function entriesSince(entries: readonly string[], at: number): readonly string[] {
  const stamp = stampOf(at)
  return entries.filter((entry) => entry.slice(0, stamp.length) >= stamp)
}
