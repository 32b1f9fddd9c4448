import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { isWithin, wholeNumberOf } from '../../shared/model/limits.ts'
import type { Range } from '../../shared/model/limits.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Field } from './field.tsx'
import type { FieldProps } from './field.tsx'
import { TextInput } from './text-input.tsx'

export interface NumberFieldProps extends Omit<FieldProps, 'children' | 'error'> {
  /** null: nothing is entered. NaN: the text is not a whole number. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly range: Range
  /** True when the field can be empty. */
  readonly isOptional?: boolean
  readonly placeholder?: string
  /** Called on Enter and when the operator leaves the field. */
  readonly onDone?: () => void
}

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/** A field for a whole number in a range, with an error for all other input. The arrow keys count up and down. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, range, isOptional = false, placeholder, onDone, ...field } = props
  const { t, format } = useTexts('common')
  const [typed, setTyped] = useState('')
  const isRight = (isOptional && value === null) || isWithin(value, range)
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onDone?.()
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const from = Number.isInteger(value) ? Number(value) : 0
    onChange(Math.min(range.max, Math.max(range.min, from + step)))
  }
  return (
    <Field
      {...field}
      error={isRight ? null : t('range', { min: format.number(range.min), max: format.number(range.max) })}
    >
      <TextInput
        inputMode="numeric"
        placeholder={placeholder}
        // Shows the typed text only while it matches the value; text that is not a number is lost with its field.
        value={Object.is(wholeNumberOf(typed), value) ? typed : Number.isNaN(value) ? '' : (value ?? '')}
        onType={(text) => {
          setTyped(text)
          onChange(wholeNumberOf(text))
        }}
        onKeyDown={press}
        onBlur={onDone}
      />
    </Field>
  )
}
