import { FailureError } from '../../shared/failure.ts'
import { ruleId } from '../../shared/schemas/ids.ts'
import type {
  AlertRule,
  AlertRuleInput,
  Alerts,
  AlertSettings,
  AlertSettingsPatch,
} from '../../shared/schemas/alert.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { AlertState, EventPlace } from './alert-state.ts'
import { conditionFacts } from './alert-state.ts'
import { callsOf } from './threshold.ts'

/** The operations of alerts. */
export type AlertHandlers = HandlersOf<
  'alert.read' | 'alert.save' | 'alert.setOn' | 'alert.remove' | 'alert.snooze' | 'alert.setSettings' | 'alert.history'
>

/** The open profile as these operations need it. */
export interface OpenAlerts {
  readonly profile: Profile
  readonly state: AlertState
  /** What is watched at the places that fit begins anew, and their open events end. */
  readonly forget: (fits: (place: EventPlace) => boolean) => void
  readonly announce: () => void
}

function find(state: AlertState, id: AlertRule['id']): AlertRule {
  const rule = state.rules().find((known) => known.id === id)
  if (rule === undefined) throw new FailureError({ kind: 'not-found', what: 'rule' })
  return rule
}

// The account has no applications: a rule about it is one rule, whatever the page sent along.
function placed({ appId, condition: { kind } }: AlertRuleInput): AlertRule['appId'] {
  return kind === 'creations-below' || kind === 'time-to-empty' ? null : appId
}

function hoursWith(
  before: AlertSettings['quietHours'],
  patch: AlertSettingsPatch['quietHours'],
): AlertSettings['quietHours'] {
  if (patch === undefined || patch === null) return patch === null ? null : before
  const { from = before?.from, until = before?.until } = patch
  // One time of hours that another window has switched off: they stay off.
  return from === undefined || until === undefined ? null : { from, until }
}

function settingsWith(before: AlertSettings, { quietHours, capacities = {} }: AlertSettingsPatch): AlertSettings {
  const known = Object.entries({ ...before.capacities, ...capacities }).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  )
  return { quietHours: hoursWith(before.quietHours, quietHours), capacities: Object.fromEntries(known) }
}

/** `open` refuses with `no-profile`. Failures: those of it, not-found (`rule`), storage. */
export function createAlertHandlers(context: ProfileContext, open: () => OpenAlerts): AlertHandlers {
  const { repositories, journal, clock, randomId } = context

  const note = (
    { id: profileId, name: profileName }: Profile,
    action: 'alert.saved' | 'alert.removed' | 'alert.snoozed',
    { appId, condition, severity, isOn, snoozedUntil }: AlertRule,
  ): void => {
    const until = action === 'alert.snoozed' ? { snoozedUntilAt: snoozedUntil } : {}
    const facts = { ...conditionFacts(condition), severity, isOn: String(isOn), ...until }
    journal.noteAfter({ profileId, profileName, action, target: appId ?? profileName, outcome: 'done', facts })
  }

  const save = (input: AlertRuleInput): Alerts => {
    const { profile, state, forget, announce } = open()
    const before = input.id === null ? null : find(state, input.id)
    const rule: AlertRule = {
      ...input,
      id: before?.id ?? ruleId.parse(randomId()),
      appId: placed(input),
      snoozedUntil: before?.snoozedUntil ?? null,
    }
    state.saveRule(rule)
    forget((place) => place.ruleId === rule.id)
    note(profile, 'alert.saved', rule)
    announce()
    return state.view()
  }

  return {
    'alert.read': () => open().state.view(),
    'alert.save': save,
    'alert.setOn': ({ id, isOn }) => {
      const { appId, condition, severity } = find(open().state, id)
      return save({ id, appId, condition, severity, isOn })
    },
    'alert.remove': ({ id }) => {
      const { profile, state, forget, announce } = open()
      const rule = find(state, id)
      state.removeRule(id)
      forget((place) => place.ruleId === id)
      note(profile, 'alert.removed', rule)
      announce()
      return state.view()
    },
    'alert.snooze': ({ id, minutes }) => {
      const { profile, state, announce } = open()
      const rule = { ...find(state, id), snoozedUntil: minutes === 0 ? null : clock.now() + minutes * 60_000 }
      state.saveRule(rule)
      note(profile, 'alert.snoozed', rule)
      announce()
      return state.view()
    },
    'alert.setSettings': (patch) => {
      const { state, forget, announce } = open()
      const settings = settingsWith(state.settings(), patch)
      state.setSettings(settings)
      // A percentage of a capacity that is no longer known can neither hold nor end.
      for (const { ruleId: id, appId, condition } of state.view().active) {
        if (condition.kind !== 'at-or-above' || appId === null) continue
        if (callsOf(condition.threshold, settings.capacities[appId] ?? null) !== null) continue
        forget((place) => place.ruleId === id && place.appId === appId)
      }
      announce()
      return state.view()
    },
    'alert.history': (range) => repositories.alerts.history(open().profile.id, range),
  }
}
