import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { bottomOf, edges, placeOf, rightOf } from './geometry.ts'
import type { Box, Distances, Edge } from './geometry.ts'
import styles from './appearance.module.css'

export interface PersonBoxProps {
  readonly person: Box
  readonly canvas: Box
  readonly distances: Distances
  readonly sight: Box
  /** The sample picture in it; null without. */
  readonly picture: string | null
  /** False hides the box itself, but not the picture in it. */
  readonly isDrawn: boolean
}

interface Measured {
  readonly person: Box
  readonly canvas: Box
  readonly distances: Distances
}

/** The line from an edge of the person to the same edge of the canvas. */
function lineTo(edge: Edge, { person, canvas }: Measured): Box {
  const middleX = person.x + person.width / 2
  const middleY = person.y + person.height / 2
  const between = (from: number, to: number): readonly [number, number] => [Math.min(from, to), Math.abs(to - from)]
  const across = edge === 'left' || edge === 'right'
  const [from, length] = across
    ? between(edge === 'left' ? person.x : rightOf(person), edge === 'left' ? 0 : canvas.width)
    : between(edge === 'top' ? person.y : bottomOf(person), edge === 'top' ? 0 : canvas.height)
  // As thin as it can be: only its border is visible.
  const epsilon = Math.max(canvas.width, canvas.height) * 1e-6
  return across
    ? { x: from, y: middleY, width: length, height: epsilon }
    : { x: middleX, y: from, width: epsilon, height: length }
}

function Measures({ measured, sight }: { readonly measured: Measured; readonly sight: Box }) {
  const format = useFormat()
  return edges
    .filter((edge) => measured.distances[edge] !== 0)
    .map((edge) => (
      <span
        key={edge}
        className={cx(styles.measure, measured.distances[edge] < 0 && styles.beyond)}
        data-across={edge === 'left' || edge === 'right'}
        style={placeOf(lineTo(edge, measured), sight)}
        aria-hidden
      >
        <span className={styles.number}>{format.number(measured.distances[edge])}</span>
      </span>
    ))
}

/** The person box to scale. Its numbers and distances show while it is pointed at or has the focus. */
export function PersonBox({ person, canvas, distances, sight, picture, isDrawn }: PersonBoxProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const { number } = format
  const size = { width: number(person.width), height: number(person.height) }
  const place = { ...size, x: number(person.x), y: number(person.y) }
  const toEdges = {
    left: number(distances.left),
    top: number(distances.top),
    right: number(distances.right),
    bottom: number(distances.bottom),
  }
  return (
    <>
      {picture !== null && (
        <img className={styles.sample} style={placeOf(person, sight)} src={picture} alt="" draggable={false} />
      )}
      {isDrawn && (
        <>
          <PlainButton
            className={styles.person}
            style={placeOf(person, sight)}
            aria-label={t('appearance.personAt', { ...place, ...toEdges })}
          >
            <span className={styles.handles} aria-hidden />
            <span className={styles.tag} aria-hidden>
              {t('appearance.place', place)}
            </span>
          </PlainButton>
          <Measures measured={{ person, canvas, distances }} sight={sight} />
        </>
      )}
    </>
  )
}
