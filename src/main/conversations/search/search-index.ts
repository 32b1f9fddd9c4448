/** The full-text index on the reader's thread: opened when it is first wanted, made anew when it is of no use any more. */
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../../shared/ids.ts'
import type { LibrarySearch } from '../../../shared/schemas/library.ts'
import { asStorageFailure } from '../../store/storage-failure.ts'
import { createFind } from './find.ts'
import type { Find } from './find.ts'
import { openIndex, openNewIndex } from './index-file.ts'
import { createIndexer } from './indexer.ts'
import type { Indexer, IndexStep } from './indexer.ts'

/** What a step of indexing did, and what went wrong that somebody who reads logs may want to know. */
export interface ReportedStep extends IndexStep {
  readonly problems: readonly string[]
}

/** The index. Nothing of it is ever a failure for the operator: what is not in it is not found yet. */
export interface SearchIndex {
  /** Works for a few milliseconds on what is not in the index. */
  readonly step: () => ReportedStep
  readonly search: (profileId: ProfileId, search: string) => LibrarySearch
  readonly close: () => void
}

/** The database that is only read, and its file: the index lies beside it. */
export interface SearchIndexDeps {
  readonly database: DatabaseSync
  readonly databaseFile: string
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

function isOfTheDisk(error: unknown): boolean {
  const { failure } = asStorageFailure(error)
  return failure.kind === 'storage' && (failure.reason === 'full' || failure.reason === 'read-only')
}

/** Gives the index; nothing is opened before it is asked for something. */
export function createSearchIndex({ database, databaseFile }: SearchIndexDeps): SearchIndex {
  const file = indexFileOf(databaseFile)
  const looked = database.prepare('SELECT count(*) AS many FROM snapshots')
  let opened: Opened | null = null
  let problems: string[] = []
  let isCompared = false

  const onProblem = (problem: string): void => {
    problems.push(problem)
  }

  const openedOn = (index: DatabaseSync): Opened => {
    const parts = { database, index, now: () => performance.now() }
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

  /** Does the work, on a new index when the one that there is cannot be used. */
  const withIndex = <Value>(work: (parts: Opened) => Value): Value => {
    try {
      return work(get())
    } catch (error) {
      if (isOfTheDisk(error)) throw error
      return work(renew(String(error)))
    }
  }

  // Look-ups are never removed, so an index that knows more of them is that of another database, such as a damaged one.
  const isOfAnother = ({ index }: Opened): boolean => {
    const known = index.prepare('SELECT count(*) AS many FROM looks').get()?.['many']
    return Number(known) > Number(looked.get()?.['many'])
  }

  const compared = (step: IndexStep): IndexStep => {
    if (!step.isDone || isCompared || opened === null) return step
    isCompared = true
    if (!isOfAnother(opened)) return step
    renew('it knows look-ups that are not there')
    return { ...step, isDone: false }
  }

  const reported = (step: IndexStep): ReportedStep => {
    const told = problems
    problems = []
    return { ...step, problems: told }
  }

  return {
    step: () => {
      try {
        return reported(compared(withIndex(({ indexer }) => indexer.step(stepMs))))
      } catch (error) {
        // The disk is full: what could be written stays, and the next look-up tries again.
        onProblem(`the index of the library cannot be written: ${String(error)}`)
        close()
        return reported({ isDone: true, indexed: 0 })
      }
    },
    search: (profileId, search) =>
      withIndex(({ indexer, find }) => ({ ...find(profileId, search), isIndexing: !indexer.isDone() })),
    close,
  }
}
