/** What the balance around a creation of unknown outcome says of it, once all that is known beside it is taken off. */
import type { Evidence, Job } from '../schemas/avatar.ts'

/** `unclear`: both outcomes would leave this balance, or neither would. */
export type CreationGuess = 'created' | 'notCreated' | 'unclear'

export interface BalanceSum {
  /** By how much the balance fell; negative where it rose. */
  readonly fell: number
  /** Other creations that cost one each for certain between the two readings. */
  readonly accepted: number
  /** Other creations that may have cost one each: unknown outcomes, without an image, or on their way at a reading. */
  readonly uncertain: number
  /** Creations that were given back between the two readings. */
  readonly refunded: number
  /** Failed trainings whose creation may have been given back between the two. */
  readonly refundsAwaited: number
  /** What is left of the fall. */
  readonly unexplained: number
  readonly guess: CreationGuess
}

/** Null where one of the two readings is missing. Others may use the account all the same: a guess is never more. */
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
  // Whether the others can have left just this, given what the creation itself cost.
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
  /** Without an image a creation may cost nothing (`service-api.md §Creating avatars`). */
  readonly isFreeWithout: boolean
}

function guessOf({ spent, unspent, isFreeWithout }: Fitting): CreationGuess {
  if (spent === unspent) return 'unclear'
  if (spent) return 'created'
  return isFreeWithout ? 'unclear' : 'notCreated'
}
