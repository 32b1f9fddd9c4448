import type { ReactNode } from 'react'
import styles from './toggle-chip.module.css'

export interface ToggleChipProps {
  readonly label: string
  /** Said and shown after the label, softly. */
  readonly count: ReactNode
  readonly isOn: boolean
  readonly onToggle: () => void
}

/** A small button that is pressed or not, with a number beside its word: one part of a filter. */
export function ToggleChip({ label, count, isOn, onToggle }: ToggleChipProps) {
  return (
    <button type="button" aria-pressed={isOn} className={styles.chip} onClick={onToggle}>
      {label} <span className={styles.count}>{count}</span>
    </button>
  )
}
