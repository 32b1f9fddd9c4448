/** Media that the service only named by an address: judged, fetched when wanted, and kept in memory for a while. */
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
import type { FetchMedia, MediaLimits } from './fetch-media.ts'
import { mediaAddress } from './resolve-media-address.ts'

/** An address as the service named it, and what the field that it stands in is for. */
export interface NamedAddress {
  readonly use: MediaUse
  /** Of a `data:` address with `inline` only the beginning. */
  readonly text: string
  /** What a `data:` address holds, where it was read on another thread: it can be as long as a body. */
  readonly inline?: { readonly bytes: Uint8Array; readonly digest: string }
}

export type MediaProfile = Pick<Profile, 'id' | 'baseUrl' | 'mediaBaseUrl'>

/** What became of a run of addresses; `untried` are those that this computer itself could not try. */
export interface TriedMedia {
  readonly tried: number
  readonly unreachable: number
  readonly untried: number
}

export type MediaStore = ReturnType<typeof createMediaStore>

const megabyte = 2 ** 20
const maxPictureMegabytes = 10
const megabytesOf: Readonly<Record<MediaUse, number>> = { picture: maxPictureMegabytes, audio: 25, background: 100 }
const freshMs = 600_000
const timeLimits = { idleMs: 20_000, timeoutMs: 60_000 }

// What says that a host is dead, so that its other addresses need not be waited for.
const deadHost: readonly FetchProblem[] = ['unreachable', 'insecure', 'timeout', 'not-public']

/** What came, told by its content; null for what is of no use in that field. */
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

/** So many at once in all and of one host, so that a dead host holds up nobody else. */
export function createHostTurns(maxConcurrent: number, maxPerHost: number) {
  const all = new PQueue({ concurrency: maxConcurrent })
  const byHost = new Map<string, PQueue>()
  return async <Value>(host: string, work: () => Promise<Value>): Promise<Value> => {
    const ofHost = byHost.getOrInsertComputed(host, () => new PQueue({ concurrency: maxPerHost }))
    try {
      return await ofHost.add(() => all.add(work))
    } finally {
      if (ofHost.size + ofHost.pending === 0) byHost.delete(host)
    }
  }
}

/** An address that did not give its media when it was last tried. */
const maxOutcomes = 10_000

// What says more of this computer and its network than of the host.
const ours: readonly FetchProblem[] = ['offline', 'proxy', 'forbidden']

function isDead(problem: FetchProblem | null): problem is FetchProblem {
  return problem !== null && !ours.includes(problem)
}

export type MediaOutcomes = ReturnType<typeof createMediaOutcomes>

/** What became of each address that was tried in this run, for the checks; the oldest of more than 10,000 are forgotten. */
export function createMediaOutcomes(clock: Clock) {
  const outcomes = new LRUCache<
    string,
    { profileId: ProfileId; url: string; at: number; problem: FetchProblem | null }
  >(atMost(maxOutcomes))
  return {
    /** Null for the problem of one that answered. */
    set: (profileId: ProfileId, url: string, problem: FetchProblem | null): void => {
      outcomes.set(`${profileId} ${url}`, { profileId, url, at: clock.now(), problem })
    },
    /** Null for an address that was never tried. */
    of: (profileId: ProfileId, url: string) => outcomes.peek(`${profileId} ${url}`) ?? null,
    /** The addresses of a profile that were dead when they were last tried. */
    dead: (of: ProfileId): readonly DeadMedia[] =>
      [...outcomes.values()].flatMap(({ profileId, url, at, problem }) =>
        profileId === of && isDead(problem) ? [{ url, at, problem }] : [],
      ),
  }
}

export function createMediaStore(fetchMedia: FetchMedia, clock: Clock) {
  const fetching = createHostTurns(4, 2)
  // Dead hosts by the dozen are tried on a way of their own: nobody who wants to see or hear something waits for them.
  const trying = createHostTurns(4, 2)
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

  const asked = async <Value>(
    { profile, url, through }: { profile: MediaProfile; url: string; through: ReturnType<typeof createHostTurns> },
    work: (rules: NonNullable<MediaLimits['rules']>) => Promise<Value>,
  ): Promise<Value> => {
    const { baseUrl, mediaBaseUrl } = profile
    try {
      const value = await through(new URL(url).host, () => work({ baseUrl, mediaBaseUrl }))
      outcomes.set(profile.id, url, null)
      return value
    } catch (error) {
      const problem = fetchProblemOf(error)
      if (problem !== null) outcomes.set(profile.id, url, problem)
      throw error
    }
  }

  const fetched = async (profile: MediaProfile, { use }: NamedAddress, url: string): Promise<CachedMedia> => {
    const limits = { ...timeLimits, limitBytes: megabytesOf[use] * megabyte }
    const { bytes } = await asked({ profile, url, through: fetching }, (rules) => fetchMedia(url, { ...limits, rules }))
    return { ...fromHost(bytes, use, new URL(url).host), fetchedAt: clock.now() }
  }

  /** One fetch of each address at a time: whoever asks meanwhile waits for the same. */
  const once = (key: string, work: () => Promise<CachedMedia>): Promise<CachedMedia> =>
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
      : await once(key, () => fetched(profile, named, address.url))
    cache.set(key, media)
    return media
  }

  const tried = async (profile: MediaProfile, url: string, dead: Map<string, FetchProblem>): Promise<void> => {
    const { host } = new URL(url)
    try {
      await asked({ profile, url, through: trying }, (rules) => {
        const known = dead.get(host)
        return known === undefined
          ? fetchMedia(url, { ...timeLimits, limitBytes: megabyte, rules, onlyTries: true })
          : Promise.reject(notFetched(known, host))
      })
    } catch (error) {
      const problem = fetchProblemOf(error)
      if (problem === null) throw error
      if (deadHost.includes(problem)) dead.set(host, problem)
    }
  }

  return {
    /** One fetch of each at a time. Failures: refused (`no-media-base`, `media-…`, `image-too-large`), not-fetched. */
    get,
    /** Asks whether addresses answer, without taking what they give; passes over those that are not followed at all. */
    tryAll: async (profile: MediaProfile, addresses: readonly NamedAddress[]): Promise<TriedMedia> => {
      const checked = addresses.map(({ text }) => mediaAddress(text, profile))
      const urls = [...new Set(checked.flatMap((address) => (address.kind === 'fetchable' ? [address.url] : [])))]
      const dead = new Map<string, FetchProblem>()
      await Promise.all(urls.map((url) => tried(profile, url, dead)))
      const ends = urls.map((url) => outcomes.of(profile.id, url))
      const unreachable = ends.filter((end) => isDead(end?.problem ?? null)).length
      const reached = ends.filter((end) => end?.problem === null).length
      return { tried: unreachable + reached, unreachable, untried: ends.length - unreachable - reached }
    },
    outcomes: { of: outcomes.of, dead: outcomes.dead },
    dispose: (): void => cache.clear(),
  }
}
