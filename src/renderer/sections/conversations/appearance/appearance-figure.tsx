import { Download, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppearanceGeometry } from '../../../../shared/model/conversation-view.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { AddressProblem, MediaFailure, isBadAddress } from '../media/players.tsx'
import { whatOf } from '../media/use-media.ts'
import { useDrawing } from './use-drawing.ts'
import type { OfSnapshot, SeenMedia } from './use-drawing.ts'
import { usePlayback } from '../media/use-playback.ts'
import { edges, ratioOf, ratioText } from './geometry.ts'
import type { Box, Layout } from './geometry.ts'
import { Stage, useLayers } from './stage.tsx'
import type { Layer, StageProps } from './stage.tsx'
import styles from './appearance.module.css'

const columns = ['x', 'y', 'width', 'height', 'right', 'bottom'] as const

type Numbers = Readonly<Record<(typeof columns)[number], number | null>>

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

/** The numbers of a box as they came, usable or not. */
function numbersOf({ x, y, width, height }: Readonly<Record<keyof Box, number | null>>): Numbers {
  return { x, y, width, height, right: sum(x, width), bottom: sum(y, height) }
}

interface NumbersProps {
  readonly geometry: AppearanceGeometry
  /** Null where nothing can be drawn. */
  readonly layout: Layout | null
}

function Numbers({ geometry, layout }: NumbersProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const { canvasWidth, canvasHeight, personX: x, personY: y, personWidth: width, personHeight: height } = geometry
  const distances = layout?.distances ?? null
  const proportion = layout?.proportion ?? null
  const cell = (value: number | null): ReactNode =>
    value === null ? (
      <Text as="i" tone="faint">
        {t('appearance.none')}
      </Text>
    ) : (
      format.number(value)
    )
  const rows = new Map<string, Numbers>([
    [t('appearance.canvas'), numbersOf({ x: 0, y: 0, width: canvasWidth, height: canvasHeight })],
    [t('appearance.layer.person'), numbersOf({ x, y, width, height })],
  ])
  if (proportion !== null) {
    rows.set(`${t('appearance.layer.proportion')} ${geometry.proportion ?? ''}`, numbersOf(proportion))
  }
  return (
    <Disclosure label={t('appearance.numbers')}>
      <DataTable
        label={t('appearance.numbers')}
        columns={[
          { key: 'what', label: t('appearance.column.what'), width: 'minmax(96px, 1fr)' },
          ...columns.map((column) => ({
            key: column,
            label: t(`appearance.column.${column}`),
            width: '72px',
            align: 'end' as const,
          })),
        ]}
        keys={[...rows.keys()]}
        rowHeight="field"
        row={(name) => {
          const numbers = rows.get(name)
          if (numbers === undefined) return null
          const cells = Object.fromEntries(columns.map((column) => [column, cell(numbers[column])]))
          return <DataRow key={name} rowKey={name} cells={{ what: name, ...cells }} />
        }}
      />
      {distances !== null && (
        <Row as="dl" align="stretch" wrap font="secondary" tone="soft" tabular className={styles.distances}>
          <dt>{t('appearance.toEdges')}</dt>
          {edges.map((edge) => (
            <dd key={edge}>
              {t(`appearance.edge.${edge}`)}{' '}
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
  const { ready, failure, isLoading, isByClick, load } = background
  const what = t('what.backgroundUrl')
  if (isByClick && ready === null && failure === null) {
    return (
      <Button size="small" busy={isLoading} icon={<Download aria-hidden />} onClick={load}>
        {t('load', { what })}
      </Button>
    )
  }
  if (ready?.kind !== 'video') return null
  const { isPlaying, toggle } = playback
  return (
    <Button
      size="small"
      aria-label={t(isPlaying ? 'pause' : 'play', { what })}
      icon={isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      onClick={toggle}
    />
  )
}

function LayerBar({ layout, layers, background, sample, playback }: Omit<StageProps, 'proportion'>) {
  const { t } = useTranslation('media')
  const isThere: Readonly<Record<Layer, boolean>> = {
    background: background.row !== null,
    sample: sample.row !== null && layout.person !== null,
    person: layout.person !== null,
    proportion: layout.proportion !== null,
    grid: true,
  }
  const shown = (['background', 'sample', 'person', 'proportion', 'grid'] as const).filter((layer) => isThere[layer])
  return (
    <Row gap={2} justify="between" wrap className={styles.bar}>
      <Row role="group" aria-label={t('appearance.layers')} gap={1} align="stretch" wrap>
        {shown.map((layer) => (
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
  readonly showsSample: boolean
  readonly showsBackground: boolean
}

function Notes({ proportion: text, layout, showsSample, showsBackground }: NotesProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const { canvas, person, distances, proportion } = layout
  const isUnreadable = text !== null && ratioOf(text) === null
  const notes = [
    ...(person === null ? [t('appearance.noPerson')] : []),
    ...edges.flatMap((edge) =>
      distances !== null && distances[edge] < 0
        ? [t('appearance.outside', { edge: t(`appearance.edge.${edge}`), px: format.number(-distances[edge]) })]
        : [],
    ),
    ...(proportion === null || text === null
      ? []
      : [t('appearance.differs', { proportion: text, canvas: ratioText(canvas) })]),
    ...(isUnreadable ? [t('appearance.unreadable', { proportion: text.slice(0, 40) })] : []),
    ...(showsSample ? [t('appearance.sampleNote')] : []),
    ...(showsBackground ? [t('appearance.fillNote')] : []),
  ]
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
  const isRefused = isBadAddress(address)
  if (row === null || !(isRefused || failure !== null)) return null
  return (
    <Row gap={2} align="baseline" font="secondary">
      <Text as="b" font="label" className={styles.name}>
        {t(whatOf(row))}
      </Text>
      {isRefused ? <AddressProblem address={address} /> : <MediaFailure what={t(whatOf(row))} media={media} />}
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
  return (
    <figure ref={place} className={styles.figure} aria-label={t('appearance.label')}>
      {layout === null ? (
        <Text as="p" tone="soft" className={styles.nothing}>
          {t('appearance.noCanvas')}
        </Text>
      ) : (
        <>
          <LayerBar {...{ layout, layers, background, sample, playback }} />
          <Stage {...{ layout, layers, background, sample, playback }} proportion={geometry.proportion} />
        </>
      )}
      <Stack as="figcaption" gap={2} className={styles.caption}>
        <LayerProblem media={background} />
        <LayerProblem media={sample} />
        {layout !== null && (
          <Notes
            proportion={geometry.proportion}
            layout={layout}
            showsSample={sample.ready !== null && layers.isOn('sample') && layout.isPersonInSight}
            showsBackground={background.ready !== null && layers.isOn('background')}
          />
        )}
        <Numbers geometry={geometry} layout={layout} />
      </Stack>
    </figure>
  )
}
