import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './fields.module.css'
import { Text } from './layout.tsx'

export interface SwitchProps {
  readonly label: string
  /** Accessible name where several have one label; begins with the label. */
  readonly name?: string
  readonly hint?: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean
  /** The label is its name alone: what stands beside it says the same. */
  readonly isBare?: boolean
}

/** A native checkbox with role `switch`: what is on takes effect at once. */
export function Switch({ label, name = label, hint, isOn, onChange, disabled = false, isBare = false }: SwitchProps) {
  const hintId = useId()
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        // eslint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
        role="switch"
        aria-label={name}
        aria-describedby={hint === undefined ? undefined : hintId}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.words}>
        {!isBare && <span>{label}</span>}
        {hint !== undefined && (
          <Text as="small" id={hintId} font="secondary" tone="soft">
            {hint}
          </Text>
        )}
      </span>
    </label>
  )
}
