/**
 * Which account pays for the waiting jobs of a queue, and when the queue pauses because a different account would pay.
 */
import type { Payer } from '../../shared/schemas/profile.ts'
import type { StoredQueue } from '../store/queues-repository.ts'
import { isSamePayer, withAccount } from '../vault/payer.ts'
import type { PayerChange } from '../vault/payer.ts'

interface SavedPayers {
  readonly before: Payer
  readonly after: Payer
  readonly isSame: boolean
}

/**
 * Who pays before and after a profile is saved; `remembered` names the account of a secret that does not name its own.
 */
export function payersOfSave(change: PayerChange, remembered: Payer | null): SavedPayers {
  const before = withAccount(change.before, remembered)
  const after = change.keepsSecret ? withAccount(change.after, remembered) : change.after
  return { before, after, isSame: change.isSame || isSamePayer(before, after) }
}

/**
 * The queue of a profile that is about to be saved. Waiting jobs are paid by the account that they were confirmed for,
 * or by no account until an operator resumes the queue:
 *
 * | Jobs wait | The queue is paused for | The account | The queue is then                              |
 * | --------- | ----------------------- | ----------- | ---------------------------------------------- |
 * | no        | any payer or none       | any         | paused for no payer                            |
 * | yes       | none                    | stays       | paused for no payer                            |
 * | yes       | none                    | changes     | paused for the payer before                    |
 * | yes       | a payer                 | any         | paused for that payer, even when it pays again |
 *
 * A queue whose payer pays again resumes after the profile is saved (`isPaidAgain`), not before.
 */
export function queueOfSave(
  stored: StoredQueue,
  { before, after, isSame }: SavedPayers,
  jobsWait: boolean,
): StoredQueue {
  const queue = { ...stored, payer: after }
  if (!jobsWait) return { ...queue, pausedForPayer: null }
  if (stored.pausedForPayer !== null || isSame) return queue
  return { ...queue, pausedForPayer: before }
}

/** True when the account that the waiting jobs were confirmed for pays again. */
export function isPaidAgain({ payer, pausedForPayer }: StoredQueue): boolean {
  return payer !== null && pausedForPayer !== null && isSamePayer(payer, pausedForPayer)
}

/**
 * The queue with jobs that are confirmed for `payer`. Behind waiting jobs of a different account they make a queue of
 * two accounts: it stays paused, for a payer without an account, because neither account may pay for all jobs unasked.
 */
export function queueOfConfirmation(stored: StoredQueue, payer: Payer, jobsWaited: boolean): StoredQueue {
  const { pausedForPayer } = stored
  const isMixed = pausedForPayer !== null && jobsWaited
  return { ...stored, payer, pausedForPayer: isMixed ? { ...pausedForPayer, account: null } : null }
}
