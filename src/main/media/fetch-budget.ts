/**
 * The budget for all fetches from addresses that someone else named. Limits concurrent fetches in all and per host,
 * unfinished fetches, and bytes per minute.
 */
import PQueue from 'p-queue'
import { refusal } from '../../shared/failure.ts'
import type { FetchProblem } from '../../shared/failure.ts'
import type { Clock } from '../lib/clock.ts'
import { fetchProblemOf } from './fetch-media.ts'
import type { FetchMedia } from './fetch-media.ts'

const MAX_CONCURRENT = 4
const MAX_PER_HOST = 2
// More than a screen shows, and more than a person drags out of a web page at one time.
const MAX_UNFINISHED = 200
const MAX_BYTES_PER_MINUTE = 500 * 2 ** 20
const minuteMs = 60_000

// A fetch with one of these problems can have received nearly all of its bytes.
const isCharged: readonly (FetchProblem | null)[] = ['too-large', 'cut-short']

interface HostTurns {
  readonly run: <Value>(host: string, work: () => Promise<Value>) => Promise<Value>
  /** Number of running and waiting tasks. */
  readonly unfinished: () => number
}

/** Limits tasks in all and per host, so that a dead host does not delay other hosts. */
function createHostTurns(): HostTurns {
  const globalQueue = new PQueue({ concurrency: MAX_CONCURRENT })
  const byHost = new Map<string, PQueue>()
  let unfinished = 0
  return {
    run: async (host, work) => {
      const ofHost = byHost.getOrInsertComputed(host, () => new PQueue({ concurrency: MAX_PER_HOST }))
      unfinished += 1
      try {
        return await ofHost.add(() => globalQueue.add(work))
      } finally {
        unfinished -= 1
        if (ofHost.size + ofHost.pending === 0) byHost.delete(host)
      }
    },
    unfinished: () => unfinished,
  }
}

/** Fetches within the budget. A fetch beyond the budget is refused (`fetch-limit`) before any request. */
export function createBudgetedFetch(fetchMedia: FetchMedia, clock: Pick<Clock, 'now'>): FetchMedia {
  const fetches = createHostTurns()
  // A separate queue, because a check tries dozens of dead hosts, and a fetch for display must not wait for them.
  const tries = createHostTurns()
  let spent: readonly { readonly at: number; readonly bytes: number }[] = []
  let reserved = 0

  const remainingBytes = (): number => {
    spent = spent.filter(({ at }) => Math.abs(clock.now() - at) < minuteMs)
    return MAX_BYTES_PER_MINUTE - reserved - spent.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  const spend = (bytes: number): void => {
    spent = [...spent, { at: clock.now(), bytes }]
  }

  const fetchWithin: FetchMedia = async (address, limits) => {
    const limitBytes = Math.min(limits.limitBytes, remainingBytes())
    if (limitBytes <= 0) throw refusal('fetch-limit')
    reserved += limitBytes
    try {
      const fetched = await fetchMedia(address, { ...limits, limitBytes })
      spend(fetched.bytes.byteLength)
      return fetched
    } catch (error) {
      if (isCharged.includes(fetchProblemOf(error))) spend(limitBytes)
      throw error
    } finally {
      reserved -= limitBytes
    }
  }

  return (address, limits) => {
    const host = URL.parse(address)?.host ?? ''
    // A try receives no body, so it uses no bytes of the budget.
    if (limits.onlyTries === true) return tries.run(host, () => fetchMedia(address, limits))
    if (fetches.unfinished() >= MAX_UNFINISHED) return Promise.reject(refusal('fetch-limit'))
    return fetches.run(host, () => fetchWithin(address, limits))
  }
}
