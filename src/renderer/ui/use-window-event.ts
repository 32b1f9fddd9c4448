import { useEffect, useEffectEvent } from 'react'
import { isTyping } from './is-typing.ts'
import { isModalOpen } from './overlay-container.ts'

/** Whatever happens on the page comes here, after its parts have had it. */
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

/** Escape anywhere on the page, where nothing else takes it: a field, an open dialog or menu, an inspector. */
export function useEscape(act: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event) && !isModalOpen()) act()
  })
}
