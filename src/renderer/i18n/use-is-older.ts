import { useSyncExternalStore } from 'react'
import { everySecond } from './clock.ts'

/** True once an instant (epoch ms) lies further back than a limit: for stale looks. Null is never older. */
export function useIsOlder(at: number | null, limitMs: number): boolean {
  return useSyncExternalStore(everySecond, () => at !== null && Date.now() - at > limitMs)
}
