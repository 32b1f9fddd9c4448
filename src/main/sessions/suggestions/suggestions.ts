/** The proposals of close suggestion rules that count down now. */
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { RuleId, SessionId } from '../../../shared/ids.ts'
import type { CloseSuggestion } from '../../../shared/schemas/close-rule.ts'
import type { NamedSession } from '../../../shared/schemas/session.ts'
import type { Clock } from '../../lib/clock.ts'

/**
 * Why a proposal is over: cancelled by the operator, its time ran out, the computer slept or lost its network, the profile
 * was left or saved, the rule was changed, none of its sessions is due any more, or the operator confirmed it.
 */
export type SuggestionEnd = 'operator' | 'lapsed' | 'rest' | 'profile' | 'rule' | 'gone' | 'confirmed'

/** The proposals. */
export interface Suggestions {
  readonly all: () => readonly CloseSuggestion[]
  readonly find: (id: string) => CloseSuggestion | null
  readonly ofRule: (ruleId: RuleId) => CloseSuggestion | null
  readonly names: (sessionId: SessionId) => boolean
  readonly add: (proposal: CloseSuggestion) => void
  /** Puts the end off; never brings it nearer. Does nothing for one that is over. */
  readonly hold: (id: string, until: number) => void
  /** Leaves only these of its sessions. */
  readonly narrow: (id: string, sessions: NamedSession[]) => void
  /** Does nothing for one that is over. */
  readonly end: (id: string, why: SuggestionEnd) => void
  readonly endAll: (why: SuggestionEnd) => void
}

export interface SuggestionsDeps {
  readonly clock: Clock
  readonly onEnd: (proposal: CloseSuggestion, why: SuggestionEnd) => void
  readonly onChanged: () => void
}

interface Live {
  readonly proposal: CloseSuggestion
  readonly cancelTimer: () => void
}

/** What is proposed in that name; refuses with not-pending when it is over. */
export function pending(proposals: Suggestions, id: string): CloseSuggestion {
  const proposal = proposals.find(id)
  if (proposal === null) throw refusal('not-pending')
  return proposal
}

/** Refuses with invalid-input when any of the sessions is none of the proposal's. */
export function checkNamed({ sessions }: CloseSuggestion, ids: readonly SessionId[]): void {
  const named = new Set(sessions.map(({ sessionId }) => sessionId))
  if (ids.every((id) => named.has(id))) return
  const issues = [{ path: 'sessionIds', message: 'not in the proposal' }]
  throw new FailureError({ kind: 'invalid-input', issues })
}

/** Gives no proposals. */
export function createSuggestions({ clock, onEnd, onChanged }: SuggestionsDeps): Suggestions {
  const live = new Map<string, Live>()

  const countDown = (proposal: CloseSuggestion): void => {
    live.get(proposal.id)?.cancelTimer()
    const cancelTimer = clock.after(proposal.endsAt - clock.now(), () => {
      end(proposal.id, 'lapsed')
    })
    live.set(proposal.id, { proposal, cancelTimer })
    onChanged()
  }

  const remove = (id: string, why: SuggestionEnd): boolean => {
    const entry = live.get(id)
    if (entry === undefined) return false
    entry.cancelTimer()
    live.delete(id)
    onEnd(entry.proposal, why)
    return true
  }

  const end = (id: string, why: SuggestionEnd): void => {
    if (remove(id, why)) onChanged()
  }

  return {
    all: () => [...live.values()].map(({ proposal }) => proposal),
    find: (id) => live.get(id)?.proposal ?? null,
    ofRule: (ruleId) => [...live.values()].find(({ proposal }) => proposal.ruleId === ruleId)?.proposal ?? null,
    names: (sessionId) =>
      [...live.values()].some(({ proposal }) => proposal.sessions.some((named) => named.sessionId === sessionId)),
    add: countDown,
    hold: (id, until) => {
      const entry = live.get(id)
      if (entry !== undefined && until > entry.proposal.endsAt) countDown({ ...entry.proposal, endsAt: until })
    },
    narrow: (id, sessions) => {
      const entry = live.get(id)
      if (entry === undefined) return
      live.set(id, { ...entry, proposal: { ...entry.proposal, sessions } })
      onChanged()
    },
    end,
    endAll: (why) => {
      const ended = [...live.keys()].filter((id) => remove(id, why))
      if (ended.length > 0) onChanged()
    },
  }
}
