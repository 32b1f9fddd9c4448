import { useCallback, useState } from 'react'

/**
 * Whether an element with `content-visibility: auto` is or was near the window: Chromium then lays it out, and a cheap
 * drawing becomes complete. `watch` is the element's ref.
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
