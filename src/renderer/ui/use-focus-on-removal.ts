import { useEffect, useRef } from 'react'
import { isNowhere } from './focus.ts'

/**
 * For content that is removed by its own button: when the removed content had the focus, the region around it takes the
 * focus. Returns the props of the content's element.
 */
export function useFocusOnRemoval() {
  const element = useRef<HTMLDivElement>(null)
  // Not updated when React removes the focused button, so it is still true then.
  const hasFocus = useRef(false)
  useEffect(() => {
    const region = element.current?.parentElement?.closest<HTMLElement>('[tabindex]')
    return () => {
      if (hasFocus.current && isNowhere(document.activeElement)) region?.focus({ preventScroll: true })
    }
  }, [])
  return {
    ref: element,
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: () => {
      hasFocus.current = false
    },
  }
}
