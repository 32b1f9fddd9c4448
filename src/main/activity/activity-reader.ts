/**
 * Finds acts of the journal, each by its newest entry. Entries never change: a search reads all entries once, in
 * batches between which main does other work, and then only added entries. An entry that an added entry replaces is
 * removed from the result.
 */
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ActivityBatch, ActivityEntry, ActivityList, ActivityRow } from '../../shared/schemas/activity.ts'
import type { BatchOutcomes, ActivityQuery } from '../store/activity-repository.ts'
import type { Repositories } from '../store/repositories.ts'

type Rows = Pick<
  Repositories['activity'],
  'search' | 'read' | 'newest' | 'replacedSince' | 'earlierOf' | 'batchOutcomes'
>

/** What acts need from outside of the journal. */
export interface ActivityFacilities {
  /** Whether this run still waits for the end of an intent. */
  readonly isInProgress: (id: number) => boolean
  /** The operator's label of the target of an entry; "" without a label. */
  readonly labelOf: (entry: ActivityEntry) => string
}

interface Found {
  readonly ids: readonly number[]
  /** The newest entry that was read. */
  readonly upTo: number
}

const nothing: Found = { ids: [], upTo: 0 }

// Enough for the searches of a few windows, and for the text that was typed last in each.
const maxCached = 8

/** The newest exchange that the entries name; they are newest first. */
const lastExchange = (entries: readonly Pick<ActivityEntry, 'facts'>[]): ActivityRow['exchangeId'] =>
  entries.find(({ facts }) => facts.exchangeId !== undefined)?.facts.exchangeId ?? null

const nothingYet: BatchOutcomes = { accepted: 0, ready: 0, failed: 0, unknown: 0, rejected: 0, notCreated: 0 }

/** The confirmation of several avatars among the entries of an act; a single avatar is no batch. */
const batchIn = (entries: readonly ActivityEntry[]): ActivityEntry | null =>
  entries.find(({ action, facts }) => action === 'avatar.confirmed' && (facts.avatars ?? 1) > 1) ?? null

function rowsOf(repository: Rows, ids: readonly number[], facilities: ActivityFacilities): ActivityRow[] {
  const links = repository.earlierOf(ids)
  const newestOf = new Map(links.map(({ newest, id }) => [id, newest]))
  const earlierOf = Map.groupBy(repository.read(links.map(({ id }) => id)), ({ id }) => newestOf.get(id))
  const acts = repository.read(ids).map((entry) => {
    const earlier = earlierOf.get(entry.id) ?? []
    return { entry, earlier, confirmed: batchIn([entry, ...earlier]) }
  })
  const outcomes = repository.batchOutcomes(acts.flatMap(({ confirmed }) => confirmed?.facts.batchId ?? []))
  const batchOf = (confirmed: ActivityEntry, newest: ActivityEntry): ActivityBatch => {
    const { avatars = 1, batchId = '' } = confirmed.facts
    return { avatars, ...(outcomes.get(batchId) ?? nothingYet), readyMs: newest.facts.readyMs ?? null }
  }
  return acts.map(({ entry, earlier, confirmed }) => ({
    ...entry,
    // The end of a batch is about all its avatars: its row names the first, as the confirmation does.
    target: confirmed?.target ?? entry.target,
    label: facilities.labelOf(entry),
    batch: confirmed && batchOf(confirmed, entry),
    isInProgress: facilities.isInProgress(entry.id),
    exchangeId: lastExchange([entry, ...earlier]),
    earlier: earlier.map(({ id, at, action, isIntent, outcome, facts, hash }) => ({
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

// The size of a chunk: main does other work between chunks.
const idsAtOnce = 2_000

/** Failures of all: storage. */
export function createActivityReader(repository: Rows, facilities: ActivityFacilities) {
  const { isInProgress } = facilities
  const cached = new LRUCache<string, Promise<Found>>({ max: maxCached })

  const searchOn = async (query: ActivityQuery, found: Found): Promise<Found> => {
    const newest = repository.newest().id
    if (newest <= found.upTo) return found
    const ids: number[] = []
    let before: number | null = newest + 1
    while (before !== null) {
      const batch = repository.search(query, { before, after: found.upTo })
      for (const id of batch.ids) ids.push(id)
      before = batch.before
      if (before !== null) await setImmediate()
    }
    const replaced = new Set(found.ids.length === 0 ? [] : repository.replacedSince(found.upTo))
    const isSame = ids.length === 0 && replaced.size === 0
    return { ids: isSame ? found.ids : [...ids, ...found.ids.filter((id) => !replaced.has(id))], upTo: newest }
  }

  /** Ids of the newest entries of all acts that match, newest first. */
  const find = async (query: ActivityQuery): Promise<readonly number[]> => {
    const key = JSON.stringify(query)
    // One after the other: two searches that continue from the same entry would both add the new entries.
    const finding = (cached.get(key) ?? Promise.resolve(nothing)).then((found) => searchOn(query, found))
    cached.set(key, finding)
    try {
      const { ids } = await finding
      // An intent is written as unknown, because it is unknown if the program ends here; until then it has no outcome.
      return query.outcomes.length === 0 ? ids : ids.filter((id) => !isInProgress(id))
    } catch (error) {
      if (cached.peek(key) === finding) cached.delete(key)
      throw error
    }
  }

  return {
    find,
    list: async (query: ActivityQuery, limit: number): Promise<ActivityList> => {
      const ids = await find(query)
      return { rows: rowsOf(repository, ids.slice(0, limit), facilities), total: ids.length }
    },
    /** Ids of all entries of the acts that match, newest first, for copies of the journal. */
    findEntries: async (query: ActivityQuery): Promise<readonly number[]> => {
      const ids = await find(query)
      const entryIds = [...ids]
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        await setImmediate()
        for (const { id } of repository.earlierOf(ids.slice(from, from + idsAtOnce))) entryIds.push(id)
      }
      return entryIds.sort((one, other) => other - one)
    },
  }
}
