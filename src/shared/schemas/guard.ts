import { z } from 'zod'
import { appId, ruleId } from './ids.ts'
import { namedSession } from './session.ts'

/** A time of day on this computer, as `22:00`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** When a close suggestion rule proposes something. It is always about sessions of the inbox; there is none that closes all. */
export const guardCondition = z.discriminatedUnion('kind', [
  /** Known sessions first seen more than so many minutes ago. */
  z.strictObject({ kind: z.literal('older-than'), minutes: z.int().min(1).max(10_080) }),
  /** Between two times of day, while calls are live. */
  z.strictObject({ kind: z.literal('after-hours'), from: timeOfDay, until: timeOfDay }),
])

/** What the operator sets of a close suggestion rule; `appId` null is every application of the profile. */
export const guardRuleInput = z.strictObject({
  id: ruleId.nullable(),
  appId: appId.nullable(),
  condition: guardCondition,
  isOn: z.boolean(),
  countdownSeconds: z.int().min(15).max(3_600),
})

/** A close suggestion rule: it proposes, and never closes. */
export const guardRule = guardRuleInput.extend({ id: ruleId })

/** What a rule proposes: to close these sessions, one after the other. */
export const guardProposal = z.strictObject({
  id: z.string(),
  ruleId,
  condition: guardCondition,
  appId: appId.nullable(),
  sessions: z.array(namedSession),
  /** Live calls of the application at the last read; null when not known. */
  live: z.number().nullable(),
  madeAt: z.number(),
  /** The end of the countdown: then it lapses. */
  endsAt: z.number(),
})

/** The close suggestion rules of the open profile. */
export const guards = z.strictObject({
  rules: z.array(guardRule),
  proposals: z.array(guardProposal),
})

export type GuardCondition = z.output<typeof guardCondition>
export type GuardRuleInput = z.output<typeof guardRuleInput>
export type GuardRule = z.output<typeof guardRule>
export type GuardProposal = z.output<typeof guardProposal>
export type Guards = z.output<typeof guards>
