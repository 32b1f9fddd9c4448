/** Closes several sessions one after the other, confirmed by one ticket. */
import { refusal } from '../../../shared/failure.ts'
import type { SessionId } from '../../../shared/ids.ts'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import type { CloseRun } from '../../../shared/schemas/session.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { isGoingOn } from './close-registry.ts'
import { startCloseRun } from './close-run.ts'
import type { StartedRun } from './close-run.ts'
import { closeTicketMs, createConfirmedClose, nameSession, sharedAppId } from './confirmation.ts'
import type { ClosingContext } from './confirmation.ts'
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

interface ManyTarget {
  readonly sessionIds: readonly SessionId[]
  readonly suggestion: SuggestionClaim | null
}

/**
 * `open` names the sessions, each once; it refuses with wrong-state while a run goes on, and with nothing-to-close when every
 * one of them is being closed already. `close` begins; it refuses with wrong-state while a run goes on, with not-pending for
 * a suggestion that is over, and fails with `storage` when the start cannot be written down.
 */
export function createCloseMany(context: ClosingContext, send: SendClose) {
  const { current, registry, clock } = context
  const known = context.repositories.knownSessions
  let going: { readonly started: StartedRun; readonly open: OpenProfile } | null = null
  let isDisposed = false

  const refuseSecondRun = ({ profile }: OpenProfile): void => {
    // The registry knows a run of a workspace that was left and has not come to its end.
    if (isDisposed || registry.runs.of(profile.id).some(isGoingOn)) throw refusal('wrong-state')
  }
  const stop = (why: 'profile' | 'rest'): void => {
    going?.started.stop(why)
  }

  return {
    ...createConfirmedClose(context, {
      prepare: ({ sessionIds, suggestion }: ManyTarget, { open }) => {
        const { profile } = open
        refuseSecondRun(open)
        const sessions = [...new Set(sessionIds)]
          .filter((id) => !registry.isInFlight(profile.id, { kind: 'session', id }))
          .map((sessionId) => nameSession(profile, known, { sessionId, appId: null }))
        if (sessions.length === 0) throw refusal('nothing-to-close')
        const mustType = profile.protection === 'confirm' ? (sharedAppId(sessions) ?? profile.name) : null
        const targets = sessions.map(({ sessionId, appId }) => ({ sessionId, appId }))
        suggestion?.hold(clock.now() + closeTicketMs)
        return { confirmed: { targets, mustType, mark: registry.mark(), suggestion }, shown: { sessions, mustType } }
      },
      question: ({ targets }, { profile }) => ({ kind: 'close', profileName: profile.name, count: targets.length }),
      send: ({ targets, mark, suggestion }, open): CloseRun => {
        refuseSecondRun(open)
        suggestion?.check()
        const started = startCloseRun(context, send, { open, targets, mark, facts: suggestion?.facts ?? {} })
        going = { started, open }
        // Not before: a start that cannot be written down sends nothing, and the suggestion stands.
        suggestion?.take()
        return started.run()
      },
    }),
    /** Refuses with no-profile, and with wrong-state when that run does not go on. */
    stopRun: (id: string): CloseRun => {
      requireOpen(current)
      const started = going?.started
      if (started?.run().id !== id || !isGoingOn(started.run())) throw refusal('wrong-state')
      started.stop('operator')
      return started.run()
    },
    /** Runs of the open profile, newest first. Refuses with no-profile. */
    runs: (): CloseRun[] => registry.runs.of(requireOpen(current).profile.id),
    follow: (): void => {
      if (current()?.client !== going?.open.client) stop('profile')
    },
    pause: (): void => {
      stop('rest')
    },
    /** Resolves when the run has ended and is written down. */
    dispose: async (): Promise<void> => {
      isDisposed = true
      stop('profile')
      await going?.started.done
    },
  }
}
