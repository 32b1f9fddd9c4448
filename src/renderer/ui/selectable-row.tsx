import type { ComponentProps } from 'react'
import checkbox from './checkbox.module.css'
import styles from './selection.module.css'

export interface SelectableRowProps extends Omit<
  ComponentProps<'input'>,
  'id' | 'type' | 'checked' | 'onChange' | 'onSelect'
> {
  readonly id: string
  readonly isSelected: boolean
  /** What is to be said of it; null: nothing. */
  readonly notes: readonly (string | null)[]
  readonly onSelect: (isSelected: boolean) => void
}

/** An id with its tick; it and its notes are the box's name. */
export function SelectableRow({ id, isSelected, notes, onSelect, ...box }: SelectableRowProps) {
  return (
    <label className={styles.id}>
      <input
        {...box}
        type="checkbox"
        className={checkbox.box}
        checked={isSelected}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <code>{id}</code>
      {notes.map((note) => note !== null && <small key={note}>{note}</small>)}
    </label>
  )
}
