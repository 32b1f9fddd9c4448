import type { PointerEvent } from 'react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CropArea, FaceBox } from '../../../../shared/schemas/avatar.ts'
import { draggedCorner, movedArea } from './crop-geometry.ts'
import type { Corner, Framed, Size } from './crop-geometry.ts'
import styles from './crop.module.css'
import { afterKey } from './frame-keys.ts'
import { useStageZoom } from './use-stage-zoom.ts'

export interface CropStageProps {
  readonly src: string
  /** Natural pixels of the image as it is shown. */
  readonly image: Size
  readonly framed: Framed
  readonly faces: readonly FaceBox[]
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
  /** `source` is the same for all moves of one drag. */
  readonly onChange: (area: CropArea, source: string) => void
  /** Told the image's natural pixels once it is drawn. */
  readonly onLoad: (image: Size) => void
  /** Id of the text that explains the keys. */
  readonly describedBy: string
}

const corners: readonly Corner[] = ['north-west', 'north-east', 'south-west', 'south-east']

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`

function placeOf({ x, y, width, height }: CropArea, image: Size) {
  return {
    left: percent(x, image.width),
    top: percent(y, image.height),
    width: percent(width, image.width),
    height: percent(height, image.height),
  }
}

interface Drag {
  readonly corner: Corner | null
  readonly framed: Framed
  readonly x: number
  readonly y: number
}

/** Pointer handling of the frame: from where it was pressed to where it is now, in natural pixels. */
function useFrameDrag({ framed, image, onChange }: CropStageProps) {
  const box = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const count = useRef(0)
  const start = (event: PointerEvent, corner: Corner | null): void => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    count.current += 1
    drag.current = { corner, framed, x: event.clientX, y: event.clientY }
  }
  const move = (event: PointerEvent): void => {
    const from = drag.current
    const shownWidth = box.current?.clientWidth ?? 0
    if (from === null || shownWidth === 0) return
    event.stopPropagation()
    const scale = image.width / shownWidth
    const by = { x: (event.clientX - from.x) * scale, y: (event.clientY - from.y) * scale }
    const area =
      from.corner === null
        ? movedArea(from.framed.area, by, image)
        : draggedCorner(from.framed, { corner: from.corner, by }, image)
    onChange(area, `drag-${count.current}`)
  }
  const end = (event: PointerEvent): void => {
    event.stopPropagation()
    drag.current = null
  }
  return { box, start, handlers: { onPointerMove: move, onPointerUp: end, onPointerCancel: end } }
}

/** The image with its crop frame: dragged by pointer (corners resize), moved by arrows, resized by + and -. */
export function CropStage(props: CropStageProps) {
  const { t } = useTranslation('avatars')
  const { src, image, framed, faces, zoom, onZoom, onChange, onLoad, describedBy } = props
  const { area } = framed
  const stage = useRef<HTMLDivElement>(null)
  const keys = useRef(0)
  const { box, start, handlers } = useFrameDrag(props)
  useStageZoom(stage, { zoom, area, image, onZoom })

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
          style={placeOf(area, image)}
          onKeyDown={(event) => {
            // With Ctrl or Cmd, keys belong to the dialog: undo.
            const next = event.ctrlKey || event.metaKey ? null : afterKey(event, framed, image)
            if (next === null) return
            event.preventDefault()
            keys.current += 1
            onChange(next, `key-${keys.current}`)
          }}
          onPointerDown={(event) => {
            start(event, null)
          }}
          {...handlers}
        >
          {corners.map((corner) => (
            <span
              key={corner}
              className={styles.corner}
              data-corner={corner}
              onPointerDown={(event) => {
                start(event, corner)
              }}
              {...handlers}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
