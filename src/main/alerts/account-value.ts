import { timeToEmpty } from '../../shared/model/burn.ts'
import type { Account, Burn } from '../../shared/schemas/account.ts'
import type { AlertCondition } from '../../shared/schemas/alert.ts'

/** Minutes until a balance is empty at its pace of the last hour, else of the day; Infinity while it does not go down. */
function minutesToEmpty(left: number, { hour, day }: Burn): number {
  const lasts = timeToEmpty(left, hour ?? day)
  return lasts === null ? Infinity : lasts.ms / 60_000
}

/** The number that a condition of the account looks at; null when the service did not send it, or for any other condition. */
export function accountValue(condition: AlertCondition, account: Account): number | null {
  const { latest, creationsBurn, durationBurn } = account
  if (latest === null) return null
  const { avatarCreationsLeft, durationLeft } = latest
  if (condition.kind === 'creations-below') return avatarCreationsLeft
  if (condition.kind !== 'time-to-empty') return null
  const [left, burn] =
    condition.balance === 'creations' ? [avatarCreationsLeft, creationsBurn] : [durationLeft, durationBurn]
  return left === null ? null : minutesToEmpty(left, burn)
}
