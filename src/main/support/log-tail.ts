import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** How much of the log is handed out, in bytes. */
export const MAX_LOG_BYTES = 2 ** 20

const entryStart = /\n(?=\d{4}-\d\d-\d\d )/

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

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
