import { useCallback, useState } from 'react'

/**
 * Whether an element with `content-visibility: auto` is near the window, or was: Chromium lays it out then, and a cheap
 * drawing becomes the whole. `watch` is the element's ref.
 */
export function useNear(isNearAtFirst: boolean) {
  const [isNear, setNear] = useState(isNearAtFirst)
  const watch = useCallback((element: HTMLElement | null) => {
    const onChange = (event: Event): void => {
      if (event instanceof ContentVisibilityAutoStateChangeEvent && !event.skipped) setNear(true)
    }
    element?.addEventListener('contentvisibilityautostatechange', onChange)
    return () => element?.removeEventListener('contentvisibilityautostatechange', onChange)
  }, [])
  return { isNear, watch }
}
