/** Walks the journal from its first entry to its newest and reports whether the chain of hashes is complete. */
import { setImmediate } from 'node:timers/promises'
import type { ActivityCheck } from '../../shared/schemas/activity.ts'
import type { Clock } from '../lib/clock.ts'
import { hashOfRow, noEntryBefore } from '../store/activity-repository.ts'
import type { ActivityRow } from '../store/activity-repository.ts'
import type { Repositories } from '../store/repositories.ts'

type Problem = NonNullable<ActivityCheck['problem']>

/** The state after `entries` entries; `last` is null before the first. */
interface Walk {
  readonly entries: number
  readonly last: { readonly id: number; readonly hash: string } | null
  readonly problem: Problem | null
}

const start: Walk = { entries: 0, last: null, problem: null }

const altered = (entryId: number): Problem => ({ kind: 'altered', entryId })

function problemOf(row: ActivityRow, hash: string, last: Walk['last']): Problem | null {
  const id = Number(row['id'])
  if (row['hash'] !== hash) return altered(id)
  // Ids are consecutive: a gap means that an entry was removed, whatever the links say.
  if (id !== (last?.id ?? 0) + 1) return { kind: 'missing', entryId: id }
  if (row['previous_hash'] === (last?.hash ?? noEntryBefore)) return null
  // The hash of this entry is right, so the entry before it was altered together with its own hash.
  return altered(last?.id ?? id)
}

/** Takes the next entry into account; the first problem stays. */
function step({ entries, last, problem }: Walk, row: ActivityRow): Walk {
  const hash = hashOfRow(row)
  return {
    entries: entries + 1,
    last: { id: Number(row['id']), hash },
    problem: problem ?? problemOf(row, hash, last),
  }
}

/** The problem of a finished walk; `highestId` is the highest id that was ever assigned. */
function problemAtEnd({ problem, last }: Walk, highestId: number): Problem | null {
  if (problem !== null) return problem
  const newest = last?.id ?? 0
  return highestId > newest ? { kind: 'end-missing', entryId: newest + 1 } : null
}

// The size of a chunk: main does other work after a few milliseconds.
const entriesAtOnce = 200

/** Checks all entries that exist at this moment, oldest first, in chunks. Failures: storage. */
export async function verifyChain(
  repository: Pick<Repositories['activity'], 'rowsAfter' | 'newest'>,
  clock: Pick<Clock, 'now'>,
): Promise<ActivityCheck> {
  const { id: newest, highestId } = repository.newest()
  const at = clock.now()
  let walk = start
  // Starts below the lowest id that is ever assigned, so that a row inserted there is found.
  const reached = (): number => walk.last?.id ?? Number.MIN_SAFE_INTEGER
  while (reached() < newest) {
    const rows = repository.rowsAfter(reached(), entriesAtOnce).filter((row) => Number(row['id']) <= newest)
    if (rows.length === 0) break
    walk = rows.reduce(step, walk)
    await setImmediate()
  }
  return {
    entries: walk.entries,
    problem: problemAtEnd(walk, highestId),
    lastHash: walk.last?.hash ?? noEntryBefore,
    at,
  }
}
