import type { ReactNode } from 'react'
import styles from './fields.module.css'
import { Text } from './layout.tsx'

export interface ToggleChipProps {
  readonly label: string
  /** Shown in place of the label, which stays its name. */
  readonly icon?: ReactNode
  /** Said and shown after the label, softly. */
  readonly count: ReactNode
  readonly isOn: boolean
  readonly onToggle: () => void
}

export function ToggleChip({ label, icon, count, isOn, onToggle }: ToggleChipProps) {
  return (
    <button type="button" aria-pressed={isOn} className={styles.chip} onClick={onToggle}>
      {icon}
      <span className={icon === undefined ? undefined : 'visually-hidden'}>{label}</span>{' '}
      {count !== '' && (
        <Text tabular tone={isOn ? undefined : 'faint'}>
          {count}
        </Text>
      )}
    </button>
  )
}
