/**
 * Reads by itself for the open profile: what is watched and what was planned, one after the other and at most one in a
 * second. It rests while nothing can get through, and passes over ids that the service does not give.
 */
import { FailureError } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ConversationId, ProfileId } from '../../../shared/ids.ts'
import type { PlannedReads } from '../../../shared/schemas/library.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { CurrentProfile, OpenProfile } from '../../context/open-profile.ts'
import type { LibraryRepository } from '../../store/library-repository.ts'
import type { PlannedReadsRepository, ReadOutcome } from '../../store/planned-reads-repository.ts'
import { createInFlight } from '../../lib/in-flight.ts'
import { backoffMs, concernOf, continuesAfter } from './read-failures.ts'
import { firstDue } from './watch-schedule.ts'

/** A read that is asked for by nobody but the library. */
export interface AutomaticRead {
  readonly open: OpenProfile
  readonly conversationId: ConversationId
  readonly signal: AbortSignal
}

export interface ReadScheduler {
  /** What is planned for a profile, with what holds it. Failures: storage. */
  readonly planned: (profileId: ProfileId) => PlannedReads
  /** Looks again at what there is to read: something is watched, planned, paused or dropped. */
  readonly reschedule: () => void
  /** As `reschedule`, and whatever failed before is tried at once. */
  readonly retryNow: () => void
  /** The open profile or its client changed. */
  readonly follow: () => void
  /** No reads until `wake`, for sleep and a lost network. */
  readonly pause: () => void
  readonly wake: () => void
  /** Breaks off what is in flight; resolves when it has ended. */
  readonly dispose: () => Promise<void>
}

/** What the reads need; `random` answers 0 up to 1. */
export interface ReadSchedulerDeps {
  readonly current: CurrentProfile
  readonly library: Pick<LibraryRepository, 'failed' | 'watched'>
  readonly plan: PlannedReadsRepository
  /** Reads and keeps one conversation. Failures: every one of a service call, storage. */
  readonly read: (wanted: AutomaticRead) => Promise<void>
  /** Milliseconds that the service asked to wait in its answer; 0 when it did not. */
  readonly requestedWaitMs: (failure: Failure) => number
  readonly clock: Clock
  readonly random: () => number
  readonly log: Log
  /** Hears that a planned read came to its end. */
  readonly onReadEnded: (open: OpenProfile) => void
  /** Hears that something else holds the reads, or that nothing does any more. */
  readonly onHeld: (open: OpenProfile) => void
  /** Hears that an entry is another. */
  readonly onEntry: (profileId: ProfileId) => void
}

/** The reads of one open profile; a switch ends it and begins another. */
interface ProfileReads {
  readonly open: OpenProfile
  readonly ending: AbortController
  /** Failures in a row that concern all reads, and the kind of the last one. */
  failures: number
  held: Failure['kind'] | null
  /** Answers in a row that were no JSON. */
  notJson: number
  blockedUntil: number
  /** Starts of reads and successes so far: what a doubtful id's failures are held against. */
  startedAt: number
  successes: number
  /** Ids that failed in a way that may concern all: how often, and the successes before the first time. */
  readonly doubtful: Map<ConversationId, { readonly successes: number; times: number }>
}

interface Next {
  readonly conversationId: ConversationId
  readonly isWatched: boolean
  readonly dueAt: number
}

const minIntervalMs = 1_000
const maxAttempts = 3

function createProfileReads(open: OpenProfile): ProfileReads {
  return {
    open,
    ending: new AbortController(),
    failures: 0,
    held: null,
    notJson: 0,
    blockedUntil: 0,
    startedAt: 0,
    successes: 0,
    doubtful: new Map(),
  }
}

/** Gives the reads; nothing is read before `follow`. */
export function createReadScheduler(deps: ReadSchedulerDeps): ReadScheduler {
  const { current, library, plan, clock, log } = deps
  const inFlight = createInFlight()
  let active: ProfileReads | null = null
  let isSuspended = false
  let isReading = false
  let isDisposed = false
  let cancelTimer = (): void => undefined

  const hold = (of: ProfileReads, failure: Failure): void => {
    of.failures += 1
    of.held = failure.kind
    of.blockedUntil = clock.now() + backoffMs(of.failures, deps.random(), deps.requestedWaitMs(failure))
  }

  const release = (of: ProfileReads): void => {
    of.failures = 0
    of.held = null
    of.notJson = 0
    of.blockedUntil = 0
  }

  const finish = (of: ProfileReads, { conversationId }: Next, outcome: ReadOutcome): void => {
    of.doubtful.delete(conversationId)
    const isPlanned = plan.finish(of.open.profile.id, conversationId, { ...outcome, at: clock.now() })
    if (isPlanned) deps.onReadEnded(of.open)
  }

  const skip = (of: ProfileReads, next: Next, { kind: failure }: Failure): void => {
    library.failed({ profileId: of.open.profile.id, conversationId: next.conversationId }, failure, clock.now())
    finish(of, next, { state: 'failed', failure })
  }

  // One answer that did not come may be the fault of this id or of everything. An id that fails again and again while
  // others are read is passed over; until then it waits behind them.
  const doubt = (of: ProfileReads, next: Next, failure: Failure): void => {
    const { conversationId } = next
    const known = of.doubtful.get(conversationId) ?? { successes: of.successes, times: 0 }
    known.times += 1
    of.doubtful.set(conversationId, known)
    if (next.isWatched || (known.times >= maxAttempts && of.successes > known.successes)) skip(of, next, failure)
    else plan.putLast(of.open.profile.id, conversationId)
    if (!continuesAfter(failure, of.notJson)) hold(of, failure)
  }

  const handleFailure = (of: ProfileReads, next: Next, failure: Failure): void => {
    of.notJson = failure.kind === 'not-json' ? of.notJson + 1 : 0
    switch (concernOf(failure)) {
      case 'nobody':
        return
      case 'this':
        release(of)
        skip(of, next, failure)
        return
      case 'perhaps-all':
        doubt(of, next, failure)
        return
      case 'all-until-changed':
        hold(of, failure)
        if (!next.isWatched) plan.pause(of.open.profile.id, failure.kind)
        return
      case 'all':
        hold(of, failure)
    }
  }

  const handleOutcome = (of: ProfileReads, next: Next, failure: Failure | null): void => {
    const heldBefore = of.held
    if (failure === null) {
      release(of)
      of.successes += 1
      finish(of, next, { state: 'done' })
    } else handleFailure(of, next, failure)
    deps.onEntry(of.open.profile.id)
    if (of.held !== heldBefore) deps.onHeld(of.open)
  }

  const failureOf = (what: string, error: unknown): Failure =>
    error instanceof FailureError ? error.failure : { kind: 'internal', logId: log.error(what, error) }

  const attempt = async (of: ProfileReads, { conversationId }: Next): Promise<Failure | null> => {
    try {
      await deps.read({ open: of.open, conversationId, signal: of.ending.signal })
      return null
    } catch (error) {
      return failureOf(`reading ${conversationId} by itself`, error)
    }
  }

  const run = async (of: ProfileReads, next: Next): Promise<void> => {
    isReading = true
    of.startedAt = clock.now()
    const failure = await attempt(of, next)
    isReading = false
    try {
      handleOutcome(of, next, failure)
    } catch (error) {
      hold(of, failureOf(`noting the read of ${next.conversationId}`, error))
    }
    schedule()
  }

  const nextOf = ({ open }: ProfileReads): Next | null => {
    const { id } = open.profile
    const due = firstDue(library.watched(id), clock.now())
    const watched: Next | null = due === null ? null : { ...due, isWatched: true }
    if (watched !== null && watched.dueAt <= clock.now()) return watched
    const planned = plan.next(id)
    return planned === null ? watched : { conversationId: planned, isWatched: false, dueAt: 0 }
  }

  const schedule = (): void => {
    cancelTimer()
    if (active === null || isSuspended || isReading || isDisposed) return
    const of = active
    const next = nextOf(of)
    if (next === null) return
    const now = clock.now()
    // A clock that was set back must not put reads off until it has caught up.
    const paced = Math.min(of.startedAt, now) + minIntervalMs
    const delayMs = Math.max(next.dueAt, of.blockedUntil, of.startedAt === 0 ? now : paced) - now
    cancelTimer = clock.after(Math.max(0, delayMs), () => {
      inFlight.run(() => run(of, next)).catch((error: unknown) => log.error('reading by itself', error))
    })
  }

  const reschedule = (): void => {
    try {
      schedule()
    } catch (error) {
      // The disk cannot be read now: whatever happens next looks again.
      log.error('what is to be read by itself cannot be told', error)
    }
  }

  const retryNow = (): void => {
    if (active !== null) release(active)
    reschedule()
  }

  const end = (): void => {
    active?.ending.abort()
    active = null
    cancelTimer()
  }

  return {
    planned: (profileId) => {
      const known = plan.read(profileId)
      const held = active?.open.profile.id === profileId && known.waiting > 0 ? active.held : null
      return { ...known, held: known.held ?? held }
    },
    reschedule,
    retryNow,
    follow: () => {
      const open = current()
      if (
        active !== null &&
        open !== null &&
        active.open.client === open.client &&
        active.open.profile === open.profile
      )
        return
      end()
      if (open === null || isDisposed) return
      active = createProfileReads(open)
      reschedule()
    },
    pause: () => {
      isSuspended = true
      cancelTimer()
    },
    wake: () => {
      isSuspended = false
      retryNow()
    },
    dispose: () => {
      isDisposed = true
      end()
      return inFlight.ended()
    },
  }
}
