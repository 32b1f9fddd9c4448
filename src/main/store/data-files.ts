/** Writes the files of the data folder and of exports whole, and quarantines unusable ones. */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { fileStamp } from '../lib/files.ts'
import { replaceFile, replaceFileSync } from '../lib/replace-file.ts'
import { asStorageFailure } from './storage-failure.ts'

/** The contents of a file; text, as UTF-8, can arrive in pieces. */
export type FileContents = string | Uint8Array | AsyncIterable<string>

const unfinishedOf = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.part`)

// A new file that only the operator can read: it never writes into an existing file or through an existing link.
const newFile = { flag: 'wx', mode: 0o600 } as const

/**
 * Writes a file that only the operator can read, whole or not at all: a full disk, or a text that ends with an error,
 * leaves no partial file and keeps the previous file. Failures: storage.
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

/** The same for data that must be on disk before its caller continues. Failures: storage. */
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

/**
 * Removes what a crash left when it interrupted writing files of these names in a folder. Throws the file system's
 * errors.
 */
export function removeUnfinished(folder: string, names: readonly string[]): void {
  const isUnfinished = (entry: string): boolean =>
    entry.endsWith('.part') && names.some((name) => entry.startsWith(`.${name}.`))
  for (const entry of readdirSync(folder).filter(isUnfinished)) rmSync(path.join(folder, entry), { force: true })
}

/**
 * Renames `file` to `<name>.corrupt-<time>` in its folder, so that none of the operator's data is deleted, and returns
 * the new name without the folder. Existing `companions`, endings such as `-wal`, are renamed with it, so that a
 * database can still be repaired by hand.
 */
export function quarantineFile(file: string, clock: Clock, companions: readonly string[] = []): string {
  const base = `${file}.corrupt-${fileStamp(clock.now())}`
  let target = base
  for (let number = 2; existsSync(target); number += 1) target = `${base}-${String(number)}`
  for (const ending of ['', ...companions]) {
    if (existsSync(file + ending)) replaceFileSync(file + ending, target + ending)
  }
  return path.basename(target)
}
