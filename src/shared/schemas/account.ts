import { z } from 'zod'
import { failure } from './failure.ts'

/** Both balances at an instant. Source: `service-api.md §Account`; the unit of the duration is not stated there. */
export const accountSample = z.strictObject({
  at: z.number(),
  /** companionCreateTimesBalance */
  avatarCreationsLeft: z.number().nullable(),
  /** durationBalance, in the profile's unit */
  durationLeft: z.number().nullable(),
})

/** What is known of the account: the last good sample, the last failure, and the samples kept (oldest first). */
export const account = z.strictObject({
  latest: accountSample.nullable(),
  failure: z.strictObject({ failure, at: z.number() }).nullable(),
  history: z.array(accountSample),
})

export type AccountSample = z.output<typeof accountSample>
export type Account = z.output<typeof account>
