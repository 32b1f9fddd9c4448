import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CropArea } from '../../../../shared/schemas/avatar.ts'
import { draggedCorner, mostUnits, movedArea, ratioOf, resizedArea, unitsOf } from './crop-geometry.ts'
import type { Corner, Size } from './crop-geometry.ts'
import styles from './crop-stage.module.css'

/** Props of `CropStage`. */
export interface CropStageProps {
  readonly src: string
  /** Natural pixels of the image as it is shown. */
  readonly image: Size
  readonly area: CropArea
  readonly onChange: (area: CropArea) => void
  /** Told the image's natural pixels once it is drawn. */
  readonly onLoad: (image: Size) => void
  /** Id of the words that explain the keys. */
  readonly describedBy: string
}

const corners: readonly Corner[] = ['north-west', 'north-east', 'south-west', 'south-east']

const arrows: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`

/** The frame after a key, or null when the key does nothing here. A step is one hundredth of the image. */
function afterKey({ key, shiftKey }: KeyboardEvent, area: CropArea, image: Size): CropArea | null {
  const ratio = ratioOf(area)
  const units = unitsOf(area, ratio)
  const unitStep = Math.max(1, Math.round(mostUnits(image, ratio) / 50))
  if (key === '+' || key === '=') return resizedArea(area, units + unitStep, image)
  if (key === '-' || key === '_') return resizedArea(area, units - unitStep, image)
  const arrow = arrows[key]
  if (arrow === undefined) return null
  // Right and down make larger, left and up smaller.
  if (shiftKey) return resizedArea(area, units + (arrow.x + arrow.y) * unitStep, image)
  const step = Math.max(1, Math.round(Math.max(image.width, image.height) / 100))
  return movedArea(area, { x: arrow.x * step, y: arrow.y * step }, image)
}

interface Drag {
  readonly corner: Corner | null
  readonly area: CropArea
  readonly x: number
  readonly y: number
}

/** The image with its crop frame: dragged by pointer (corners resize), moved by arrows, resized by + and -. */
export function CropStage({ src, image, area, onChange, onLoad, describedBy }: CropStageProps) {
  const { t } = useTranslation('avatars')
  const box = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)

  const start = (event: PointerEvent, corner: Corner | null): void => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { corner, area, x: event.clientX, y: event.clientY }
  }
  const move = (event: PointerEvent): void => {
    const from = drag.current
    const shownWidth = box.current?.clientWidth ?? 0
    if (from === null || shownWidth === 0) return
    event.stopPropagation()
    const scale = image.width / shownWidth
    const by = { x: (event.clientX - from.x) * scale, y: (event.clientY - from.y) * scale }
    if (from.corner === null) onChange(movedArea(from.area, by, image))
    else onChange(draggedCorner(from.area, { corner: from.corner, by }, image))
  }
  const end = (event: PointerEvent): void => {
    event.stopPropagation()
    drag.current = null
  }

  return (
    <div className={styles.stage}>
      <div ref={box} className={styles.box} style={{ aspectRatio: `${image.width} / ${image.height}` }}>
        <img
          src={src}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (naturalWidth > 0) onLoad({ width: naturalWidth, height: naturalHeight })
          }}
        />
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes pointer and keys itself */}
        <div
          role="application"
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
          tabIndex={0}
          aria-label={t('crop.frame')}
          aria-describedby={describedBy}
          className={styles.frame}
          style={{
            left: percent(area.x, image.width),
            top: percent(area.y, image.height),
            width: percent(area.width, image.width),
            height: percent(area.height, image.height),
          }}
          onKeyDown={(event) => {
            const next = afterKey(event, area, image)
            if (next === null) return
            event.preventDefault()
            onChange(next)
          }}
          onPointerDown={(event) => {
            start(event, null)
          }}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
        >
          {corners.map((corner) => (
            <span
              key={corner}
              className={styles.corner}
              data-corner={corner}
              onPointerDown={(event) => {
                start(event, corner)
              }}
              onPointerMove={move}
              onPointerUp={end}
              onPointerCancel={end}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
