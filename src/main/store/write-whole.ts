import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { asStorageFailure } from './storage-failure.ts'

/**
 * Writes a file (text as UTF-8) whole or not at all: a full disk leaves neither half a file nor takes the one that was there.
 * Failures: storage.
 */
export async function writeWhole(file: string, contents: string | Uint8Array): Promise<void> {
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
