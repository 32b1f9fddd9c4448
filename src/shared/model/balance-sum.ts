/**
 * Guesses the outcome of a creation from the balance before and after it, after subtracting all other known changes.
 */
import type { Evidence, Job } from '../schemas/avatar.ts'

/** `unclear`: both outcomes would lead to this balance, or neither would. */
export type CreationGuess = 'created' | 'notCreated' | 'unclear'

export interface BalanceSum {
  /** How much the balance fell; negative where it rose. */
  readonly fell: number
  /** Other creations that certainly cost one each between the two readings. */
  readonly accepted: number
  /** Other creations that may have cost one each: unknown outcomes, without an image, or in flight at a reading. */
  readonly uncertain: number
  /** Creations that were refunded between the two readings. */
  readonly refunded: number
  /** Failed trainings that may have been refunded between the two readings. */
  readonly refundsAwaited: number
  /** The part of the fall without an explanation. */
  readonly unexplained: number
  readonly guess: CreationGuess
}

/** null where one of the two readings is missing. The result stays a guess, because others may use the account too. */
export function sumBalance({ evidence, image }: Pick<Job, 'evidence' | 'image'>): BalanceSum | null {
  const {
    balanceBefore,
    balanceAfter,
    othersSent = 0,
    othersAccepted = 0,
    refunded = 0,
    refundsAwaited = 0,
  } = evidence ?? nothing
  if (balanceBefore === null || balanceAfter === null) return null
  const fell = balanceBefore.avatarCreationsLeft - balanceAfter.avatarCreationsLeft
  const uncertain = othersSent - othersAccepted
  const unexplained = fell + refunded - othersAccepted
  // Whether the uncertain changes can explain the rest if the creation itself cost `cost`.
  const fits = (cost: 0 | 1): boolean => unexplained - cost >= -refundsAwaited && unexplained - cost <= uncertain
  const guess = guessOf({ spent: fits(1), unspent: fits(0), isFreeWithout: image === null })
  return { fell, accepted: othersAccepted, uncertain, refunded, refundsAwaited, unexplained, guess }
}

const nothing: Partial<Evidence> & Pick<Evidence, 'balanceBefore' | 'balanceAfter'> = {
  balanceBefore: null,
  balanceAfter: null,
}

interface Fitting {
  readonly spent: boolean
  readonly unspent: boolean
  /** A creation without an image may cost nothing (`service-api.md §Creating avatars`). */
  readonly isFreeWithout: boolean
}

function guessOf({ spent, unspent, isFreeWithout }: Fitting): CreationGuess {
  if (spent === unspent) return 'unclear'
  if (spent) return 'created'
  return isFreeWithout ? 'unclear' : 'notCreated'
}
