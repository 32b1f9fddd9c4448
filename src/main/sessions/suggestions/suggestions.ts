/** The suggestions of close suggestion rules that count down now, and what is not to be suggested again. */
import { refusal } from '../../../shared/failure.ts'
import type { RuleId, SessionId } from '../../../shared/ids.ts'
import type { CloseSuggestion } from '../../../shared/schemas/close-rule.ts'
import type { KnownSession } from '../../../shared/schemas/inbox.ts'
import type { NamedSession } from '../../../shared/schemas/session.ts'
import type { Clock } from '../../lib/clock.ts'

/**
 * Why a suggestion is over: cancelled by the operator, its time ran out, the computer slept or lost its network, the profile
 * was left or saved, the rule was changed, none of its sessions is due any more, or the operator confirmed it.
 */
export type SuggestionEnd = 'operator' | 'lapsed' | 'rest' | 'profile' | 'rule' | 'gone' | 'confirmed'

export function createSuggestions(
  clock: Clock,
  on: { readonly ended: (suggestion: CloseSuggestion, why: SuggestionEnd) => void; readonly changed: () => void },
) {
  const live = new Map<string, { readonly suggestion: CloseSuggestion; readonly cancelTimer: () => void }>()
  const all = (): CloseSuggestion[] => [...live.values()].map(({ suggestion }) => suggestion)

  const countDown = (suggestion: CloseSuggestion): void => {
    live.get(suggestion.id)?.cancelTimer()
    const cancelTimer = clock.after(suggestion.endsAt - clock.now(), () => end([suggestion.id], 'lapsed'))
    live.set(suggestion.id, { suggestion, cancelTimer })
    on.changed()
  }

  const end = (ids: readonly string[], why: SuggestionEnd): void => {
    const ended = ids.flatMap((id) => live.get(id) ?? [])
    for (const { suggestion, cancelTimer } of ended) {
      cancelTimer()
      live.delete(suggestion.id)
      on.ended(suggestion, why)
    }
    if (ended.length > 0) on.changed()
  }

  return {
    all,
    /** What is suggested in that name; refuses with not-pending when it is over. */
    pending: (id: string): CloseSuggestion => {
      const entry = live.get(id)
      if (entry === undefined) throw refusal('not-pending')
      return entry.suggestion
    },
    ofRule: (ruleId: RuleId): CloseSuggestion | undefined => all().find((suggestion) => suggestion.ruleId === ruleId),
    names: (id: SessionId): boolean => all().some(({ sessions }) => sessions.some(({ sessionId }) => sessionId === id)),
    add: countDown,
    /** Puts the end off; never brings it nearer. Does nothing for one that is over. */
    hold: (id: string, until: number): void => {
      const entry = live.get(id)
      if (entry !== undefined && until > entry.suggestion.endsAt) countDown({ ...entry.suggestion, endsAt: until })
    },
    narrow: (id: string, sessions: NamedSession[]): void => {
      const entry = live.get(id)
      if (entry === undefined) return
      live.set(id, { ...entry, suggestion: { ...entry.suggestion, sessions } })
      on.changed()
    },
    /** Passes over those that are over. */
    end,
    endAll: (why: SuggestionEnd): void => end([...live.keys()], why),
  }
}

const quietMs = 15 * 60_000

function faceOf({ appId, label, note }: KnownSession): string {
  return JSON.stringify([appId, label, note])
}

// Set back, the clock would keep them quiet until it has caught up: then they are suggested once too often.
function isOver(since: number, now: number): boolean {
  return now - since >= quietMs || now < since
}

/**
 * Sessions that a rule does not suggest again, because its suggestion was cancelled, lapsed, or was confirmed: for a quarter
 * of an hour, and until the operator changes something about the session. In memory only: a restart suggests again.
 */
export function createSuppressionList() {
  const suppressed = new Map<string, { readonly since: number; readonly face: string }>()
  const keyOf = (ruleId: RuleId, { sessionId }: KnownSession): string => `${ruleId} ${sessionId}`
  return {
    add: (ruleId: RuleId, sessions: readonly KnownSession[], now: number): void => {
      for (const [key, { since }] of suppressed) if (isOver(since, now)) suppressed.delete(key)
      for (const session of sessions) suppressed.set(keyOf(ruleId, session), { since: now, face: faceOf(session) })
    },
    has: (ruleId: RuleId, session: KnownSession, now: number): boolean => {
      const entry = suppressed.get(keyOf(ruleId, session))
      return entry?.face === faceOf(session) && !isOver(entry.since, now)
    },
  }
}
