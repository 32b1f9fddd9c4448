import { useRef, useState } from 'react'
import type { ConversationView } from '../../../../shared/conversation/view-types.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { cx } from '../../../ui/cx.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { PlainButton } from '../../../ui/button.tsx'
import { fieldIn } from '../field-text.ts'
import { useOnScreen, useSeenMedia } from '../media/use-media.ts'
import type { SeenMedia } from '../media/use-media.ts'
import type { Playback } from '../../../ui/use-playback.ts'
import { bottomOf, edges, formatBox, layoutOf, placeOf, rightOf } from '../../../../shared/model/appearance-geometry.ts'
import type { Box, Distances, Edge, Layout } from '../../../../shared/model/appearance-geometry.ts'
import styles from './appearance.module.css'

/** The content of an appearance drawing, whose element takes the ref `element`. The layout is null without a canvas. */
export function useDrawing<DrawingElement extends HTMLElement>(view: ConversationView) {
  const element = useRef<DrawingElement>(null)
  const isOnScreen = useOnScreen(element)
  const rows = view.sections.flatMap((section) => section.rows).filter(({ media }) => media !== null)
  const backgroundRow = fieldIn(rows, 'detailDto.backgroundDto.backgroundUrl')
  return {
    element,
    background: useSeenMedia(backgroundRow, isOnScreen),
    sample: useSeenMedia(fieldIn(rows, 'detailDto.samplePictureUrl'), isOnScreen),
    layout: layoutOf(view.geometry),
  }
}

export const allLayers = ['background', 'sample', 'person', 'proportion', 'grid'] as const

export type Layer = (typeof allLayers)[number]

type Layers = ReturnType<typeof useLayers>

export function useLayers() {
  const [hiddenLayers, setHiddenLayers] = useState<readonly Layer[]>(['grid'])
  return {
    isOn: (layer: Layer) => !hiddenLayers.includes(layer),
    toggle: (layer: Layer) =>
      setHiddenLayers((now) => (now.includes(layer) ? now.filter((each) => each !== layer) : [...now, layer])),
  }
}

export function Picture({ media: { ready } }: { readonly media: SeenMedia }) {
  return ready?.kind === 'picture' && <img className={styles.backdrop} src={ready.src} alt="" draggable={false} />
}

function Backdrop({ background, playback }: Pick<StageProps, 'background' | 'playback'>) {
  const { ready, isAsked } = background
  if (ready?.kind !== 'video') return <Picture media={background} />
  const { src, fetchedAt } = ready
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

interface PersonProps extends Pick<Layout, 'canvas' | 'sight'> {
  readonly person: Box
  readonly distances: Distances
}

/** The line from an edge of the person to the same edge of the canvas. */
function lineTo(edge: Edge, { person, canvas, distances }: PersonProps): Box {
  const { x, y, width, height } = person
  const distance = distances[edge]
  const from = { left: x - distance, right: rightOf(person), top: y - distance, bottom: bottomOf(person) }[edge]
  const [start, length] = [Math.min(from, from + distance), Math.abs(distance)]
  // As thin as possible: only its border is visible.
  const epsilon = Math.max(canvas.width, canvas.height) * 1e-6
  return edge === 'left' || edge === 'right'
    ? { x: start, y: y + height / 2, width: length, height: epsilon }
    : { x: x + width / 2, y: start, width: epsilon, height: length }
}

/** The person box to scale. Its numbers and distances are visible on hover and focus. */
function PersonBox(props: PersonProps) {
  const { person, distances, sight } = props
  const { t, format } = useTexts('media')
  const boxText = t('appearance.place', formatBox(person, format.number))
  const { left, top, right, bottom } = distances
  const toEdges = {
    left: format.number(left),
    top: format.number(top),
    right: format.number(right),
    bottom: format.number(bottom),
  }
  return (
    <>
      <PlainButton
        className={styles.person}
        style={placeOf(person, sight)}
        aria-label={t('appearance.personAt', { place: boxText, ...toEdges })}
      >
        <span className={styles.handles} aria-hidden />
        <span className={styles.tag} aria-hidden>
          {boxText}
        </span>
      </PlainButton>
      {edges
        .filter((edge) => distances[edge] !== 0)
        .map((edge) => (
          <span
            key={edge}
            className={cx(styles.measure, distances[edge] < 0 && styles.beyond)}
            data-across={edge === 'left' || edge === 'right'}
            style={placeOf(lineTo(edge, props), sight)}
            aria-hidden
          >
            <span className={styles.number}>{format.number(distances[edge])}</span>
          </span>
        ))}
    </>
  )
}

export interface StageProps {
  readonly layout: Layout
  readonly layers: Layers
  readonly proportion: string | null
  readonly background: SeenMedia
  readonly sample: SeenMedia
  readonly playback: Playback
}

// As high as possible while the whole stage stays visible in a small window.
const highest = 'min(380px, 46vh)'

function Person({ layout, layers, sample }: Pick<StageProps, 'layout' | 'layers' | 'sample'>) {
  const { t } = useTexts('media')
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
      {layers.isOn('sample') && (
        <div className={styles.sample} style={placeOf(person, sight)}>
          <Picture media={sample} />
        </div>
      )}
      {layers.isOn('person') && <PersonBox person={person} canvas={canvas} distances={distances} sight={sight} />}
    </>
  )
}

export function Stage({ layout, layers, proportion, background, sample, playback }: StageProps) {
  const { t, format } = useTexts('media')
  const { canvas, sight } = layout
  const ratio = sight.width / sight.height
  return (
    <Row align="stretch" justify="center" className={styles.board}>
      <div className={styles.sight} style={{ aspectRatio: ratio, width: `min(100%, ${highest} * ${String(ratio)})` }}>
        <div className={styles.canvas} style={placeOf(canvas, sight)}>
          {layers.isOn('background') && <Backdrop background={background} playback={playback} />}
          {layers.isOn('grid') && <div className={styles.grid} />}
          <span className={styles.canvasTag} aria-hidden>
            {t('appearance.canvas')} {formatBox(canvas, format.number).size}
          </span>
        </div>
        {layout.proportion !== null && layers.isOn('proportion') && (
          <div className={styles.proportion} style={placeOf(layout.proportion, sight)}>
            <span className={styles.proportionTag} aria-hidden>
              {proportion}
            </span>
          </div>
        )}
        <Person layout={layout} layers={layers} sample={sample} />
      </div>
    </Row>
  )
}
