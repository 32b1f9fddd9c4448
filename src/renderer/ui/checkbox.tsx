import { cx } from './cx.ts'
import styles from './checkbox.module.css'

export interface CheckboxProps {
  /** Accessible name. */
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  /** `cell`: alone in the first cell of a row, which is its target. */
  readonly variant?: 'label' | 'cell'
}

/** A native check box. */
export function Checkbox({ label, isChecked, onChange, variant = 'label' }: CheckboxProps) {
  return (
    <label className={cx(styles.checkbox, variant === 'cell' && styles.cell)}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={variant === 'cell' ? label : undefined}
        checked={isChecked}
        onChange={(event) => {
          onChange(event.target.checked)
        }}
      />
      {variant === 'label' && label}
    </label>
  )
}
