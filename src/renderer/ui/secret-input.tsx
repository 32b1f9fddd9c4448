import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field-context.ts'
import styles from './field.module.css'

export type SecretInputProps = Omit<ComponentProps<'input'>, 'className' | 'value' | 'defaultValue' | 'type'>

/** A line for a secret: hidden while typed, remembered by nothing, found by screen readers as a textbox. */
export function SecretInput(props: SecretInputProps) {
  return (
    <input
      {...useFieldAttributes()}
      {...props}
      type="password"
      role="textbox"
      autoComplete="off"
      spellCheck={false}
      className={cx(styles.control, styles.mono)}
    />
  )
}
