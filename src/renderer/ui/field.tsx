import { createContext, use, useId } from 'react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './fields.module.css'
import { Row, Stack, Text } from './layout.tsx'

interface FieldWiring {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

const FieldContext = createContext<FieldWiring | null>(null)

/** Attributes for the control inside a field; nothing outside of one. */
export const useFieldAttributes = (): Partial<FieldWiring> => use(FieldContext) ?? {}

export interface FieldProps {
  /** The accessible name of the control, exactly. */
  readonly label: string
  /** Words after the label that are not part of the name, such as "optional". */
  readonly labelNote?: ReactNode
  readonly hint?: ReactNode
  /** Shown in place of the hint and read with the control; null when there is nothing wrong. */
  readonly error?: string | null | undefined
  /** Places the label beside the control, which is as wide as a number. */
  readonly isInline?: boolean
  /** One of TextInput, SecretInput, TextArea, Select, Combobox. */
  readonly children: ReactNode
}

const describedBy = (ids: readonly (string | false | undefined)[]): string | undefined => cx(...ids) || undefined

export function Field({ label, labelNote, hint, error, isInline, children }: FieldProps) {
  const id = useId()
  const hasError = typeof error === 'string'
  const note = error ?? hint ?? undefined
  const notes = [typeof labelNote === 'string' && `${id}-aside`, note !== undefined && `${id}-note`]
  return (
    <Stack gap={1} className={styles.field} data-inline={isInline}>
      <Row gap={2} align="baseline" justify="between" font="secondary" tone="soft">
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {labelNote !== undefined && (
          <span id={`${id}-aside`} className={styles.aside}>
            {labelNote}
          </span>
        )}
      </Row>
      <FieldContext
        value={{
          id,
          'aria-describedby': describedBy(notes),
          'aria-invalid': hasError || undefined,
        }}
      >
        {children}
      </FieldContext>
      {note !== undefined && (
        <Text as="p" id={`${id}-note`} font="secondary" tone={hasError ? 'bad' : 'soft'}>
          {note}
        </Text>
      )}
    </Stack>
  )
}
