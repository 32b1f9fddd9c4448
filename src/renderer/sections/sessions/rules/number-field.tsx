import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

export interface NumberFieldProps {
  readonly label: string
  readonly hint?: string | null
  /** null when there is nothing wrong. */
  readonly error: string | null
  /** As typed. */
  readonly value: string
  readonly onChange: (typed: string) => void
}

/** A whole number as text: what is typed stays as it is, right or not. */
export function NumberField({ label, hint, error, value, onChange }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        inputMode="numeric"
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value)
        }}
      />
    </Field>
  )
}
