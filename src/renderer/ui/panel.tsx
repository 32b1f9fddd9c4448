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
  /** Names the landmark region of a panel whose heading stands in `children`. */
  readonly label?: string
  readonly tone?: 'warn'
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

function Sub({ children }: { readonly children: ReactNode }) {
  return (
    <Text truncate tone="soft" className={styles.sub}>
      {children}
    </Text>
  )
}

function Head({ title, sub, actions, titleId }: HeadProps) {
  if (title === undefined && actions === undefined) return null
  return (
    <div className={styles.head}>
      {title !== undefined && <h2 id={titleId}>{title}</h2>}
      {sub !== undefined && <Sub>{sub}</Sub>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

export function Panel(props: PanelProps) {
  const { title, sub, actions, region = false, tone, padded = true, label, ref, children } = props
  const id = useId()
  return (
    <section
      ref={ref}
      id={props.id}
      tabIndex={ref === undefined ? undefined : -1}
      className={cx(styles.panel, tone === 'warn' && styles.warn)}
      aria-labelledby={region ? id : undefined}
      aria-label={label}
    >
      <Head title={title} sub={sub} actions={actions} titleId={id} />
      <div className={cx(styles.body, padded && styles.padded)}>{children}</div>
    </section>
  )
}

export interface CollapsiblePanelProps {
  readonly title: string
  /** One line that is there when it is closed too. */
  readonly summary: ReactNode
  /** Where its state is kept elsewhere; else it begins as one line. */
  readonly isOpen?: boolean
  /** Called when it is opened and closed, for content that is drawn in an open panel only. */
  readonly onToggle?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A card on the page that is one line until it is opened: native `details`. */
export function CollapsiblePanel({ title, summary, isOpen, onToggle, children }: CollapsiblePanelProps) {
  return (
    <details
      className={styles.panel}
      open={isOpen}
      onToggle={(event) => {
        onToggle?.(event.currentTarget.open)
      }}
    >
      <summary className={cx(styles.head, styles.summary)}>
        <h2>{title}</h2>
        <Sub>{summary}</Sub>
      </summary>
      <div>{children}</div>
    </details>
  )
}
