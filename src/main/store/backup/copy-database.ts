/**
 * Copies an open database through SQLite's online backup, from a connection of its own: what main writes meanwhile waits
 * for nothing. The copy has its name only once it is whole, sound and on disk.
 */
import { chmodSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync, backup } from 'node:sqlite'
import { FailureError } from '../../../shared/failure.ts'
import { flushFile } from '../../lib/files.ts'
import { quickCheck } from '../migrate.ts'

/** From which file to which. */
export interface CopyJob {
  readonly file: string
  readonly target: string
}

// What is copied goes to the disk in pieces of this size: a write of main would wait for all that is before it there.
const pagesAtOnce = 500

function assertSound(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    // A copy is read alone: without a log there is nothing beside it that could be lost or left.
    copy.exec('PRAGMA journal_mode = DELETE')
    const problem = quickCheck(copy)
    if (problem !== null) throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: problem })
  } finally {
    copy.close()
  }
}

/** Makes the copy, or leaves nothing of it. Failures: storage; errors of SQLite and of the file system as they are. */
export async function copyDatabase({ file, target }: CopyJob): Promise<void> {
  const unfinished = `${target}.part`
  try {
    const source = new DatabaseSync(file, { readOnly: true })
    try {
      // One view for all steps: without it, each write of main between two of them makes the copy begin anew.
      source.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
      await backup(source, unfinished, {
        rate: pagesAtOnce,
        progress: () => flushFile(unfinished),
      })
    } finally {
      source.close()
    }
    chmodSync(unfinished, 0o600)
    assertSound(unfinished)
    flushFile(unfinished)
    renameSync(unfinished, target)
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + ending, { force: true })
  }
}
