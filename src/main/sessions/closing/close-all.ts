/**
 * Closes all calls of an application, never by accident: a count read for the confirmation if the counter returns one,
 * a ticket valid once and for 30 s, the id typed by hand, the intent recorded first, one request. Then watches the
 * count fall. The page opens a new ticket before the count is too old. Source: `service-api.md §GET
 * /distroyCallSessionsByAppId`.
 */
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import { isNotDone, secondsBetween } from '../../../shared/model/close-status.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { SessionAction } from '../../../shared/schemas/inbox.ts'
import type { CloseAllResult, ConcurrencySample } from '../../../shared/schemas/session.ts'
import { logged } from '../../lib/log.ts'
import { shortId } from '../../lib/short-id.ts'
import type { Observation } from '../concurrency/count-reader.ts'
import { isOtherAccount } from '../../vault/secret.ts'
import { isListed, labelOf, requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { createConfirmedClose, notInProfile } from './confirmation.ts'
import type { ClosingContext } from './confirmation.ts'
import { readCountWithin } from './drain-watch.ts'
import type { DrainWatches } from './drain-watch.ts'
import { closeAct, endOf, intendClose } from './send-close.ts'

interface ConfirmedCloseAll {
  readonly appId: AppId
  /** Null when the counter returned no count for the confirmation. */
  readonly readCount: ConcurrencySample | null
  readonly mark: number
}

// The emergency brake does not wait longer for a counter that hangs.
const countLimitMs = 3_000
const oldestCountMs = 10_000
// Calls that end later say nothing about a close.
const correctedMs = 10 * 60_000

function isInFlight({ outcome, answer, failure }: CloseAllResult): boolean {
  return outcome === 'watching' && answer === null && failure === null
}

/** The close-all was or may have been sent, and no count has arrived since. */
function isUnseen(result: CloseAllResult): boolean {
  return result.outcome === 'not-seen' && !isNotDone(result)
}

/**
 * Tracks close-alls: while one is in flight, in a watch of a minute, and afterwards for an outcome that the watch left
 * open.
 */
function createDrainTracking(context: ClosingContext, watches: DrainWatches) {
  const { current, registry, journal, clock, emit } = context

  const keep = (profile: Profile, result: CloseAllResult): CloseAllResult => {
    registry.closeAlls.set(profile, result)
    emit('closeAll.changed', result)
    return result
  }

  const latest = (result: CloseAllResult): CloseAllResult =>
    registry.closeAlls.of(result.profileId).find(({ id }) => id === result.id) ?? result

  const addCount = (profile: Profile, result: CloseAllResult, { at, total }: ConcurrencySample): CloseAllResult =>
    keep(profile, { ...result, seen: [...result.seen, { at, total }] })

  /** Adds the counts to the act of the close-all, which then contains both the answer and the effect. */
  const note = (
    { profile }: OpenProfile,
    closed: CloseAllResult,
    result: CloseAllResult['outcome'] | 'watch-stopped',
  ): void => {
    const { appId, countBefore, seen, sentAt } = closed
    const last = seen.at(-1)
    const seconds = secondsBetween(sentAt, last?.at ?? clock.now())
    const end = endOf(closed, { result, countBefore, countAfter: last?.total ?? null, seconds })
    // Calls that ended are certain, whatever happened to the answer.
    const isSeen = result === 'fell' && end.outcome === 'unknown'
    journal.noteAfter({
      profile,
      action: 'session.closeAll',
      target: appId,
      act: closeAct(profile.id, appId, sentAt),
      ...end,
      outcome: isSeen ? 'seen' : end.outcome,
      failure: isSeen ? null : (end.failure ?? null),
    })
  }

  const watch = (open: OpenProfile, started: CloseAllResult): void => {
    watches.start({
      open,
      appId: started.appId,
      maxMs: 60_000,
      hasDrained: (total) => total <= 0,
      seen: (sample) => void addCount(open.profile, latest(started), sample),
      ended: (end) => {
        const result = latest(started)
        const isSeen = end !== 'stopped' && result.seen.length > started.seen.length
        const outcome = end === 'fell' ? 'fell' : isSeen ? 'still-live' : 'not-seen'
        note(open, keep(open.profile, { ...result, outcome }), end === 'stopped' ? 'watch-stopped' : outcome)
      },
    })
  }

  const correct = (open: OpenProfile, result: CloseAllResult, sample: ConcurrencySample): void => {
    if (sample.at - result.sentAt > correctedMs) return
    // When a watch saw no count, the first later count decides the outcome.
    const last = result.outcome === 'still-live' ? (result.seen.at(-1)?.total ?? 0) : Infinity
    if (sample.total >= last) return
    const corrected = addCount(open.profile, { ...result, outcome: sample.total <= 0 ? 'fell' : 'still-live' }, sample)
    note(open, corrected, corrected.outcome)
  }

  const observe = ({ appId, sample }: Observation): void => {
    const open = current()
    if (open === null || sample === null) return
    const result = registry.closeAlls.of(open.profile.id).find((closeAll) => closeAll.appId === appId)
    const profile = registry.closeAlls.sentUnder(result?.id ?? '')
    if (result === undefined || profile === undefined || isOtherAccount(profile, open.profile)) return
    if (isInFlight(result)) addCount(profile, result, sample)
    else if (result.outcome === 'still-live' || isUnseen(result)) correct(open, result, sample)
  }

  return { keep, latest, watch, observe }
}

/**
 * Closes all calls of an application after a confirmation.
 *
 * `open` reads the count for up to 3 s. A failing counter does not prevent closing: the ticket then shows the last
 * known count. `open` makes the window's previous ticket for the application void even before it reads the count. It
 * refuses with invalid-input for an application that the profile does not list, and with wrong-state while a close-all
 * of the application is in flight.
 *
 * `close` refuses with count-too-old when the count that was read is over 10 s old, or when a different close-all was
 * sent since the confirmation opened. A failure that certainly closed nothing is thrown; after any other failure the
 * drain is watched nevertheless, and the result has the failure.
 */
export function createCloseAll(context: ClosingContext, watches: DrainWatches) {
  const { current, monitor, registry, clock, randomId, log, onInboxChanged } = context
  const { knownSessions } = context.repositories
  const { keep, latest, watch, observe } = createDrainTracking(context, watches)
  // The valid opening of each window and application: a newer opening makes the previous one void.
  const newest = new Map<string, string>()

  // The request is sent and journalled by now, so an inbox failure changes nothing. The service does not report which
  // calls ended.
  const noteInInbox = ({ profile }: OpenProfile, appId: AppId, action: SessionAction): void => {
    logged(log, `the inbox could not record the close-all of ${shortId(appId)}`, () => {
      knownSessions.noteActionOnAll(profile.id, appId, action, action.at)
    })
    onInboxChanged()
  }

  const send = (open: OpenProfile, { appId, readCount }: ConfirmedCloseAll): Promise<CloseAllResult> => {
    const countBefore = readCount?.total ?? null
    const facts = { countBefore, countedAt: readCount?.at ?? null }
    const intent = { open, subject: { kind: 'application', id: appId }, facts } as const
    return intendClose(context, intent, async ({ requestedAt: sentAt, act, send: sendOnce }) => {
      const { id: profileId } = open.profile
      const sent = { id: randomId(), profileId, appId, countBefore, sentAt, seen: [], answer: null, failure: null }
      const started = keep(open.profile, { ...sent, outcome: 'watching' })
      const end = await sendOnce().catch((error: unknown) => {
        keep(open.profile, { ...latest(started), outcome: 'not-seen' })
        throw error
      })
      noteInInbox(open, appId, { kind: 'close-all', at: sentAt, ...end })
      act.end(endOf(end))
      const isOver = isNotDone(end)
      const result = keep(open.profile, { ...latest(started), ...end, outcome: isOver ? 'not-seen' : 'watching' })
      if (end.failure !== null && isOver) throw new FailureError(end.failure)
      return result
    })
  }

  const refuseSent = ({ profile }: OpenProfile, { appId, mark }: ConfirmedCloseAll): void => {
    if (registry.wasSentSince(profile.id, { kind: 'application', id: appId }, mark)) throw refusal('count-too-old')
  }

  return {
    ...createConfirmedClose(context, {
      prepare: async ({ appId }: { readonly appId: AppId }, { open, windowId }) => {
        const { profile } = open
        const { id: profileId, name: profileName, colour } = profile
        if (!isListed(profile, appId)) throw notInProfile('appId')
        if (registry.isInFlight(profileId, { kind: 'application', id: appId })) throw refusal('wrong-state', appId)
        const slot = `${String(windowId)} ${profileId} ${appId}`
        const opening = randomId()
        newest.set(slot, opening)
        // Taken before the count is read: a close-all that is sent meanwhile makes that count worthless.
        const mark = registry.mark()
        const readCount = await readCountWithin(context, countLimitMs, { open, appId })
        const count = readCount ?? monitor.latest(open, appId)
        return {
          confirmed: { appId, readCount, mark, slot, opening, mustType: appId },
          shown: {
            profileName,
            colour,
            appId,
            appLabel: labelOf(profile, appId),
            count,
            isCountRead: readCount !== null,
          },
        }
      },
      question: (confirmed, open) => {
        const { appId, slot, opening, readCount } = confirmed
        if (newest.get(slot) !== opening) throw refusal('confirmation-expired')
        const ageMs = clock.now() - (readCount?.at ?? clock.now())
        if (ageMs < 0 || ageMs > oldestCountMs) throw refusal('count-too-old')
        refuseSent(open, confirmed)
        const application = [labelOf(open.profile, appId), appId].filter((name) => name !== '').join(' · ')
        return { kind: 'close-all', profileName: open.profile.name, application, count: readCount?.total ?? null }
      },
      send: async (confirmed, open) => {
        // A close-all may have been sent while a person was asked.
        refuseSent(open, confirmed)
        const result = await send(open, confirmed)
        watch(open, result)
        return result
      },
    }),
    observe,
    /** Close-alls of the open profile's application in this run, newest first. Refuses with no-profile. */
    results: (applicationId: AppId): CloseAllResult[] =>
      registry.closeAlls.of(requireOpen(current).profile.id).filter(({ appId }) => appId === applicationId),
  }
}
