/**
 * Media that the service only named by an address: judged under the profile's media rules, fetched when they are wanted,
 * told by their content, and kept in memory for a while. The one way to all of them.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { FailureError, refusal } from '../../shared/failure.ts'
import type { FetchProblem } from '../../shared/failure.ts'
import type { MediaUse } from '../../shared/model/media-address.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Clock } from '../lib/clock.ts'
import { readDataAddress, maxMegapixels, readMediaContent } from './media-content.ts'
import type { FetchMedia, MediaLimits } from './fetch-media.ts'
import { mediaAddress } from './resolve-media-address.ts'
import type { CachedMedia } from './media-content.ts'
import { createMediaOutcomes, isUnreachable } from './media-outcomes.ts'

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

function wrongContent(reason: FetchProblem, host: string, detail: string | null = null): FailureError {
  return new FailureError({ kind: 'not-fetched', reason, host, detail })
}

/** Null for what is no failure of fetching. */
function problemOf(error: unknown): FetchProblem | null {
  return error instanceof FailureError && error.failure.kind === 'not-fetched' ? error.failure.reason : null
}

function fromHost(bytes: Uint8Array, use: MediaUse, host: string): Omit<CachedMedia, 'fetchedAt'> {
  const content = readMediaContent(bytes, use)
  if (content.kind === 'other') throw wrongContent('wrong-content', host)
  if (content.kind === 'too-many-pixels') throw refusal('image-too-large', String(maxMegapixels))
  if (content.kind === 'picture' && bytes.byteLength > maxPictureMegabytes * megabyte) {
    throw wrongContent('too-large', host, String(maxPictureMegabytes))
  }
  return { bytes, ...content }
}

function fromData({ use, text, inline }: NamedAddress): Omit<CachedMedia, 'fetchedAt'> {
  const bytes = inline?.bytes ?? readDataAddress(text.trim())
  if (bytes === null || bytes.byteLength > megabytesOf[use] * megabyte) throw refusal('media-data')
  const content = readMediaContent(bytes, use)
  if (content.kind === 'too-many-pixels') throw refusal('image-too-large', String(maxMegapixels))
  if (content.kind === 'other') throw refusal('media-data')
  return { bytes, ...content }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** So many at once in all and of one host, so that a dead host holds up nobody else. */
export function createHostTurns(maxConcurrent: number, maxPerHost: number) {
  const all = new PQueue({ concurrency: maxConcurrent })
  const byHost = new Map<string, PQueue>()
  return async <Value>(host: string, work: () => Promise<Value>): Promise<Value> => {
    const ofHost = byHost.get(host) ?? new PQueue({ concurrency: maxPerHost })
    byHost.set(host, ofHost)
    try {
      return await ofHost.add(() => all.add(work))
    } finally {
      if (ofHost.size + ofHost.pending === 0) byHost.delete(host)
    }
  }
}

/** Nothing is fetched before it is asked for. */
export function createMediaStore(fetchMedia: FetchMedia, clock: Clock) {
  const fetching = createHostTurns(4, 2)
  // Dead hosts by the dozen are tried on a way of their own: nobody who wants to see or hear something waits for them.
  const trying = createHostTurns(4, 2)
  const cache = new LRUCache<string, CachedMedia>({
    maxSize: 128 * megabyte,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.byteLength),
    ...{ ttl: freshMs, ttlAutopurge: true, ttlResolution: 0, perf: clock },
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
      const problem = problemOf(error)
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
  const once = (key: string, work: () => Promise<CachedMedia>): Promise<CachedMedia> => {
    const running = inFlight.get(key) ?? work().finally(() => inFlight.delete(key))
    inFlight.set(key, running)
    return running
  }

  const get = async (profile: MediaProfile, named: NamedAddress): Promise<CachedMedia> => {
    const address = mediaAddress(named.text, profile)
    if (address.kind === 'no-base') throw refusal('no-media-base')
    if (address.kind === 'refused') throw refusal(`media-${address.reason}`)
    const isData = address.kind === 'data'
    const source = isData ? (named.inline?.digest ?? hashOf(named.text)) : address.url
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
          : Promise.reject(wrongContent(known, host))
      })
    } catch (error) {
      const problem = problemOf(error)
      if (problem === null) throw error
      if (deadHost.includes(problem)) dead.set(host, problem)
    }
  }

  return {
    /**
     * The media of an address: at most one fetch at a time of each. Failures: refused (`no-media-base`, `media-…`,
     * `image-too-large`), not-fetched.
     */
    get,
    /** Asks whether addresses answer, without taking what they give; passes over those that are not followed at all. */
    tryAll: async (profile: MediaProfile, addresses: readonly NamedAddress[]): Promise<TriedMedia> => {
      const checked = addresses.map(({ text }) => mediaAddress(text, profile))
      const urls = [...new Set(checked.flatMap((address) => (address.kind === 'fetchable' ? [address.url] : [])))]
      const dead = new Map<string, FetchProblem>()
      await Promise.all(urls.map((url) => tried(profile, url, dead)))
      const ends = urls.map((url) => outcomes.of(profile.id, url))
      const unreachable = ends.filter(isUnreachable).length
      const reached = ends.filter((end) => end?.problem === null).length
      return { tried: unreachable + reached, unreachable, untried: ends.length - unreachable - reached }
    },
    outcomes: { of: outcomes.of, dead: outcomes.dead },
    /** Forgets what is in memory. */
    dispose: (): void => cache.clear(),
  }
}
