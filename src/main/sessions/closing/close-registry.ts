/**
 * What was closed in this run of the program, for all profiles: it outlives the workspace of a profile that is left. It also
 * knows what is being sent at this moment, and what was sent since a confirmation was opened, so that two windows cannot
 * cut the same call twice.
 */
import type { AppId, ProfileId, SessionId } from '../../../shared/ids.ts'
import type { CloseRun, CloseAllResult } from '../../../shared/schemas/session.ts'
import { createSuppressionList } from '../suggestions/suppression-list.ts'
import type { SuppressionList } from '../suggestions/suppression-list.ts'

/** What a close is sent for. */
export type CloseSubject =
  { readonly kind: 'session'; readonly id: SessionId } | { readonly kind: 'application'; readonly id: AppId }

/** What was closed, and what goes out now. */
export interface CloseRegistry {
  /** Keeps a close-all, or writes over the one of that id. */
  readonly setCloseAll: (result: CloseAllResult) => void
  /** Close-alls of a profile's application, newest first. */
  readonly closeAlls: (profileId: ProfileId, appId: AppId) => CloseAllResult[]
  /** Keeps a run, or writes over the one of that id. */
  readonly setRun: (profileId: ProfileId, run: CloseRun) => void
  /** Runs of a profile, newest first. */
  readonly runs: (profileId: ProfileId) => CloseRun[]
  /** Where the registry stands now, for `wasSentSince`. */
  readonly mark: () => number
  /** Notes that a close goes out now; answers the function that notes the end of it. */
  readonly sending: (profileId: ProfileId, subject: CloseSubject) => () => void
  readonly isInFlight: (profileId: ProfileId, subject: CloseSubject) => boolean
  /** True while a close of any profile goes out, or a run of them is not over. */
  readonly isClosing: () => boolean
  readonly wasSentSince: (profileId: ProfileId, subject: CloseSubject, mark: number) => boolean
  /** What rules are not to suggest again. */
  readonly suppressed: SuppressionList
}

const maxStored = 200
const maxSent = 20_000

interface Entry<Item> {
  readonly profileId: ProfileId
  readonly item: Item
}

function setEntry<Item extends { readonly id: string }>(entries: Map<string, Entry<Item>>, entry: Entry<Item>): void {
  entries.set(entry.item.id, entry)
  const [oldest] = entries.keys()
  if (entries.size > maxStored && oldest !== undefined) entries.delete(oldest)
}

function ofProfile<Item>(entries: Map<string, Entry<Item>>, wanted: ProfileId): Item[] {
  return [...entries.values()].flatMap(({ profileId, item }) => (profileId === wanted ? [item] : [])).reverse()
}

function keyOf(profileId: ProfileId, { kind, id }: CloseSubject): string {
  return `${profileId} ${kind} ${id}`
}

export function createCloseRegistry(): CloseRegistry {
  const closeAlls = new Map<string, Entry<CloseAllResult>>()
  const runs = new Map<string, Entry<CloseRun>>()
  const sentAt = new Map<string, number>()
  const inFlight = new Set<string>()
  let count = 0
  return {
    suppressed: createSuppressionList(),
    setCloseAll: (result) => {
      setEntry(closeAlls, { profileId: result.profileId, item: result })
    },
    closeAlls: (profileId, appId) => ofProfile(closeAlls, profileId).filter((result) => result.appId === appId),
    setRun: (profileId, run) => {
      setEntry(runs, { profileId, item: run })
    },
    runs: (profileId) => ofProfile(runs, profileId),
    mark: () => count,
    sending: (profileId, subject) => {
      const key = keyOf(profileId, subject)
      count += 1
      sentAt.delete(key)
      sentAt.set(key, count)
      const [oldest] = sentAt.keys()
      if (sentAt.size > maxSent && oldest !== undefined) sentAt.delete(oldest)
      inFlight.add(key)
      return () => {
        inFlight.delete(key)
      }
    },
    isInFlight: (profileId, subject) => inFlight.has(keyOf(profileId, subject)),
    isClosing: () =>
      inFlight.size > 0 ||
      [...runs.values()].some(({ item: { state } }) => state === 'running' || state === 'stopping'),
    wasSentSince: (profileId, subject, mark) => (sentAt.get(keyOf(profileId, subject)) ?? 0) > mark,
  }
}
