/**
 * Walks the journal from its first entry to its newest and says whether the chain of hashes is whole. Entries written by
 * this version carry their own hash beside that of the one before; those of earlier versions carry the latter alone.
 */
import { setImmediate } from 'node:timers/promises'
import type { ActivityCheck } from '../../shared/schemas/activity.ts'
import type { Clock } from '../lib/clock.ts'
import { hashOfRow, noEntryBefore } from '../store/activity-repository.ts'
import type { ActivityRow } from '../store/activity-repository.ts'
import type { Repositories } from '../store/repositories.ts'

type Problem = NonNullable<ActivityCheck['problem']>

/** What is known after so many entries; the entry before is null at the beginning. */
interface Walk {
  readonly entries: number
  readonly last: { readonly id: number; readonly hash: string; readonly hasOwn: boolean } | null
  readonly problem: Problem | null
  /**
   * The link between two entries without hashes of their own does not hold, and either may be the altered one: the link
   * after them tells which.
   */
  readonly doubt: { readonly earlier: number; readonly later: number } | null
}

const start: Walk = { entries: 0, last: null, problem: null, doubt: null }

function altered(entryId: number): Problem {
  return { kind: 'altered', entryId }
}

function checkOwn(row: ActivityRow, hash: string, last: Walk['last']): 'whole' | 'altered' | 'has-none' {
  if (row['hash'] !== null) return row['hash'] === hash ? 'whole' : 'altered'
  // Once entries carry their own hash, one without has lost it.
  return last?.hasOwn === true ? 'altered' : 'has-none'
}

function linkProblem(id: number, { last }: Walk, own: 'whole' | 'has-none'): Pick<Walk, 'problem' | 'doubt'> {
  if (last === null) return { problem: altered(id), doubt: null }
  if (own === 'whole') return { problem: altered(last.id), doubt: null }
  return { problem: null, doubt: { earlier: last.id, later: id } }
}

function checked(walk: Walk, row: ActivityRow, hash: string): Pick<Walk, 'problem' | 'doubt'> {
  const id = Number(row['id'])
  const holds = row['previous_hash'] === (walk.last?.hash ?? noEntryBefore)
  if (walk.doubt !== null) return { problem: altered(holds ? walk.doubt.earlier : walk.doubt.later), doubt: null }
  const own = checkOwn(row, hash, walk.last)
  if (own === 'altered') return { problem: altered(id), doubt: null }
  // Ids are given one after the other: where one is left out, an entry was taken out, whatever the links say.
  if (id !== (walk.last?.id ?? 0) + 1) return { problem: { kind: 'missing', entryId: id }, doubt: null }
  return holds ? { problem: null, doubt: null } : linkProblem(id, walk, own)
}

/** Takes the next entry into account; the first problem stays. */
function step(walk: Walk, row: ActivityRow): Walk {
  const hash = hashOfRow(row)
  const found = walk.problem === null ? checked(walk, row, hash) : { problem: walk.problem, doubt: null }
  const last = { id: Number(row['id']), hash, hasOwn: row['hash'] !== null }
  return { entries: walk.entries + 1, last, ...found }
}

/** The problem of a walk that is at its end; `given` is the highest id that was ever given. */
function problemAtEnd({ problem, doubt, last }: Walk, given: number): Problem | null {
  if (problem !== null) return problem
  if (doubt !== null) return altered(doubt.earlier)
  const newest = last?.id ?? 0
  return given > newest ? { kind: 'end-missing', entryId: newest + 1 } : null
}

// Hashed at once: main does something else after some milliseconds.
const entriesAtOnce = 200

/** Checks all entries that are there at this moment, oldest first, a piece at a time. Failures: storage. */
export async function verifyChain(
  repository: Pick<Repositories['activity'], 'rowsAfter' | 'newest'>,
  clock: Pick<Clock, 'now'>,
): Promise<ActivityCheck> {
  const { id: newest, given } = repository.newest()
  const at = clock.now()
  let walk = start
  // From below the first id that is ever given: what was put there is no entry.
  const reached = (): number => walk.last?.id ?? Number.MIN_SAFE_INTEGER
  while (reached() < newest) {
    const rows = repository.rowsAfter(reached(), entriesAtOnce).filter((row) => Number(row['id']) <= newest)
    if (rows.length === 0) break
    walk = rows.reduce(step, walk)
    await setImmediate()
  }
  return { entries: walk.entries, problem: problemAtEnd(walk, given), lastHash: walk.last?.hash ?? noEntryBefore, at }
}
