/**
 * Closes all calls of an application, never by accident: a count read for the confirmation, a ticket good once and for
 * 30 s, the id typed by hand, the intent written down first, one request. Then watches the count fall. Source:
 * `service-api.md §GET /distroyCallSessionsByAppId`.
 */
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import { isNotDone, secondsBetween } from '../../../shared/model/close-status.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { SessionAction } from '../../../shared/schemas/inbox.ts'
import type { CloseAllResult, ConcurrencySample } from '../../../shared/schemas/session.ts'
import { logged } from '../../lib/log.ts'
import type { Observation } from '../concurrency/count-reader.ts'
import { isOtherAccount } from '../../vault/secret.ts'
import { isListed, labelOf, requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { createConfirmedClose, notOurs } from './confirmation.ts'
import type { ClosingContext } from './confirmation.ts'
import type { DrainWatches } from './drain-watch.ts'
import { endOf, intendClose } from './send-close.ts'

interface Confirmed {
  readonly appId: AppId
  readonly count: ConcurrencySample
  readonly mark: number
}

const oldestCountMs = 10_000
// Later, calls that end say nothing of a close.
const correctedMs = 10 * 60_000

function isOnItsWay({ outcome, answer, failure }: CloseAllResult): boolean {
  return outcome === 'watching' && answer === null && failure === null
}

/** What is seen of close-alls: while one is on its way, in a watch of a minute, and of what that left open afterwards. */
function createFall(context: ClosingContext, watches: DrainWatches) {
  const { current, registry, journal, clock, emit } = context

  const keep = (profile: Profile, result: CloseAllResult): CloseAllResult => {
    registry.closeAlls.set(profile, result)
    emit('closeAll.changed', result)
    return result
  }

  const latest = (result: CloseAllResult): CloseAllResult =>
    registry.closeAlls.of(result.profileId).find(({ id }) => id === result.id) ?? result

  const counted = (profile: Profile, result: CloseAllResult, { at, total }: ConcurrencySample): CloseAllResult =>
    keep(profile, { ...result, seen: [...result.seen, { at, total }] })

  const note = (
    { profile }: OpenProfile,
    { appId, countBefore, seen, sentAt }: CloseAllResult,
    result: CloseAllResult['outcome'] | 'watch-stopped',
  ): void => {
    const last = seen.at(-1)
    const seconds = secondsBetween(sentAt, last?.at ?? clock.now())
    const facts = { result, countBefore, countAfter: last?.total ?? null, seconds }
    journal.noteAfter({ profile, action: 'session.fallSeen', target: appId, outcome: 'seen', facts })
  }

  const watch = (open: OpenProfile, begun: CloseAllResult): void => {
    watches.start({
      ...{ open, appId: begun.appId, maxMs: 60_000, endsAtPause: false },
      hasDrained: (total) => total <= 0,
      seen: (sample) => void counted(open.profile, latest(begun), sample),
      ended: (end) => {
        const result = latest(begun)
        const isSeen = end !== 'stopped' && result.seen.length > begun.seen.length
        const outcome = end === 'fell' ? 'fell' : isSeen ? 'still-live' : 'not-seen'
        note(open, keep(open.profile, { ...result, outcome }), end === 'stopped' ? 'watch-stopped' : outcome)
      },
    })
  }

  const correct = (open: OpenProfile, result: CloseAllResult, sample: ConcurrencySample): void => {
    const last = result.seen.at(-1)?.total ?? 0
    if (sample.at - result.sentAt > correctedMs || sample.total >= last) return
    const corrected = counted(open.profile, { ...result, outcome: sample.total === 0 ? 'fell' : 'still-live' }, sample)
    note(open, corrected, corrected.outcome)
  }

  const observe = ({ appId, sample }: Observation): void => {
    const open = current()
    if (open === null || sample === null) return
    const result = registry.closeAlls.of(open.profile.id).find((one) => one.appId === appId)
    const then = registry.closeAlls.sentUnder(result?.id ?? '')
    if (result === undefined || then === undefined || isOtherAccount(then, open.profile)) return
    if (isOnItsWay(result)) counted(then, result, sample)
    else if (result.outcome === 'still-live') correct(open, result, sample)
  }

  return { keep, latest, watch, observe }
}

/**
 * `open` reads the count now; the ticket that this window had for the application is void from the start. It refuses with
 * invalid-input for an application that the profile does not list, and with wrong-state while a close-all of it is in flight;
 * without a count there is no ticket. `close` refuses with count-too-old (over 10 s when it was pressed, or another close-all
 * was sent since it was read). A failure that leaves no doubt that nothing was cut is thrown; with any other the drain is
 * watched all the same and the failure is kept beside.
 */
export function createCloseAll(context: ClosingContext, watches: DrainWatches) {
  const { current, monitor, registry, clock, randomId, log, onInboxChanged } = context
  const { knownSessions } = context.repositories
  const { keep, latest, watch, observe } = createFall(context, watches)
  // The one opening of each window and application that is good: another makes the one before void.
  const newest = new Map<string, string>()

  // The request is sent and journalled by now, whatever becomes of the inbox. Which calls ended, nobody says.
  const noteInInbox = ({ profile }: OpenProfile, appId: AppId, action: SessionAction): void => {
    logged(log, `the inbox could not note the close-all of ${appId}`, () => {
      knownSessions.noteActionOnAll(profile.id, appId, action, action.at)
    })
    onInboxChanged()
  }

  const send = (open: OpenProfile, { appId, count }: Confirmed): Promise<CloseAllResult> => {
    const countBefore = count.total
    const facts = { countBefore, countedAt: count.at }
    const intent = { open, subject: { kind: 'application', id: appId }, facts } as const
    return intendClose(context, intent, async ({ requestedAt: sentAt, act, send: sendOnce }) => {
      const { id: profileId } = open.profile
      const sent = { id: randomId(), profileId, appId, countBefore, sentAt, seen: [], answer: null, failure: null }
      const begun = keep(open.profile, { ...sent, outcome: 'watching' })
      const end = await sendOnce().catch((error: unknown) => {
        keep(open.profile, { ...latest(begun), outcome: 'not-seen' })
        throw error
      })
      noteInInbox(open, appId, { kind: 'close-all', at: sentAt, ...end })
      act.end(endOf(end))
      const isOver = isNotDone(end)
      const result = keep(open.profile, { ...latest(begun), ...end, outcome: isOver ? 'not-seen' : 'watching' })
      if (end.failure !== null && isOver) throw new FailureError(end.failure)
      return result
    })
  }

  const refuseSent = ({ profile }: OpenProfile, { appId, mark }: Confirmed): void => {
    if (registry.wasSentSince(profile.id, { kind: 'application', id: appId }, mark)) throw refusal('count-too-old')
  }

  return {
    ...createConfirmedClose(context, {
      prepare: async ({ appId }: { readonly appId: AppId }, { open: { profile, client }, windowId }) => {
        const { id: profileId, name: profileName, colour } = profile
        if (!isListed(profile, appId)) throw notOurs('appId')
        if (registry.isInFlight(profileId, { kind: 'application', id: appId })) throw refusal('wrong-state', appId)
        const slot = `${String(windowId)} ${profileId} ${appId}`
        const opening = randomId()
        newest.set(slot, opening)
        // Before the count is read: a close-all that is sent meanwhile makes that count worthless.
        const mark = registry.mark()
        const count = await monitor.readCount({ open: { profile, client }, appId })
        return {
          confirmed: { appId, count, mark, slot, opening, mustType: appId },
          shown: { profileName, colour, appId, appLabel: labelOf(profile, appId), count },
        }
      },
      question: (confirmed, open) => {
        const { appId, slot, opening, count } = confirmed
        if (newest.get(slot) !== opening) throw refusal('confirmation-expired')
        const ageMs = clock.now() - count.at
        if (ageMs < 0 || ageMs > oldestCountMs) throw refusal('count-too-old')
        refuseSent(open, confirmed)
        const application = [labelOf(open.profile, appId), appId].filter((name) => name !== '').join(' · ')
        return { kind: 'close-all', profileName: open.profile.name, application, count: count.total }
      },
      send: async (confirmed, open) => {
        // Something may have been sent while a person was asked.
        refuseSent(open, confirmed)
        const result = await send(open, confirmed)
        watch(open, result)
        return result
      },
    }),
    observe,
    /** Close-alls of the open profile's application in this run, newest first. Refuses with no-profile. */
    results: (wanted: AppId): CloseAllResult[] =>
      registry.closeAlls.of(requireOpen(current).profile.id).filter(({ appId }) => appId === wanted),
  }
}
