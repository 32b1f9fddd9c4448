/** Going to a field or a part of the conversation on screen. */
import { useEffect, useEffectEvent, useState } from 'react'
import { pathOfExcerpt } from '../../../shared/conversation/excerpt.ts'
import type { ConversationSection } from '../../../shared/conversation/view-types.ts'
import { clearSought, useSought } from '../../state/conversation-store.ts'
import { createWindowStore } from '../../state/create-store.ts'
import { useOpened } from './shown-conversation.ts'

/** The field that was gone to last; a new object each time. */
const useStore = createWindowStore<{ readonly at: { readonly path: string } | null }>({ at: null })

/** Goes to the field of a path (as in a `FieldRow`), which is marked for a moment and takes the focus. */
export const goToField = (path: string): void => useStore.setState({ at: { path } })

/** The field that was gone to last: a list draws the item that holds it. */
export const useFieldGoneTo = (): { readonly path: string } | null => useStore(({ at }) => at)

/** The element id of a field, or of an item of a list. */
export const fieldId = (path: string): string => `field-${path}`

/** The element of a field, or of what holds it. */
function elementOf(path: string): HTMLElement | null {
  const element = document.getElementById(fieldId(path))
  const holder = path.replace(/(?:\.\w+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])$/, '')
  return element !== null || holder === path ? element : elementOf(holder)
}

const markedMs = 1_400

function show(element: HTMLElement): void {
  // Of a long prompt the middle would be all that is seen.
  element.scrollIntoView({ block: element.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' })
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.setAttribute('data-flash', '')
  setTimeout(() => element.removeAttribute('data-flash'), markedMs)
}

/** Shows each field that is gone to, once the lists have drawn it. */
export function useShownField(): void {
  const at = useFieldGoneTo()
  const [atOpening] = useState(at)
  useEffect(() => {
    // A field that was gone to before the conversation was opened is in the past.
    if (at === null || at === atOpening) return
    const element = elementOf(at.path)
    if (element !== null) show(element)
  }, [at, atOpening])
}

/** Goes to the text for which the shown snapshot was opened. */
export function useExcerpt(): void {
  const sought = useSought()
  const { summary, document } = useOpened()
  const goTo = useEffectEvent((excerpt: string) => {
    clearSought()
    const path = pathOfExcerpt(document.data, 'data', excerpt)
    if (path !== null) goToField(path)
  })
  useEffect(() => {
    if (sought?.snapshotId === summary.id) goTo(sought.excerpt)
  }, [sought, summary.id])
}

/** Scrolls to a heading of the viewer, which takes the focus: read next by a screen reader, and where Tab goes on. */
export function goToSection(part: ConversationSection | 'raw'): void {
  const element = document.getElementById(`part-${part}`)
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}
