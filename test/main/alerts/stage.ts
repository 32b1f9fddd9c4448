/** Alerts of the profile of `profileOf`, on a real database and a clock that the test moves. */
import { expect } from 'vitest'
import { createAlerts } from '../../../src/main/alerts/alerts.ts'
import type { AlertNotice, AlertsPart } from '../../../src/main/alerts/alerts.ts'
import type { Ending } from '../../../src/main/context/active-profile.ts'
import type { AlertCondition, AlertRule, AlertRuleInput } from '../../../src/shared/schemas/alert.ts'
import { alertRuleInput } from '../../../src/shared/schemas/alert.ts'
import { account } from '../../../src/shared/schemas/account.ts'
import { appId } from '../../../src/shared/schemas/ids.ts'
import { concurrencySample } from '../../../src/shared/schemas/session.ts'
import { activating } from '../../support/active.ts'
import { setStage } from '../../support/subjects.ts'
import type { Stage } from '../../support/subjects.ts'

/** The first application of the profile. */
export const lobby = appId.parse('lobby')

/** The stage of a test of alerts. */
export interface AlertStage extends Stage {
  readonly alerts: () => AlertsPart
  /** Ends the active profile. */
  readonly end: (why?: Ending) => void
  /** Begins for the open profile; ends what was begun before. */
  readonly begin: () => void
  /** Everything that was notices, oldest first. */
  readonly notices: AlertNotice[]
  /** Ends the alerts and builds them anew, as a restart does. */
  readonly restart: () => void
  readonly save: (condition: AlertCondition, changes?: Partial<AlertRuleInput>) => Promise<AlertRule>
  /** A reading of so many calls now. */
  readonly see: (total: number, app?: string) => void
  /** Readings of so many calls, 15 s after the last and then every 15 s: from the first to the last it is so long. */
  readonly seeFor: (total: number, ms: number) => Promise<void>
  /** The account as it is read now: creations left, and how many an hour are used up. */
  readonly seeAccount: (creationsLeft: number | null, perHour?: number | null) => void
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
    save: async (condition, changes = {}) => {
      const input = alertRuleInput.parse({
        id: null,
        appId: lobby,
        condition,
        severity: 'warning',
        ...changes,
      })
      const { rules } = await alerts.handlers['alert.save'](input, window)
      return (input.id === null ? rules.at(-1) : rules.find(({ id }) => id === input.id)) ?? expect.fail()
    },
    see,
    seeFor: async (total, ms) => {
      for (let passed = 0; passed <= ms; passed += 15_000) {
        await stage.clock.pass(15_000)
        see(total)
      }
    },
    seeAccount: (creationsLeft, perHour = null) => {
      const pace = perHour === null ? null : { from: 0, isSinceTopUp: true, perHour }
      const none = { pace: null, today: null, week: null }
      const latest = { at: stage.clock.now(), avatarCreationsLeft: creationsLeft, durationLeft: null }
      const creationsUsage = { ...none, pace }
      alerts.observeAccount(account.parse({ latest, failure: null, creationsUsage, durationUsage: none }))
    },
    active: async () => (await alerts.handlers['alert.read']({}, window)).active.map((event) => event.condition.kind),
  }
}
