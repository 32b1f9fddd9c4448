import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, backup } from 'node:sqlite'
import { FailureError } from '../../../shared/failure.ts'
import { fileStamp, flushFile } from '../../lib/files.ts'
import { replaceFileSync } from '../../lib/replace-file.ts'
import { quickCheck } from '../migrate.ts'

/** `at` is when the copy was begun: it contains nothing newer. */
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

/**
 * Newest first. Copies dated in the future, from before the clock was set back, are older than their dates and come
 * last.
 */
export function dailyCopies(databaseFile: string, now: number): readonly DailyCopy[] {
  const folder = copiesFolder(databaseFile)
  const names = namesIn(folder).filter((name) => named.test(name))
  const copies = names.map((name) => ({ file: join(folder, name), at: timeOf(name) }))
  return copies
    .sort((one, other) => Number(one.at > now) - Number(other.at > now) || other.at - one.at)
    .map((copy) => ({ ...copy, bytes: statSync(copy.file).size }))
}

/** Creates the folder if it is missing, and removes the remains of an interrupted copy from it. */
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

// The copy is flushed in pieces of this size, because a write of main waits for everything that is queued for the disk.
const pagesAtOnce = 500

function assertSound(file: string): void {
  using copy = new DatabaseSync(file)
  // A copy is read alone: without a log, no file beside it can be lost or left over.
  copy.exec('PRAGMA journal_mode = DELETE')
  const problem = quickCheck(copy)
  if (problem !== null) throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: problem })
}

/**
 * Uses SQLite's online backup on a separate connection, so main's writes do not wait. The copy gets its name only when
 * it is complete, sound and on disk. Failures: storage; errors of SQLite and of the file system are thrown unchanged.
 */
export async function copyDatabase({ file, target }: CopyJob): Promise<void> {
  const unfinished = `${target}.part`
  try {
    {
      using source = new DatabaseSync(file, { readOnly: true })
      // One read transaction for all steps: without it, each write of main between two steps restarts the copy.
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
