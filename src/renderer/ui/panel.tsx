import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import { Text } from './layout.tsx'
import styles from './panel.module.css'

export interface PanelProps {
  /** Heading; with `region` also the region's accessible name. */
  readonly title?: string
  readonly sub?: ReactNode
  readonly actions?: ReactNode
  /** True makes it a landmark region named by `title`. */
  readonly region?: boolean
  /** Names the landmark region of a panel whose heading is in `children`. */
  readonly label?: string
  readonly tone?: 'warn'
  /** False for a table or list that reaches the panel's edges. */
  readonly padded?: boolean
  readonly id?: string
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

export function Panel({ title, sub, actions, region, label, tone, padded, id, ref, children }: PanelProps) {
  const titleId = useId()
  return (
    <section
      ref={ref}
      id={id}
      tabIndex={ref === undefined ? undefined : -1}
      className={cx(styles.panel, tone === 'warn' && styles.warn)}
      aria-labelledby={region === true ? titleId : undefined}
      aria-label={label}
    >
      {(title ?? actions) !== undefined && (
        <div className={styles.head}>
          {title !== undefined && <h2 id={titleId}>{title}</h2>}
          {Boolean(sub) && (
            <Text truncate tone="soft">
              {sub}
            </Text>
          )}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={padded === false ? undefined : styles.padded}>{children}</div>
    </section>
  )
}
