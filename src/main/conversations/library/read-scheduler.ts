/** Reads what is watched and what was planned, one after the other, at most one in a second. */
import type { Failure, FailureKind, ServiceFacts } from '../../../shared/failure.ts'
import type { ConversationId, ProfileId } from '../../../shared/ids.ts'
import type { PlannedReads } from '../../../shared/schemas/library.ts'
import { isSameOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { remainingMs } from '../../lib/clock.ts'
import type { Span } from '../../lib/clock.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { backoffMs, createPoller } from '../../lib/poller.ts'
import { requestedDelayMs } from '../../service/retry.ts'
import type { Repositories } from '../../store/repositories.ts'
import type { ReadOutcome } from '../../store/planned-reads-repository.ts'
import { dueAt } from './automatic-read.ts'
import type { AutomaticRead } from './automatic-read.ts'

/** Ids that failed in a way that may concern all: how often, and the successes before the first time. */
interface Doubt {
  readonly successes: number
  times: number
}

interface ProfileReads {
  readonly open: OpenProfile
  /** Failures in a row that concern all reads, and the kind of the last one. */
  failures: number
  held: Failure['kind'] | null
  notJson: number
  blocked: Span
  /** Successes so far: what a doubtful id's failures are held against. */
  successes: number
  readonly doubtful: Map<ConversationId, Doubt>
}

interface Next {
  readonly conversationId: ConversationId
  readonly isWatched: boolean
  readonly dueAt: number
}

interface Consequence {
  readonly all: 'hold' | 'release' | 'stay'
  readonly id: 'skip' | 'last' | 'stay'
}

const minIntervalMs = 1_000
const maxAttempts = 3
const backoff = { firstMs: 5_000, maxMs: 600_000 } as const

const released = { failures: 0, held: null, notJson: 0, blocked: { at: 0, forMs: 0 } } satisfies Partial<ProfileReads>

function releaseAll(reads: ProfileReads): void {
  Object.assign(reads, released)
}

function doubt({ doubtful, successes }: ProfileReads, id: ConversationId): Doubt {
  const known = doubtful.get(id) ?? { successes, times: 0 }
  known.times += 1
  doubtful.set(id, known)
  return known
}

// One answer that did not come may be the fault of this id or of everything. An id that fails again and again while
// others are read is passed over; until then it waits behind them.
function consequenceOf(reads: ProfileReads, { conversationId, isWatched }: Next, failure: Failure): Consequence {
  switch (concernOf(failure)) {
    case 'nobody':
      return { all: 'stay', id: 'stay' }
    case 'this':
      return { all: 'release', id: 'skip' }
    case 'perhaps-all': {
      const { times, successes } = doubt(reads, conversationId)
      const isHopeless = isWatched || (times >= maxAttempts && reads.successes > successes)
      return { all: continuesAfter(failure, reads.notJson) ? 'stay' : 'hold', id: isHopeless ? 'skip' : 'last' }
    }
    case 'all-until-changed':
    case 'all':
      return { all: 'hold', id: 'stay' }
  }
}

function nextOf({ library, plannedReads }: Repositories, profileId: ProfileId, now: number): Next | null {
  const [watched = null] = library
    .watched(profileId)
    .map((one): Next => ({ conversationId: one.conversationId, isWatched: true, dueAt: dueAt(one, now) }))
    .sort((one, other) => one.dueAt - other.dueAt)
  if (watched !== null && watched.dueAt <= now) return watched
  const planned = plannedReads.next(profileId)
  return planned === null ? watched : { conversationId: planned, isWatched: false, dueAt: 0 }
}

interface ReadListeners {
  readonly onReadEnded: (open: OpenProfile) => void
  readonly onHeld: (open: OpenProfile) => void
  readonly onEntry: (profileId: ProfileId) => void
}

export type ReadScheduler = ReturnType<typeof createReadScheduler>

/** Nothing is read before `follow`. `read` fails with every failure of a service call, and storage. */
export function createReadScheduler(
  context: ProfileContext,
  read: (wanted: AutomaticRead) => Promise<void>,
  listeners: ReadListeners,
) {
  const { current, clock, random, log } = context
  const { library, plannedReads: plan } = context.repositories
  let active: ProfileReads | null = null

  const hold = (reads: ProfileReads, { kind }: Failure, requestedMs = 0): void => {
    reads.failures += 1
    reads.held = kind
    const forMs = Math.max(requestedMs, backoffMs(backoff, reads.failures - 1, random))
    reads.blocked = { at: clock.now(), forMs }
  }

  const finish = (reads: ProfileReads, id: ConversationId, outcome: ReadOutcome): void => {
    reads.doubtful.delete(id)
    if (plan.finish(reads.open.profile.id, id, { ...outcome, at: clock.now() })) listeners.onReadEnded(reads.open)
  }

  const handleFailure = (reads: ProfileReads, next: Next, error: unknown): void => {
    const { conversationId } = next
    const { id: profileId } = reads.open.profile
    const failure = failureOf(log, `the automatic read of ${conversationId}`, error)
    reads.notJson = failure.kind === 'not-json' ? reads.notJson + 1 : 0
    const { all, id } = consequenceOf(reads, next, failure)
    if (all === 'release') releaseAll(reads)
    if (id === 'last') plan.putLast(profileId, conversationId)
    if (id === 'skip') {
      library.failed({ profileId, conversationId, failure: failure.kind, at: clock.now() })
      finish(reads, conversationId, { state: 'failed', failure: failure.kind })
    }
    if (all === 'hold') hold(reads, failure, requestedDelayMs(error, clock.now()))
    if (concernOf(failure) === 'all-until-changed' && !next.isWatched) plan.pause(profileId, failure.kind)
  }

  const handleEnd = (reads: ProfileReads, next: Next, error: unknown): void => {
    const heldBefore = reads.held
    if (error === null) {
      releaseAll(reads)
      reads.successes += 1
      finish(reads, next.conversationId, { state: 'done' })
    } else handleFailure(reads, next, error)
    listeners.onEntry(reads.open.profile.id)
    if (reads.held !== heldBefore) listeners.onHeld(reads.open)
  }

  const poller = createPoller<ProfileReads>(context, {
    name: 'automatic reads',
    poll: async (reads, signal) => {
      const next = nextOf(context.repositories, reads.open.profile.id, clock.now())
      if (next === null) return
      const error: unknown = await read({ open: reads.open, conversationId: next.conversationId, signal }).then(
        () => null,
        (reason: unknown) => reason,
      )
      try {
        handleEnd(reads, next, error)
      } catch (problem) {
        hold(reads, failureOf(log, `noting the read of ${next.conversationId}`, problem))
      }
    },
    delayMs: () => minIntervalMs,
    holdMs: (reads) => {
      const now = clock.now()
      const next = nextOf(context.repositories, reads.open.profile.id, now)
      return next === null ? Infinity : Math.max(next.dueAt - now, remainingMs(reads.blocked, now))
    },
  })

  const releasing = (then: () => void) => (): void => {
    if (active !== null) releaseAll(active)
    then()
  }

  return {
    /** Failures: storage. */
    planned: (profileId: ProfileId): PlannedReads => {
      const known = plan.read(profileId)
      const held = active?.open.profile.id === profileId && known.waiting > 0 ? active.held : null
      return { ...known, held: known.held ?? held }
    },
    /** Looks again at what there is to read: something is watched, planned, paused or dropped. */
    reschedule: poller.replan,
    /** As `reschedule`, and whatever failed before is tried at once. */
    retryNow: releasing(poller.replan),
    follow: (): void => {
      const open = current()
      if (isSameOpen(active?.open, open)) return
      if (active !== null) poller.remove(active)
      active = open && { open, ...released, successes: 0, doubtful: new Map() }
      if (active !== null) poller.add(active)
    },
    pause: poller.suspend,
    wake: releasing(poller.resume),
    dispose: poller.dispose,
  }
}

/**
 * Whom a failure concerns: `all` reads; `all-until-changed` those too, until somebody does something about it; `this` one
 * alone; `perhaps-all` cannot be told from one answer; `nobody` when the read was broken off.
 */
type Concern = 'all' | 'all-until-changed' | 'perhaps-all' | 'this' | 'nobody'

function ofStatus({ httpStatus }: ServiceFacts): Concern {
  if (httpStatus === 429 || httpStatus === 502 || httpStatus === 503 || httpStatus === 504) return 'all'
  return httpStatus !== null && httpStatus >= 500 ? 'perhaps-all' : 'this'
}

// Kinds that are not named here are about what the service says of one conversation, or cannot come of a fetch.
const concerns: Readonly<Partial<Record<FailureKind, Concern>>> = {
  offline: 'all',
  dns: 'all',
  tls: 'all',
  'connection-refused': 'all',
  'link-local': 'all',
  'proxy-authentication': 'all',
  redirect: 'all',
  refused: 'all',
  storage: 'all',
  'token-rejected': 'all-until-changed',
  'no-token': 'all-until-changed',
  'keychain-missing': 'all-until-changed',
  'keychain-locked': 'all-until-changed',
  'secret-not-for-host': 'all-until-changed',
  'connection-reset': 'perhaps-all',
  timeout: 'perhaps-all',
  'cut-short': 'perhaps-all',
  'unknown-encoding': 'perhaps-all',
  // A sign-in page of the network answers like this whatever is asked for.
  'not-json': 'perhaps-all',
  unread: 'perhaps-all',
  cancelled: 'nobody',
}

function concernOf(failure: Failure): Concern {
  if (failure.kind === 'http' || failure.kind === 'declined') return ofStatus(failure)
  return concerns[failure.kind] ?? 'this'
}

const maxNotJson = 2

/** At once, after a failure that perhaps concerns all; `inARow` counts the `not-json` up to this one. */
function continuesAfter({ kind }: Failure, inARow: number): boolean {
  return kind === 'not-json' && inARow <= maxNotJson
}
