/**
 * A profile is about to be saved on another address or account. What this computer knows of the old one's calls must not
 * be sent to the new one: its known sessions are over here.
 */
import type { ProfileId } from '../../../shared/ids.ts'
import type { Clock } from '../../lib/clock.ts'
import type { KnownSessionsRepository } from '../../store/known-sessions-repository.ts'

/** What it is noted in. */
export interface OnAccountChangedDeps {
  readonly known: Pick<KnownSessionsRepository, 'endAll'>
  readonly clock: Pick<Clock, 'now'>
}

/** Gives the function to be called before the save. Failures: storage; the profile must then not be saved. */
export function createOnAccountChanged({ known, clock }: OnAccountChangedDeps): (id: ProfileId) => void {
  return (id) => {
    known.endAll(id, clock.now())
  }
}
