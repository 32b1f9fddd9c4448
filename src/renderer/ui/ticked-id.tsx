import type { ComponentProps } from 'react'
import styles from './ticks.module.css'

/** Props of `TickedId`. */
export interface TickedIdProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'checked' | 'onChange'> {
  readonly id: string
  readonly isTicked: boolean
  /** What is to be said of it; null: nothing. */
  readonly notes: readonly (string | null)[]
  readonly onTick: (isTicked: boolean) => void
}

/** An id with its tick; it and its notes are the box's name. */
export function TickedId({ id, isTicked, notes, onTick, ...box }: TickedIdProps) {
  return (
    <label className={styles.id}>
      <input
        {...box}
        type="checkbox"
        checked={isTicked}
        onChange={(event) => {
          onTick(event.target.checked)
        }}
      />
      <code>{id}</code>
      {notes.map((note) => note !== null && <small key={note}>{note}</small>)}
    </label>
  )
}
