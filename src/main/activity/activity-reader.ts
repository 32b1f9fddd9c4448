/**
 * Finds acts of the journal, each by its newest entry. No entry changes: a search reads everything once, in batches
 * between which main does other work, and from then on only what was added; an entry that an added one replaces is taken
 * out again.
 */
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ActivityEntry, ActivityList, ActivityRow } from '../../shared/schemas/activity.ts'
import type { SoughtActivity } from '../store/activity-repository.ts'
import type { Repositories } from '../store/repositories.ts'

type Rows = Pick<Repositories['activity'], 'search' | 'read' | 'newest' | 'replacedSince' | 'earlierOf'>

interface Found {
  readonly ids: readonly number[]
  /** The newest entry that was read. */
  readonly upTo: number
}

const nothing: Found = { ids: [], upTo: 0 }

// Those of a few windows, and what was typed last in each.
const maxCached = 8

/** Of entries that are newest first. */
const lastExchange = (entries: readonly Pick<ActivityEntry, 'facts'>[]): ActivityRow['exchangeId'] =>
  entries.find(({ facts }) => facts.exchangeId !== undefined)?.facts.exchangeId ?? null

function rowsOf(repository: Rows, ids: readonly number[], isInProgress: (id: number) => boolean): ActivityRow[] {
  const links = repository.earlierOf(ids)
  const newestOf = new Map(links.map(({ newest, id }) => [id, newest]))
  const earlier = Map.groupBy(repository.read(links.map(({ id }) => id)), ({ id }) => newestOf.get(id))
  return repository.read(ids).map((entry) => ({
    ...entry,
    isInProgress: isInProgress(entry.id),
    exchangeId: lastExchange([entry, ...(earlier.get(entry.id) ?? [])]),
    earlier: (earlier.get(entry.id) ?? []).map(({ id, at, action, isIntent, outcome, facts, hash }) => ({
      id,
      at,
      action,
      isIntent,
      outcome,
      facts,
      hash,
    })),
  }))
}

// Added at once: in between main does other work.
const idsAtOnce = 2_000

/** `isInProgress`: whether this run still waits for the end of an intent. Failures of all: storage. */
export function createActivityReader(repository: Rows, isInProgress: (id: number) => boolean) {
  const cached = new LRUCache<string, Promise<Found>>({ max: maxCached })

  const searchOn = async (sought: SoughtActivity, found: Found): Promise<Found> => {
    const newest = repository.newest().id
    if (newest <= found.upTo) return found
    const ids: number[] = []
    let before: number | null = newest + 1
    while (before !== null) {
      const batch = repository.search(sought, { before, after: found.upTo })
      for (const id of batch.ids) ids.push(id)
      before = batch.before
      if (before !== null) await setImmediate()
    }
    const replaced = new Set(found.ids.length === 0 ? [] : repository.replacedSince(found.upTo))
    const isSame = ids.length === 0 && replaced.size === 0
    return { ids: isSame ? found.ids : [...ids, ...found.ids.filter((id) => !replaced.has(id))], upTo: newest }
  }

  /** Ids of the newest entries of all acts that fit, newest first. */
  const find = async (sought: SoughtActivity): Promise<readonly number[]> => {
    const key = JSON.stringify(sought)
    // One after the other: two searches from the same place would both add what is new.
    const finding = (cached.get(key) ?? Promise.resolve(nothing)).then((found) => searchOn(sought, found))
    cached.set(key, finding)
    try {
      const { ids } = await finding
      // Written as unknown, because it is that when the program ends here; until then it is neither.
      return sought.outcomes.length === 0 ? ids : ids.filter((id) => !isInProgress(id))
    } catch (error) {
      if (cached.peek(key) === finding) cached.delete(key)
      throw error
    }
  }

  return {
    find,
    list: async (sought: SoughtActivity, limit: number): Promise<ActivityList> => {
      const ids = await find(sought)
      return { rows: rowsOf(repository, ids.slice(0, limit), isInProgress), total: ids.length }
    },
    /** Ids of all entries of the acts that fit, newest first, for copies of the journal. */
    findEntries: async (sought: SoughtActivity): Promise<readonly number[]> => {
      const ids = await find(sought)
      const all = [...ids]
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        await setImmediate()
        for (const { id } of repository.earlierOf(ids.slice(from, from + idsAtOnce))) all.push(id)
      }
      return all.sort((one, other) => other - one)
    },
  }
}
