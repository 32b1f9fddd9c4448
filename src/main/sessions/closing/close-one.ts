/** Closes one call: confirmed by a ticket, sent exactly once. Source: `service-api.md §GET /sessionStop`. */
import { FailureError, refusal } from '../../../shared/failure.ts'
import { isNotDone } from '../../../shared/model/close-status.ts'
import type { CloseOutcome } from '../../../shared/schemas/session.ts'
import { isListed } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { createConfirmedClose, nameSession, notInProfile } from './confirmation.ts'
import type { CloseTarget, ClosingContext } from './confirmation.ts'
import type { DrainWatches } from './drain-watch.ts'
import { closeAct, endOf, isUnsent } from './send-close.ts'
import type { SendClose } from './send-close.ts'

const typedCharacters = 4

/**
 * `open` refuses with invalid-input for an application that is neither the profile's nor the inbox's, and with
 * wrong-state while a close of the session is in flight. `close` returns the outcome, also a failure when the request
 * was or may have been sent; it refuses with wrong-state when a close of the session was sent since the confirmation
 * was opened.
 */
export function createCloseOne(context: ClosingContext, send: SendClose, watches: DrainWatches) {
  const { registry, journal, emit } = context
  const knownSessions = context.repositories.knownSessions

  /**
   * Watches the count where it might still fall, reports each change, and corrects the journal when the last count
   * differs.
   */
  const watched = (open: OpenProfile, outcome: CloseOutcome): CloseOutcome => {
    const { sessionId, appId, countBefore, countAfter } = outcome
    if (isNotDone(outcome) || appId === null || countBefore === null || countBefore.total === 0) return outcome
    if (countAfter !== null && countAfter.total < countBefore.total) return outcome
    const counting = { ...outcome, counting: true }
    let now = counting
    watches.startForSessions({ open, appId, expected: countBefore.total - 1 }, (change) => {
      now = { ...now, ...change }
      emit('close.changed', now)
      if (now.counting || now.countAfter?.total === countAfter?.total) return
      const facts = { appId, countBefore: countBefore.total }
      journal.noteAfter({
        profile: open.profile,
        action: 'session.close',
        target: sessionId,
        act: closeAct(open.profile.id, sessionId, now.at),
        ...endOf(now, { ...facts, countAfter: now.countAfter?.total ?? null }),
      })
    })
    return counting
  }

  return createConfirmedClose(context, {
    prepare: (target: CloseTarget, { open: { profile } }) => {
      const { sessionId, appId } = target
      const isOurs =
        appId === null || isListed(profile, appId) || knownSessions.find(profile.id, sessionId)?.appId === appId
      if (!isOurs) throw notInProfile('appId')
      if (registry.isInFlight(profile.id, { kind: 'session', id: sessionId })) throw refusal('wrong-state', sessionId)
      const named = nameSession(profile, knownSessions, sessionId)
      const mustType = profile.protection === 'confirm' ? Array.from(sessionId).slice(-typedCharacters).join('') : null
      // The application of an unknown session is unknown; the count of the application on screen is read nevertheless.
      const confirmed = { target: { sessionId, appId: named.appId ?? appId }, mustType, mark: registry.mark() }
      return { confirmed, shown: { ...named, mustType } }
    },
    question: (_, { profile }) => ({ kind: 'close', profileName: profile.name, count: 1 }),
    send: async ({ target, mark }, open) => {
      const outcome = await send({ open, target, mark })
      if (outcome.failure !== null && isUnsent(outcome.failure)) throw new FailureError(outcome.failure)
      return watched(open, outcome)
    },
  })
}
