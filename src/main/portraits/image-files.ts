/** Files of images on disk: written whole or not at all, listed, and their heads read. */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing } from '../lib/files.ts'
import { asStorageFailure } from '../store/storage-failure.ts'

// Hashing ten megabytes at once would hold up main for longer than a frame.
const pieceBytes = 2 ** 20

/** Writes these bytes to a new file, and flushes it where it is to be durable; answers their SHA-256 in hexadecimal. */
export async function writeWhole(bytes: Uint8Array, file: string, isDurable: boolean): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  await using target = await open(file, 'wx')
  const hash = createHash('sha256')
  for (let from = 0; from < bytes.byteLength; from += pieceBytes) {
    const piece = bytes.subarray(from, from + pieceBytes)
    hash.update(piece)
    await target.writeFile(piece)
  }
  if (isDurable) await target.sync()
  return hash.digest('hex')
}

/** Flushes a folder, so that a file renamed into it is there after a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing as flushing a folder, and refuses to open one.
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

export function isFileAt(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

// Enough for the header of what a canvas encodes.
const headBytes = 2 ** 12

/** The first bytes of a file; null when there is none. */
export async function headOf(path: string): Promise<Uint8Array | null> {
  try {
    await using handle = await open(path, 'r')
    const { buffer, bytesRead } = await handle.read(new Uint8Array(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Paths of all files in a folder and the folders in it; none when there is no such folder. Failures: storage. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw asStorageFailure(error)
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
