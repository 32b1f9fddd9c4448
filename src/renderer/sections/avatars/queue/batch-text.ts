/** The facts shown of a batch, as values without text or markup. */
import type { BatchProgress } from '../../../../shared/schemas/avatar.ts'

/** True when nothing in it will change without the operator; an unknown outcome waits for a person. */
export function hasEnded({ waiting, submitting, training }: BatchProgress): boolean {
  return waiting + submitting + training === 0
}

/** The progress as it was at the last full tenth: said aloud at every step, fifty avatars would drown everything else. */
export function progressText({ finished, total }: BatchProgress): {
  readonly finished: number
  readonly total: number
} {
  const step = Math.max(1, Math.ceil(total / 10))
  return { finished: Math.floor(finished / step) * step, total }
}
