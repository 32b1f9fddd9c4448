import { z } from 'zod'
import { failure } from './failure.ts'
import { chartAnnotation, chartSeries } from './session.ts'

/** Both balances at an instant; the unit of the duration is not stated. Source: `service-api.md §Account`. */
export const accountSample = z.strictObject({
  at: z.number(),
  avatarCreationsLeft: z.number().nullable(),
  /** In the profile's unit. */
  durationLeft: z.number().nullable(),
})

/** How fast a balance goes down, per hour (above zero while it does): the median slope, and the likely range around it. */
export const burnRate = z.strictObject({
  perHour: z.number(),
  low: z.number(),
  high: z.number(),
  readings: z.int(),
  spanMs: z.number(),
})

/** The burn of one balance over the last hour and the last 24 hours; null where too little was read. */
export const burn = z.strictObject({ hour: burnRate.nullable(), day: burnRate.nullable() })

export const account = z.strictObject({
  latest: accountSample.nullable(),
  failure: z.strictObject({ failure, at: z.number() }).nullable(),
  /** When it is read again after a failure; absent without, and while nothing is read. */
  nextAt: z.number().exactOptional(),
  creationsBurn: burn,
  durationBurn: burn,
})

const balances = z.strictObject({ creations: z.number().nullable(), duration: z.number().nullable() })

/** `change` is by how much it changed a balance, `left` what was read then; null where that is not recorded. */
export const accountChange = z.strictObject({ annotation: chartAnnotation, change: balances, left: balances })

/** The changes are oldest first. */
export const accountSeries = chartSeries.omit({ annotations: true }).extend({
  creations: z.array(z.number().nullable()),
  duration: z.array(z.number().nullable()),
  changes: z.array(accountChange),
})

export type BurnRate = z.output<typeof burnRate>
export type Burn = z.output<typeof burn>
export type AccountChange = z.output<typeof accountChange>
export type AccountSeries = z.output<typeof accountSeries>
export type AccountSample = z.output<typeof accountSample>
export type Account = z.output<typeof account>
