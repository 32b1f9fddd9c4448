import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppearanceGeometry } from '../../../../shared/model/conversation-view.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { AddressProblem, LoadButton, MediaFailure, PlayPause } from '../media/players.tsx'
import { isBadAddress, whatOf } from '../media/use-media.ts'
import type { SeenMedia } from '../media/use-media.ts'
import { useDrawing } from './use-drawing.ts'
import type { OfSnapshot } from './use-drawing.ts'
import { usePlayback } from '../media/use-playback.ts'
import { edges, ratioOf, ratioText } from './geometry.ts'
import type { Box, Layout } from './geometry.ts'
import { Stage, allLayers, useLayers } from './stage.tsx'
import type { Layer, StageProps } from './stage.tsx'
import styles from './appearance.module.css'

type Numbers = Readonly<Record<keyof Box, number | null>>

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

const columns = ['x', 'y', 'width', 'height', 'right', 'bottom'] as const

interface NumbersTableProps {
  readonly geometry: AppearanceGeometry
  /** Null where nothing can be drawn. */
  readonly layout: Layout | null
}

/** The numbers of the boxes as they came, usable or not. */
function NumbersTable({ geometry, layout }: NumbersTableProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const { canvasWidth, canvasHeight, personX: x, personY: y, personWidth: width, personHeight: height } = geometry
  const { distances = null, proportion = null } = layout ?? {}
  const boxes = new Map<string, Numbers>([
    [t('appearance.canvas'), { x: 0, y: 0, width: canvasWidth, height: canvasHeight }],
    [t('appearance.layer.person'), { x, y, width, height }],
  ])
  if (proportion !== null) boxes.set(`${t('appearance.layer.proportion')} ${geometry.proportion ?? ''}`, proportion)
  const cellsOf = (box: Numbers) => {
    const numbers = { ...box, right: sum(box.x, box.width), bottom: sum(box.y, box.height) }
    return columns.map((column): [string, ReactNode] => {
      const number = numbers[column]
      const none = (
        <Text as="i" tone="faint">
          {t('appearance.none')}
        </Text>
      )
      return [column, number === null ? none : format.number(number)]
    })
  }
  return (
    <Disclosure label={t('appearance.numbers')}>
      <DataTable
        label={t('appearance.numbers')}
        columns={[
          { key: 'what', label: t('appearance.part'), width: 'minmax(96px, 1fr)' },
          ...columns.map((column) => ({
            key: column,
            label: t(`appearance.number.${column}`),
            width: '72px',
            align: 'end' as const,
          })),
        ]}
        keys={[...boxes.keys()]}
        rowHeight="field"
        row={(name) => {
          const box = boxes.get(name)
          return box && <DataRow key={name} rowKey={name} cells={{ what: name, ...Object.fromEntries(cellsOf(box)) }} />
        }}
      />
      {distances !== null && (
        <Row as="dl" align="stretch" wrap font="secondary" tone="soft" tabular className={styles.distances}>
          <dt>{t('appearance.toEdges')}</dt>
          {edges.map((edge) => (
            <dd key={edge}>
              {t(`appearance.number.${edge}`)}{' '}
              <Text as="b" font="label" tone={distances[edge] < 0 ? 'bad' : 'ink'}>
                {format.number(distances[edge])}
              </Text>
            </dd>
          ))}
        </Row>
      )}
    </Disclosure>
  )
}

/** Plays and pauses the background's video, or fetches it first. */
function BackgroundButton({ background, playback }: Pick<StageProps, 'background' | 'playback'>) {
  const { t } = useTranslation('media')
  const { ready, failure, isByClick } = background
  const what = t('what.backgroundUrl')
  if (isByClick && ready === null && failure === null) return <LoadButton what={what} media={background} />
  return ready?.kind === 'video' && <PlayPause what={what} playback={playback} />
}

function LayerBar({ layout, layers, background, sample, playback }: Omit<StageProps, 'proportion'>) {
  const { t } = useTranslation('media')
  const isThere: Readonly<Record<Layer, boolean>> = {
    background: background.row !== undefined,
    sample: sample.row !== undefined && layout.person !== null,
    person: layout.person !== null,
    proportion: layout.proportion !== null,
    grid: true,
  }
  return (
    <Row gap={2} justify="between" wrap className={styles.bar}>
      <Row role="group" aria-label={t('appearance.layers')} gap={1} align="stretch" wrap>
        {allLayers
          .filter((layer) => isThere[layer])
          .map((layer) => (
            <PlainButton
              key={layer}
              className={styles.layer}
              data-layer={layer}
              aria-pressed={layers.isOn(layer)}
              onClick={() => layers.toggle(layer)}
            >
              {t(`appearance.layer.${layer}`)}
            </PlainButton>
          ))}
      </Row>
      <BackgroundButton background={background} playback={playback} />
    </Row>
  )
}

interface NotesProps extends Pick<StageProps, 'layout' | 'proportion'> {
  readonly showsBackground: boolean
}

/** What is off about the numbers, and what the drawing shows that nobody documented. */
function Notes({ proportion: text, layout, showsBackground }: NotesProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const { canvas, person, distances, proportion } = layout
  const notes = [
    person === null && t('appearance.noPerson'),
    ...edges.map(
      (edge) =>
        distances !== null &&
        distances[edge] < 0 &&
        t('appearance.outside', { edge: t(`appearance.number.${edge}`), px: format.number(-distances[edge]) }),
    ),
    proportion !== null && t('appearance.differs', { proportion: text ?? '', canvas: ratioText(canvas) }),
    text !== null && ratioOf(text) === null && t('appearance.unreadable', { proportion: text.slice(0, 40) }),
    showsBackground && t('appearance.fillNote'),
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return (
    <Stack as="ul" gap={1} font="secondary" tone="soft">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </Stack>
  )
}

/** Why a layer that was named is not in the drawing. */
function LayerProblem({ media }: { readonly media: SeenMedia }) {
  const { t } = useTranslation('media')
  const { row, failure } = media
  const address = row?.media?.address
  if (row === undefined || !(isBadAddress(address) || failure !== null)) return null
  const what = t(whatOf(row))
  return (
    <Row gap={2} align="baseline" font="secondary">
      <Text as="b" font="label" className={styles.name}>
        {what}
      </Text>
      {isBadAddress(address) ? <AddressProblem address={address} /> : <MediaFailure what={what} media={media} />}
    </Row>
  )
}

/**
 * Canvas, background, person box and proportion to scale, from the numbers of the answer, whatever they are; and all of
 * them as a table. Pictures come when the drawing is on screen, a video by a click.
 */
export function AppearanceDiagram(of: OfSnapshot) {
  const { t } = useTranslation('media')
  const layers = useLayers()
  const playback = usePlayback<HTMLVideoElement>()
  const { place, background, sample, layout } = useDrawing(of)
  const { geometry } = of.view
  const { proportion } = geometry
  return (
    <figure ref={place} className={styles.figure} aria-label={t('appearance.label')}>
      {layout === null ? (
        <Text as="p" tone="soft" className={styles.nothing}>
          {t('appearance.noCanvas')}
        </Text>
      ) : (
        <>
          <LayerBar {...{ layout, layers, background, sample, playback }} />
          <Stage {...{ layout, layers, background, sample, playback, proportion }} />
        </>
      )}
      <Stack as="figcaption" gap={2} className={styles.caption}>
        <LayerProblem media={background} />
        <LayerProblem media={sample} />
        {layout !== null && (
          <Notes
            proportion={proportion}
            layout={layout}
            showsBackground={background.ready !== null && layers.isOn('background')}
          />
        )}
        <NumbersTable geometry={geometry} layout={layout} />
      </Stack>
    </figure>
  )
}
