/** How long a balance will last, and how long a balance reading stays valid. */
import type { BalancePace } from '../schemas/account.ts'

/** Slightly more than two of main's five-minute reads: an older balance means that a read was missed. */
export const balanceHoldsMs = 11 * 60_000

const hourMs = 3_600_000

/** Milliseconds until a balance is used up; null without a pace, or while the balance doesn't go down. */
export function timeToEmptyMs(balance: number, pace: BalancePace | null): number | null {
  if (balance <= 0) return 0
  if (pace === null || pace.perHour <= 0) return null
  return (balance / pace.perHour) * hourMs
}
