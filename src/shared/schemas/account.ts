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

/** How fast a balance goes down: by how much it fell from the reading at `from` to its newest reading, per hour. */
export const balancePace = z.strictObject({
  from: z.number(),
  /** False: no top-up was seen, and `from` is the first reading of the last 30 days. */
  isSinceTopUp: z.boolean(),
  /** Below zero where refunds gave back more than was used. */
  perHour: z.number(),
})

/** What happened to a balance since `from`. `used` includes what was refunded later. */
export const balanceMovement = z.strictObject({
  from: z.number(),
  used: z.number(),
  /** Rises that no refund explains. */
  added: z.number(),
  refunded: z.number(),
})

/** The use of one balance; null where too little was read. Day and week are those of this computer's time zone. */
export const balanceUsage = z.strictObject({
  pace: balancePace.nullable(),
  today: balanceMovement.nullable(),
  /** Weeks begin on Monday. */
  week: balanceMovement.nullable(),
})

export const account = z.strictObject({
  latest: accountSample.nullable(),
  failure: z.strictObject({ failure, at: z.number() }).nullable(),
  /** When it is read again after a failure; absent without, and while nothing is read. */
  nextAt: z.number().exactOptional(),
  creationsUsage: balanceUsage,
  durationUsage: balanceUsage,
})

const balances = z.strictObject({ creations: z.number().nullable(), duration: z.number().nullable() })

/** `change` is by how much it changed a balance, `left` what was read then; null where that is not recorded. */
export const accountChange = z.strictObject({ annotation: chartAnnotation, change: balances, left: balances })

/** The changes are oldest first; `movements` is what was used, added and refunded in the range. */
export const accountSeries = chartSeries.omit({ annotations: true }).extend({
  creations: z.array(z.number().nullable()),
  duration: z.array(z.number().nullable()),
  changes: z.array(accountChange),
  movements: z.strictObject({ creations: balanceMovement.nullable(), duration: balanceMovement.nullable() }),
})

export type BalanceName = 'creations' | 'duration'
export type BalancePace = z.output<typeof balancePace>
export type BalanceMovement = z.output<typeof balanceMovement>
export type BalanceUsage = z.output<typeof balanceUsage>
export type AccountChange = z.output<typeof accountChange>
export type AccountSeries = z.output<typeof accountSeries>
export type AccountSample = z.output<typeof accountSample>
export type Account = z.output<typeof account>
