import { useEffect, useEffectEvent } from 'react'
import { isTyping } from './is-typing.ts'
import { isModalOpen } from './overlay-container.ts'

/** Listens on the window, which receives each event after the parts of the page. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handler: (event: WindowEventMap[Name]) => void,
): void {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    const listener = (event: WindowEventMap[Name]): void => handle(event)
    window.addEventListener(name, listener)
    return () => window.removeEventListener(name, listener)
  }, [name])
}

/** Handles Escape anywhere on the page unless a field, an open dialog or menu, or an inspector takes it. */
export function useEscape(act: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event) && !isModalOpen()) act()
  })
}
