import { useSyncExternalStore } from 'react'
import { everySecond } from './clock.ts'

/** True once an instant (epoch ms) is older than a limit. Null is never older. */
export function useIsOlder(at: number | null, limitMs: number): boolean {
  return useSyncExternalStore(everySecond, () => at !== null && Date.now() - at > limitMs)
}
