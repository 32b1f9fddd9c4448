/** Bounds what the page can have fetched by naming addresses: how many go on at once, how many wait, and bytes a minute. */
import PQueue from 'p-queue'
import { refusal } from '../../shared/failure.ts'
import type { FetchProblem } from '../../shared/failure.ts'
import type { Clock } from '../lib/clock.ts'
import { fetchProblemOf } from './fetch-media.ts'
import type { FetchMedia } from './fetch-media.ts'

const atOnce = 2
// More than anybody drags out of a web page in one go.
const maxUnfinished = 50
const maxBytesPerMinute = 200 * 2 ** 20
const minuteMs = 60_000

// Of these nearly all may have come.
const broken: readonly (FetchProblem | null)[] = ['too-large', 'timeout', 'cut-short']

/** Fetches within the budget; what is beyond it is refused (`fetch-limit`), and nothing is asked for. */
export function createBudgetedFetch(fetchMedia: FetchMedia, clock: Pick<Clock, 'now'>): FetchMedia {
  const queue = new PQueue({ concurrency: atOnce })
  let spent: readonly { readonly at: number; readonly bytes: number }[] = []
  let reserved = 0

  const left = (): number => {
    spent = spent.filter(({ at }) => Math.abs(clock.now() - at) < minuteMs)
    return maxBytesPerMinute - reserved - spent.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  const fetchWithin: FetchMedia = async (address, limits) => {
    const limitBytes = Math.min(limits.limitBytes, left())
    if (limitBytes <= 0) throw refusal('fetch-limit')
    reserved += limitBytes
    try {
      const fetched = await fetchMedia(address, { ...limits, limitBytes })
      spent = [...spent, { at: clock.now(), bytes: fetched.bytes.byteLength }]
      return fetched
    } catch (error) {
      if (broken.includes(fetchProblemOf(error))) spent = [...spent, { at: clock.now(), bytes: limitBytes }]
      throw error
    } finally {
      reserved -= limitBytes
    }
  }

  return async (address, limits) => {
    if (queue.size + queue.pending >= maxUnfinished) throw refusal('fetch-limit')
    return queue.add(() => fetchWithin(address, limits))
  }
}
