import { cx } from './cx.ts'
import styles from './checkbox.module.css'

export interface CheckboxProps {
  /** Accessible name. */
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly disabled?: boolean
  readonly 'aria-describedby'?: string
  /** `cell`: alone in the first cell of a row, which is its target. `sentence`: a label that may take several lines. */
  readonly variant?: 'label' | 'cell' | 'sentence'
}

/** A native check box. */
export function Checkbox({ label, isChecked, onChange, variant = 'label', ...rest }: CheckboxProps) {
  return (
    <label className={cx(styles.checkbox, styles[variant])}>
      <input
        {...rest}
        type="checkbox"
        className={styles.box}
        aria-label={variant === 'cell' ? label : undefined}
        checked={isChecked}
        onChange={(event) => {
          onChange(event.target.checked)
        }}
      />
      {variant !== 'cell' && label}
    </label>
  )
}
