import { z } from 'zod'
import { limits, timePattern } from '../model/limits.ts'
import { appId, ruleId } from './ids.ts'
import { within } from './profile.ts'
import { namedSession } from './session.ts'

export const timeOfDay = z.string().regex(timePattern)

/** Always about sessions of the inbox; there is none that closes all. */
export const closeRuleCondition = z.discriminatedUnion('kind', [
  /** Known sessions first seen more than so many minutes ago. */
  z.strictObject({ kind: z.literal('older-than'), minutes: within(limits.minutesKnown) }),
  /** Between two times of day, while calls are live. */
  z.strictObject({ kind: z.literal('after-hours'), from: timeOfDay, until: timeOfDay }),
])

/** `appId` null is every application of the profile. */
export const closeRuleInput = z.strictObject({
  id: ruleId.nullable(),
  appId: appId.nullable(),
  condition: closeRuleCondition,
  countdownSeconds: within(limits.countdownSeconds),
})

export const closeRule = closeRuleInput.extend({ id: ruleId, isOn: z.boolean() })

/** To close these sessions, one after the other. */
export const closeSuggestion = z.strictObject({
  id: z.string(),
  ruleId,
  condition: closeRuleCondition,
  appId: appId.nullable(),
  sessions: z.array(namedSession),
  /** Live calls at the last read; null when not known. */
  live: z.number().nullable(),
  endsAt: z.number(),
})

export const closeRules = z.strictObject({ rules: z.array(closeRule), suggestions: z.array(closeSuggestion) })

export type CloseRuleCondition = z.output<typeof closeRuleCondition>
export type CloseRuleInput = z.output<typeof closeRuleInput>
export type CloseRule = z.output<typeof closeRule>
export type CloseSuggestion = z.output<typeof closeSuggestion>
export type CloseRules = z.output<typeof closeRules>
