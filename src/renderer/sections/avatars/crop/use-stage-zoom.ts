import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import type { CropArea } from '../../../../shared/schemas/avatar.ts'
import type { Size } from './crop-geometry.ts'

/** Zoom factors of the stage. */
export const zoomRange = { least: 1, most: 8, step: 0.25 } as const

export interface StageZoom {
  readonly zoom: number
  readonly area: CropArea
  readonly image: Size
  readonly onZoom: (zoom: number) => void
}

const clamp = (value: number): number => Math.min(Math.max(value, zoomRange.least), zoomRange.most)

/** Keeps the frame in the middle when the stage is zoomed, and zooms with Ctrl (or a pinch) and the wheel. */
export function useStageZoom(stage: RefObject<HTMLDivElement | null>, { zoom, area, image, onZoom }: StageZoom): void {
  const centre = useEffectEvent(() => {
    const element = stage.current
    if (element === null) return
    const middle = { x: (area.x + area.width / 2) / image.width, y: (area.y + area.height / 2) / image.height }
    element.scrollTo({
      left: middle.x * element.scrollWidth - element.clientWidth / 2,
      top: middle.y * element.scrollHeight - element.clientHeight / 2,
    })
  })
  useLayoutEffect(() => {
    centre()
  }, [zoom])

  const turn = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    onZoom(clamp(zoom - Math.sign(event.deltaY) * zoomRange.step * 2))
  })
  useEffect(() => {
    const element = stage.current
    const listener = (event: WheelEvent): void => {
      turn(event)
    }
    // React’s wheel listeners are passive, and cannot prevent the page’s own scrolling.
    element?.addEventListener('wheel', listener, { passive: false })
    return () => {
      element?.removeEventListener('wheel', listener)
    }
  }, [stage])
}
