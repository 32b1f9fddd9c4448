import { useEffect, useState } from 'react'

function isInSight(element: Element | null, below: number): boolean {
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  return bottom > below && top < innerHeight
}

/**
 * The part of a long page that the operator reads: the part that holds the focus, while the focused element is in sight;
 * else the first whose element, of id `part-NAME`, is in the upper part of the window, `below` pixels from its top; the
 * first of all at the top of the page, and elsewhere the last one passed. `parts` in the order of the page, the same array
 * while they are the same.
 */
export function useCurrentPart<Part extends string>(parts: readonly Part[], below: number): Part | undefined {
  const [current, setCurrent] = useState(parts[0])
  useEffect(() => {
    const choose = (): void => {
      const { activeElement } = document
      const notPassed = parts.flatMap((part) => {
        const element = document.querySelector(`#part-${part}`)
        const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
        const isGoneTo = element?.contains(activeElement) === true && isInSight(activeElement, below)
        return bottom > below ? [{ part, top, isGoneTo }] : []
      })
      // The last parts of a page cannot come up to its top.
      const found =
        notPassed.find(({ isGoneTo }) => isGoneTo) ??
        notPassed.find(({ top }) => top < innerHeight * 0.4) ??
        notPassed.find(({ part }) => part === parts[0])
      if (found !== undefined) setCurrent(found.part)
    }
    choose()
    document.addEventListener('scroll', choose, { capture: true, passive: true })
    document.addEventListener('focusin', choose)
    addEventListener('resize', choose)
    return () => {
      document.removeEventListener('scroll', choose, { capture: true })
      document.removeEventListener('focusin', choose)
      removeEventListener('resize', choose)
    }
  }, [parts, below])
  return parts.find((part) => part === current) ?? parts[0]
}
