import { useId } from 'react'
import type { ReactNode } from 'react'
import { Text } from './layout.tsx'
import styles from './states.module.css'

export interface StatProps {
  /** The accessible name. */
  readonly caption: string
  /** null while nothing is known (drawn as a dash). */
  readonly value: ReactNode
  /** One line under the value: `<Age/>`, source, unit. */
  readonly sub?: ReactNode
  readonly stale?: boolean
  /** Null reserves the space, so that the figure aligns with a neighbour that has a meter. */
  readonly meter?: ReactNode
  /** `text` for an id or name in place of a number. */
  readonly size?: 'number' | 'text'
}

export function Stat({ caption, value, sub, stale = false, size = 'number', meter }: StatProps) {
  const id = useId()
  return (
    <figure aria-labelledby={id} className={styles.figure} data-stale={stale || undefined}>
      <Text as="figcaption" id={id} font="secondary" tone="soft">
        {caption}
      </Text>
      <Text as="div" grow tone={stale ? 'faint' : undefined} className={styles[size]}>
        {value ?? '–'}
      </Text>
      {meter !== undefined && <div className={styles.meter}>{meter}</div>}
      <Text as="div" font="secondary" tone={stale ? 'warn' : 'soft'}>
        {sub}
      </Text>
    </figure>
  )
}
