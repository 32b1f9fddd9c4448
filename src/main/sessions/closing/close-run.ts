/**
 * Closes several sessions one after the other, each sent once, with a second between them. What was confirmed together
 * need not be sent together: as soon as anything is no longer as it was, the rest is left out, and the run says why.
 */
import { FailureError, isServiceFailure, refusal } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import { commandCertainty } from '../../../shared/model/command-certainty.ts'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import type { CloseOutcome, CloseRun } from '../../../shared/schemas/session.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { sharedAppId } from './confirmation.ts'
import type { CloseTarget, ClosingContext } from './confirmation.ts'
import { pause } from '../../lib/clock.ts'
import { isUnsent } from './send-close.ts'
import type { SendClose } from './send-close.ts'

/** Why the rest of a run is left out. */
export type RunEnd = NonNullable<CloseRun['endedBy']>

/** What is to be closed, as it was confirmed. */
export interface RunRequest {
  readonly open: OpenProfile
  readonly targets: readonly CloseTarget[]
  readonly mark: number
  /** Values for the journal, such as the rule that suggested it. */
  readonly facts: ActivityEntry['facts']
}

/** A run that was started. */
export interface StartedRun {
  readonly run: () => CloseRun
  /** Lets the one that is being sent come to its end, and leaves out the rest. */
  readonly stop: (why: RunEnd) => void
  /** Resolves when it is over and written down; never rejects. */
  readonly done: Promise<void>
}

type Item = CloseRun['items'][number]

const pauseMs = 1_000
// The pause is a second; when much more has passed, the computer slept and nobody knows what was meant by then.
const maxPauseMs = 10_000
const maxUnanswered = 2

/** Whether the failure of one lets nothing good be expected of the next. */
function isInTheWay(failure: Failure): boolean {
  const isServices = isServiceFailure(failure) && (failure.kind === 'token-rejected' || failure.httpStatus === 429)
  return isUnsent(failure) || isServices || failure.kind === 'internal'
}

function tally({ items, endedBy }: CloseRun): ActivityEntry['facts'] {
  const outcomes = items.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]))
  const unknown = outcomes.filter(({ failure }) => failure !== null && commandCertainty(failure) === 'unknown').length
  const accepted = outcomes.filter(({ answer }) => answer !== null).length
  return {
    accepted,
    unknown,
    failed: outcomes.length - accepted - unknown,
    leftOut: items.filter(({ state }) => state === 'left-out').length,
    endedBy,
  }
}

/** Why a close that was not sent ends the run; null when this session alone is skipped. */
function endedByUnsent({ failure }: FailureError): RunEnd | null {
  if (failure.kind !== 'refused') return 'trouble'
  return failure.reason === 'wrong-state' || failure.reason === 'not-pending' ? null : 'profile'
}

/** The last state of a run; `isEnding` when it was stopped, which counts only when it left something out. */
function finished(run: CloseRun, isEnding: boolean): CloseRun {
  const items = run.items.map((item): Item => (item.state === 'waiting' ? { ...item, state: 'left-out' } : item))
  const isIncomplete = isEnding && items.some(({ state }) => state === 'left-out')
  return { ...run, items, state: isIncomplete ? 'stopped' : 'done', endedBy: isIncomplete ? run.endedBy : null }
}

function newRun(id: string, targets: readonly CloseTarget[], startedAt: number): CloseRun {
  const items = targets.map(({ sessionId }): Item => ({ sessionId, state: 'waiting', outcome: null }))
  return { id, startedAt, state: 'running', endedBy: null, items }
}

function uncountedOutcome(target: CloseTarget, at: number, failure: Failure): CloseOutcome {
  return { ...target, at, answer: null, failure, countBefore: null, countAfter: null, counting: false }
}

/** Starts a run; throws a `storage` failure, with nothing sent, when that cannot be written down. */
export function startCloseRun(context: ClosingContext, send: SendClose, request: RunRequest): StartedRun {
  const { registry, journal, clock, emit, log } = context
  const { open, targets, mark } = request
  const profileId = open.profile.id
  const facts = { ...request.facts, runId: context.randomId() }
  const ending = new AbortController()
  let unanswered = 0
  let run = newRun(facts.runId, targets, clock.now())

  const act = journal.begin({
    profileId,
    profileName: open.profile.name,
    action: 'session.runStarted',
    target: sharedAppId(targets) ?? open.profile.name,
    facts: { ...facts, sessions: targets.length },
  })

  const publish = (change: Partial<CloseRun>): void => {
    run = { ...run, ...change }
    registry.setRun(profileId, run)
    emit('closeRun.changed', run)
  }
  const setItem = (index: number, change: Pick<Item, 'state' | 'outcome'>): void => {
    publish({ items: run.items.map((item, place) => (place === index ? { ...item, ...change } : item)) })
  }
  const isEnding = (): boolean => ending.signal.aborted
  const stop = (why: RunEnd): void => {
    if (isEnding()) return
    ending.abort()
    publish({ state: 'stopping', endedBy: why })
  }

  const onOutcome = ({ failure }: CloseOutcome): void => {
    if (failure !== null && isInTheWay(failure)) {
      stop('trouble')
      return
    }
    unanswered = failure !== null && commandCertainty(failure) === 'unknown' ? unanswered + 1 : 0
    // One lost answer is an accident; after the second all others would go the same way.
    if (unanswered >= maxUnanswered) stop('trouble')
  }

  const refuseWhenEnding = (): void => {
    if (isEnding()) throw refusal('not-pending')
  }

  const sendOne = async (index: number, target: CloseTarget): Promise<void> => {
    setItem(index, { state: 'sending', outcome: null })
    try {
      const outcome = await send({ open, target, mark, permit: refuseWhenEnding, facts })
      setItem(index, { state: 'ended', outcome })
      onOutcome(outcome)
    } catch (error) {
      if (error instanceof FailureError) {
        setItem(index, { state: 'left-out', outcome: null })
        const why = endedByUnsent(error)
        if (why !== null) stop(why)
        return
      }
      // A mistake of the program, perhaps after the sending: whether it was closed is not known.
      const failure: Failure = { kind: 'internal', logId: log.error(`closing ${target.sessionId} in a run`, error) }
      const outcome = uncountedOutcome(target, clock.now(), failure)
      setItem(index, { state: 'ended', outcome })
      onOutcome(outcome)
    }
  }

  const sendAll = async (): Promise<void> => {
    for (const [index, target] of targets.entries()) {
      const endedAt = clock.now()
      if (index > 0) await pause(clock, pauseMs, ending.signal)
      if (clock.now() - endedAt > maxPauseMs) stop('rest')
      if (isEnding()) return
      await sendOne(index, target)
    }
  }

  const finish = (): void => {
    publish(finished(run, isEnding()))
    act.end({ action: 'session.runEnded', outcome: 'done', facts: tally(run) })
  }

  publish({})
  const done = sendAll()
    .catch((error: unknown) => {
      log.error('a close run', error)
      stop('trouble')
    })
    .then(finish)
    .catch((error: unknown) => {
      log.error('the end of a close run', error)
    })
    .finally(() => {
      act.end({ outcome: 'unknown' })
    })
  return { run: () => run, stop, done }
}
