import { isTyping } from './is-typing.ts'
import { isModalOpen } from './overlay-container.ts'
import { useWindowEvent } from './use-window-event.ts'

/** Escape anywhere on the page, where nothing else takes it: a field, an open dialog or menu, an inspector. */
export function useEscape(act: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event) && !isModalOpen()) act()
  })
}
