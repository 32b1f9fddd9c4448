import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { asStorageFailure } from './storage-failure.ts'

/** What a file holds; text, as UTF-8, may come piece by piece. */
export type FileContents = string | Uint8Array | AsyncIterable<string>

/**
 * Writes a file whole or not at all: a full disk, or a text that ends with an error, leaves neither half a file nor takes
 * the one that was there. Failures: storage.
 */
export async function writeAtomic(file: string, contents: FileContents): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.part`)
  try {
    const handle = await open(unfinished, 'wx')
    try {
      await handle.writeFile(contents)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw asStorageFailure(error)
  }
}
