/**
 * Where the focus goes: by the arrows along rows, and when the control that has it goes away. Where nothing is said,
 * Chromium goes on from the place of that control.
 */

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'

// Chromium leaves a control that is disabled or hidden only when it draws next.
export const isNowhere = (active: Element | null): boolean =>
  active === null || active === document.body || active.matches(':disabled') || !active.checkVisibility()

const canTake = (control: HTMLElement): boolean => !control.matches(':disabled') && control.checkVisibility()

/** A row takes the focus itself, an item of a list by its first control. */
function controlOf(item: Element | null): HTMLElement | undefined {
  if (!(item instanceof HTMLElement)) return undefined
  return item.matches('[tabindex]') ? item : [...item.querySelectorAll<HTMLElement>(controls)].find(canTake)
}

const itemOf = (key: string): Element | null => document.querySelector(`[data-key="${CSS.escape(key)}"]`)

/** Puts the focus on the row, or on the item of a list, that `data-key` names so; does nothing where it is not drawn. */
export function focusItem(key: string): void {
  const control = controlOf(itemOf(key))
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'nearest' })
}

/** An item of a list, then those that follow it, then those that precede it, the nearest first. */
function itemsFrom(item: Element): readonly Element[] {
  const all = [...(item.parentElement?.children ?? [])]
  const index = all.indexOf(item)
  return [...all.slice(index), ...all.slice(0, index).reverse()]
}

/** Before items of a list are removed: puts the focus on the item that follows the first of them, or else precedes it. */
export function focusBeside(keys: readonly string[]): void {
  const first = itemOf(keys[0] ?? '')
  if (first === null) return
  const next = itemsFrom(first).find((item) => !keys.includes(item.getAttribute('data-key') ?? ''))
  controlOf(next ?? null)?.focus({ preventScroll: true })
}

/** Focuses the row that is `by` rows further than `row`, or the last one in that direction. */
export function focusFurther(rows: readonly HTMLElement[], row: Element | null, by: number): void {
  const at = rows.findIndex((candidate) => candidate === row) + by
  rows[Math.max(0, Math.min(at, rows.length - 1))]?.focus()
}

export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** For the heading or region of a page, once it is drawn: takes the focus where what it replaces had the focus. */
export function takeOverFocus(element: HTMLElement | null): void {
  // The first page of a window that nobody has used yet leaves the focus at the top.
  if (isNowhere(document.activeElement) && navigator.userActivation.hasBeenActive)
    element?.focus({ preventScroll: true })
}

/**
 * For what is closed again: call it on opening, and the returned function on closing. When nothing has the focus then, as
 * the control that opened it is gone, the nearest place takes it: its row, the rows beside it, or the region around it.
 */
export function createFocusFallback(): () => void {
  const elements: Element[] = []
  let element = document.activeElement
  while (element !== null && element !== document.body) {
    if (element.matches('[data-key]')) elements.push(...itemsFrom(element))
    else if (element.matches('[tabindex]')) elements.push(element)
    element = element.parentElement
  }
  return () => {
    if (!isNowhere(document.activeElement)) return
    const nearest = elements.find((one) => one.isConnected && one.checkVisibility())
    controlOf(nearest ?? null)?.focus({ preventScroll: true })
  }
}

/**
 * For an item that comes back after an answer: call it when Undo is pressed, and the returned function once the item was
 * read. Focuses the item, unless a pointer or key was pressed since: what the focus does meanwhile without a person, as
 * the toast goes, does not count.
 */
export function createFocusReturn(key: string | undefined): () => void {
  let isPressed = false
  const pressing = new AbortController()
  const note = (event: Event): void => {
    if (event instanceof KeyboardEvent && event.repeat) return
    isPressed = true
    pressing.abort()
  }
  const options = { capture: true, signal: pressing.signal }
  window.addEventListener('pointerdown', note, options)
  window.addEventListener('keydown', note, options)
  return () => {
    // The cache notifies the page in a task of its own, and the page is drawn after that.
    setTimeout(() =>
      requestAnimationFrame(() => {
        pressing.abort()
        if (key !== undefined && !isPressed) focusItem(key)
      }),
    )
  }
}
