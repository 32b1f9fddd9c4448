/** Media that the service names by an address: checked, fetched on request, and cached in memory for ten minutes. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { refusal } from '../../shared/failure.ts'
import type { FetchProblem } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { DeadMedia } from '../../shared/conversation/media.ts'
import type { MediaUse } from '../../shared/model/media-address.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { atMost } from '../lib/cache-bounds.ts'
import type { Clock } from '../lib/clock.ts'
import { readDataAddress, maxMegapixels, readMediaContent } from './media-content.ts'
import type { CachedMedia } from './media-content.ts'
import { fetchProblemOf, notFetched } from './fetch-media.ts'
import type { FetchedMedia, FetchMedia, MediaLimits } from './fetch-media.ts'
import { mediaAddress } from './resolve-media-address.ts'

/** An address as the service wrote it, and the use of its field. */
export interface NamedAddress {
  readonly use: MediaUse
  /** The address; only the beginning of a `data:` address that has `inline`. */
  readonly text: string
  /** The content of a `data:` address, decoded on the reader's thread because it can be as long as a body. */
  readonly inline?: { readonly bytes: Uint8Array; readonly digest: string }
}

export type MediaProfile = Pick<Profile, 'id' | 'baseUrl' | 'mediaBaseUrl'>

/** Counts of tried addresses; `untried`: addresses that this computer could not try. */
export interface TriedMedia {
  readonly tried: number
  readonly unreachable: number
  readonly untried: number
}

export interface MediaStore {
  /**
   * The media of an address, from the cache for ten minutes. Failures: refused (`no-media-base`, `media-…`,
   * `image-too-large`, `fetch-limit`), not-fetched.
   */
  readonly get: (profile: MediaProfile, named: NamedAddress) => Promise<CachedMedia>
  /** Checks whether addresses answer, without receiving their bodies; skips addresses that are never fetched. */
  readonly tryAll: (profile: MediaProfile, addresses: readonly NamedAddress[]) => Promise<TriedMedia>
  /** The outcomes of the fetches and tries of this run. */
  readonly outcomes: Pick<MediaOutcomes, 'of' | 'dead'>
  readonly dispose: () => void
}

const megabyte = 2 ** 20
const maxPictureMegabytes = 10
const megabytesOf: Readonly<Record<MediaUse, number>> = { picture: maxPictureMegabytes, audio: 25, background: 100 }
const freshMs = 600_000
const timeLimits = { idleMs: 20_000, timeoutMs: 60_000 }

// After one of these problems, the other addresses of the host are not tried.
const deadHost: readonly FetchProblem[] = ['unreachable', 'insecure', 'timeout', 'not-public']

/** Recognises media by their content; null for content that is not usable in the field. */
function usable(bytes: Uint8Array, use: MediaUse): Omit<CachedMedia, 'fetchedAt'> | null {
  const content = readMediaContent(bytes, use)
  if (content.kind === 'too-many-pixels') throw refusal('image-too-large', String(maxMegapixels))
  return content.kind === 'other' ? null : { bytes, ...content }
}

function fromHost(bytes: Uint8Array, use: MediaUse, host: string): Omit<CachedMedia, 'fetchedAt'> {
  const media = usable(bytes, use)
  if (media === null) throw notFetched('wrong-content', host)
  if (media.kind === 'picture' && bytes.byteLength > maxPictureMegabytes * megabyte) {
    throw notFetched('too-large', host, String(maxPictureMegabytes))
  }
  return media
}

function fromData({ use, text, inline }: NamedAddress): Omit<CachedMedia, 'fetchedAt'> {
  const bytes = inline?.bytes ?? readDataAddress(text.trim())
  const isFitting = bytes !== null && bytes.byteLength <= megabytesOf[use] * megabyte
  const media = isFitting ? usable(bytes, use) : null
  if (media === null) throw refusal('media-data')
  return media
}

/** Bounds the memory of the recorded outcomes. */
const maxOutcomes = 10_000

// Problems of this computer and its network, which do not concern the host.
const localProblems: readonly FetchProblem[] = ['offline', 'proxy', 'forbidden']

function isDead(problem: FetchProblem | null): problem is FetchProblem {
  return problem !== null && !localProblems.includes(problem)
}

// Problems of the content, which a try does not read.
const contentProblems: readonly FetchProblem[] = ['wrong-content', 'too-large']

/** The outcome of the last fetch of an address. */
interface MediaOutcome {
  readonly profileId: ProfileId
  readonly url: string
  /** Epoch milliseconds. */
  readonly at: number
  /** null when the address answered, and returned media of its field if it was asked for them. */
  readonly problem: FetchProblem | null
}

export interface MediaOutcomes {
  /** `problem`: null for an address that answered. */
  readonly set: (profileId: ProfileId, url: string, problem: FetchProblem | null) => void
  /** Null for an address that was never tried. */
  readonly of: (profileId: ProfileId, url: string) => MediaOutcome | null
  /** The addresses of a profile whose last try failed. */
  readonly dead: (profileId: ProfileId) => readonly DeadMedia[]
}

/** The last outcome of each address tried in this run, for the checks. Keeps 10,000 outcomes and evicts the oldest. */
export function createMediaOutcomes(clock: Clock): MediaOutcomes {
  const outcomes = new LRUCache<string, MediaOutcome>(atMost(maxOutcomes))
  return {
    set: (profileId, url, problem) => {
      outcomes.set(`${profileId} ${url}`, { profileId, url, at: clock.now(), problem })
    },
    of: (profileId, url) => outcomes.peek(`${profileId} ${url}`) ?? null,
    dead: (ownerId) =>
      [...outcomes.values()].flatMap(({ profileId, url, at, problem }) =>
        profileId === ownerId && isDead(problem) ? [{ url, at, problem }] : [],
      ),
  }
}

/** `fetchMedia` must apply the budget of all fetches. */
export function createMediaStore(fetchMedia: FetchMedia, clock: Clock): MediaStore {
  const cache = new LRUCache<string, CachedMedia>({
    maxSize: 128 * megabyte,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.byteLength),
    ttl: freshMs,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: clock,
  })
  const outcomes = createMediaOutcomes(clock)
  const inFlight = new Map<string, Promise<CachedMedia>>()

  /** Fetches by the rules of a profile, reads the answer and records the outcome of both. */
  const fetchNoted = async <Value>(
    { id, baseUrl, mediaBaseUrl }: MediaProfile,
    url: string,
    { limits, readAnswer }: { readonly limits: MediaLimits; readonly readAnswer: (answer: FetchedMedia) => Value },
  ): Promise<Value> => {
    try {
      const value = readAnswer(await fetchMedia(url, { ...limits, rules: { baseUrl, mediaBaseUrl } }))
      const known = outcomes.of(id, url)?.problem ?? null
      const isRefuted = limits.onlyTries !== true || known === null || !contentProblems.includes(known)
      if (isRefuted) outcomes.set(id, url, null)
      return value
    } catch (error) {
      const problem = fetchProblemOf(error)
      if (problem !== null) outcomes.set(id, url, problem)
      throw error
    }
  }

  const fetched = async (profile: MediaProfile, { use }: NamedAddress, url: string): Promise<CachedMedia> => {
    const limits = { ...timeLimits, limitBytes: megabytesOf[use] * megabyte }
    const readAnswer = ({ bytes }: FetchedMedia) => fromHost(bytes, use, new URL(url).host)
    return { ...(await fetchNoted(profile, url, { limits, readAnswer })), fetchedAt: clock.now() }
  }

  /** Runs one fetch per address at a time: a second caller waits for the first fetch. */
  const fetchOnce = (key: string, work: () => Promise<CachedMedia>): Promise<CachedMedia> =>
    inFlight.getOrInsertComputed(key, () => work().finally(() => inFlight.delete(key)))

  const get = async (profile: MediaProfile, named: NamedAddress): Promise<CachedMedia> => {
    const address = mediaAddress(named.text, profile)
    if (address.kind === 'no-base') throw refusal('no-media-base')
    if (address.kind === 'refused') throw refusal(`media-${address.reason}`)
    const isData = address.kind === 'data'
    const source = isData ? (named.inline?.digest ?? hash('sha256', named.text)) : address.url
    const key = `${profile.id} ${named.use} ${source}`
    const before = cache.get(key)
    if (before !== undefined) return before
    const media = isData
      ? { ...fromData(named), fetchedAt: clock.now() }
      : await fetchOnce(key, () => fetched(profile, named, address.url))
    cache.set(key, media)
    return media
  }

  /** Tries the addresses of one host, two at a time; skips the rest when the host turns out to be dead. */
  const tryHost = async (profile: MediaProfile, urls: readonly string[]): Promise<void> => {
    const queue = new PQueue({ concurrency: 2 })
    let dead: FetchProblem | null = null
    const tryOne = async (url: string): Promise<void> => {
      if (dead !== null) {
        outcomes.set(profile.id, url, dead)
        return
      }
      try {
        const limits = { ...timeLimits, limitBytes: megabyte, onlyTries: true }
        await fetchNoted(profile, url, { limits, readAnswer: () => null })
      } catch (error) {
        const problem = fetchProblemOf(error)
        if (problem === null) throw error
        if (deadHost.includes(problem)) dead = problem
      }
    }
    await queue.addAll(urls.map((url) => () => tryOne(url)))
  }

  return {
    get,
    tryAll: async (profile, addresses) => {
      const checked = addresses.map(({ text }) => mediaAddress(text, profile))
      const urls = [...new Set(checked.flatMap((address) => (address.kind === 'fetchable' ? [address.url] : [])))]
      const byHost = Object.groupBy(urls, (url) => new URL(url).host)
      await Promise.all(Object.values(byHost).map((ofHost = []) => tryHost(profile, ofHost)))
      const ends = urls.map((url) => outcomes.of(profile.id, url))
      const unreachable = ends.filter((end) => isDead(end?.problem ?? null)).length
      const reached = ends.filter((end) => end?.problem === null).length
      return { tried: unreachable + reached, unreachable, untried: ends.length - unreachable - reached }
    },
    outcomes: { of: outcomes.of, dead: outcomes.dead },
    dispose: () => cache.clear(),
  }
}
