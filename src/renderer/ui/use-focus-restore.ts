import { useEffect } from 'react'
import type { RefObject } from 'react'

const controls = 'a[href], button, input, select, textarea, summary'

const isGone = (control: Element): boolean => !control.isConnected || control.matches(':disabled')

// Chromium leaves a disabled control only when it draws next.
const isNowhere = (active: Element | null): boolean =>
  active === null || active === document.body || active.matches(':disabled')

interface Gap {
  readonly before: Node
  /** Whether what is inside of `before` comes after the gap as well. */
  readonly isInside: boolean
}

// Where the control was: at itself when it is disabled, else before what followed the part that was taken away.
function gapOf(control: Element, records: readonly MutationRecord[]): Gap | null {
  if (control.isConnected) return { before: control, isInside: false }
  const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(control)))
  if (removal === undefined) return null
  const { nextSibling, target } = removal
  return nextSibling?.isConnected === true
    ? { before: nextSibling, isInside: true }
    : { before: target, isInside: false }
}

function nextControl(region: Element, { before, isInside }: Gap): HTMLElement | undefined {
  return [...region.querySelectorAll<HTMLElement>(controls)].find((control) => {
    const place = before.compareDocumentPosition(control)
    const isWithin = control === before || (place & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0
    const isAfter = isWithin ? isInside : (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return isAfter && control.closest('dialog') === null && !control.matches(':disabled')
  })
}

// The page's own heading where the region has none any more.
function headingOf(region: Element): HTMLElement | null {
  const heading = region.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('h1')
  if (heading !== null) heading.tabIndex = -1
  return heading
}

/**
 * Keeps the focus near when the control of `place` that has it goes away or is disabled, also behind an open dialog: it
 * goes to the next control there, else to the heading. The keyboard goes on from there and not from the top of the page.
 */
export function useFocusRestore(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const region = place.current
    if (region === null) return
    let owner: HTMLElement | null = null
    let isOwed = false
    const note = ({ target }: FocusEvent): void => {
      // A dialog gives the focus back to where it came from.
      if (!(target instanceof HTMLElement) || target.closest('dialog') !== null) return
      owner = region.contains(target) ? target : null
      isOwed = false
    }
    const observer = new MutationObserver((records) => {
      if (owner === null) return
      if (isGone(owner)) {
        const gap = gapOf(owner, records)
        owner = (gap === null ? undefined : nextControl(region, gap)) ?? headingOf(region)
        isOwed = true
      }
      if (isOwed && isNowhere(document.activeElement)) owner?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    observer.observe(region, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    return () => {
      document.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [place])
}
