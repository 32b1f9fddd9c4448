/** The full-text index on the reader's thread: opened when it is first wanted, made anew when it is of no use any more. */
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../../shared/ids.ts'
import type { LibrarySearch } from '../../../shared/schemas/library.ts'
import { storing } from '../../store/storage-failure.ts'
import { createFind } from './find.ts'
import type { Find } from './find.ts'
import { openIndex, openNewIndex, removeIndex } from './index-file.ts'
import { createIndexer } from './indexer.ts'
import type { Indexer, IndexStep } from './indexer.ts'
import { MainDatabaseError, mainRowsOf } from './main-rows.ts'

/** What a step of indexing did, and what went wrong that somebody who reads logs may want to know. */
export interface ReportedStep extends IndexStep {
  readonly problems: readonly string[]
}

/** The index. Nothing of it is ever a failure for the operator: what is not in it is not found yet. */
export interface SearchIndex {
  /** Works for a few milliseconds on what is not in the index. */
  readonly step: () => ReportedStep
  readonly search: (profileId: ProfileId, search: string) => LibrarySearch
  /** Throws the index away, file and all: the next step begins a new one. */
  readonly renew: () => null
  readonly close: () => void
}

/** The file of the index of a database. */
export function indexFileOf(databaseFile: string): string {
  return join(dirname(databaseFile), 'library-index.db')
}

interface Opened {
  readonly index: DatabaseSync
  readonly indexer: Indexer
  readonly find: Find
}

const stepMs = 15

// Primary result codes of SQLite that a file in good order gives as well: PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT,
// FULL, CANTOPEN. https://www.sqlite.org/rescode.html
const harmless: ReadonlySet<number> = new Set([3, 5, 6, 7, 8, 9, 13, 14])

// A full disk shows itself at the first write in that the shared-memory file cannot grow: IOERR_SHMSIZE.
const shmSize = 4_874

/** Whether the index cannot be used any more: SQLite says so, or misses what every index holds. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false
  return error.errcode !== shmSize && !harmless.has(error.errcode & 0xff)
}

/** An error of the main database as it came, everything else as it is. */
function withoutSource(error: unknown): unknown {
  return error instanceof MainDatabaseError ? error.cause : error
}

/** Only reads `database`; the index lies beside `databaseFile`, and is opened by the first call. */
export function createSearchIndex(database: DatabaseSync, databaseFile: string): SearchIndex {
  const file = indexFileOf(databaseFile)
  const rows = mainRowsOf(database)
  const snapshotCount = rows.prepare('SELECT count(*) AS many FROM snapshots')
  let opened: Opened | null = null
  let problems: string[] = []
  let isCompared = false

  const onProblem = (problem: string): void => {
    problems.push(problem)
  }

  const openedOn = (index: DatabaseSync): Opened => {
    const parts = { database: rows, index, now: () => performance.now() }
    return { index, indexer: createIndexer(parts), find: createFind(parts) }
  }

  const close = (): void => {
    opened?.index.close()
    opened = null
  }

  const get = (): Opened => {
    opened ??= openedOn(openIndex(file, onProblem))
    return opened
  }

  const renew = (why: string): Opened => {
    onProblem(`the index of the library is made anew: ${why}`)
    close()
    opened = openedOn(openNewIndex(file, onProblem))
    return opened
  }

  /** Does the work, on a new index when the one that there is cannot be used. Nothing else costs the index. */
  const withIndex = <Value>(work: (parts: Opened) => Value): Value => {
    try {
      return work(get())
    } catch (error) {
      if (!isDamage(error)) throw error
      return work(renew(String(error)))
    }
  }

  // Snapshots are never removed, so an index that knows more of them is that of another database, such as a damaged one.
  const isOfAnother = ({ index }: Opened): boolean => {
    const known = index.prepare('SELECT count(*) AS many FROM looks').get()?.['many']
    return Number(known) > Number(snapshotCount.get()?.['many'])
  }

  const compared = (step: IndexStep): IndexStep => {
    if (!step.isDone || isCompared || opened === null) return step
    isCompared = true
    if (!isOfAnother(opened)) return step
    renew('it knows snapshots that are not there')
    return { ...step, isDone: false }
  }

  const reported = (step: IndexStep): ReportedStep => {
    const foundProblems = problems
    problems = []
    return { ...step, problems: foundProblems }
  }

  return {
    step: () => {
      try {
        return reported(compared(withIndex(({ indexer }) => indexer.step(stepMs))))
      } catch (error) {
        // Such as a full disk: what could be written stays, and the next fetch tries again.
        onProblem(`the index of the library cannot go on: ${String(withoutSource(error))}`)
        close()
        return reported({ isDone: true, indexed: 0 })
      }
    },
    search: (profileId, search) => {
      try {
        return withIndex(({ indexer, find }) => ({ ...find(profileId, search), isIndexing: !indexer.isDone() }))
      } catch (error) {
        return storing(() => {
          throw withoutSource(error)
        })
      }
    },
    renew: () => {
      close()
      removeIndex(file)
      isCompared = false
      return null
    },
    close,
  }
}
