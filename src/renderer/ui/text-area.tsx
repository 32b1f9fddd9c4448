import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field-context.ts'
import styles from './field.module.css'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  /** For ids and addresses. */
  readonly mono?: boolean
}

/** Several lines of text. */
export function TextArea({ mono = false, rows = 3, ...rest }: TextAreaProps) {
  return (
    <textarea
      spellCheck={false}
      {...useFieldAttributes()}
      {...rest}
      rows={rows}
      className={cx(styles.control, styles.area, mono && styles.mono)}
    />
  )
}
