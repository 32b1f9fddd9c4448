import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import type { SeenMedia } from './use-drawing.ts'
import type { Playback } from '../media/use-playback.ts'
import { bottomOf, edges, formatBox, placeOf, rightOf } from './geometry.ts'
import type { Box, Distances, Edge, Layout } from './geometry.ts'
import styles from './appearance.module.css'

/** Layers over the canvas, which can be switched off. */
export type Layer = 'background' | 'sample' | 'person' | 'proportion' | 'grid'

type Layers = ReturnType<typeof useLayers>

/** The layers of a drawing; all but the grid are on at first. */
export function useLayers() {
  const [off, setOff] = useState<readonly Layer[]>(['grid'])
  return {
    isOn: (layer: Layer) => !off.includes(layer),
    toggle: (layer: Layer) =>
      setOff((now) => (now.includes(layer) ? now.filter((each) => each !== layer) : [...now, layer])),
  }
}

/** The background, filling the canvas: a picture, or a video that loops without sound. */
function Backdrop({ background: { ready, isAsked }, playback }: Pick<StageProps, 'background' | 'playback'>) {
  if (ready === null) return null
  const { kind, src, fetchedAt } = ready
  if (kind === 'picture') return <img className={styles.backdrop} src={src} alt="" draggable={false} />
  if (kind !== 'video') return null
  return (
    <video
      key={`${src} ${String(fetchedAt)}`}
      className={styles.backdrop}
      data-silent=""
      src={src}
      preload="auto"
      autoPlay={isAsked && !window.matchMedia('(prefers-reduced-motion: reduce)').matches}
      muted
      loop
      playsInline
      {...playback.attributes}
    />
  )
}

type Measured = Pick<Layout, 'canvas' | 'sight'> & { readonly person: Box; readonly distances: Distances }

/** The line from an edge of the person to the same edge of the canvas. */
function lineTo(edge: Edge, { person, canvas }: Pick<Measured, 'person' | 'canvas'>): Box {
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

function Measures({ distances, sight, ...boxes }: Measured) {
  const format = useFormat()
  return edges
    .filter((edge) => distances[edge] !== 0)
    .map((edge) => (
      <span
        key={edge}
        className={cx(styles.measure, distances[edge] < 0 && styles.beyond)}
        data-across={edge === 'left' || edge === 'right'}
        style={placeOf(lineTo(edge, boxes), sight)}
        aria-hidden
      >
        <span className={styles.number}>{format.number(distances[edge])}</span>
      </span>
    ))
}

/** The person box to scale. Its numbers and distances show while it is pointed at or has the focus. */
function PersonBox(measured: Measured) {
  const { t } = useTranslation('media')
  const { number } = useFormat()
  const { person, distances, sight } = measured
  const place = formatBox(person, number)
  const toEdges = {
    left: number(distances.left),
    top: number(distances.top),
    right: number(distances.right),
    bottom: number(distances.bottom),
  }
  return (
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
      <Measures {...measured} />
    </>
  )
}

export interface StageProps {
  readonly layout: Layout
  readonly layers: Layers
  readonly proportion: string | null
  readonly background: SeenMedia
  readonly sample: SeenMedia
  readonly playback: Playback<HTMLVideoElement>
}

// As high as leaves all of it in sight in a small window.
const highest = 'min(380px, 46vh)'

function Proportion({ layout, layers, proportion }: Pick<StageProps, 'layout' | 'layers' | 'proportion'>) {
  if (layout.proportion === null || !layers.isOn('proportion')) return null
  return (
    <div className={styles.proportion} style={placeOf(layout.proportion, layout.sight)}>
      <span className={styles.proportionTag} aria-hidden>
        {proportion}
      </span>
    </div>
  )
}

function Person({ layout, layers, sample }: Pick<StageProps, 'layout' | 'layers' | 'sample'>) {
  const { t } = useTranslation('media')
  const { canvas, person, distances, sight } = layout
  if (person === null || distances === null) return null
  if (!layout.isPersonInSight) {
    return (
      <Text as="p" font="secondary" tone="bad" className={styles.away}>
        {t('appearance.away')}
      </Text>
    )
  }
  return (
    <>
      {sample.ready !== null && layers.isOn('sample') && (
        <img className={styles.sample} style={placeOf(person, sight)} src={sample.ready.src} alt="" draggable={false} />
      )}
      {layers.isOn('person') && <PersonBox {...{ person, canvas, distances, sight }} />}
    </>
  )
}

/** The drawing itself: everything in the place and size that its numbers say. */
export function Stage({ layout, layers, proportion, background, sample, playback }: StageProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const { canvas, sight } = layout
  const { width, height } = formatBox(canvas, format.number)
  const ratio = sight.width / sight.height
  return (
    <Row align="stretch" justify="center" className={styles.board}>
      <div className={styles.sight} style={{ aspectRatio: ratio, width: `min(100%, ${highest} * ${String(ratio)})` }}>
        <div className={styles.canvas} style={placeOf(canvas, sight)}>
          {layers.isOn('background') && <Backdrop background={background} playback={playback} />}
          {layers.isOn('grid') && <div className={styles.grid} />}
          <span className={styles.canvasTag} aria-hidden>
            {t('appearance.canvas')} {width} × {height}
          </span>
        </div>
        <Proportion {...{ layout, layers, proportion }} />
        <Person {...{ layout, layers, sample }} />
      </div>
    </Row>
  )
}
