/**
 * Close suggestion rules: each time a count comes in they check the session inbox, and suggest to close sessions, with a
 * countdown. When it ends the suggestion lapses. A rule never closes anything: the operator confirms what it suggests, with
 * the ticket that any close of several takes. Nothing is suggested by a count that may be stale.
 */
import type { AppId, RuleId, SessionId } from '../../../shared/ids.ts'
import type { CloseSuggestion, CloseRule, CloseRules } from '../../../shared/schemas/close-rule.ts'
import type { KnownSession } from '../../../shared/schemas/inbox.ts'
import type { ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { NewActivity } from '../../context/journal.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { SuggestionClaim } from '../closing/close-many.ts'
import { nameSession, sharedAppId } from '../closing/confirmation.ts'
import type { ClosingContext } from '../closing/confirmation.ts'
import type { Observation } from '../concurrency/count-reader.ts'
import type { Repositories } from '../../store/repositories.ts'
import { dueBy, freshCount, freshCountMs, isDue, isWorthChecking } from './rule-context.ts'
import type { RuleContext } from './rule-context.ts'
import { checkNamed, createSuggestions, pending } from './suggestions.ts'
import type { SuggestionEnd } from './suggestions.ts'
import { factsOfRule, openRules } from './saved-close-rules.ts'
import type { Rules } from './saved-close-rules.ts'

/** The close suggestion rules of the open profile. */
export interface CloseRuleSubject {
  readonly handlers: HandlersOf<
    'closeRule.read' | 'closeRule.save' | 'closeRule.setOn' | 'closeRule.remove' | 'closeRule.cancelSuggestion'
  >
  /** A count came in, or could not be had. */
  readonly observe: (observation: Observation) => void
  /**
   * A suggestion that the operator confirms, and some of its sessions. Refuses with not-pending when it is over, and with
   * invalid-input for sessions that it does not name.
   */
  readonly claim: (suggestionId: string, sessionIds: readonly SessionId[]) => SuggestionClaim
  /** The profile was opened or saved: suggestions made before are over. To be called once before anything else. */
  readonly follow: () => void
  /** The computer sleeps or has no network: suggestions made before are over. */
  readonly pause: () => void
  readonly wake: () => void
  readonly dispose: () => void
}

const maxSuggestions = 10
const maxSessions = 200
// Looking through the inbox of a whole profile with each count of fifty applications would be idle work.
const wholeProfileEveryMs = 10_000

// Over for a reason that says nothing about the sessions: they may be suggested again at once, with a new countdown.
const forgetful: ReadonlySet<SuggestionEnd> = new Set(['rest', 'profile', 'rule', 'gone'])

interface Era {
  readonly open: OpenProfile
  readonly rules: Rules
}

function activityOf(
  { profile }: OpenProfile,
  { appId, ruleId, id, sessions }: CloseSuggestion,
  rest: Pick<NewActivity, 'action' | 'outcome' | 'facts'>,
): NewActivity {
  return {
    profileId: profile.id,
    profileName: profile.name,
    target: appId ?? profile.name,
    ...rest,
    facts: { ruleId, proposalId: id, sessions: sessions.length, ...rest.facts },
  }
}

/** Which sessions a rule suggests to close now; `isExcluded` says which are suggested or suppressed already. */
function candidatesOf(
  { knownSessions, closeRules }: Repositories,
  { profile: { id } }: OpenProfile,
  search: {
    readonly rule: CloseRule
    readonly now: RuleContext
    readonly isExcluded: (session: KnownSession) => boolean
  },
): KnownSession[] {
  const { rule, now, isExcluded } = search
  const found = knownSessions.live({
    ...{ profileId: id, appId: rule.appId, seenBy: dueBy(rule, now.now), max: maxSessions },
    fits: (row) => isDue(rule, row, now) && !isExcluded(row),
  })
  if (found.length === 0) return []
  // The journal knows of closes that the inbox does not: of before a session was added, and of before a crash.
  const ids = found.map(({ sessionId }) => sessionId)
  const tried = closeRules.tried(id, ids)
  return found.filter(({ sessionId }) => !tried.has(sessionId))
}

/** The rules do nothing before `follow`. */
export function createCloseRules(context: ClosingContext): CloseRuleSubject {
  const { current, repositories, registry, journal, clock, randomId, emit } = context
  const known = repositories.knownSessions
  const counts = new Map<AppId, ConcurrencySample>()
  const checkedAt = new Map<RuleId, number>()
  let era: Era | null = null
  let isPaused = false

  const view = ({ rules }: Era): CloseRules => ({
    rules: [...rules.all()],
    suggestions: [...suggestions.all()],
  })
  const announce = (): void => {
    if (era !== null) emit('closeRules.changed', view(era))
  }

  const ruleContext = (oldestCountMs: number): RuleContext => ({ now: clock.now(), counts, oldestCountMs })

  const rowOf = ({ open }: Era, sessionId: SessionId): KnownSession | null => known.find(open.profile.id, sessionId)

  const ended = (suggestion: CloseSuggestion, why: SuggestionEnd): void => {
    if (era === null) return
    const now = era
    // A confirmed one is told by the entries of its run.
    if (why !== 'confirmed') {
      const outcome = why === 'operator' ? 'done' : 'seen'
      journal.noteAfter(
        activityOf(now.open, suggestion, { action: 'guard.cancelled', outcome, facts: { reason: why } }),
      )
    }
    if (forgetful.has(why)) return
    const rows = suggestion.sessions.flatMap(({ sessionId }) => rowOf(now, sessionId) ?? [])
    registry.suppressed.add(suggestion.ruleId, rows, clock.now())
  }

  const suggestions = createSuggestions(clock, { ended, changed: announce })

  const review = ({ appId }: Observation, of: Era): void => {
    const now = ruleContext(Infinity)
    for (const { id, ruleId, sessions } of suggestions.all()) {
      const rule = of.rules.find(ruleId)
      if (rule === null || (rule.appId !== null && rule.appId !== appId)) continue
      const left = sessions.filter(({ sessionId }) => {
        const row = rowOf(of, sessionId)
        return row !== null && isDue(rule, row, now)
      })
      if (left.length === 0) suggestions.end(id, 'gone')
      else if (left.length < sessions.length) suggestions.narrow(id, left)
    }
  }

  const suggest = (rule: CloseRule, of: Era): void => {
    const now = ruleContext(freshCountMs)
    if (!isWorthChecking(rule, now)) return
    const isExcluded = (row: KnownSession): boolean =>
      suggestions.names(row.sessionId) || registry.suppressed.has(rule.id, row, now.now)
    const found = candidatesOf(repositories, of.open, { rule, now, isExcluded })
    if (found.length === 0) return
    const { profile } = of.open
    const counted = rule.appId ?? sharedAppId(found)
    const suggestion: CloseSuggestion = {
      id: randomId(),
      ruleId: rule.id,
      condition: rule.condition,
      appId: rule.appId,
      sessions: found.map(({ sessionId, appId }) => nameSession(profile, known, { sessionId, appId })),
      live: counted === null ? null : freshCount(now, counted),
      madeAt: now.now,
      endsAt: now.now + rule.countdownSeconds * 1_000,
    }
    const facts = { ...factsOfRule(rule), live: suggestion.live }
    journal.noteAfter(activityOf(of.open, suggestion, { action: 'guard.proposed', outcome: 'seen', facts }))
    suggestions.add(suggestion)
  }

  const isTurn = (rule: CloseRule, appId: AppId): boolean => {
    if (!rule.isOn || suggestions.ofRule(rule.id) !== null || suggestions.all().length >= maxSuggestions) return false
    if (rule.appId !== null) return rule.appId === appId
    const sinceMs = clock.now() - (checkedAt.get(rule.id) ?? -Infinity)
    if (sinceMs >= 0 && sinceMs < wholeProfileEveryMs) return false
    checkedAt.set(rule.id, clock.now())
    return true
  }

  const observe = (observation: Observation): void => {
    const { sample, appId } = observation
    if (era === null || isPaused || sample === null || era.open.profile.protection === 'read-only') return
    counts.set(appId, sample)
    review(observation, era)
    for (const rule of era.rules.all()) if (isTurn(rule, appId)) suggest(rule, era)
  }

  const follow = (): void => {
    const open = current()
    if (era !== null && open !== null && era.open.client === open.client && era.open.profile === open.profile) return
    suggestions.endAll('profile')
    counts.clear()
    era = open === null ? null : { open, rules: openRules(context, open) }
    announce()
  }

  const ours = (): Era => {
    const open = requireOpen(current)
    if (era?.open.profile !== open.profile) follow()
    return era ?? { open, rules: openRules(context, open) }
  }

  /** A rule is another from here on: what it suggested is over. */
  const changed = (of: Era, ruleId: RuleId): CloseRules => {
    const suggestion = suggestions.ofRule(ruleId)
    if (suggestion !== null) suggestions.end(suggestion.id, 'rule')
    announce()
    return view(of)
  }

  return {
    handlers: {
      'closeRule.read': () => view(ours()),
      'closeRule.save': (input) => {
        const of = ours()
        return changed(of, of.rules.save(input).id)
      },
      'closeRule.setOn': ({ id, isOn }) => {
        const of = ours()
        return changed(of, of.rules.setOn(id, isOn).id)
      },
      'closeRule.remove': ({ id }) => {
        const of = ours()
        of.rules.remove(id)
        return changed(of, id)
      },
      'closeRule.cancelSuggestion': ({ suggestionId }) => {
        const of = ours()
        suggestions.end(pending(suggestions, suggestionId).id, 'operator')
        return view(of)
      },
    },
    observe,
    claim: (suggestionId, sessionIds) => {
      ours()
      const suggestion = pending(suggestions, suggestionId)
      checkNamed(suggestion, sessionIds)
      return {
        facts: { ruleId: suggestion.ruleId, proposalId: suggestionId },
        hold: (until) => {
          suggestions.hold(suggestionId, until)
        },
        check: () => {
          pending(suggestions, suggestionId)
        },
        take: () => {
          suggestions.end(suggestionId, 'confirmed')
        },
      }
    },
    follow,
    pause: () => {
      isPaused = true
      suggestions.endAll('rest')
      counts.clear()
    },
    wake: () => {
      isPaused = false
    },
    dispose: () => {
      isPaused = true
      suggestions.endAll('profile')
      era = null
    },
  }
}
