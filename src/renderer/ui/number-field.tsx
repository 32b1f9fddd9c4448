import { NumberField as BaseNumberField } from '@base-ui/react/number-field'
import { useTranslation } from 'react-i18next'
import { Field, useFieldAttributes } from './field.tsx'
import type { FieldProps } from './field.tsx'
import styles from './fields.module.css'

interface NumberInputProps {
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  /** Where the arrow keys stop. What is typed beyond stays, for the error of the field to say. */
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly placeholder?: string | undefined
}

export interface NumberFieldProps extends Omit<FieldProps, 'children'>, NumberInputProps {}

function NumberInput({ value, onChange, placeholder, ...limits }: NumberInputProps) {
  const { i18n } = useTranslation('common')
  const { disabled = false, ...wiring } = useFieldAttributes()
  return (
    <BaseNumberField.Root
      {...limits}
      value={value}
      onValueChange={onChange}
      allowOutOfRange
      disabled={disabled}
      locale={i18n.language}
      // With no fraction allowed 1.5 would be typed as 15: what is not whole is for the error of the field to say, too.
      format={{ useGrouping: false }}
    >
      <BaseNumberField.Input
        {...wiring}
        placeholder={placeholder}
        // Base UI's is English; the role says enough.
        aria-roledescription={undefined}
        className={styles.control}
      />
    </BaseNumberField.Root>
  )
}

/** A number, or none, as it is written in the language of the page; the arrow keys count up and down. */
export function NumberField({ value, onChange, min, max, placeholder, ...field }: NumberFieldProps) {
  return (
    <Field {...field}>
      <NumberInput {...{ value, onChange, min, max, placeholder }} />
    </Field>
  )
}
