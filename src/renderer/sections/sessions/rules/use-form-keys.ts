import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

// Of radios the chosen one: an arrow on another would change the choice.
const first = ':is(input:not([type="radio"]), input:checked, select)'

/** Puts the focus into a form when it opens, as the button that opened it is gone by then; Escape leaves it. */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, onCancel: () => void): void {
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    const element = form.current
    if (element === null) return undefined
    const leave = (event: KeyboardEvent): void => {
      // The Escape of an input method drops its candidates alone.
      if (event.key === 'Escape' && !event.isComposing) cancel()
    }
    element.querySelector<HTMLElement>(first)?.focus()
    element.addEventListener('keydown', leave)
    return () => {
      element.removeEventListener('keydown', leave)
    }
  }, [form])
}
