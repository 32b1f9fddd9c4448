/** Files that are there whole or not at all. */
import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

// Hashing ten megabytes at once would hold up main for longer than a frame.
const pieceBytes = 2 ** 20

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

/** Writes these bytes one after the other to a new file and flushes it; answers their SHA-256 in hexadecimal. */
export async function writeWhole(parts: readonly Uint8Array[], file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  const target = await open(file, 'wx')
  try {
    const hash = createHash('sha256')
    for (const part of parts) {
      for (const piece of cut(part)) {
        hash.update(piece)
        await target.writeFile(piece)
      }
    }
    await target.sync()
    return hash.digest('hex')
  } finally {
    await target.close()
  }
}

/** Flushes a folder, so that a file renamed into it is there after a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing as flushing a folder, and refuses to open one.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
