import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field-context.ts'
import styles from './field.module.css'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'className'> {
  /** For ids and addresses. */
  readonly mono?: boolean
}

/** One line of text. */
export function TextInput({ mono = false, type = 'text', ...rest }: TextInputProps) {
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      {...useFieldAttributes()}
      {...rest}
      type={type}
      className={cx(styles.control, mono && styles.mono)}
    />
  )
}
