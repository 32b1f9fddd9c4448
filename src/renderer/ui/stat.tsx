import { useId } from 'react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Text } from './layout.tsx'
import styles from './states.module.css'

export interface StatProps {
  readonly caption: string
  readonly value: ReactNode
  /** One line under it: `<Age/>`, source, unit. */
  readonly sub?: ReactNode
  /** The value is old: shown faint with a mark. */
  readonly stale?: boolean
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad' | undefined
  readonly meter?: ReactNode
  /** Among others on one surface: without an edge of its own. */
  readonly isFlat?: boolean
  /** `text` for an id or name in place of a number. */
  readonly size?: 'number' | 'text'
}

/** One big figure with its caption as accessible name. */
export function Stat(props: StatProps) {
  const { caption, value, sub, stale = false, tone, size = 'number', meter, isFlat = false } = props
  const id = useId()
  return (
    <figure
      aria-labelledby={id}
      className={cx(styles.figure, isFlat && styles.flat, stale && styles.stale)}
      data-stale={stale || undefined}
    >
      <Text as="figcaption" id={id} font="secondary" tone="soft">
        {caption}
      </Text>
      <Text as="div" tone={tone === 'plain' ? undefined : tone} className={cx(styles.value, styles[size])}>
        {value ?? '–'}
      </Text>
      {isFlat && <div className={styles.meter}>{meter}</div>}
      <Text as="div" font="secondary" tone="faint" className={styles.sub}>
        {sub}
      </Text>
    </figure>
  )
}
