import type { Concurrency } from '../../shared/schemas/session.ts'
import { useIsOlder } from '../i18n/use-is-older.ts'

// Three reads missed: the number is history by then.
const staleIntervals = 3

/** True once the last good count is so old that it says nothing of now; null has none. */
export function useIsStale(concurrency: Concurrency | null): boolean {
  return useIsOlder(concurrency?.latest?.at ?? null, staleIntervals * (concurrency?.intervalMs ?? 0))
}
