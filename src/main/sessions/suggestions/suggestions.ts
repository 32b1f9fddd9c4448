/** The suggestions of close suggestion rules that count down now. */
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { RuleId, SessionId } from '../../../shared/ids.ts'
import type { CloseSuggestion } from '../../../shared/schemas/close-rule.ts'
import type { NamedSession } from '../../../shared/schemas/session.ts'
import type { Clock } from '../../lib/clock.ts'
import type { KnownSession } from '../../../shared/schemas/inbox.ts'

/**
 * Why a suggestion is over: cancelled by the operator, its time ran out, the computer slept or lost its network, the profile
 * was left or saved, the rule was changed, none of its sessions is due any more, or the operator confirmed it.
 */
export type SuggestionEnd = 'operator' | 'lapsed' | 'rest' | 'profile' | 'rule' | 'gone' | 'confirmed'

export interface Suggestions {
  readonly all: () => readonly CloseSuggestion[]
  readonly find: (id: string) => CloseSuggestion | null
  readonly ofRule: (ruleId: RuleId) => CloseSuggestion | null
  readonly names: (sessionId: SessionId) => boolean
  readonly add: (suggestion: CloseSuggestion) => void
  /** Puts the end off; never brings it nearer. Does nothing for one that is over. */
  readonly hold: (id: string, until: number) => void
  /** Leaves only these of its sessions. */
  readonly narrow: (id: string, sessions: NamedSession[]) => void
  /** Does nothing for one that is over. */
  readonly end: (id: string, why: SuggestionEnd) => void
  readonly endAll: (why: SuggestionEnd) => void
}

interface Live {
  readonly suggestion: CloseSuggestion
  readonly cancelTimer: () => void
}

/** What is suggested in that name; refuses with not-pending when it is over. */
export function pending(suggestions: Suggestions, id: string): CloseSuggestion {
  const suggestion = suggestions.find(id)
  if (suggestion === null) throw refusal('not-pending')
  return suggestion
}

/** Refuses with invalid-input when any of the sessions is none of the suggestion's. */
export function checkNamed({ sessions }: CloseSuggestion, ids: readonly SessionId[]): void {
  const named = new Set(sessions.map(({ sessionId }) => sessionId))
  if (ids.every((id) => named.has(id))) return
  const issues = [{ path: 'sessionIds', message: 'not in the suggestion' }]
  throw new FailureError({ kind: 'invalid-input', issues })
}

export function createSuggestions(
  clock: Clock,
  on: { readonly ended: (suggestion: CloseSuggestion, why: SuggestionEnd) => void; readonly changed: () => void },
): Suggestions {
  const live = new Map<string, Live>()

  const countDown = (suggestion: CloseSuggestion): void => {
    live.get(suggestion.id)?.cancelTimer()
    const cancelTimer = clock.after(suggestion.endsAt - clock.now(), () => {
      end(suggestion.id, 'lapsed')
    })
    live.set(suggestion.id, { suggestion, cancelTimer })
    on.changed()
  }

  const remove = (id: string, why: SuggestionEnd): boolean => {
    const entry = live.get(id)
    if (entry === undefined) return false
    entry.cancelTimer()
    live.delete(id)
    on.ended(entry.suggestion, why)
    return true
  }

  const end = (id: string, why: SuggestionEnd): void => {
    if (remove(id, why)) on.changed()
  }

  return {
    all: () => [...live.values()].map(({ suggestion }) => suggestion),
    find: (id) => live.get(id)?.suggestion ?? null,
    ofRule: (ruleId) => [...live.values()].find(({ suggestion }) => suggestion.ruleId === ruleId)?.suggestion ?? null,
    names: (sessionId) =>
      [...live.values()].some(({ suggestion }) => suggestion.sessions.some((named) => named.sessionId === sessionId)),
    add: countDown,
    hold: (id, until) => {
      const entry = live.get(id)
      if (entry !== undefined && until > entry.suggestion.endsAt) countDown({ ...entry.suggestion, endsAt: until })
    },
    narrow: (id, sessions) => {
      const entry = live.get(id)
      if (entry === undefined) return
      live.set(id, { ...entry, suggestion: { ...entry.suggestion, sessions } })
      on.changed()
    },
    end,
    endAll: (why) => {
      const ended = [...live.keys()].filter((id) => remove(id, why))
      if (ended.length > 0) on.changed()
    },
  }
}

/** `now` is in epoch milliseconds. */
export interface SuppressionList {
  readonly add: (ruleId: RuleId, sessions: readonly KnownSession[], now: number) => void
  /** For a quarter of an hour, and until the operator changes something about the session. */
  readonly has: (ruleId: RuleId, session: KnownSession, now: number) => boolean
}

const quietMs = 15 * 60_000

interface Entry {
  readonly since: number
  readonly face: string
}

function faceOf({ appId, label, note }: KnownSession): string {
  return JSON.stringify([appId, label, note])
}

// Set back, the clock would keep them quiet until it has caught up: then they are suggested once too often.
function isOver({ since }: Entry, now: number): boolean {
  return now - since >= quietMs || now < since
}

/** In memory only: a restart suggests again, with a whole countdown. */
export function createSuppressionList(): SuppressionList {
  const suppressed = new Map<string, Entry>()
  const keyOf = (ruleId: RuleId, { sessionId }: KnownSession): string => `${ruleId} ${sessionId}`
  return {
    add: (ruleId, sessions, now) => {
      for (const [key, entry] of suppressed) if (isOver(entry, now)) suppressed.delete(key)
      for (const session of sessions) suppressed.set(keyOf(ruleId, session), { since: now, face: faceOf(session) })
    },
    has: (ruleId, session, now) => {
      const entry = suppressed.get(keyOf(ruleId, session))
      return entry?.face === faceOf(session) && !isOver(entry, now)
    },
  }
}
