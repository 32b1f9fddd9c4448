import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, backup } from 'node:sqlite'
import { FailureError } from '../../../shared/failure.ts'
import { fileStamp, flushFile } from '../../lib/files.ts'
import { replaceFileSync } from '../../lib/replace-file.ts'
import { quickCheck } from '../migrate.ts'

/** `at` is when it was begun: nothing newer is in it. */
export interface DailyCopy {
  readonly file: string
  readonly at: number
  readonly bytes: number
}

const maxCopies = 3
const named = /^greenroom-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.db$/

export function copiesFolder(databaseFile: string): string {
  return join(dirname(databaseFile), 'backups')
}

export function copyFile(databaseFile: string, at: number): string {
  return join(copiesFolder(databaseFile), `greenroom-${fileStamp(at)}.db`)
}

function timeOf(name: string): number {
  return Date.parse(name.replace(named, '$1:$2:$3.$4'))
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Newest first. Those from the future, of a clock that was put back since, are older than they say, and come last. */
export function dailyCopies(databaseFile: string, now: number): readonly DailyCopy[] {
  const folder = copiesFolder(databaseFile)
  const names = namesIn(folder).filter((name) => named.test(name))
  const copies = names.map((name) => ({ file: join(folder, name), at: timeOf(name) }))
  return copies
    .sort((one, other) => Number(one.at > now) - Number(other.at > now) || other.at - one.at)
    .map((copy) => ({ ...copy, bytes: statSync(copy.file).size }))
}

/** Makes the folder where there is none, and takes away what an interrupted copy left in it. */
export function prepareCopiesFolder(databaseFile: string): void {
  const folder = copiesFolder(databaseFile)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of namesIn(folder)) if (name.includes('.db.part')) rmSync(join(folder, name), { force: true })
}

export function pruneCopies(databaseFile: string, now: number): void {
  for (const { file } of dailyCopies(databaseFile, now).slice(maxCopies)) rmSync(file, { force: true })
}

export interface CopyJob {
  readonly file: string
  readonly target: string
}

// What is copied goes to the disk in pieces of this size: a write of main would wait for all that is before it there.
const pagesAtOnce = 500

function assertSound(file: string): void {
  using copy = new DatabaseSync(file)
  // A copy is read alone: without a log there is nothing beside it that could be lost or left.
  copy.exec('PRAGMA journal_mode = DELETE')
  const problem = quickCheck(copy)
  if (problem !== null) throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: problem })
}

/**
 * By SQLite's online backup on a connection of its own: what main writes meanwhile waits for nothing. It has its name only
 * once it is whole, sound and on disk. Failures: storage; errors of SQLite and of the file system as they are.
 */
export async function copyDatabase({ file, target }: CopyJob): Promise<void> {
  const unfinished = `${target}.part`
  try {
    {
      using source = new DatabaseSync(file, { readOnly: true })
      // One view for all steps: without it, each write of main between two of them makes the copy begin anew.
      source.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
      await backup(source, unfinished, { rate: pagesAtOnce, progress: () => flushFile(unfinished) })
    }
    chmodSync(unfinished, 0o600)
    assertSound(unfinished)
    flushFile(unfinished)
    replaceFileSync(unfinished, target)
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + ending, { force: true })
  }
}
