import { z } from 'zod'
import { failure } from './failure.ts'
import { chartAnnotation, chartSeries } from './session.ts'

/** Both balances at an instant; the unit of the duration is not stated. Source: `service-api.md §Account`. */
export const accountSample = z.strictObject({
  at: z.number(),
  avatarCreationsLeft: z.number().nullable(),
  /** In the profile's duration unit. */
  durationLeft: z.number().nullable(),
})

/** How fast a balance goes down: its fall per hour from the reading at `from` to the newest reading. */
export const balancePace = z.strictObject({
  from: z.number(),
  /** False where no top-up was seen; `from` is then the first reading of the last 30 days. */
  isSinceTopUp: z.boolean(),
  /** Negative where refunds exceed the use. */
  perHour: z.number(),
})

/** Changes of a balance since `from`. `used` includes amounts that were refunded later. */
export const balanceMovement = z.strictObject({
  from: z.number(),
  used: z.number(),
  /** Rises that no refund explains. */
  added: z.number(),
  refunded: z.number(),
})

/** The use of one balance; null with too few readings. Day and week follow this computer's time zone. */
export const balanceUsage = z.strictObject({
  pace: balancePace.nullable(),
  today: balanceMovement.nullable(),
  /** Weeks begin on Monday. */
  week: balanceMovement.nullable(),
})

export const account = z.strictObject({
  latest: accountSample.nullable(),
  failure: z.strictObject({ failure, at: z.number() }).nullable(),
  /** When the account is read again after a failure; absent without a failure, and while no read is planned. */
  nextAt: z.number().exactOptional(),
  creationsUsage: balanceUsage,
  durationUsage: balanceUsage,
})

const balances = z.strictObject({ creations: z.number().nullable(), duration: z.number().nullable() })

/** `change` is the change of each balance, `left` the balance that was read then; null where it is not recorded. */
export const accountChange = z.strictObject({ annotation: chartAnnotation, change: balances, left: balances })

/** `changes` is sorted oldest first; `movements` contains the amounts used, added and refunded in the range. */
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
