import { useEffect, useState } from 'react'

/**
 * The part of a long page that is being read: the first whose element, of id `part-NAME`, is in the upper part of the
 * window, `below` pixels from its top; the last one passed while none is there. `parts` in the order of the page, the same
 * array while they are the same.
 */
export function useCurrentPart<Part extends string>(parts: readonly Part[], below: number): Part | undefined {
  const [current, setCurrent] = useState(parts[0])
  useEffect(() => {
    const inSight = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target.id)
          else inSight.delete(target.id)
        }
        const first = parts.find((part) => inSight.has(`part-${part}`))
        if (first !== undefined) setCurrent(first)
      },
      { rootMargin: `-${String(below)}px 0px -60% 0px` },
    )
    for (const part of parts) {
      const element = document.querySelector(`#part-${part}`)
      if (element !== null) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [parts, below])
  return current
}
