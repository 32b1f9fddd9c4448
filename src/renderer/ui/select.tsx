import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field.tsx'
import styles from './fields.module.css'

interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
}

export interface SelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'className' | 'value' | 'onChange' | 'children'
> {
  readonly options: readonly SelectOption<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Shown in place of the chosen option's label. */
  readonly face?: ReactNode
}

/** A native select; its role is `combobox`, its name the field's label or `aria-label`. */
export function Select<Value extends string>({ options, value, onChange, face, ...rest }: SelectProps<Value>) {
  return (
    <div className={cx(styles.picker, face !== undefined && styles.faced)}>
      {face}
      <select
        {...useFieldAttributes()}
        {...rest}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
        className={cx(styles.control, styles.select)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden />
    </div>
  )
}
