import { useEffect, useEffectEvent } from 'react'
import { isTyping } from './is-typing.ts'
import { isModalOpen } from './overlay-container.ts'

/** Escape anywhere on the page, where nothing else takes it: a field, an open dialog or menu, an inspector. */
export function useEscape(act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event) && !isModalOpen()) act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
