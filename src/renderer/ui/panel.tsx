import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import styles from './panel.module.css'

export interface PanelProps {
  /** Heading; with `region` also the region's accessible name. */
  readonly title?: string
  /** Soft words after the heading. */
  readonly sub?: ReactNode
  /** Buttons at the heading's end. */
  readonly actions?: ReactNode
  /** True makes it a landmark region named by `title`. */
  readonly region?: boolean
  /** Names the landmark region of a panel whose heading stands in `children`. */
  readonly label?: string
  readonly tone?: 'plain' | 'danger' | 'warn' | 'info'
  /** False for a table or list that reaches the panel's edges. */
  readonly padded?: boolean
  readonly id?: string
  /** Given by who moves the focus to the panel. */
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

interface HeadProps {
  readonly title: string | undefined
  readonly sub: ReactNode
  readonly actions: ReactNode
  readonly titleId: string
}

function Head({ title, sub, actions, titleId }: HeadProps) {
  if (title === undefined && actions === undefined) return null
  return (
    <div className={styles.head}>
      {title !== undefined && <h2 id={titleId}>{title}</h2>}
      {sub !== undefined && <span className={styles.sub}>{sub}</span>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

/** A card on the page. */
export function Panel(props: PanelProps) {
  const { title, sub, actions, region = false, tone = 'plain', padded = true, label, ref, children } = props
  const id = useId()
  return (
    <section
      ref={ref}
      id={props.id}
      tabIndex={ref === undefined ? undefined : -1}
      className={cx(styles.panel, styles[tone])}
      aria-labelledby={region ? id : undefined}
      aria-label={label}
    >
      <Head title={title} sub={sub} actions={actions} titleId={id} />
      <div className={cx(styles.body, padded && styles.padded)}>{children}</div>
    </section>
  )
}
