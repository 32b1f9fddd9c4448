import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Puts the focus on `place` when a change took away the element that had it, such as the removed card's own button: the
 * keyboard goes on from there and not from the top of the page.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, change: unknown): void {
  const seen = useRef(change)
  useEffect(() => {
    if (seen.current === change) return
    seen.current = change
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [place, change])
}
