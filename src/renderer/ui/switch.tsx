import styles from './fields.module.css'

export interface SwitchProps {
  readonly label: string
  /** The accessible name where several switches have the same label; it starts with the label. */
  readonly name?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** Uses the label only as the name, because the content beside the switch says the same. */
  readonly isBare?: boolean
  readonly disabled?: boolean
  readonly 'aria-describedby'?: string
}

/** A native checkbox with role `switch`: a change takes effect immediately. */
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
