import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Focuses `place` when a change removed the element that had the focus, such as a removed card’s own button: the
 * keyboard continues from there and not from the top of the page.
 */
export function useRefocusOnRemoval(place: RefObject<HTMLElement | null>, change: unknown): void {
  const seen = useRef(change)
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (seen.current === change) return
    seen.current = change
    const isGone = last.current instanceof Element && !last.current.isConnected
    if (isGone && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [place, change])
}
