import { useEffect, useState } from 'react'

function isInSight(element: Element | null, below: number): boolean {
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  return bottom > below && top < innerHeight
}

/**
 * The part of a long page that the operator reads: the part with the focus, while the focused element is in sight; else
 * the last part at the end of the page; else the first part whose element, of id `part-NAME`, ends more than `below`
 * pixels from the top of the window and starts in its upper 40%; else the part that was current. `parts` are in the
 * order of the page, and the same array in every render.
 */
export function useCurrentPart<Part extends string>(parts: readonly Part[], below: number): Part | undefined {
  const [current, setCurrent] = useState(parts[0])
  useEffect(() => {
    const choose = (): void => {
      const { activeElement } = document
      const positions = parts.map((part) => {
        const element = document.querySelector(`#part-${part}`)
        const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
        const hasFocus = element?.contains(activeElement) === true && isInSight(activeElement, below)
        return { part, top, bottom, hasFocus }
      })
      const notPassed = positions.filter(({ bottom }) => bottom > below)
      // The last parts of a page cannot scroll up to the top.
      const isScrolled = (positions[0]?.top ?? 0) < 0
      const atEnd = isScrolled
        ? notPassed.find(({ part, bottom }) => part === parts.at(-1) && bottom <= innerHeight)
        : undefined
      const found =
        notPassed.find(({ hasFocus }) => hasFocus) ??
        atEnd ??
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
