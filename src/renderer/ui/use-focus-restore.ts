import { useEffect } from 'react'
import type { RefObject } from 'react'

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'
const items = 'tr, li'
const headings = 'h1, h2, section[aria-label]'

// Chromium leaves a disabled control only when it draws next.
export const isNowhere = (active: Element | null): boolean =>
  active === null || active === document.body || active.matches(':disabled')

type Side = 'nextSibling' | 'previousSibling'

/** Where a control was: between the two, in `parent`; in what was `removed` with it, or still there and disabled. */
interface Gap extends Readonly<Record<Side, Node | null>> {
  readonly parent: Element
  readonly removed: Node | null
}

const removalOf = (node: Node, records: readonly MutationRecord[]): MutationRecord | undefined =>
  records.findLast(({ removedNodes }) => [...removedNodes].some((removed) => removed.contains(node)))

function gapOf(control: Element, records: readonly MutationRecord[]): Gap | null {
  const { parentElement, nextSibling, previousSibling } = control
  if (control.isConnected && parentElement !== null)
    return { parent: parentElement, removed: null, nextSibling, previousSibling }
  const removal = removalOf(control, records)
  if (!(removal?.target instanceof Element)) return null
  // Neighbours that were taken away later in the same change have neighbours of their own.
  const neighbour = (side: Side): Node | null => {
    let node = removal[side]
    while (node !== null && !node.isConnected) node = removalOf(node, records)?.[side] ?? null
    return node
  }
  return {
    parent: removal.target,
    removed: [...removal.removedNodes].find((node) => node.contains(control)) ?? null,
    nextSibling: neighbour('nextSibling'),
    previousSibling: neighbour('previousSibling'),
  }
}

const canTake = (control: HTMLElement): boolean =>
  !control.matches(':disabled') && control.closest('dialog') === null && control.checkVisibility()

/** A row takes the focus itself, an item of a list by its first control. */
function controlOf(item: Node | null): HTMLElement | undefined {
  if (!(item instanceof HTMLElement)) return undefined
  return item.matches('[tabindex]') ? item : [...item.querySelectorAll<HTMLElement>(controls)].find(canTake)
}

/** Puts the focus on the row, or on the item of a list, that `data-key` names so; does nothing where it is not drawn. */
export function focusItem(key: string): void {
  const control = controlOf(document.querySelector(`[data-key="${CSS.escape(key)}"]`))
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'nearest' })
}

function controlBeside(at: Readonly<Record<Side, Node | null>>): HTMLElement | undefined {
  for (const side of ['nextSibling', 'previousSibling'] as const) {
    for (let node = at[side]; node !== null; node = node[side]) {
      const control = controlOf(node)
      if (control !== undefined) return control
    }
  }
  return undefined
}

function controlAfter(region: Element, { parent, nextSibling }: Gap): HTMLElement | undefined {
  const before = nextSibling ?? parent
  return [...region.querySelectorAll<HTMLElement>(controls)].find((control) => {
    const place = before.compareDocumentPosition(control)
    const isWithin = control === before || (place & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0
    const isAfter = isWithin ? nextSibling !== null : (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return isAfter && control.tabIndex >= 0 && canTake(control)
  })
}

/** What is filled in before a button that submits it can be pressed again. */
const fieldOf = (control: HTMLElement): HTMLElement | null =>
  control instanceof HTMLButtonElement && control.type === 'submit'
    ? (control.form?.querySelector<HTMLElement>('input') ?? null)
    : null

/** In a table or list: what comes next in the row, or else the row; of one that is gone the row after it, or before it. */
function neighbourOf(gap: Gap): HTMLElement | undefined {
  if (gap.removed instanceof Element && gap.removed.matches(items)) return controlBeside(gap)
  const item = gap.parent.closest(items)
  return item === null ? undefined : (controlAfter(item, gap) ?? controlOf(item) ?? controlBeside(item))
}

/** The nearest heading or named region around a place of the page, else the page's own heading. */
function headingOf(page: Element, place: Element): HTMLElement | null {
  let around = page.contains(place) ? place : page
  while (around !== page && around.querySelector(headings) === null) around = around.parentElement ?? page
  const heading = around.querySelector<HTMLElement>('h1') ?? around.querySelector<HTMLElement>(headings)
  if (heading !== null) heading.tabIndex = -1
  return heading
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

/**
 * Keeps the focus near when the control of the window that has it goes away, is moved or is disabled, also behind an open
 * dialog: it goes to the field of its form, to the next row, to what follows, or else to the heading; on a page that is
 * left for another to that one's. The keyboard goes on from there and not from the top of the window.
 */
export function useFocusRestore(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const region = place.current
    if (region === null) return
    const page = region.querySelector('main') ?? region
    let owner: HTMLElement | null = null
    let isOwed = false
    const set = (next: HTMLElement | null): void => {
      owner = next
      isOwed = false
    }
    // A dialog, a menu and a toast give the focus back to where it came from.
    const isOf = (target: EventTarget | null): target is HTMLElement =>
      target instanceof HTMLElement && region.contains(target) && target.closest('dialog') === null
    const note = ({ target }: FocusEvent): void => {
      if (isOf(target)) set(target)
    }
    // Pressed where nothing takes it: the focus was left, and is not lost.
    const leave = ({ target }: PointerEvent): void => {
      if (isOf(target) && document.activeElement === document.body) set(null)
    }
    const follow = (records: readonly MutationRecord[], control: HTMLElement): void => {
      if (control.isConnected && !control.matches(':disabled')) {
        // Moved in the document it loses the focus all the same.
        isOwed ||= removalOf(control, records) !== undefined
        return
      }
      const gap = gapOf(control, records)
      owner = gap && (fieldOf(control) ?? neighbourOf(gap) ?? controlAfter(region, gap) ?? headingOf(page, gap.parent))
      isOwed = true
    }
    const observer = new MutationObserver((records) => {
      const isLost = isNowhere(document.activeElement)
      if (owner !== null && (isLost || !owner.isConnected)) follow(records, owner)
      if (!isOwed || !isLost) return
      // The section that comes may still be on its way.
      owner ??= headingOf(page, page)
      owner?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    document.addEventListener('pointerup', leave)
    observer.observe(region, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerup', leave)
      observer.disconnect()
    }
  }, [place])
}
