import { useState } from 'react'
import { isWithin } from '../../shared/model/limits.ts'
import { NumberField } from './number-field.tsx'
import type { NumberFieldProps } from './number-field.tsx'
import { useWindowEvent } from './use-window-event.ts'

export interface SavedNumberFieldProps extends Omit<NumberFieldProps, 'value' | 'onChange' | 'onDone'> {
  readonly saved: number | null
  /** Not called with a number outside of the range, nor with null unless the number is optional. */
  readonly onSave: (value: number | null, onSaved: () => void) => void
}

/**
 * A number field that saves on Enter, when the operator leaves the field, and before the page unloads. A number that is
 * wrong, or that could not be saved, stays as typed.
 */
export function SavedNumberField({ saved, onSave, ...field }: SavedNumberFieldProps) {
  // null: nothing unsaved is typed.
  const [typed, setTyped] = useState<{ readonly value: number | null } | null>(null)
  const value = typed === null ? saved : typed.value
  const save = (): void => {
    const isRight = value === null ? field.isOptional === true : isWithin(value, field.range)
    if (typed === null || !isRight) return
    if (value === saved) setTyped(null)
    else onSave(value, () => setTyped((now) => (now?.value === value ? null : now)))
  }
  useWindowEvent('pagehide', save)
  return <NumberField {...field} value={value} onChange={(number) => setTyped({ value: number })} onDone={save} />
}
