import { useEffect, useEffectEvent } from 'react'
import { acceleratorOf, defaultShortcuts } from '../../shared/model/shortcuts.ts'
import type { PageAction } from '../../shared/model/shortcuts.ts'
import { isMac } from '../ui/shortcut-keys.tsx'
import { usePageActions } from '../state/use-page-actions.ts'

/** Does what the keys of the table say, whatever has the focus; an open dialog keeps the keyboard to itself. */
export function useShortcuts(): void {
  const actions = usePageActions()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    if (document.querySelector('dialog:modal') !== null) return
    const pressed = acceleratorOf(event, isMac)
    const name = (Object.keys(actions) as PageAction[]).find((one) => defaultShortcuts[one] === pressed)
    if (name === undefined) return
    // The menu of main hears only what the page leaves over.
    event.preventDefault()
    actions[name]()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      press(event)
    }
    window.addEventListener('keydown', listener)
    return () => {
      window.removeEventListener('keydown', listener)
    }
  }, [])
}
