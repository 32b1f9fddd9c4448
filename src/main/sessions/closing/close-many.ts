/** Closes several sessions one after the other, confirmed by one ticket. */
import { refusal } from '../../../shared/failure.ts'
import type { SessionId } from '../../../shared/ids.ts'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import type { CloseManyTicket, CloseRun, NamedSession } from '../../../shared/schemas/session.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { CallContext } from '../../ipc/handlers.ts'
import { refuseReadOnly, requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { createTickets } from '../../ipc/tickets.ts'
import type { CloseConfirmation } from './close-one.ts'
import { startCloseRun } from './close-run.ts'
import type { RunEnd, RunRequest, StartedRun } from './close-run.ts'
import { checkTyped, closeTicketMs, nameSession, sharedAppId } from './confirmation.ts'
import type { CloseTarget, ClosingContext } from './confirmation.ts'
import type { SendClose } from './send-close.ts'

/** A rule's suggestion that is being confirmed by the operator. */
export interface SuggestionClaim {
  /** Values for the journal that name it. */
  readonly facts: ActivityEntry['facts']
  /** Puts the end of its countdown off until the confirmation is over. */
  readonly hold: (until: number) => void
  /** Refuses with not-pending when it was cancelled or is carried out already. */
  readonly check: () => void
  /** Ends it, because it is carried out now. */
  readonly take: () => void
}

export interface ManyTarget {
  readonly sessionIds: readonly SessionId[]
  readonly suggestion: SuggestionClaim | null
}

export interface CloseMany {
  /**
   * Names the sessions, each once, and issues the ticket (30 s, once). Refuses with no-profile, read-only, wrong-state
   * while a run goes on, and nothing-to-close when every one of them is being closed already.
   */
  readonly open: (target: ManyTarget, context: CallContext) => CloseManyTicket
  /**
   * Takes the ticket, whatever was typed, and begins. Refuses as `Tickets.redeem` does, with typed-id-differs,
   * wrong-state while a run goes on, and not-pending for a suggestion that is over; fails
   * with `storage` when the start cannot be written down.
   */
  readonly close: (confirmation: CloseConfirmation, context: CallContext) => Promise<CloseRun>
  /** Refuses with no-profile, and with wrong-state when that run does not go on. */
  readonly stopRun: (id: string) => CloseRun
  /** Runs of the open profile, newest first. Refuses with no-profile. */
  readonly runs: () => CloseRun[]
  /** The open profile may be another, or was saved: its run ends. */
  readonly follow: () => void
  /** The computer sleeps or has no network: the run ends, as nobody knows what holds afterwards. */
  readonly pause: () => void
  /** Resolves when the run has ended and is written down: before the database is closed. */
  readonly dispose: () => Promise<void>
}

interface Confirmed {
  readonly targets: readonly CloseTarget[]
  readonly mustType: string | null
  readonly mark: number
  readonly suggestion: SuggestionClaim | null
}

function wordFor({ protection, name }: Profile, sessions: readonly NamedSession[]): string | null {
  return protection === 'confirm' ? (sharedAppId(sessions) ?? name) : null
}

export function createCloseMany(context: ClosingContext, send: SendClose): CloseMany {
  const { current, registry, clock, randomId, person } = context
  const known = context.repositories.knownSessions
  const tickets = createTickets<Confirmed>({ clock, randomId, person }, closeTicketMs)
  let going: { readonly started: StartedRun; readonly open: OpenProfile } | null = null
  let isDisposed = false

  const refuseSecondRun = ({ profile }: OpenProfile): void => {
    // The registry knows a run of a workspace that was left and has not come to its end.
    const isRunning = registry.runs(profile.id).some(({ state }) => state === 'running' || state === 'stopping')
    if (isRunning || isDisposed) throw refusal('wrong-state')
  }

  const start = (request: RunRequest): StartedRun => {
    refuseSecondRun(request.open)
    const started = startCloseRun(context, send, request)
    going = { started, open: request.open }
    void started.done.then(() => {
      if (going?.started === started) going = null
    })
    return started
  }

  const stop = (why: RunEnd): void => {
    going?.started.stop(why)
  }

  return {
    open: ({ sessionIds, suggestion }, { windowId }) => {
      const open = requireOpen(current)
      refuseReadOnly(open)
      refuseSecondRun(open)
      const { profile } = open
      const sessions = [...new Set(sessionIds)]
        .filter((id) => !registry.isInFlight(profile.id, { kind: 'session', id }))
        .map((sessionId) => nameSession(profile, known, { sessionId, appId: null }))
      if (sessions.length === 0) throw refusal('nothing-to-close')
      const mustType = wordFor(profile, sessions)
      const targets = sessions.map(({ sessionId, appId }) => ({ sessionId, appId }))
      const confirmed = { targets, mustType, mark: registry.mark(), suggestion }
      const issued = tickets.issue(confirmed, { windowId, open })
      suggestion?.hold(issued.expiresAt)
      return { ...issued, sessions, mustType }
    },
    close: async ({ ticket, typed }, { windowId }) => {
      const { payload, open } = await tickets.redeem(ticket, { windowId, current }, ({ mustType, targets }, asked) => {
        checkTyped(typed, mustType)
        return { kind: 'close', profileName: asked.profile.name, count: targets.length }
      })
      const { targets, mark, suggestion } = payload
      refuseSecondRun(open)
      suggestion?.check()
      const started = start({ open, targets, mark, facts: suggestion?.facts ?? {} })
      // Not before: a start that cannot be written down sends nothing, and the suggestion stands.
      suggestion?.take()
      return started.run()
    },
    stopRun: (id) => {
      requireOpen(current)
      if (going?.started.run().id !== id) throw refusal('wrong-state')
      const { started } = going
      started.stop('operator')
      return started.run()
    },
    runs: () => registry.runs(requireOpen(current).profile.id),
    follow: () => {
      const now = current()
      const isSame = now !== null && now.profile.id === going?.open.profile.id && now.client === going.open.client
      if (!isSame) stop('profile')
    },
    pause: () => {
      stop('rest')
    },
    dispose: async () => {
      isDisposed = true
      stop('profile')
      await going?.started.done
    },
  }
}
