import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Brings what was just begun into view: the dialog that sent it may have been opened from elsewhere on the page. */
export function useInView(isFresh: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFresh) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isFresh])
  return place
}
