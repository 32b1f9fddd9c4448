import { useEffect, useEffectEvent } from 'react'
import type { SnapshotId } from '../../../shared/ids.ts'
import type { ConversationList, ConversationSection } from '../../../shared/model/conversation-view.ts'
import { read } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { useProfileTask } from '../../api/use-command.ts'
import { clearSought, useSought } from '../../state/conversation-store.ts'
import { createWindowStore } from '../../state/create-store.ts'

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

/** Scrolls to what the shown snapshot was opened for. */
export function useScrollToExcerpt(snapshotId: SnapshotId): void {
  const sought = useSought()
  const { mutate } = useProfileTask({
    run: (excerpt: string) => queryClient.query(read('conversation.pathOfExcerpt', { snapshotId, excerpt })),
  })
  useEffect(() => {
    if (sought?.snapshotId !== snapshotId) return
    clearSought()
    mutate(sought.excerpt, ({ path }) => path !== null && scrollToField(path))
  }, [mutate, sought, snapshotId])
}

/** Scrolls to a heading of the viewer, which takes the focus: read next by a screen reader, and where Tab goes on. */
export function showSection(part: ConversationSection | 'raw'): void {
  const place = document.querySelector<HTMLElement>(`#part-${part}`)
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}

/** Items per call. */
export const itemsPage = 100

// Frames to wait for the row of an item after the list scrolled there: its page may still be on the way.
const maxFrames = 60

interface ScrollToItemOptions {
  readonly snapshotId: string
  readonly list: ConversationList
  /** True when every item of the list is among the rows. */
  readonly isWhole: boolean
  /** Takes the filter away, so that every item is among the rows. */
  readonly onSearchAll: () => void
  /** Brings the item at this place on screen. */
  readonly onFound: (place: number) => void
}

type Items = Pick<ScrollToItemOptions, 'snapshotId' | 'list'>

async function placeOf(of: Items, path: string): Promise<number | null> {
  for (let from = 0; ; from += itemsPage) {
    const page = await queryClient.query(read('conversation.items', { ...of, search: '', from, count: itemsPage }))
    const at = page.items.findIndex((item) => path === item.path || path.startsWith(`${item.path}.`))
    if (at !== -1) return from + at
    if (from + itemsPage >= page.total) return null
  }
}

/** Clears a target; one that was set after it stays. */
function clearScrollTarget(path: string): void {
  if (useStore.getState().path === path) useStore.setState({ path: null })
}

/** Shows the row as soon as it is drawn, unless another is wanted by then. */
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

/** Goes to an item that `scrollToField` wants and that may not be drawn. */
export function useScrollToItem({ snapshotId, list, isWhole, onSearchAll, onFound }: ScrollToItemOptions): void {
  const requested = useScrollTarget()
  const path = requested?.startsWith(`data.${list}[`) === true ? requested : null
  const searchAll = useEffectEvent(onSearchAll)
  const found = useEffectEvent((place: number | null, of: string) => {
    // Another may have been requested meanwhile.
    if (of !== path) return
    if (place === null) clearScrollTarget(of)
    else {
      onFound(place)
      scrollWhenDrawn(of)
    }
  })
  const { mutate } = useProfileTask({
    run: (of: string) => placeOf({ snapshotId, list }, of),
    // The list itself shows that a page cannot be read.
    onFailure: (_error, of) => clearScrollTarget(of),
  })
  useEffect(() => {
    if (path === null) return
    if (isWhole) mutate(path, (place) => found(place, path))
    else searchAll()
  }, [mutate, path, isWhole])
}
