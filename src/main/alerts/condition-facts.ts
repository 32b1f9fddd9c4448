import type { AlertCondition } from '../../shared/schemas/alert.ts'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'

/** A condition as facts of the journal: `condition` is its kind, the rest its numbers. */
export function conditionFacts(condition: AlertCondition): ActivityEntry['facts'] {
  switch (condition.kind) {
    case 'at-or-above': {
      const { unit, value } = condition.threshold
      return { condition: condition.kind, [unit]: value, minutes: condition.minutes }
    }
    case 'creations-below':
      return { condition: condition.kind, creations: condition.value }
    case 'drop-to-zero':
      return { condition: condition.kind }
    case 'time-to-empty':
      return { condition: condition.kind, balance: condition.balance, minutes: condition.minutes }
    default:
      return { condition: condition.kind, minutes: condition.minutes }
  }
}
