import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './fields.module.css'
import { Text } from './layout.tsx'

export interface ToggleChipProps {
  readonly label: string
  /** Shown instead of the label, which stays the name. */
  readonly Icon?: LucideIcon | undefined
  /** Read out and shown after the label, in a soft colour. */
  readonly count: ReactNode
  readonly isOn: boolean
  readonly onToggle: () => void
}

export function ToggleChip({ label, Icon, count, isOn, onToggle }: ToggleChipProps) {
  return (
    <button type="button" aria-pressed={isOn} className={styles.chip} onClick={onToggle}>
      {Icon && <Icon aria-hidden />}
      <span className={Icon === undefined ? undefined : 'visually-hidden'}>{label}</span>{' '}
      {count !== '' && (
        <Text tabular tone={isOn ? undefined : 'faint'}>
          {count}
        </Text>
      )}
    </button>
  )
}
