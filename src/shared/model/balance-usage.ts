/** How long a balance lasts, and until when a reading of a balance is taken as true. */
import type { BalancePace } from '../schemas/account.ts'

/** Two of main's five-minute reads and a little: an older balance shows that a read was missed. */
export const balanceHoldsMs = 11 * 60_000

const hourMs = 3_600_000

/** Milliseconds until a balance is empty; null without a pace, or while the balance doesn't go down. */
export function timeToEmptyMs(left: number, pace: BalancePace | null): number | null {
  if (left <= 0) return 0
  if (pace === null || pace.perHour <= 0) return null
  return (left / pace.perHour) * hourMs
}
