/** Goes to a field or a part of the conversation on screen. */
import { useMemo } from 'react'
import { pathOfExcerpt } from '../../../shared/conversation/excerpt.ts'
import type { ConversationSection } from '../../../shared/conversation/view-types.ts'
import { useArrival, useLocation, useSectionState } from '../../state/location-store.ts'
import { useOpened } from './shown-conversation.ts'

/** The field that the location leads to; a list draws the item with this field. A new object for each `go`. */
export function useFieldGoneTo(): { readonly path: string } | null {
  const { summary, document } = useOpened()
  const isShown = useSectionState('snapshotId') === summary.id
  const location = useLocation('conversations')
  return useMemo(() => {
    if (!isShown || location === null) return null
    const { at, excerpt } = location
    const path = at ?? (excerpt === undefined ? null : pathOfExcerpt(document.data, excerpt))
    return path === null ? null : { path }
  }, [isShown, location, document])
}

/** The element id of a field, or of an item of a list. */
export const fieldId = (path: string): string => `field-${path}`

/** The element of a field, or of its nearest parent with an element. */
function elementOf(path: string): HTMLElement | null {
  const element = document.getElementById(fieldId(path))
  const parentPath = path.replace(/(?:\.\w+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])$/, '')
  return element !== null || parentPath === path ? element : elementOf(parentPath)
}

const markedMs = 1_400

function show(element: HTMLElement): void {
  // Centred, a long prompt would show only its middle.
  element.scrollIntoView({ block: element.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' })
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.setAttribute('data-flash', '')
  setTimeout(() => element.removeAttribute('data-flash'), markedMs)
}

/**
 * Shows the field that the location leads to, once the lists have drawn it. The field is marked for a moment and takes
 * the focus.
 */
export function useShownField(): void {
  const field = useFieldGoneTo()
  useArrival(
    'conversations',
    () => field !== null,
    () => {
      const element = field && elementOf(field.path)
      if (element !== null) show(element)
    },
  )
}

/**
 * Scrolls to a heading of the viewer, which takes the focus: a screen reader reads it next, and Tab continues there.
 */
export function goToSection(part: ConversationSection | 'raw'): void {
  const element = document.getElementById(`part-${part}`)
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}
