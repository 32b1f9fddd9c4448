import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { CropArea, Draft, FaceBox, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { renderEdit } from '../../../imaging/image-client.ts'
import { imageUrl } from '../../../imaging/image-url.ts'
import { droppedFile } from '../../../state/intake-store.ts'
import { afterKey, clamp, corners, draggedCorner, movedArea } from './crop-geometry.ts'
import type { Corner, Framed, Move, Size } from './crop-geometry.ts'
import styles from '../drafts/drafts.module.css'

// Display only: the crop is made from the original.
const maxSide = 2_048

/** HEIC is drawn by no browser, and a WebP is not turned by Chromium as its EXIF says. */
function isDrawnUpright({ type }: ImageInfo, findings: Draft['findings']): boolean {
  return type !== 'heic' && (type !== 'webp' || findings.every(({ id }) => id !== 'turned'))
}

/** An upright picture that the browser can draw: the original, or one made of it, or why there is none. */
export function useStageSource(draft: Draft, original: ImageInfo, { width, height }: Size) {
  const { type, imageId } = original
  const isDrawn = isDrawnUpright(original, draft.findings)
  const [made, setMade] = useState<{ readonly url: string | null; readonly error: Error | null }>({
    url: null,
    error: null,
  })
  useEffect(() => {
    if (isDrawn) return
    const controller = new AbortController()
    let url: string | null = null
    const image = { imageId, file: droppedFile(imageId), type, width, height }
    renderEdit(image, { area: null, longestSide: maxSide, type: 'jpeg' }, controller.signal).then(
      (edited) => {
        if (controller.signal.aborted) return
        url = URL.createObjectURL(new Blob([edited.image], { type: 'image/jpeg' }))
        setMade({ url, error: null })
      },
      (reason: unknown) => {
        const error = reason instanceof Error ? reason : new Error(String(reason))
        if (!controller.signal.aborted) setMade({ url: null, error })
      },
    )
    return () => {
      controller.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [isDrawn, imageId, type, width, height])
  return isDrawn ? { url: imageUrl(imageId), error: null } : made
}

export interface FrameProps {
  /** Natural pixels of the image as it is shown. */
  readonly image: Size
  readonly framed: Framed
  readonly faces: readonly FaceBox[]
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
}

interface CropStageProps extends FrameProps {
  readonly src: string
  /** `source` is the same for all moves of one drag. */
  readonly onChange: (area: CropArea, source: unknown) => void
  /** Told the image's natural pixels once it is drawn. */
  readonly onLoad: (image: Size) => void
  /** Id of the text that explains the keys. */
  readonly describedBy: string
}

function placeOf({ x, y, width, height }: CropArea, image: Size) {
  const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`
  return {
    left: percent(x, image.width),
    top: percent(y, image.height),
    width: percent(width, image.width),
    height: percent(height, image.height),
  }
}

/** Pointer handling of the frame: from where it was pressed to where it is now, in natural pixels. */
function useFrameDrag({ framed, image, onChange }: CropStageProps) {
  const box = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly corner: Corner | null; readonly framed: Framed; readonly at: Move } | null>(null)
  const start = ({ target, pointerId, clientX: x, clientY: y }: PointerEvent): void => {
    if (!(target instanceof HTMLElement)) return
    target.setPointerCapture(pointerId)
    drag.current = { corner: corners.find((one) => one === target.dataset['corner']) ?? null, framed, at: { x, y } }
  }
  const move = (event: PointerEvent): void => {
    const from = drag.current
    const shownWidth = box.current?.clientWidth ?? 0
    if (from === null || shownWidth === 0) return
    const scale = image.width / shownWidth
    const by = { x: (event.clientX - from.at.x) * scale, y: (event.clientY - from.at.y) * scale }
    const area =
      from.corner === null
        ? movedArea(from.framed.area, by, image)
        : draggedCorner(from.framed, { corner: from.corner, by }, image)
    onChange(area, from)
  }
  const end = (): void => {
    drag.current = null
  }
  return { box, handlers: { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end } }
}

export const zoomRange = { least: 1, most: 8, step: 0.25 } as const

/** Keeps the frame in the middle when the stage is zoomed, and zooms with Ctrl (or a pinch) and the wheel. */
function useStageZoom(
  stage: RefObject<HTMLDivElement | null>,
  { zoom, framed: { area }, image, onZoom }: CropStageProps,
): void {
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
    onZoom(clamp(zoom - Math.sign(event.deltaY) * zoomRange.step * 2, zoomRange.least, zoomRange.most))
  })
  useEffect(() => {
    const element = stage.current
    const listener = (event: WheelEvent): void => turn(event)
    // React’s wheel listeners are passive, and cannot prevent the page’s own scrolling.
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [stage])
}

/** The image with its crop frame: dragged by pointer (corners resize), moved by arrows, resized by + and -. */
export function CropStage(props: CropStageProps) {
  const { t } = useTranslation('avatars')
  const { src, image, framed, faces, zoom, onChange, onLoad, describedBy } = props
  const stage = useRef<HTMLDivElement>(null)
  const { box, handlers } = useFrameDrag(props)
  useStageZoom(stage, props)

  return (
    <div ref={stage} className={styles.stage}>
      <div ref={box} className={styles.box} style={{ '--shape': image.width / image.height, '--zoom': zoom }}>
        <img
          src={src}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (naturalWidth > 0) onLoad({ width: naturalWidth, height: naturalHeight })
          }}
        />
        {faces.map((face) => (
          <span key={`${face.x}-${face.y}`} className={styles.face} style={placeOf(face, image)} />
        ))}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes pointer and keys itself */}
        <div
          role="application"
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
          tabIndex={0}
          aria-label={t('crop.frame')}
          aria-describedby={describedBy}
          className={styles.frame}
          style={placeOf(framed.area, image)}
          onKeyDown={(event) => {
            // With Ctrl or Cmd, keys belong to the dialog: undo.
            const next = event.ctrlKey || event.metaKey ? null : afterKey(event, framed, image)
            if (next === null) return
            event.preventDefault()
            onChange(next, event)
          }}
          {...handlers}
        >
          {corners.map((corner) => (
            <span key={corner} className={styles.corner} data-corner={corner} />
          ))}
        </div>
      </div>
    </div>
  )
}
