/** The use of a balance: its pace since the last top-up, and its use today and this week. */
import type { BalancePace, BalanceUsage } from '../../shared/schemas/account.ts'
import { movementSince } from './balance-steps.ts'
import type { BalanceSteps } from './balance-steps.ts'

const hourMs = 3_600_000
// After a shorter time a single batch would look like a pace.
const minPaceMs = 30 * 60_000

function paceOf({ steps }: BalanceSteps): BalancePace | null {
  const topUp = steps.findLast(({ added }) => added > 0)
  const start = topUp?.to ?? steps[0]?.from
  const now = steps.at(-1)?.to
  if (start === undefined || now === undefined || now.at - start.at < minPaceMs) return null
  const perHour = ((start.value - now.value) * hourMs) / (now.at - start.at)
  return { from: start.at, isSinceTopUp: topUp !== undefined, perHour }
}

/** Midnight of this computer's time zone. */
function startOfDay(now: number): Date {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  return day
}

/** Midnight before the last Monday. */
function startOfWeek(now: number): Date {
  const day = startOfDay(now)
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7))
  return day
}

/** `balance`: the steps of one account, from the start of the week at the latest. */
export function usageOf(balance: BalanceSteps, now: number): BalanceUsage {
  return {
    pace: paceOf(balance),
    today: movementSince(startOfDay(now).getTime(), balance),
    week: movementSince(startOfWeek(now).getTime(), balance),
  }
}
