import { isIdBoxKey, pageActionOf, shortcuts } from '../../shared/model/shortcuts.ts'
import { useEvent } from '../api/events.ts'
import { go, openOverlay } from '../state/location-store.ts'
import { usePageActions } from '../state/use-page-actions.ts'
import { isTyping } from '../ui/is-typing.ts'
import { isModalOpen } from '../ui/overlay-container.ts'
import { isMac } from '../ui/shortcut-keys.tsx'
import { useWindowEvent } from '../ui/use-window-event.ts'

/** Focuses the page's ID box, which is found by its shortcut attribute; false when the page has none. */
function focusIdBox(): boolean {
  const box = document.querySelector<HTMLInputElement>(`input[aria-keyshortcuts="${shortcuts.idBox}"]`)
  box?.select()
  box?.focus()
  return box !== null
}

/** Runs the actions of the shortcut table and of the menu; an open dialog keeps its keys. */
export function useShortcuts(): void {
  const actions = usePageActions()
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || isModalOpen()) return
    if (isIdBoxKey(event)) {
      // Otherwise the slash would be typed into the box.
      if (!isTyping(event) && focusIdBox()) event.preventDefault()
      return
    }
    const name = pageActionOf(event, isMac)
    if (name === null || (event.key === shortcuts.question && isTyping(event))) return
    // Main's menu receives only keys whose default the page does not prevent.
    event.preventDefault()
    actions[name]()
  })
  useEvent('action.requested', ({ what }) => {
    if (what === 'about') go({ section: 'settings', part: 'about' })
    else if (what === 'diagnostics') openOverlay('diagnostics')
    else if (!isModalOpen()) actions[what]()
  })
}
