/** Leads to a field's row in the viewer, from wherever its path is known. */
import { createWindowStore } from '../../state/create-store.ts'

interface ScrollTarget {
  /** Path of a row that is not drawn: the list that holds it scrolls there and takes it. */
  readonly path: string | null
}

const useStore = createWindowStore<ScrollTarget>({ path: null })

const flashMs = 1_400

const rowAt = (path: string): HTMLElement | null => document.querySelector(`[data-path="${CSS.escape(path)}"]`)

function show(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' })
  row.setAttribute('data-flash', '')
  setTimeout(() => {
    row.removeAttribute('data-flash')
  }, flashMs)
}

/** The path that a list of items is to bring on screen; null when there is none. */
export const useScrollTarget = (): string | null => useStore((state) => state.path)

/** Scrolls the viewer to the row of a path (as in a `FieldRow`) and flashes it. */
export function scrollToField(path: string): void {
  const row = rowAt(path)
  if (row === null) useStore.setState({ path })
  else show(row)
}

/** Scrolls to the target’s row if it is drawn; true when it was. */
export function scrollToDrawnField(path: string): boolean {
  const row = rowAt(path)
  if (row === null) return false
  useStore.setState({ path: null })
  show(row)
  return true
}

/** Whether a path is still the target. */
export const isScrollTarget = (path: string): boolean => useStore.getState().path === path

/** Clears a target; one that was set after it stays. */
export function clearScrollTarget(path: string): void {
  if (isScrollTarget(path)) useStore.setState({ path: null })
}
