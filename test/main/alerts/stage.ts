/** Alerts of the profile of `profileOf`, on a real database and a clock that the test moves. */
import { createAlerts } from '../../../src/main/alerts/alerts.ts'
import type { AlertNotice, AlertsPart } from '../../../src/main/alerts/alerts.ts'
import type { Ending } from '../../../src/main/context/active-profile.ts'
import type { AppId } from '../../../src/shared/ids.ts'
import { alertKinds } from '../../../src/shared/model/alert-kinds.ts'
import type { AlertRuleChange, Alerts } from '../../../src/shared/schemas/alert.ts'
import { alertRuleChange } from '../../../src/shared/schemas/alert.ts'
import { account } from '../../../src/shared/schemas/account.ts'
import { appId } from '../../../src/shared/schemas/ids.ts'
import { concurrencySample } from '../../../src/shared/schemas/session.ts'
import { activating } from '../../support/active.ts'
import { setStage } from '../../support/subjects.ts'
import type { Stage } from '../../support/subjects.ts'

/** The first application of the profile. */
export const lobby = appId.parse('lobby')

type RuleChange = Omit<AlertRuleChange, 'appId'> & { readonly appId?: AppId | null }

/** The stage of a test of alerts. */
export interface AlertStage extends Stage {
  readonly alerts: () => AlertsPart
  /** Ends the active profile. */
  readonly end: (why?: Ending) => void
  /** Starts for the open profile; ends the previous start. */
  readonly begin: () => void
  /** All notices, oldest first. */
  readonly notices: AlertNotice[]
  /** Ends the alerts and builds them again, as a restart does. */
  readonly restart: () => void
  /** Changes a rule and switches it on, unless the change says otherwise; a rule on calls belongs to the lobby. */
  readonly set: (change: RuleChange) => Promise<Alerts>
  /** A reading of `total` calls now. */
  readonly see: (total: number, app?: string) => void
  /**
   * Readings of `total` calls every 15 s, the first 15 s after the previous one; the first and the last are `ms` apart.
   */
  readonly seeFor: (total: number, ms: number) => Promise<void>
  /** A reading of the account now: `left` creations and `left` duration, of which `perHour` are used in an hour. */
  readonly seeAccount: (left: number | null, perHour?: number | null) => void
  readonly active: () => Promise<readonly string[]>
}

const window = { windowId: 1 }

/** Sets a stage with an open profile and no rule. */
export function setAlertStage(): AlertStage {
  const stage = setStage()
  const notices: AlertNotice[] = []
  const make = () => createAlerts(stage, (notice) => void notices.push(notice))
  let alerts = make()
  const { begin, end } = activating(stage.current, { begin: (active) => alerts.begin(active) })
  begin()
  const see = (total: number, app: string = lobby): void => {
    const sample = concurrencySample.parse({ appId: app, at: stage.clock.now(), corporateId: null, total, yours: null })
    alerts.observe({ appId: sample.appId, sample })
  }
  return {
    ...stage,
    notices,
    alerts: () => alerts,
    restart: () => {
      end()
      alerts = make()
      begin()
    },
    end,
    begin,
    set: async (change) => {
      const appId = alertKinds[change.kind].of === 'calls' ? lobby : null
      return await alerts.handlers['alert.set'](alertRuleChange.parse({ appId, isOn: true, ...change }), window)
    },
    see,
    seeFor: async (total, ms) => {
      for (let passed = 0; passed <= ms; passed += 15_000) {
        await stage.clock.pass(15_000)
        see(total)
      }
    },
    seeAccount: (left, perHour = null) => {
      const pace = perHour === null ? null : { from: 0, isSinceTopUp: true, perHour }
      const none = { pace: null, today: null, week: null }
      const latest = { at: stage.clock.now(), avatarCreationsLeft: left, durationLeft: left }
      const durationUsage = { ...none, pace }
      alerts.observeAccount(account.parse({ latest, failure: null, creationsUsage: none, durationUsage }))
    },
    active: async () => (await alerts.handlers['alert.read']({}, window)).active.map((event) => event.condition.kind),
  }
}
