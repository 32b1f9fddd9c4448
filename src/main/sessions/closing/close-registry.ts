/**
 * What was closed in this run of the program, for all profiles, and what is being sent: two windows cannot cut one call
 * twice.
 */
import type { AppId, ProfileId, SessionId } from '../../../shared/ids.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { CloseRun, CloseAllResult } from '../../../shared/schemas/session.ts'

export type CloseSubject =
  | { readonly kind: 'session'; readonly id: SessionId }
  | { readonly kind: 'application'; readonly id: AppId }

const maxStored = 200

/** The last of what was closed; one of a known id is written over and keeps its place. */
function createRecent<Item extends { readonly id: string }>() {
  const entries = new Map<string, { readonly profile: Profile; readonly item: Item }>()
  return {
    /** `profile`: as it was when it was sent; the counts of another account say nothing of it. */
    set: (profile: Profile, item: Item): void => {
      entries.set(item.id, { profile, item })
      const [oldest] = entries.keys()
      if (entries.size > maxStored && oldest !== undefined) entries.delete(oldest)
    },
    /** Those of a profile, newest first. */
    of: (wanted: ProfileId): Item[] =>
      [...entries.values()].flatMap(({ profile, item }) => (profile.id === wanted ? [item] : [])).reverse(),
    /** The profile under which it was sent; undefined once it gave way. */
    sentUnder: (id: string): Profile | undefined => entries.get(id)?.profile,
    some: (fits: (item: Item) => boolean): boolean => [...entries.values()].some(({ item }) => fits(item)),
  }
}

export function isRunning({ state }: CloseRun): boolean {
  return state === 'running' || state === 'stopping'
}

function keyOf(profileId: ProfileId, { kind, id }: CloseSubject): string {
  return `${profileId} ${kind} ${id}`
}

export type CloseRegistry = ReturnType<typeof createCloseRegistry>

export function createCloseRegistry() {
  const runs = createRecent<CloseRun>()
  const sentAt = new Map<string, number>()
  const inFlight = new Set<string>()
  let count = 0
  return {
    closeAlls: createRecent<CloseAllResult>(),
    runs,
    /** Where the registry stands now, for `wasSentSince`. */
    mark: (): number => count,
    /** Notes that a close goes out now; answers the function that notes the end of it. */
    sending: (profileId: ProfileId, subject: CloseSubject): (() => void) => {
      const key = keyOf(profileId, subject)
      count += 1
      sentAt.set(key, count)
      inFlight.add(key)
      return () => void inFlight.delete(key)
    },
    isInFlight: (profileId: ProfileId, subject: CloseSubject): boolean => inFlight.has(keyOf(profileId, subject)),
    wasSentSince: (profileId: ProfileId, subject: CloseSubject, mark: number): boolean =>
      (sentAt.get(keyOf(profileId, subject)) ?? 0) > mark,
  }
}
