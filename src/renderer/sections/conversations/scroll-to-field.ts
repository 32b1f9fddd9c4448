import { useEffect, useEffectEvent } from 'react'
import { pathOfExcerpt } from '../../../shared/conversation/excerpt.ts'
import type { ConversationList, ConversationSection } from '../../../shared/conversation/view-types.ts'
import { useArrival, usePlace } from '../../state/location-store.ts'
import { createWindowStore } from '../../state/create-store.ts'
import { useOpened } from './shown-conversation.ts'

// Path of a row that is not drawn: the list that holds it scrolls there and takes it.
const useStore = createWindowStore<{ readonly path: string | null }>({ path: null })

const flashMs = 1_400

/** The row of a path, or of what holds it. */
function rowAt(path: string): HTMLElement | null {
  const row = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
  const holder = path.replace(/(?:\.\w+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])$/, '')
  return row !== null || holder === path ? row : rowAt(holder)
}

function show(row: HTMLElement): void {
  // Of a long prompt the middle would be all that is seen.
  row.scrollIntoView({ block: row.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' })
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.setAttribute('data-flash', '')
  setTimeout(() => row.removeAttribute('data-flash'), flashMs)
}

/** The path that a list of items is to bring on screen; null when there is none. */
export const useScrollTarget = (): string | null => useStore((state) => state.path)

/** Scrolls the viewer to the row of a path (as in a `FieldRow`), which flashes and takes the focus. */
export function scrollToField(path: string): void {
  const row = rowAt(path)
  if (row === null) useStore.setState({ path })
  else show(row)
}

/** Scrolls to the field that the location names, once its snapshot is on screen. */
export function useScrollToLocation(): void {
  const { summary, document } = useOpened()
  const isShown = usePlace('snapshotId') === summary.id
  useArrival(
    'conversations',
    ({ at, excerpt }) => isShown && (at ?? excerpt) !== undefined,
    ({ at, excerpt = '' }) => {
      const path = at ?? pathOfExcerpt(document.data, 'data', excerpt)
      if (path !== null) scrollToField(path)
    },
  )
}

/** Scrolls to a heading of the viewer, which takes the focus: read next by a screen reader, and where Tab goes on. */
export function showSection(part: ConversationSection | 'raw'): void {
  const place = document.querySelector<HTMLElement>(`#part-${part}`)
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}

// Frames to wait for the row of an item after the list scrolled there.
const maxFrames = 60

/** Clears a target; a target that was set after it stays. */
function clearScrollTarget(path: string): void {
  if (useStore.getState().path === path) useStore.setState({ path: null })
}

/** Shows the row as soon as it is drawn, unless the target has changed by then. */
function scrollWhenDrawn(path: string, left = maxFrames): void {
  if (useStore.getState().path !== path) return
  const row = rowAt(path)
  if (row === null && left > 0) {
    requestAnimationFrame(() => scrollWhenDrawn(path, left - 1))
    return
  }
  clearScrollTarget(path)
  if (row !== null) show(row)
}

interface ScrollToItemOptions {
  readonly list: ConversationList
  /** Brings the item of a path on screen; `not-yet` when the list must be drawn anew first. */
  readonly onSought: (path: string) => 'shown' | 'not-yet' | 'not-there'
}

/** Goes to an item that `scrollToField` wants and that may not be drawn. */
export function useScrollToItem({ list, onSought }: ScrollToItemOptions): void {
  const requested = useScrollTarget()
  const path = requested?.startsWith(`data.${list}[`) === true ? requested : null
  const onPath = useEffectEvent((of: string) => {
    const outcome = onSought(of)
    if (outcome === 'shown') scrollWhenDrawn(of)
    else if (outcome === 'not-there') clearScrollTarget(of)
  })
  // After each drawing, until the list holds the item.
  useEffect(() => {
    if (path !== null) onPath(path)
  })
}
