import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './controls.module.css'
import { useTabStop } from './tab-stop.ts'

/** One `primary` per page; `danger` stands away from harmless ones. */
export type ButtonTone = 'plain' | 'primary' | 'quiet' | 'danger' | 'danger-fill'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'name'> {
  readonly tone?: ButtonTone
  readonly size?: 'normal' | 'small'
  readonly Icon?: LucideIcon | undefined
  /** Of a button without children, also shown under the pointer. */
  readonly name?: string
  /** Under way: keeps its place, name and focus, and ignores clicks. */
  readonly busy?: boolean
}

/** A native button. An icon-only button takes `name`, or `aria-label` inside a tooltip, and no children. */
export function Button({
  tone = 'plain',
  size = 'normal',
  Icon,
  name,
  busy = false,
  'aria-disabled': isDisabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...(name !== undefined && { 'aria-label': name, title: name })}
      {...rest}
      {...useTabStop()}
      className={cx(styles.button, styles[tone], styles[size], children === undefined && styles.bare)}
      aria-busy={busy || undefined}
      aria-disabled={busy || isDisabled}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <span className={styles.spinner} aria-hidden /> : Icon && <Icon aria-hidden />}
      {children}
    </button>
  )
}

/** Small and without a border: in a row, or at the end of a notice. */
export function QuietButton(props: Omit<ButtonProps, 'tone' | 'size'>) {
  return <Button tone="quiet" size="small" {...props} />
}

/** Words beside an icon, which stands alone in a narrow window and keeps the name. */
export function CollapsingButton({ name, ...rest }: Omit<ButtonProps, 'children'> & { readonly name: string }) {
  return (
    <Button name={name} {...rest}>
      <span className={styles.collapsing}>{name}</span>
    </Button>
  )
}

/** A native button that looks like what it is: a row, a chip, a part of a picture. */
export function PlainButton(props: Omit<ComponentProps<'button'>, 'type'>) {
  return <button {...props} {...useTabStop()} type="button" />
}
