import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

// A little before it is seen.
const margin = '120px'

/** True from the moment on at which the element has come on screen, or nearly so. */
export function useOnScreen(element: RefObject<HTMLElement | null>): boolean {
  const [wasSeen, setSeen] = useState(false)
  useEffect(() => {
    if (wasSeen || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
    }
  }, [element, wasSeen])
  return wasSeen
}
