import { useSyncExternalStore } from 'react'
import { everySecond } from './clock.ts'
import { useFormat } from './use-format.ts'

export interface AgeProps {
  /** Epoch milliseconds. */
  readonly at: number
}

/** "4 s ago", updated. Drawn again only when its text changes. */
export function Age({ at }: AgeProps) {
  const format = useFormat()
  const text = useSyncExternalStore(everySecond, () => format.age(Date.now() - at))
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)}>
      {text}
    </time>
  )
}

// A length that is watched would only flicker below a second.
const minMs = 1_000

/** Time since an instant as a length ("12 min"), alive. */
export function Elapsed({ at }: AgeProps) {
  const format = useFormat()
  return <>{useSyncExternalStore(everySecond, () => format.duration(Math.max(minMs, Date.now() - at)))}</>
}
