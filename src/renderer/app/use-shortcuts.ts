import { acceleratorOf } from '../../shared/model/shortcuts.ts'
import type { PageAction } from '../../shared/model/shortcuts.ts'
import { useEvent } from '../api/events.ts'
import { askForSettings } from '../state/navigation-store.ts'
import { openOverlay } from '../state/overlay-store.ts'
import { usePageActions, useShortcutKeys } from '../state/use-page-actions.ts'
import { isTyping } from '../ui/is-typing.ts'
import { isModalOpen } from '../ui/overlay-container.ts'
import { isMac } from '../ui/shortcut-keys.tsx'
import { useWindowEvent } from '../ui/use-window-event.ts'

function isQuestion({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === '?' && !ctrlKey && !metaKey && !altKey
}

/** Does what the keys of the table and the items of the menu say; an open dialog keeps the keyboard to itself. */
export function useShortcuts(): void {
  const actions = usePageActions()
  const keys = useShortcutKeys()
  const nameOf = (event: KeyboardEvent): PageAction | undefined => {
    if (isQuestion(event)) return isTyping(event) ? undefined : 'shortcuts'
    const pressed = acceleratorOf(event, isMac)
    return (Object.keys(actions) as PageAction[]).find((one) => keys[one] === pressed)
  }
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || isModalOpen()) return
    const name = nameOf(event)
    if (name === undefined) return
    // The menu of main hears only what the page leaves over.
    event.preventDefault()
    actions[name]()
  })
  useEvent('action.requested', ({ what }) => {
    if (what === 'about') askForSettings('about')
    else if (what === 'diagnostics') openOverlay('diagnostics')
    else if (!isModalOpen()) actions[what]()
  })
}
