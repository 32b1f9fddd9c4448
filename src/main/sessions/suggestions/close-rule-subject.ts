/**
 * Close suggestion rules: each time a fresh count comes in they suggest sessions to close, with a countdown after which the
 * suggestion lapses. A rule never closes anything: the operator confirms it as any close of several.
 */
import { refusal } from '../../../shared/failure.ts'
import type { AppId, RuleId, SessionId } from '../../../shared/ids.ts'
import { limits } from '../../../shared/model/limits.ts'
import type { CloseSuggestion, CloseRule, CloseRules } from '../../../shared/schemas/close-rule.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { NewActivity } from '../../context/journal.ts'
import { isSameOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { HandlersUnder } from '../../ipc/handlers.ts'
import { nameSession, notOurs, sharedAppId } from '../closing/confirmation.ts'
import type { ClosingContext } from '../closing/confirmation.ts'
import type { Observation } from '../concurrency/count-reader.ts'
import { dueBy, freshCount, freshCountMs, isDue, isWorthChecking, factsOfRule, openRules } from './close-rules.ts'
import type { RuleContext } from './close-rules.ts'
import { createSuggestions } from './suggestions.ts'
import type { SuggestionEnd } from './suggestions.ts'

const maxSuggestions = 10
// Looking through the inbox of a whole profile with each count of fifty applications would be idle work.
const wholeProfileEveryMs = 10_000

// Over for a reason that says nothing about the sessions: they may be suggested again at once, with a new countdown.
const forgetful: ReadonlySet<SuggestionEnd> = new Set(['rest', 'profile', 'rule', 'gone'])

function activityOf(
  profile: Profile,
  { appId, ruleId, id, sessions }: CloseSuggestion,
  { facts, ...what }: Pick<NewActivity, 'action' | 'outcome' | 'facts'>,
): NewActivity {
  const named = { ruleId, proposalId: id, sessions: sessions.length }
  return { profile, target: appId ?? profile.name, ...what, facts: { ...named, ...facts } }
}

/** The rules of one open profile and what they suggest, until the profile is left or saved. */
function openProfileRules(context: ClosingContext, open: OpenProfile) {
  const { repositories, registry, journal, clock, randomId, emit } = context
  const { knownSessions, closeRules } = repositories
  const { profile } = open
  const rules = openRules(context, profile)
  const counts = new Map<AppId, ConcurrencySample>()
  const checkedAt = new Map<RuleId, number>()

  const view = (): CloseRules => ({ rules: [...rules.all()], suggestions: suggestions.all() })
  const announce = (): void => emit('closeRules.changed', view())
  const ruleContext = (oldestCountMs: number): RuleContext => ({ now: clock.now(), counts, oldestCountMs })

  const ended = (suggestion: CloseSuggestion, why: SuggestionEnd): void => {
    // A confirmed one is told by the entries of its run.
    if (why !== 'confirmed') {
      const outcome = why === 'operator' ? 'done' : 'seen'
      journal.noteAfter(activityOf(profile, suggestion, { action: 'guard.cancelled', outcome, facts: { reason: why } }))
    }
    if (forgetful.has(why)) return
    const rows = suggestion.sessions.flatMap(({ sessionId }) => knownSessions.find(profile.id, sessionId) ?? [])
    registry.suppressed.add(suggestion.ruleId, rows, clock.now())
  }
  const suggestions = createSuggestions(clock, { ended, changed: announce })

  /** Takes sessions out of suggestions that are no longer due. */
  const review = (appId: AppId): void => {
    const now = ruleContext(Infinity)
    for (const { id, ruleId, sessions } of suggestions.all()) {
      const rule = rules.find(ruleId)
      if (rule === undefined || (rule.appId !== null && rule.appId !== appId)) continue
      const left = sessions.filter(({ sessionId }) => {
        const row = knownSessions.find(profile.id, sessionId)
        return row !== null && isDue(rule, row, now)
      })
      if (left.length === 0) suggestions.end([id], 'gone')
      else if (left.length < sessions.length) suggestions.narrow(id, left)
    }
  }

  const suggest = (rule: CloseRule): void => {
    const now = ruleContext(freshCountMs)
    if (!isWorthChecking(rule, now)) return
    const due = knownSessions.live({
      profileId: profile.id,
      appId: rule.appId,
      seenBy: dueBy(rule, now.now),
      max: limits.closedAtOnce,
      fits: (row) =>
        isDue(rule, row, now) && !suggestions.names(row.sessionId) && !registry.suppressed.has(rule.id, row, now.now),
    })
    // The journal knows of closes that the inbox does not: of before a session was added, and of before a crash.
    const ids = due.map(({ sessionId }) => sessionId)
    const tried = closeRules.tried(profile.id, ids)
    const found = due.filter(({ sessionId }) => !tried.has(sessionId))
    if (found.length === 0) return
    const counted = rule.appId ?? sharedAppId(found)
    const suggestion: CloseSuggestion = {
      id: randomId(),
      ruleId: rule.id,
      condition: rule.condition,
      appId: rule.appId,
      sessions: found.map(({ sessionId }) => nameSession(profile, knownSessions, sessionId)),
      live: counted === null ? null : freshCount(now, counted),
      endsAt: now.now + rule.countdownSeconds * 1_000,
    }
    const facts = { ...factsOfRule(rule), live: suggestion.live }
    journal.noteAfter(activityOf(profile, suggestion, { action: 'guard.proposed', outcome: 'seen', facts }))
    suggestions.add(suggestion)
  }

  const isTurn = (rule: CloseRule, appId: AppId): boolean => {
    if (!rule.isOn || suggestions.ofRule(rule.id) !== undefined || suggestions.all().length >= maxSuggestions)
      return false
    if (rule.appId !== null) return rule.appId === appId
    const sinceMs = clock.now() - (checkedAt.get(rule.id) ?? -Infinity)
    if (sinceMs >= 0 && sinceMs < wholeProfileEveryMs) return false
    checkedAt.set(rule.id, clock.now())
    return true
  }

  return {
    open,
    rules,
    suggestions,
    view,
    announce,
    observe: (appId: AppId, sample: ConcurrencySample): void => {
      counts.set(appId, sample)
      review(appId)
      for (const rule of rules.all()) if (isTurn(rule, appId)) suggest(rule)
    },
    /** A rule is another from here on: what it suggested is over. */
    changed: (ruleId: RuleId): CloseRules => {
      const suggestion = suggestions.ofRule(ruleId)
      if (suggestion !== undefined) suggestions.end([suggestion.id], 'rule')
      announce()
      return view()
    },
    end: (why: SuggestionEnd): void => {
      suggestions.endAll(why)
      counts.clear()
    },
  }
}

/** The rules do nothing before `follow`. */
export function createCloseRules(context: ClosingContext) {
  const { current } = context
  let opened: ReturnType<typeof openProfileRules> | null = null
  let isPaused = false

  /** Suggestions made before a profile was opened or saved are over. */
  const follow = (): typeof opened => {
    const open = current()
    if (isSameOpen(opened?.open, open)) return opened
    opened?.end('profile')
    opened = open === null ? null : openProfileRules(context, open)
    opened?.announce()
    return opened
  }

  const required = (): NonNullable<typeof opened> => {
    const now = follow()
    if (now === null) throw refusal('no-profile')
    return now
  }

  const handlers = {
    'closeRule.read': () => required().view(),
    'closeRule.save': (input) => {
      const { rules, changed } = required()
      return changed(rules.save(input).id)
    },
    'closeRule.setOn': ({ id, isOn }) => {
      const { rules, changed } = required()
      return changed(rules.setOn(id, isOn).id)
    },
    'closeRule.remove': ({ id }) => {
      const { rules, changed } = required()
      rules.remove(id)
      return changed(id)
    },
    'closeRule.cancelSuggestion': ({ suggestionId }) => {
      const { suggestions, view } = required()
      suggestions.end([suggestions.pending(suggestionId).id], 'operator')
      return view()
    },
  } satisfies HandlersUnder<'closeRule'>

  return {
    handlers,
    observe: ({ appId, sample }: Observation): void => {
      if (opened === null || isPaused || sample === null || opened.open.profile.protection === 'read-only') return
      opened.observe(appId, sample)
    },
    /**
     * A suggestion that the operator confirms, and some of its sessions. Refuses with not-pending when it is over, and with
     * invalid-input for sessions that it does not name.
     */
    claim: (id: string, sessionIds: readonly SessionId[]) => {
      const { suggestions } = required()
      const { ruleId, sessions } = suggestions.pending(id)
      const named = new Set(sessions.map(({ sessionId }) => sessionId))
      if (!sessionIds.every((sessionId) => named.has(sessionId))) throw notOurs('sessionIds', 'not in the suggestion')
      return {
        facts: { ruleId, proposalId: id },
        /** Puts the end of its countdown off until the confirmation is over. */
        hold: (until: number): void => suggestions.hold(id, until),
        /** Refuses with not-pending when it was cancelled or is carried out already. */
        check: (): void => void suggestions.pending(id),
        take: (): void => suggestions.end([id], 'confirmed'),
      }
    },
    follow: (): void => void follow(),
    /** The computer sleeps or has no network: suggestions made before are over. */
    pause: (): void => {
      isPaused = true
      opened?.end('rest')
    },
    wake: (): void => {
      isPaused = false
    },
    dispose: (): void => {
      isPaused = true
      opened?.end('profile')
      opened = null
    },
  }
}

/** A rule's suggestion that is being confirmed by the operator. */
export type SuggestionClaim = ReturnType<ReturnType<typeof createCloseRules>['claim']>
