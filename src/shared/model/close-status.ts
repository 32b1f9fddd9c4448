import type { CloseOutcome, CloseRun } from '../schemas/session.ts'
import { commandCertainty } from './command-certainty.ts'

/** What is certain of a close; `said`: answered with words to which the contract gives no meaning. */
export type CloseStatus = 'accepted' | 'said' | 'declined' | 'unknown' | 'not-done'

export type CloseEnd = Pick<CloseOutcome, 'answer' | 'failure'>

/** True when a close certainly had no effect: what is counted after it says nothing of it. */
export function isNotDone({ failure }: Pick<CloseEnd, 'failure'>): boolean {
  return failure !== null && commandCertainty(failure) === 'not-done'
}

/** Never more than the service said. */
export function closeStatusOf({ answer, failure }: CloseEnd): CloseStatus {
  if (answer !== null) return answer.form === 'text' ? 'said' : 'accepted'
  if (failure === null || commandCertainty(failure) === 'unknown') return 'unknown'
  return failure.kind === 'declined' ? 'declined' : 'not-done'
}

/** At least one: a count says no more. */
export function secondsBetween(sentAt: number, countedAt: number): number {
  return Math.max(1, Math.round((countedAt - sentAt) / 1_000))
}

export function tallyOf(items: CloseRun['items']) {
  const statuses = items.flatMap(({ outcome }) => (outcome === null ? [] : [closeStatusOf(outcome)]))
  const count = (...counted: readonly CloseStatus[]): number =>
    statuses.filter((status) => counted.includes(status)).length
  return {
    accepted: count('accepted'),
    said: count('said'),
    unknown: count('unknown'),
    refused: count('declined', 'not-done'),
  }
}
