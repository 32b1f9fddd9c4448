import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field-context.ts'
import styles from './field.module.css'

export type SecretInputProps = Omit<ComponentProps<'input'>, 'className' | 'value' | 'defaultValue' | 'type'>

/** A line for a secret: hidden while typed, remembered by nothing, found by screen readers as a textbox. */
export function SecretInput(props: SecretInputProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-redundant-roles -- a password input has no role of its own, whatever the rule says
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
