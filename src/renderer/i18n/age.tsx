import { useSyncExternalStore } from 'react'
import { everySecond } from './clock.ts'
import { useTexts } from './use-texts.ts'

export interface AgeProps {
  readonly at: number
}

/** "4 s ago", updated, for the middle of a sentence. Drawn again only when it changes. */
export function useAge(at: number): string {
  const { format } = useTexts('common')
  return useSyncExternalStore(everySecond, () => format.age(Date.now() - at))
}

/** "4 s ago", updated. */
export function Age({ at }: AgeProps) {
  const { format } = useTexts('common')
  const text = useAge(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)}>
      {text}
    </time>
  )
}

/** The shortest duration that is shown (ms): a live duration would only flicker below a second. */
export const minElapsedMs = 1_000

/** The time since an instant as a duration ("12 min"), updated every second. */
export function Elapsed({ at }: AgeProps) {
  const { format } = useTexts('common')
  return <>{useSyncExternalStore(everySecond, () => format.duration(Math.max(minElapsedMs, Date.now() - at)))}</>
}

/** True once an instant (epoch ms) is older than a limit. Null is never older. */
export function useIsOlder(at: number | null, limitMs: number): boolean {
  return useSyncExternalStore(everySecond, () => at !== null && Date.now() - at > limitMs)
}
