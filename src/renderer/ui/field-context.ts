/** How a control inside a `Field` finds its id, its hint and its error. */
import { createContext, useContext } from 'react'

/** What a field passes to the control inside it. */
export interface FieldWiring {
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly disabled: boolean
}

/** The wiring of the nearest field; null outside of one. */
export const FieldContext = createContext<FieldWiring | null>(null)

/** Attributes for the control inside a field; nothing outside of one. */
export function useFieldAttributes(): {
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  readonly disabled?: true | undefined
} {
  const wiring = useContext(FieldContext)
  if (wiring === null) return {}
  const { id, describedBy, invalid, disabled } = wiring
  return {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    disabled: disabled || undefined,
  }
}
