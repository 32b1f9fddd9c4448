/**
 * Closes several sessions, confirmed by one ticket, with a second between them. As soon as the confirmed situation
 * changes, the remaining sessions are left out, and the run shows why.
 */
import { FailureError, isServiceFailure, refusal } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { SessionId } from '../../../shared/ids.ts'
import { closeStatusOf, tallyOf } from '../../../shared/model/close-status.ts'
import type { CloseOutcome, CloseRun } from '../../../shared/schemas/session.ts'
import type { ActEnd } from '../../context/journal.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { pause } from '../../lib/clock.ts'
import { shortId } from '../../lib/short-id.ts'
import { isRunning } from './close-registry.ts'
import { createConfirmedClose, nameSession, sharedAppId } from './confirmation.ts'
import type { CloseTarget, ClosingContext } from './confirmation.ts'
import { continueReading } from './drain-watch.ts'
import type { DrainWatches } from './drain-watch.ts'
import { isUnsent } from './send-close.ts'
import type { SendClose } from './send-close.ts'

type RunEnd = NonNullable<CloseRun['endedBy']>
type Item = CloseRun['items'][number]

interface RunRequest {
  readonly open: OpenProfile
  readonly targets: readonly CloseTarget[]
  readonly mark: number
}

const pauseMs = 1_000
// The pause is a second; when much more time has passed, the computer slept and the confirmation may no longer apply.
const maxPauseMs = 10_000
const maxUnanswered = 2

/** Whether this failure makes the next close hopeless too. */
function preventsNextClose(failure: Failure): boolean {
  const isServices = isServiceFailure(failure) && (failure.kind === 'token-rejected' || failure.httpStatus === 429)
  return isUnsent(failure) || isServices || failure.kind === 'internal'
}

/** The end of a run in the journal's terms: like a single close, a run that may have closed nothing is not done. */
function endOf({ items, endedBy }: CloseRun): ActEnd {
  const { refused: failed, ...counts } = tallyOf(items)
  const leftOut = items.filter(({ state }) => state === 'left-out').length
  const isVain = counts.accepted === 0 && (failed > 0 || endedBy === 'trouble')
  return {
    action: 'session.runEnded',
    outcome: counts.unknown + counts.said > 0 ? 'unknown' : isVain ? 'failed' : 'done',
    facts: { ...counts, failed, leftOut, endedBy },
  }
}

/** Why a close that was not sent ends the run; null when only this session is left out. */
function endedByUnsent({ failure }: FailureError): RunEnd | null {
  if (failure.kind !== 'refused') return 'trouble'
  if (failure.reason === 'wrong-state') return null
  // The computer slept between the request and the sending.
  return failure.reason === 'confirmation-expired' ? 'rest' : 'profile'
}

/** The final state of a run: a stop counts only when it left something out. */
function finished(run: CloseRun): CloseRun {
  const items = run.items.map((item): Item => (item.state === 'waiting' ? { ...item, state: 'left-out' } : item))
  const isIncomplete = run.endedBy !== null && items.some(({ state }) => state === 'left-out')
  return { ...run, items, state: isIncomplete ? 'stopped' : 'done', endedBy: isIncomplete ? run.endedBy : null }
}

type StartedRun = ReturnType<typeof startCloseRun>

/** Starts a run; throws a `storage` failure, with nothing sent, when the start cannot be recorded. */
function startCloseRun(
  context: ClosingContext,
  { send, watches }: { readonly send: SendClose; readonly watches: DrainWatches },
  { open, targets, mark }: RunRequest,
) {
  const { current, active, registry, journal, clock, emit, log } = context
  const { profile } = open
  const id = context.randomId()
  const ending = new AbortController()
  let unanswered = 0
  let run: CloseRun = {
    id,
    startedAt: clock.now(),
    state: 'running',
    endedBy: null,
    items: targets.map(({ sessionId }) => ({ sessionId, state: 'waiting', outcome: null })),
  }

  const act = journal.begin({
    profile,
    action: 'session.runStarted',
    target: sharedAppId(targets) ?? profile.name,
    act: `run ${id}`,
    facts: { runId: id, sessions: targets.length },
  })

  const publish = (change: Partial<CloseRun>): void => {
    run = { ...run, ...change }
    registry.runs.set(profile, run)
    emit('closeRun.changed', run)
  }
  const setItem = (index: number, state: Item['state'], outcome: CloseOutcome | null = null): void =>
    publish({ items: run.items.map((item, itemIndex) => (itemIndex === index ? { ...item, state, outcome } : item)) })
  /** Lets the close in flight finish, and leaves out the rest. */
  const stop = (reason: RunEnd): void => {
    if (run.state !== 'running') return
    ending.abort()
    publish({ state: 'stopping', endedBy: reason })
  }

  const recordEnd = (index: number, outcome: CloseOutcome): void => {
    setItem(index, 'ended', outcome)
    unanswered = closeStatusOf(outcome) === 'unknown' ? unanswered + 1 : 0
    // One lost answer is an accident; after the second, all others would be lost too.
    const isInVain = unanswered >= maxUnanswered || (outcome.failure !== null && preventsNextClose(outcome.failure))
    if (isInVain) stop('trouble')
  }

  const sendOne = async (index: number, target: CloseTarget): Promise<void> => {
    setItem(index, 'sending')
    try {
      recordEnd(index, await send({ open, target, mark, runId: id, signal: ending.signal }))
    } catch (error) {
      if (error instanceof FailureError) {
        setItem(index, 'left-out')
        const reason = endedByUnsent(error)
        if (reason !== null) stop(reason)
        return
      }
      // A mistake of the program, perhaps after the sending: whether the session was closed is unknown.
      const failure: Failure = {
        kind: 'internal',
        logId: log.error(`closing ${shortId(target.sessionId)} in a run`, error),
      }
      const counts = { countBefore: null, countAfter: null, counting: false }
      recordEnd(index, { ...target, at: clock.now(), answer: null, failure, ...counts })
    }
  }

  const sendAll = async (): Promise<void> => {
    for (const [index, target] of targets.entries()) {
      const endedAt = clock.now()
      if (index > 0) await pause(clock, pauseMs, ending.signal)
      if (clock.now() - endedAt > maxPauseMs) stop('rest')
      if (ending.signal.aborted) return
      await sendOne(index, target)
    }
  }

  // After a sleep nothing is certain, and a changed profile may be a different account. A refused or accepted token
  // ends an active profile too, and changes nothing about the confirmation.
  const endWithProfile = (): void => {
    if (current()?.client !== open.client) {
      stop('profile')
      return
    }
    const signal = active()?.signal
    const onEnded = (): void => {
      if (signal?.reason !== 'changed') stop('rest')
      // The next active profile is created in the same turn.
      else queueMicrotask(endWithProfile)
    }
    signal?.addEventListener('abort', onEnded, { signal: ending.signal })
  }

  publish({})
  endWithProfile()
  const done = sendAll()
    .finally(() => {
      ending.abort()
      publish(finished(run))
      act.end(endOf(run))
      continueReading(watches, open, { run: () => run, publish })
    })
    .catch((error: unknown) => {
      log.error('a close run', error)
      act.end({ outcome: 'unknown' })
    })
  return {
    run: (): CloseRun => run,
    stop,
    /** Resolves when the run has ended and is recorded; never rejects. */
    done,
  }
}

/**
 * `open` names the sessions, each once; it refuses with wrong-state while a run continues, and with nothing-to-close
 * when all of them are already being closed. `close` starts the run; it refuses with wrong-state while a run continues,
 * and fails with `storage` when the start cannot be recorded.
 */
export function createCloseMany(context: ClosingContext, send: SendClose, watches: DrainWatches) {
  const { current, registry } = context
  const knownSessions = context.repositories.knownSessions
  let startedRun: StartedRun | null = null

  const refuseSecondRun = ({ profile }: OpenProfile): void => {
    // The registry includes an unfinished run of a workspace that was closed.
    if (registry.runs.of(profile.id).some(isRunning)) throw refusal('wrong-state')
  }

  return {
    ...createConfirmedClose(context, {
      prepare: ({ sessionIds }: { readonly sessionIds: readonly SessionId[] }, { open }) => {
        const { profile } = open
        refuseSecondRun(open)
        const sessions = [...new Set(sessionIds)]
          .filter((id) => !registry.isInFlight(profile.id, { kind: 'session', id }))
          .map((sessionId) => nameSession(profile, knownSessions, sessionId))
        if (sessions.length === 0) throw refusal('nothing-to-close')
        const mustType = profile.protection === 'confirm' ? (sharedAppId(sessions) ?? profile.name) : null
        const targets = sessions.map(({ sessionId, appId }) => ({ sessionId, appId }))
        return { confirmed: { targets, mustType, mark: registry.mark() }, shown: { sessions, mustType } }
      },
      question: ({ targets }, { profile }) => ({ kind: 'close', profileName: profile.name, count: targets.length }),
      send: ({ targets, mark }, open): CloseRun => {
        refuseSecondRun(open)
        const started = startCloseRun(context, { send, watches }, { open, targets, mark })
        startedRun = started
        return started.run()
      },
    }),
    /** Refuses with no-profile, and with wrong-state unless that run is the last one started here and has not ended. */
    stopRun: (id: string): CloseRun => {
      requireOpen(current)
      if (startedRun?.run().id !== id || !isRunning(startedRun.run())) throw refusal('wrong-state')
      startedRun.stop('operator')
      return startedRun.run()
    },
    /** Runs of the open profile, newest first. Refuses with no-profile. */
    runs: (): CloseRun[] => registry.runs.of(requireOpen(current).profile.id),
    /** Resolves when the run has ended and is recorded. */
    ended: async (): Promise<void> => {
      await startedRun?.done
    },
  }
}
