import { cx } from './cx.ts'
import styles from './fields.module.css'
import { useTabStop } from './tab-stop.ts'

export interface CheckboxProps {
  readonly label: string
  readonly isChecked: boolean
  /** True when only some of the represented items are checked. */
  readonly isMixed?: boolean
  /** `isRange`: Shift was held, which changes all items from the last one. */
  readonly onChange: (isChecked: boolean, isRange: boolean) => void
  readonly disabled?: boolean
  readonly 'aria-describedby'?: string
  /** `cell`: alone in the first cell of a row, which is its target. `sentence`: a label that can take several lines. */
  readonly variant?: 'label' | 'cell' | 'sentence'
}

export function Checkbox({ label, isChecked, isMixed = false, onChange, variant = 'label', ...rest }: CheckboxProps) {
  return (
    <label className={cx(styles.checkbox, styles[variant])}>
      <input
        {...rest}
        {...useTabStop()}
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed && !isChecked
        }}
        type="checkbox"
        className={styles.box}
        aria-label={variant === 'cell' ? label : undefined}
        checked={isChecked}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
      {variant !== 'cell' && label}
    </label>
  )
}
