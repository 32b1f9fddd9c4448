import { useEffect, useState } from 'react'

/** The ids of the elements that come into a box within the window, and leave it. */
function watch(elements: readonly Element[], rootMargin: string, onChange: () => void) {
  const inSight = new Set<string>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inSight.add(target.id)
        else inSight.delete(target.id)
      }
      onChange()
    },
    { rootMargin },
  )
  for (const element of elements) observer.observe(element)
  return { inSight, end: () => observer.disconnect() }
}

/**
 * The part of a long page that is being read: the one that was gone to, which has the focus itself, while it is in sight;
 * else the first whose element, of id `part-NAME`, is in the upper part of the window, `below` pixels from its top; the
 * last one passed while none is there. `parts` in the order of the page, the same array while they are the same.
 */
export function useCurrentPart<Part extends string>(parts: readonly Part[], below: number): Part | undefined {
  const [current, setCurrent] = useState(parts[0])
  useEffect(() => {
    const elements = parts.flatMap((part) => document.querySelector(`#part-${part}`) ?? [])
    const choose = (): void => {
      const isGoneTo = (id: string): boolean => document.activeElement?.id === id && whole.inSight.has(id)
      const found =
        parts.find((part) => isGoneTo(`part-${part}`)) ?? parts.find((part) => upper.inSight.has(`part-${part}`))
      if (found !== undefined) setCurrent(found)
    }
    // The last parts of a page cannot come up to its top.
    const whole = watch(elements, `-${String(below)}px 0px 0px 0px`, choose)
    const upper = watch(elements, `-${String(below)}px 0px -60% 0px`, choose)
    document.addEventListener('focusin', choose)
    return () => {
      document.removeEventListener('focusin', choose)
      whole.end()
      upper.end()
    }
  }, [parts, below])
  return parts.find((part) => part === current) ?? parts[0]
}
