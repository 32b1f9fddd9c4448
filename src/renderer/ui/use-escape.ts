import { isTyping } from './is-typing.ts'
import { isModalOpen } from './overlay-container.ts'
import { useKeyDown } from './use-key-down.ts'

/** Escape anywhere on the page, where nothing else takes it: a field, an open dialog or menu, an inspector. */
export function useEscape(act: () => void): void {
  useKeyDown((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event) && !isModalOpen()) act()
  })
}
