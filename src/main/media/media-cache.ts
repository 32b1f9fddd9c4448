/** Media in memory for a while, so that a player can seek and a page can be opened again without another fetch. */
import type { Clock } from '../lib/clock.ts'
import type { MediaKind } from './media-content.ts'

/** Media that were had, told by their content. */
export interface CachedMedia {
  readonly bytes: Uint8Array
  readonly kind: MediaKind
  readonly type: string
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/** The cache. */
export interface MediaCache {
  /** What is kept, and counts as used now. */
  readonly get: (key: string) => CachedMedia | null
  readonly set: (key: string, media: CachedMedia) => void
  readonly clear: () => void
}

/** Limits of a cache. */
export interface MediaCacheLimits {
  readonly maxBytes: number
  /** How long media stay that nobody uses, in milliseconds. */
  readonly unusedMs: number
}

interface CacheEntry {
  readonly media: CachedMedia
  readonly usedAt: number
}

/** Gives an empty cache: what was used longest ago goes first. */
export function createMediaCache(clock: Clock, { maxBytes, unusedMs }: MediaCacheLimits): MediaCache {
  // In the order of use.
  const entries = new Map<string, CacheEntry>()
  let stopSweep = (): void => undefined

  const use = (key: string, media: CachedMedia): void => {
    entries.delete(key)
    entries.set(key, { media, usedAt: clock.now() })
  }

  const dropWhile = (isTooMuch: (first: CacheEntry) => boolean): void => {
    for (const [key, first] of entries) {
      if (!isTooMuch(first)) return
      entries.delete(key)
    }
  }

  const sweep = (): void => {
    stopSweep()
    dropWhile(({ usedAt }) => usedAt + unusedMs <= clock.now())
    const [first] = entries.values()
    if (first !== undefined) stopSweep = clock.after(first.usedAt + unusedMs - clock.now(), sweep)
  }

  return {
    get: (key) => {
      const found = entries.get(key)
      if (found === undefined) return null
      use(key, found.media)
      return found.media
    },
    set: (key, media) => {
      use(key, media)
      let bytes = [...entries.values()].reduce((sum, each) => sum + each.media.bytes.byteLength, 0)
      dropWhile(({ media: first }) => {
        const isTooMuch = bytes > maxBytes
        bytes -= first.bytes.byteLength
        return isTooMuch
      })
      sweep()
    },
    clear: () => {
      entries.clear()
      stopSweep()
    },
  }
}
