/**
 * The budget of everything that is fetched because someone else named its address: so many at once, in all and of one
 * host, so many that wait, and so many bytes a minute.
 */
import PQueue from 'p-queue'
import { refusal } from '../../shared/failure.ts'
import type { FetchProblem } from '../../shared/failure.ts'
import type { Clock } from '../lib/clock.ts'
import { fetchProblemOf } from './fetch-media.ts'
import type { FetchMedia } from './fetch-media.ts'

const MAX_CONCURRENT = 4
const MAX_PER_HOST = 2
// More than a screen shows, and than anybody drags out of a web page at once.
const MAX_UNFINISHED = 200
const MAX_BYTES_PER_MINUTE = 500 * 2 ** 20
const minuteMs = 60_000

// Nearly all bytes may have come.
const isCharged: readonly (FetchProblem | null)[] = ['too-large', 'cut-short']

interface HostTurns {
  readonly run: <Value>(host: string, work: () => Promise<Value>) => Promise<Value>
  /** How many run or wait. */
  readonly unfinished: () => number
}

/** Takes turns in all and for each host, so that a dead host holds up no other host. */
function createHostTurns(): HostTurns {
  const all = new PQueue({ concurrency: MAX_CONCURRENT })
  const byHost = new Map<string, PQueue>()
  let unfinished = 0
  return {
    run: async (host, work) => {
      const ofHost = byHost.getOrInsertComputed(host, () => new PQueue({ concurrency: MAX_PER_HOST }))
      unfinished += 1
      try {
        return await ofHost.add(() => all.add(work))
      } finally {
        unfinished -= 1
        if (ofHost.size + ofHost.pending === 0) byHost.delete(host)
      }
    },
    unfinished: () => unfinished,
  }
}

/** Fetches within the budget. What is beyond the budget is refused (`fetch-limit`) before any host is asked. */
export function createBudgetedFetch(fetchMedia: FetchMedia, clock: Pick<Clock, 'now'>): FetchMedia {
  const fetches = createHostTurns()
  // Dead hosts are tried by the dozen: nobody who wants to see or hear something waits for them.
  const tries = createHostTurns()
  let spent: readonly { readonly at: number; readonly bytes: number }[] = []
  let reserved = 0

  const left = (): number => {
    spent = spent.filter(({ at }) => Math.abs(clock.now() - at) < minuteMs)
    return MAX_BYTES_PER_MINUTE - reserved - spent.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  const spend = (bytes: number): void => {
    spent = [...spent, { at: clock.now(), bytes }]
  }

  const fetchWithin: FetchMedia = async (address, limits) => {
    const limitBytes = Math.min(limits.limitBytes, left())
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
    // A try takes no body.
    if (limits.onlyTries === true) return tries.run(host, () => fetchMedia(address, limits))
    if (fetches.unfinished() >= MAX_UNFINISHED) return Promise.reject(refusal('fetch-limit'))
    return fetches.run(host, () => fetchWithin(address, limits))
  }
}
