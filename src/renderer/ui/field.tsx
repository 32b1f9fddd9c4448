import { useId } from 'react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldContext } from './field-context.ts'
import styles from './field.module.css'

export interface FieldProps {
  /** The accessible name of the control, exactly. */
  readonly label: string
  /** Words after the label that are not part of the name, such as "optional". */
  readonly labelNote?: ReactNode
  readonly hint?: ReactNode
  /** Shown in place of the hint and read with the control; null when there is nothing wrong. */
  readonly error?: string | null | undefined
  /** The label beside the control, which is as wide as a number. */
  readonly isInline?: boolean
  /** Id of the words that say why the control can't be used; without one it can. */
  readonly lockedBy?: string | undefined
  /** One of TextInput, SecretInput, TextArea, Select, Combobox. */
  readonly children: ReactNode
}

/** A label over a control, with hint and error joined to it by id. */
export function Field({ label, labelNote, hint, error, isInline, lockedBy, children }: FieldProps) {
  const id = useId()
  const hasError = error !== undefined && error !== null
  const note = error ?? hint ?? undefined
  const describedBy = cx(note !== undefined && `${id}-note`, lockedBy)
  return (
    <div className={styles.field} data-inline={isInline}>
      <div className={styles.top}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {labelNote !== undefined && <span className={styles.aside}>{labelNote}</span>}
      </div>
      <FieldContext
        value={{
          id,
          describedBy: describedBy === '' ? undefined : describedBy,
          invalid: hasError,
          disabled: lockedBy !== undefined,
        }}
      >
        {children}
      </FieldContext>
      {note !== undefined && (
        <p id={`${id}-note`} className={hasError ? styles.error : styles.hint}>
          {note}
        </p>
      )}
    </div>
  )
}
