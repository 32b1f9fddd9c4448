/** Files of the data folder, and of exports: written whole, and moved aside where they cannot be used. */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { fileStamp } from '../lib/files.ts'
import { replaceFile, replaceFileSync } from '../lib/replace-file.ts'
import { asStorageFailure } from './storage-failure.ts'

/** What a file holds; text, as UTF-8, may come piece by piece. */
export type FileContents = string | Uint8Array | AsyncIterable<string>

const unfinishedOf = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.part`)

// A new file of the operator's alone: it never writes into a file, or through a link, that is already there.
const newFile = { flag: 'wx', mode: 0o600 } as const

/**
 * Writes a file of the operator's alone, whole or not at all: a full disk, or a text that ends with an error, leaves
 * neither half a file nor takes the one that was there. Failures: storage.
 */
export async function writeAtomic(file: string, contents: FileContents): Promise<void> {
  const unfinished = unfinishedOf(file)
  try {
    {
      await using handle = await open(unfinished, newFile.flag, newFile.mode)
      await handle.writeFile(contents)
      await handle.sync()
    }
    await replaceFile(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw asStorageFailure(error)
  }
}

/** The same for what must be on disk before its caller goes on. Failures: storage. */
export function writeAtomicSync(file: string, contents: string): void {
  const unfinished = unfinishedOf(file)
  try {
    writeFileSync(unfinished, contents, { ...newFile, flush: true })
    replaceFileSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw asStorageFailure(error)
  }
}

/** Removes what a crash left of writing files of these names into a folder. Throws what the file system does. */
export function removeUnfinished(folder: string, names: readonly string[]): void {
  const isUnfinished = (entry: string): boolean =>
    entry.endsWith('.part') && names.some((name) => entry.startsWith(`.${name}.`))
  for (const entry of readdirSync(folder).filter(isUnfinished)) rmSync(path.join(folder, entry), { force: true })
}

/**
 * Renames `file` to `<name>.corrupt-<time>` in its folder and answers that name without the folder: nothing of the
 * operator's is ever deleted. Of `companions`, endings such as `-wal`, those that exist go along, so that a database can
 * still be repaired by hand.
 */
export function quarantineFile(file: string, clock: Clock, companions: readonly string[] = []): string {
  const wanted = `${file}.corrupt-${fileStamp(clock.now())}`
  let target = wanted
  for (let number = 2; existsSync(target); number += 1) target = `${wanted}-${String(number)}`
  for (const ending of ['', ...companions]) {
    if (existsSync(file + ending)) replaceFileSync(file + ending, target + ending)
  }
  return path.basename(target)
}
