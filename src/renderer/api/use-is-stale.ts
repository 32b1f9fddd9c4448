import type { ApplicationCount } from '../../shared/schemas/session.ts'
import { useIsOlder } from '../i18n/use-is-older.ts'

/** A last good count with the time between reads. */
export interface Aging extends Pick<ApplicationCount, 'intervalMs'> {
  readonly latest: Pick<NonNullable<ApplicationCount['latest']>, 'at'> | null
}

// Three reads missed: the number is history by then.
const staleIntervals = 3

/** True once the last good count is so old that it says nothing of now; null has none. */
export function useIsStale(count: Aging | null): boolean {
  return useIsOlder(count?.latest?.at ?? null, staleIntervals * (count?.intervalMs ?? 0))
}
