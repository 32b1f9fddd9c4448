import { useTranslation } from 'react-i18next'
import type { AppearanceGeometry } from '../../../shared/model/conversation-view.ts'
import styles from './appearance.module.css'

/** Props of `AppearanceDrawing`. */
export interface AppearanceDrawingProps {
  readonly geometry: AppearanceGeometry
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function canvasOf({ canvasWidth: width, canvasHeight: height }: AppearanceGeometry): Box | null {
  return width !== null && height !== null && width > 0 && height > 0 ? { x: 0, y: 0, width, height } : null
}

function personOf(geometry: AppearanceGeometry): Box | null {
  const { personX: x, personY: y, personWidth: width, personHeight: height } = geometry
  if (x === null || y === null || width === null || height === null) return null
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** Holds both boxes, so that a person outside the canvas is seen to be outside. */
function frameOf(canvas: Box, person: Box | null): Box {
  const boxes = person === null ? [canvas] : [canvas, person]
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Canvas and person box to scale, from the numbers of the answer. */
export function AppearanceDrawing({ geometry }: AppearanceDrawingProps) {
  const { t } = useTranslation('conversations')
  const canvas = canvasOf(geometry)
  if (canvas === null) return <p className={styles.none}>{t('noDrawing')}</p>
  const person = personOf(geometry)
  const frame = frameOf(canvas, person)
  const sentence =
    person === null
      ? t('drawing.canvas', { ...canvas })
      : t('drawing.both', {
          width: canvas.width,
          height: canvas.height,
          personWidth: person.width,
          personHeight: person.height,
          x: person.x,
          y: person.y,
        })
  return (
    <figure className={styles.drawing}>
      <svg
        role="img"
        aria-label={sentence}
        viewBox={`${String(frame.x)} ${String(frame.y)} ${String(frame.width)} ${String(frame.height)}`}
      >
        <rect className={styles.canvas} {...canvas} />
        {person !== null && <rect className={styles.person} {...person} />}
      </svg>
      <figcaption>
        {sentence}
        {geometry.proportion !== null && <span>{t('drawing.proportion', { proportion: geometry.proportion })}</span>}
      </figcaption>
    </figure>
  )
}
