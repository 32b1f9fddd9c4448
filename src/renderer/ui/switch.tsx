import styles from './fields.module.css'

export interface SwitchProps {
  readonly label: string
  /** Accessible name where several have one label; begins with the label. */
  readonly name?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** The label is its name alone: what stands beside it says the same. */
  readonly isBare?: boolean
  readonly disabled?: boolean
  readonly 'aria-describedby'?: string
}

/** A native checkbox with role `switch`: what is on takes effect at once. */
export function Switch({ label, name = label, isOn, onChange, isBare = false, ...rest }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        {...rest}
        type="checkbox"
        // eslint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
        role="switch"
        aria-label={name}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.words}>{!isBare && <span>{label}</span>}</span>
    </label>
  )
}
