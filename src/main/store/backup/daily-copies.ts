/** The daily copies of the database: their folder, their names, and which of them are kept. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileStamp, isMissing } from '../../lib/files.ts'

/** A daily copy; `at` (epoch ms) is when it was begun: nothing newer is in it. */
export interface DailyCopy {
  readonly file: string
  readonly at: number
  readonly bytes: number
}

const maxCopies = 3
const named = /^greenroom-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.db$/

/** The folder of the copies of this database. */
export function copiesFolder(databaseFile: string): string {
  return join(dirname(databaseFile), 'backups')
}

/** The file of a copy that is begun at `at` (epoch ms). */
export function copyFile(databaseFile: string, at: number): string {
  return join(copiesFolder(databaseFile), `greenroom-${fileStamp(at)}.db`)
}

function timeOf(name: string): number {
  return Date.parse(name.replace(named, '$1:$2:$3.$4'))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The copies, newest first. */
export function dailyCopies(databaseFile: string): readonly DailyCopy[] {
  const folder = copiesFolder(databaseFile)
  const names = namesIn(folder).filter((name) => named.test(name))
  return names
    .toSorted()
    .toReversed()
    .map((name) => ({ file: join(folder, name), at: timeOf(name), bytes: statSync(join(folder, name)).size }))
}

/** Makes the folder where there is none, and takes away what an interrupted copy left in it. */
export function prepareCopiesFolder(databaseFile: string): void {
  const folder = copiesFolder(databaseFile)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of namesIn(folder)) if (name.includes('.db.part')) rmSync(join(folder, name), { force: true })
}

/** Removes all but the newest copies. */
export function pruneCopies(databaseFile: string): void {
  for (const { file } of dailyCopies(databaseFile).slice(maxCopies)) rmSync(file, { force: true })
}
