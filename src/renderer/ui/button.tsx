import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './controls.module.css'
import { useTabStop } from './tab-stop.ts'

/** One `primary` per page; `danger` is placed away from harmless buttons. */
export type ButtonTone = 'plain' | 'primary' | 'quiet' | 'danger' | 'danger-fill'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'name'> {
  readonly tone?: ButtonTone
  readonly size?: 'normal' | 'small'
  readonly Icon?: LucideIcon | undefined
  /** The name of a button without children, also shown under the pointer. */
  readonly name?: string
  /** True while the action runs: the button keeps its place, name and focus, and ignores clicks. */
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

/** A small button without a border, for a row or the end of a notice. */
export function QuietButton(props: Omit<ButtonProps, 'tone' | 'size'>) {
  return <Button tone="quiet" size="small" {...props} />
}

/** A button with an icon and text; a narrow window shows only the icon, and the button keeps its name. */
export function CollapsingButton({ name, ...rest }: Omit<ButtonProps, 'children'> & { readonly name: string }) {
  return (
    <Button name={name} {...rest}>
      <span className={styles.collapsing}>{name}</span>
    </Button>
  )
}

/** A native button without the button style: a row, a chip or a part of a picture. */
export function PlainButton(props: Omit<ComponentProps<'button'>, 'type'>) {
  return <button {...props} {...useTabStop()} type="button" />
}
