/**
 * Moves the focus: by the arrow keys along rows, and when the focused control disappears. In all other cases Chromium
 * continues from the position of that control.
 */

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'

// Chromium moves the focus away from a disabled or hidden control only when it draws next.
export const isNowhere = (active: Element | null): boolean =>
  active === null || active === document.body || active.matches(':disabled') || !active.checkVisibility()

const canTake = (control: HTMLElement): boolean => !control.matches(':disabled') && control.checkVisibility()

/** A row takes the focus itself; in an item of a list, the first control takes it. */
function controlOf(item: Element | null): HTMLElement | undefined {
  if (!(item instanceof HTMLElement)) return undefined
  return item.matches('[tabindex]') ? item : [...item.querySelectorAll<HTMLElement>(controls)].find(canTake)
}

const itemOf = (key: string): Element | null => document.querySelector(`[data-key="${CSS.escape(key)}"]`)

/** Focuses the row or list item with this `data-key`; does nothing when it is not drawn. */
export function focusItem(key: string): void {
  const control = controlOf(itemOf(key))
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'nearest' })
}

/** A list item, then the following items, then the preceding items, the nearest first. */
function itemsFrom(item: Element): readonly Element[] {
  const all = [...(item.parentElement?.children ?? [])]
  const index = all.indexOf(item)
  return [...all.slice(index), ...all.slice(0, index).reverse()]
}

/**
 * Call this before list items are removed: focuses the item after the first removed item, or else the item before it.
 */
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

/**
 * Call this once the heading or region of a page is drawn: it takes the focus when the replaced content had the focus.
 */
export function takeOverFocus(element: HTMLElement | null): void {
  // The first page of an unused window leaves the focus at the top.
  if (isNowhere(document.activeElement) && navigator.userActivation.hasBeenActive)
    element?.focus({ preventScroll: true })
}

/**
 * For content that opens and closes: call this function on opening, and the returned function on closing. When nothing
 * has the focus then, because the control that opened the content is gone, the nearest place takes the focus: the
 * control's row, the rows beside it, or the region around it.
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
 * Calls `onPress` once, at the next press of a key or a pointer; a key that is still held is no press. Returns the
 * function that stops waiting.
 */
export function onNextPress(onPress: () => void): () => void {
  const waiting = new AbortController()
  const note = (event: Event): void => {
    if (event instanceof KeyboardEvent && event.repeat) return
    waiting.abort()
    onPress()
  }
  const options = { capture: true, signal: waiting.signal }
  window.addEventListener('pointerdown', note, options)
  window.addEventListener('keydown', note, options)
  return () => waiting.abort()
}

/**
 * For an item that Undo restores: call this function when Undo is pressed, and the returned function once the item was
 * read. Focuses the item unless a pointer or key was pressed since. Focus changes without a person, such as when the
 * toast disappears, do not count.
 */
export function createFocusReturn(key: string | undefined): () => void {
  let isPressed = false
  const stop = onNextPress(() => {
    isPressed = true
  })
  return () => {
    // The cache notifies the page in a separate task, and the page is drawn after that task.
    setTimeout(() =>
      requestAnimationFrame(() => {
        stop()
        if (key !== undefined && !isPressed) focusItem(key)
      }),
    )
  }
}
