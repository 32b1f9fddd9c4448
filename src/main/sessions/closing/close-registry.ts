/**
 * The closes of this run of the program, for all profiles, and the closes in flight: two windows cannot close one call
 * twice.
 */
import type { AppId, ProfileId, SessionId } from '../../../shared/ids.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { CloseRun, CloseAllResult } from '../../../shared/schemas/session.ts'

export type CloseSubject =
  | { readonly kind: 'session'; readonly id: SessionId }
  | { readonly kind: 'application'; readonly id: AppId }

const maxStored = 200

/** An item with a known id is replaced and keeps its place. */
function createRecent<Item extends { readonly id: string }>(): Recent<Item> {
  const entries = new Map<string, { readonly profile: Profile; readonly item: Item }>()
  return {
    set: (profile, item) => {
      entries.set(item.id, { profile, item })
      const [oldest] = entries.keys()
      if (entries.size > maxStored && oldest !== undefined) entries.delete(oldest)
    },
    of: (profileId) =>
      [...entries.values()].flatMap(({ profile, item }) => (profile.id === profileId ? [item] : [])).reverse(),
    sentUnder: (id) => entries.get(id)?.profile,
  }
}

export function isRunning({ state }: CloseRun): boolean {
  return state === 'running' || state === 'stopping'
}

function keyOf(profileId: ProfileId, { kind, id }: CloseSubject): string {
  return `${profileId} ${kind} ${id}`
}

/** The most recent closes of this run. */
interface Recent<Item> {
  /**
   * `profile` is the profile as it was when the close was sent; the counts of a different account say nothing about the
   * close.
   */
  readonly set: (profile: Profile, item: Item) => void
  /** The items of a profile, newest first. */
  readonly of: (profileId: ProfileId) => Item[]
  /** The profile under which an item was sent; undefined once newer items replaced it. */
  readonly sentUnder: (id: string) => Profile | undefined
}

export interface CloseRegistry {
  readonly closeAlls: Recent<CloseAllResult>
  readonly runs: Recent<CloseRun>
  /** A point in the order of closes, for `wasSentSince`. */
  readonly mark: () => number
  /** Records that a close is being sent; returns the function that records its end. */
  readonly sending: (profileId: ProfileId, subject: CloseSubject) => () => void
  readonly isInFlight: (profileId: ProfileId, subject: CloseSubject) => boolean
  readonly wasSentSince: (profileId: ProfileId, subject: CloseSubject, mark: number) => boolean
}

export function createCloseRegistry(): CloseRegistry {
  const runs = createRecent<CloseRun>()
  const sentAt = new Map<string, number>()
  const inFlight = new Set<string>()
  let count = 0
  return {
    closeAlls: createRecent<CloseAllResult>(),
    runs,
    mark: () => count,
    sending: (profileId, subject) => {
      const key = keyOf(profileId, subject)
      count += 1
      sentAt.set(key, count)
      inFlight.add(key)
      return () => void inFlight.delete(key)
    },
    isInFlight: (profileId, subject) => inFlight.has(keyOf(profileId, subject)),
    wasSentSince: (profileId, subject, mark) => (sentAt.get(keyOf(profileId, subject)) ?? 0) > mark,
  }
}
