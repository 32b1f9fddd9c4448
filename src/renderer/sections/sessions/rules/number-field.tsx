import { NumberField as WholeNumberField } from '../../../ui/number-field.tsx'

export interface NumberFieldProps {
  readonly label: string
  readonly hint?: string | null
  /** null when there is nothing wrong. */
  readonly error: string | null
  /** Its digits, or empty. */
  readonly value: string
  readonly onChange: (digits: string) => void
}

/** A whole number as text, as the drafts of rules have it. */
export function NumberField({ value, onChange, ...field }: NumberFieldProps) {
  return (
    <WholeNumberField
      {...field}
      value={value === '' ? null : Number(value)}
      onChange={(number) => {
        onChange(number === null ? '' : String(number))
      }}
    />
  )
}
