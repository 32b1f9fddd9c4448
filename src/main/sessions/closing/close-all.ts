/**
 * Closes all calls of an application. Built so that it cannot happen by accident: a count read for the confirmation, a
 * ticket that is good once and for 30 s, the application's id typed by hand, the intent written down first, one request.
 * Afterwards the count is watched until it falls, and what was seen is shown. Source: `service-api.md §GET
 * /distroyCallSessionsByAppId`.
 */
import PQueue from 'p-queue'
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { AppId, ProfileId, TicketId } from '../../../shared/ids.ts'
import { commandCertainty } from '../../../shared/model/command-certainty.ts'
import type { CloseAllTicket, CloseAllResult, ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { NewActivity } from '../../context/journal.ts'
import type { CallContext } from '../../ipc/handlers.ts'
import { isListed, refuseReadOnly, requireOpen, stillAs } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { isOtherAccount } from '../../vault/secret.ts'
import { createTickets } from '../../ipc/tickets.ts'
import { closeTicketMs, notOurs } from './confirmation.ts'
import type { ClosingContext } from './confirmation.ts'
import { watchDrain } from './drain-watch.ts'
import { failedActivity, readCountWithin } from './send-close.ts'

/** What the operator confirmed. */
export interface CloseAllConfirmation {
  readonly ticket: TicketId
  readonly typedAppId: string
}

export interface CloseAll {
  /**
   * Reads the count now and issues the ticket; the one that this window had for the application is void from the start.
   * Refuses with no-profile, read-only, invalid-input for an application that the profile does not list, and wrong-state
   * while a close-all of it is in flight. A count that cannot be read is its failure, and there is no ticket.
   */
  readonly open: (appId: AppId, context: CallContext) => Promise<CloseAllTicket>
  /**
   * Takes the ticket, whatever was typed, and sends once. Refuses as `Tickets.redeem` does (the ticket is good for 30 s),
   * with typed-id-differs, and count-too-old (over 10 s when it was pressed, or another close-all was sent since it was
   * read), and fails with `storage` when the intent cannot be written down;
   * nothing is sent then. A failure that leaves no doubt that nothing was cut is thrown; with any other the fall is
   * watched all the same and the failure is kept beside.
   */
  readonly close: (confirmation: CloseAllConfirmation, context: CallContext) => Promise<CloseAllResult>
  /** Close-alls of the open profile's application in this run, newest first. Refuses with no-profile. */
  readonly results: (appId: AppId) => readonly CloseAllResult[]
  /** The open profile changed: the watches of the others end, and those of the account that it was before. */
  readonly follow: () => void
  /** Waits for answers, ends all watches, and waits until that is written down: before the database is closed. */
  readonly dispose: () => Promise<void>
}

interface Confirmed {
  readonly appId: AppId
  readonly count: ConcurrencySample
  readonly mark: number
  readonly opening: number
}

interface Watch {
  readonly open: OpenProfile
  readonly ending: AbortController
  readonly done: Promise<unknown>
}

const countLimitMs = 5_000
const maxDrainMs = 60_000
const oldestCountMs = 10_000

function labelOf({ profile: { applications } }: OpenProfile, appId: AppId): string {
  return applications.find((application) => application.appId === appId)?.label ?? ''
}

function lastSeen({ seen }: CloseAllResult): number | null {
  return seen.at(-1)?.total ?? null
}

function activityOf<Extra extends Pick<NewActivity, 'action' | 'facts'>>(
  { profile }: OpenProfile,
  target: AppId,
  extra: Extra,
) {
  return { profileId: profile.id, profileName: profile.name, target, ...extra }
}

/** The place of an opened confirmation: one for each window and application. */
function slotOf(windowId: number, profileId: ProfileId, appId: AppId): string {
  return `${String(windowId)} ${profileId} ${appId}`
}

type Keep = (result: CloseAllResult) => CloseAllResult

/** Watches the count fall after each close-all, until it has, or the profile asks another account. */
function createDrainWatches({ current, monitor, journal, clock, log }: ClosingContext, keep: Keep) {
  const watches = new Map<string, Watch>()
  let isDisposed = false

  // Saving a profile gives it a new client; the watch goes on with that one, unless it asks another account by now.
  const renewed = (open: OpenProfile): OpenProfile | null => {
    const now = current()
    const isSame = now?.profile.id === open.profile.id && !isOtherAccount(open.profile, now.profile)
    return isSame ? now : null
  }

  const watch = async (open: OpenProfile, begun: CloseAllResult, ending: AbortController): Promise<void> => {
    const { appId } = begun
    let result = begun
    const end = await watchDrain({
      clock,
      signal: ending.signal,
      maxMs: maxDrainMs,
      hasDrained: ({ total }) => total <= 0,
      read: (signal) =>
        readCountWithin({
          readCount: monitor.readCount,
          clock,
          request: { open: renewed(open) ?? open, appId, signal },
          limitMs: countLimitMs,
        }),
      seen: ({ at, total }) => {
        result = keep({ ...result, seen: [...result.seen, { at, total }] })
      },
    })
    const isSeen = end !== 'stopped' && result.seen.length > 0
    const outcome = end === 'fell' ? 'fell' : isSeen ? 'still-live' : 'not-seen'
    result = keep({ ...result, outcome })
    const facts = {
      result: end === 'stopped' ? 'watch-stopped' : outcome,
      countBefore: result.countBefore,
      countAfter: lastSeen(result),
      seconds: Math.max(0, Math.round((clock.now() - result.sentAt) / 1_000)),
    }
    journal.noteAfter(activityOf(open, appId, { action: 'session.fallSeen', outcome: 'seen', facts }))
  }

  return {
    start: (open: OpenProfile, result: CloseAllResult): void => {
      const ending = new AbortController()
      if (isDisposed || renewed(open) === null) ending.abort()
      const done = watch(open, result, ending)
        .catch((error: unknown) => {
          log.error(`watching the calls of ${result.appId}`, error)
        })
        .finally(() => watches.delete(result.id))
      watches.set(result.id, { open, ending, done })
    },
    follow: (): void => {
      for (const { open, ending } of watches.values()) if (renewed(open) === null) ending.abort()
    },
    abort: (): void => {
      isDisposed = true
      for (const { ending } of watches.values()) ending.abort()
    },
    ended: async (): Promise<void> => {
      await Promise.all([...watches.values()].map(({ done }) => done))
    },
  }
}

/** Sends once, the intent written down before. What leaves no doubt that nothing was cut is thrown. */
async function sendCloseAll(
  { registry, journal, clock, randomId }: ClosingContext,
  { open, confirmed: { appId, count } }: { readonly open: OpenProfile; readonly confirmed: Confirmed },
  keep: Keep,
): Promise<CloseAllResult> {
  const sentAt = clock.now()
  const facts = { countBefore: count.total, countedAt: count.at, requestedAt: sentAt }
  const act = journal.begin(activityOf(open, appId, { action: 'session.closeAll', facts }))
  const sent = registry.sending(open.profile.id, { kind: 'application', id: appId })
  const begun = keep({
    id: randomId(),
    profileId: open.profile.id,
    appId,
    countBefore: count.total,
    sentAt,
    answer: null,
    failure: null,
    seen: [],
    outcome: 'watching',
  })
  try {
    const answer = await open.client.closeAllSessions(appId)
    const { form, httpStatus, code, message } = answer
    act.end({ outcome: 'done', facts: { form, httpStatus, code, message } })
    return keep({ ...begun, answer })
  } catch (error) {
    if (!(error instanceof FailureError)) {
      keep({ ...begun, outcome: 'not-seen' })
      throw error
    }
    const { failure } = error
    const isOver = commandCertainty(failure) === 'not-done'
    act.end(failedActivity(failure))
    const result = keep({ ...begun, failure, outcome: isOver ? 'not-seen' : 'watching' })
    if (isOver) throw error
    return result
  } finally {
    act.end({ outcome: 'unknown' })
    sent()
  }
}

export function createCloseAll(context: ClosingContext): CloseAll {
  const { current, monitor, registry, clock, randomId, emit, person } = context
  const tickets = createTickets<Confirmed>({ clock, randomId, person }, closeTicketMs)
  // The one opening of each window and application that is good: another makes the one before void.
  const newest = new Map<string, number>()
  let openings = 0
  const inFlight = new PQueue()

  const keep: Keep = (result) => {
    registry.setCloseAll(result)
    emit('closeAll.changed', result)
    return result
  }
  const watches = createDrainWatches(context, keep)

  const refuseSent = ({ profile }: OpenProfile, { appId, mark }: Confirmed): void => {
    if (registry.wasSentSince(profile.id, { kind: 'application', id: appId }, mark)) throw refusal('count-too-old')
  }

  /** What is compared when the button is pressed, before anybody is asked. */
  const checkPressed = (open: OpenProfile, confirmed: Confirmed, windowId: number): void => {
    const { appId, opening, count } = confirmed
    if (newest.get(slotOf(windowId, open.profile.id, appId)) !== opening) throw refusal('confirmation-expired')
    const ageMs = clock.now() - count.at
    if (ageMs < 0 || ageMs > oldestCountMs) throw refusal('count-too-old')
    refuseSent(open, confirmed)
  }

  const close = async (
    { ticket, typedAppId }: CloseAllConfirmation,
    { windowId }: CallContext,
  ): Promise<CloseAllResult> => {
    const { payload, open } = await tickets.redeem(ticket, { windowId, current }, (confirmed, asked) => {
      const { appId, count } = confirmed
      // The window keeps the button disabled until the ids match, so a difference means that the page is not to be trusted.
      if (typedAppId !== appId) throw refusal('typed-id-differs')
      checkPressed(asked, confirmed, windowId)
      const application = [labelOf(asked, appId), appId].filter((name) => name !== '').join(' · ')
      return { kind: 'close-all', profileName: asked.profile.name, application, count: count.total }
    })
    // Nothing is awaited from here to the sending.
    refuseSent(open, payload)
    const result = await sendCloseAll(context, { open, confirmed: payload }, keep)
    watches.start(open, result)
    return result
  }

  return {
    open: async (appId, { windowId }) => {
      const open = requireOpen(current)
      refuseReadOnly(open)
      const { id: profileId, name: profileName, colour } = open.profile
      if (!isListed(open.profile, appId)) throw notOurs('appId', 'not an application of the open profile')
      if (registry.isInFlight(profileId, { kind: 'application', id: appId })) throw refusal('wrong-state', appId)
      openings += 1
      const opening = openings
      newest.set(slotOf(windowId, profileId, appId), opening)
      // Before the count is read: a close-all that is sent meanwhile makes that count worthless.
      const mark = registry.mark()
      const count = await monitor.readCount({ open, appId })
      stillAs(current, open)
      const issued = tickets.issue({ appId, count, mark, opening }, { windowId, open })
      return { ...issued, profileName, colour, appId, appLabel: labelOf(open, appId), count }
    },
    close: (confirmation, context) => inFlight.add(() => close(confirmation, context)),
    results: (appId) => registry.closeAlls(requireOpen(current).profile.id, appId),
    follow: watches.follow,
    dispose: async () => {
      watches.abort()
      await inFlight.onIdle()
      await watches.ended()
    },
  }
}
