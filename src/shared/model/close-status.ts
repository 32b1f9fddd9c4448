import type { CloseOutcome, CloseRun } from '../schemas/session.ts'
import { commandCertainty } from './command-certainty.ts'

/** The certain status of a close; `said`: the answer is a text whose meaning the contract does not define. */
export type CloseStatus = 'accepted' | 'said' | 'declined' | 'unknown' | 'not-done'

export type CloseEnd = Pick<CloseOutcome, 'answer' | 'failure'>

/** True when a close certainly had no effect, so a later count says nothing about it. */
export function isNotDone({ failure }: Pick<CloseEnd, 'failure'>): boolean {
  return failure !== null && commandCertainty(failure) === 'not-done'
}

/** Never claims more than the service's answer. */
export function closeStatusOf({ answer, failure }: CloseEnd): CloseStatus {
  if (answer !== null) return answer.form === 'text' ? 'said' : 'accepted'
  if (failure === null || commandCertainty(failure) === 'unknown') return 'unknown'
  return failure.kind === 'declined' ? 'declined' : 'not-done'
}

/** At least one, because counts are not more precise. */
export function secondsBetween(sentAt: number, countedAt: number): number {
  return Math.max(1, Math.round((countedAt - sentAt) / 1_000))
}

export function tallyOf(items: CloseRun['items']) {
  const statuses = items.flatMap(({ outcome }) => (outcome === null ? [] : [closeStatusOf(outcome)]))
  const count = (...countedStatuses: readonly CloseStatus[]): number =>
    statuses.filter((status) => countedStatuses.includes(status)).length
  return {
    accepted: count('accepted'),
    said: count('said'),
    unknown: count('unknown'),
    refused: count('declined', 'not-done'),
  }
}
