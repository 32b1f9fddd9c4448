/**
 * Finds entries of the journal. What was found stays found, because no entry changes: a search looks through everything
 * once, in bites between which main does other work, and from then on through what was added alone.
 */
import { setImmediate } from 'node:timers/promises'
import type { ActivityPage } from '../../shared/schemas/activity.ts'
import type { ActivityRepository } from '../store/activity-repository.ts'
import type { SoughtActivity } from '../store/activity-search.ts'

/** Finds entries. Failures of both: storage. */
export interface ActivityReader {
  /** Ids of all entries that fit, newest first. */
  readonly find: (sought: SoughtActivity) => Promise<readonly number[]>
  /** At most `limit` of them that are older than the entry `before`; null starts at the newest. */
  readonly page: (
    sought: SoughtActivity,
    place: { readonly limit: number; readonly before: number | null },
  ) => Promise<ActivityPage>
}

interface Found {
  readonly ids: readonly number[]
  /** The newest entry that was looked at. */
  readonly upTo: number
}

const nothing: Found = { ids: [], upTo: 0 }

// Those of a few windows, and what was typed last in each.
const mostKept = 8

/** The place of the first id below `before` among descending ids. */
function placeBelow(ids: readonly number[], before: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < before) high = middle
    else low = middle + 1
  }
  return low
}

/** Gives a reader over the journal's rows. */
export function createActivityReader(repository: Pick<ActivityRepository, 'look' | 'read' | 'newest'>): ActivityReader {
  const kept = new Map<string, Promise<Found>>()

  const lookOn = async (sought: SoughtActivity, found: Found): Promise<Found> => {
    const newest = repository.newest().id
    if (newest <= found.upTo) return found
    const ids: number[] = []
    let before: number | null = newest + 1
    while (before !== null) {
      const bite = repository.look(sought, { before, after: found.upTo })
      for (const id of bite.ids) ids.push(id)
      before = bite.before
      if (before !== null) await setImmediate()
    }
    return { ids: ids.length === 0 ? found.ids : [...ids, ...found.ids], upTo: newest }
  }

  const keep = (key: string, finding: Promise<Found>): void => {
    kept.delete(key)
    kept.set(key, finding)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) return
      kept.delete(oldest)
    }
  }

  const find = async (sought: SoughtActivity): Promise<readonly number[]> => {
    const key = JSON.stringify(sought)
    // One after the other: two that look on from the same place would both add what is new.
    const finding = (kept.get(key) ?? Promise.resolve(nothing)).then((found) => lookOn(sought, found))
    keep(key, finding)
    try {
      return (await finding).ids
    } catch (error) {
      if (kept.get(key) === finding) kept.delete(key)
      throw error
    }
  }

  return {
    find,
    page: async (sought, { limit, before }) => {
      const ids = await find(sought)
      const from = before === null ? 0 : placeBelow(ids, before)
      return { entries: [...repository.read(ids.slice(from, from + limit))], total: ids.length }
    },
  }
}
