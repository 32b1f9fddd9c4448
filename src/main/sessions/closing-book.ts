/**
 * What was closed in this run of the program, for all profiles: it outlives the desk of a profile that is left. It also
 * knows what is being sent at this moment, and what was sent since a confirmation was opened, so that two windows cannot
 * cut the same call twice.
 */
import type { AppId, ProfileId, SessionId } from '../../shared/ids.ts'
import type { CloseRun, Closing } from '../../shared/schemas/session.ts'
import { createQuietList } from './guards/quiet-list.ts'
import type { QuietList } from './guards/quiet-list.ts'

/** What a close is sent for. */
export type CloseSubject =
  { readonly kind: 'session'; readonly id: SessionId } | { readonly kind: 'application'; readonly id: AppId }

/** The book of closings. */
export interface ClosingBook {
  /** Keeps a close-all, or writes over the one of that id. */
  readonly keepClosing: (closing: Closing) => void
  /** Close-alls of a profile's application, newest first. */
  readonly closings: (profileId: ProfileId, appId: AppId) => Closing[]
  /** Keeps a run, or writes over the one of that id. */
  readonly keepRun: (profileId: ProfileId, run: CloseRun) => void
  /** Runs of a profile, newest first. */
  readonly runs: (profileId: ProfileId) => CloseRun[]
  /** Where the book stands now, for `wasSentSince`. */
  readonly mark: () => number
  /** Notes that a close goes out now; answers the function that notes the end of it. */
  readonly sending: (profileId: ProfileId, subject: CloseSubject) => () => void
  readonly isInFlight: (profileId: ProfileId, subject: CloseSubject) => boolean
  /** True while a close of any profile goes out, or a run of them is not over. */
  readonly isClosing: () => boolean
  readonly wasSentSince: (profileId: ProfileId, subject: CloseSubject, mark: number) => boolean
  /** What rules are not to propose again. */
  readonly quiet: QuietList
}

const mostKept = 200
const mostSent = 20_000

interface Shelf<Item> {
  readonly profileId: ProfileId
  readonly item: Item
}

function keep<Item extends { readonly id: string }>(shelf: Map<string, Shelf<Item>>, kept: Shelf<Item>): void {
  shelf.set(kept.item.id, kept)
  const [oldest] = shelf.keys()
  if (shelf.size > mostKept && oldest !== undefined) shelf.delete(oldest)
}

function ofProfile<Item>(shelf: Map<string, Shelf<Item>>, wanted: ProfileId): Item[] {
  return [...shelf.values()].flatMap(({ profileId, item }) => (profileId === wanted ? [item] : [])).reverse()
}

function keyOf(profileId: ProfileId, { kind, id }: CloseSubject): string {
  return `${profileId} ${kind} ${id}`
}

export function createClosingBook(): ClosingBook {
  const closings = new Map<string, Shelf<Closing>>()
  const runs = new Map<string, Shelf<CloseRun>>()
  const sentAt = new Map<string, number>()
  const inFlight = new Set<string>()
  let count = 0
  return {
    quiet: createQuietList(),
    keepClosing: (closing) => {
      keep(closings, { profileId: closing.profileId, item: closing })
    },
    closings: (profileId, appId) => ofProfile(closings, profileId).filter((closing) => closing.appId === appId),
    keepRun: (profileId, run) => {
      keep(runs, { profileId, item: run })
    },
    runs: (profileId) => ofProfile(runs, profileId),
    mark: () => count,
    sending: (profileId, subject) => {
      const key = keyOf(profileId, subject)
      count += 1
      sentAt.delete(key)
      sentAt.set(key, count)
      const [oldest] = sentAt.keys()
      if (sentAt.size > mostSent && oldest !== undefined) sentAt.delete(oldest)
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
