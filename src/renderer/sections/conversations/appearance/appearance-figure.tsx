import type { ConversationView } from '../../../../shared/conversation/view-types.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { cx } from '../../../ui/cx.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { AddressProblem, LoadButton, MediaFailure, PlayPause } from '../media/players.tsx'
import { isBadAddress, whatOf } from '../media/use-media.ts'
import type { SeenMedia } from '../media/use-media.ts'
import { usePlayback } from '../../../ui/use-playback.ts'
import viewer from '../conversations.module.css'
import { edges, formatBox, placeOf, ratioOf, ratioText } from '../../../../shared/model/appearance-geometry.ts'
import type { Layout } from '../../../../shared/model/appearance-geometry.ts'
import { Picture, Stage, allLayers, useDrawing, useLayers } from './stage.tsx'
import type { Layer, StageProps } from './stage.tsx'
import styles from './appearance.module.css'

function useBoxFacts() {
  const { t, format } = useTexts(['media', 'conversations'])
  return ({ canvas, person }: Layout) => [
    {
      label: t('appearance.canvas'),
      value: t('conversations:summary.canvas', { ...formatBox(canvas, format.number), ratio: ratioText(canvas) }),
    },
    person !== null && {
      label: t('appearance.layer.person'),
      value: t('appearance.place', formatBox(person, format.number)),
    },
  ]
}

export function AppearanceCard({ view }: { readonly view: ConversationView }) {
  const { t } = useTexts('media')
  const { element, background, sample, layout } = useDrawing<HTMLDivElement>(view)
  const factsOf = useBoxFacts()
  if (layout === null) {
    return (
      <Text ref={element} as="div" tone="faint" className={viewer.card}>
        {t('appearance.noCanvas')}
      </Text>
    )
  }
  const { canvas, person, sight } = layout
  return (
    <div ref={element} className={cx(viewer.card, viewer.drawing)}>
      <div className={styles.sketch} style={{ aspectRatio: sight.width / sight.height }} aria-hidden>
        <div style={placeOf(canvas, sight)}>
          <Picture media={background} />
        </div>
        {person !== null && (
          <div style={placeOf(person, sight)}>
            <Picture media={sample} />
          </div>
        )}
      </div>
      <DescriptionList items={factsOf(layout)} />
    </div>
  )
}

interface LayoutProps extends Pick<StageProps, 'layout'> {
  /** As received, such as "16:9". */
  readonly proportion: string | null
}

function Numbers({ layout, proportion: text }: LayoutProps) {
  const { t, format } = useTexts('media')
  const factsOf = useBoxFacts()
  const { distances, proportion } = layout
  return (
    <Disclosure label={t('appearance.numbers')}>
      <DescriptionList
        items={[
          ...factsOf(layout),
          proportion !== null && {
            label: `${t('appearance.layer.proportion')} ${text ?? ''}`,
            value: t('appearance.place', formatBox(proportion, format.number)),
          },
          distances !== null && {
            label: t('appearance.toEdges'),
            value: (
              <Row gap={4} wrap tone="soft" tabular>
                {edges.map((edge) => (
                  <span key={edge}>
                    {t(`appearance.edge.${edge}`)}{' '}
                    <Text as="b" font="label" tone={distances[edge] < 0 ? 'bad' : 'ink'}>
                      {format.number(distances[edge])}
                    </Text>
                  </span>
                ))}
              </Row>
            ),
          },
        ]}
      />
    </Disclosure>
  )
}

function BackgroundButton({ background, playback }: Pick<StageProps, 'background' | 'playback'>) {
  const { t } = useTexts('media')
  const { ready, failure, isByClick } = background
  const what = t('what.backgroundUrl')
  if (isByClick && ready === null && failure === null) return <LoadButton what={what} media={background} />
  return ready?.kind === 'video' && <PlayPause what={what} playback={playback} />
}

function LayerBar({ layout, layers, background, sample, playback }: Omit<StageProps, 'proportion'>) {
  const { t } = useTexts('media')
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
            <ToggleChip
              key={layer}
              label={t(`appearance.layer.${layer}`)}
              count={null}
              isOn={layers.isOn(layer)}
              onToggle={() => layers.toggle(layer)}
            />
          ))}
      </Row>
      {layers.isOn('background') && <BackgroundButton background={background} playback={playback} />}
    </Row>
  )
}

interface NotesProps extends LayoutProps {
  readonly showsSample: boolean
  readonly showsBackground: boolean
}

function Notes({ proportion: text, layout, showsSample, showsBackground }: NotesProps) {
  const { t, format } = useTexts('media')
  const { canvas, person, distances, proportion } = layout
  const notes = [
    person === null && t('appearance.noPerson'),
    ...edges.map(
      (edge) =>
        distances !== null &&
        distances[edge] < 0 &&
        t('appearance.outside', { edge: t(`appearance.edge.${edge}`), px: format.number(-distances[edge]) }),
    ),
    proportion !== null && t('appearance.differs', { proportion: text ?? '', canvas: ratioText(canvas) }),
    text !== null && ratioOf(text) === null && t('appearance.unreadable', { proportion: text.slice(0, 40) }),
    showsSample && t('appearance.sampleNote'),
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

function LayerProblem({ media }: { readonly media: SeenMedia }) {
  const { t } = useTexts('media')
  const { row, failure } = media
  const address = row?.media?.address
  if (row === undefined || !(isBadAddress(address) || failure !== null)) return null
  const what = t(whatOf(row))
  return (
    <Row gap={2} align="baseline" font="secondary">
      <Text as="b" font="label" className={viewer.capital}>
        {what}
      </Text>
      {isBadAddress(address) ? <AddressProblem address={address} /> : <MediaFailure what={what} media={media} />}
    </Row>
  )
}

/**
 * Everything is to scale, whatever the numbers are. Pictures load when the drawing is on screen, a video on a click.
 */
export function AppearanceDiagram({ view }: { readonly view: ConversationView }) {
  const { t } = useTexts('media')
  const layers = useLayers()
  const playback = usePlayback()
  const { element, background, sample, layout } = useDrawing(view)
  const { proportion } = view.geometry
  return (
    <figure ref={element} className={styles.figure} aria-label={t('appearance.label')}>
      {layout === null ? (
        <Note className={styles.nothing}>{t('appearance.noCanvas')}</Note>
      ) : (
        <>
          <LayerBar layout={layout} layers={layers} background={background} sample={sample} playback={playback} />
          <Stage
            layout={layout}
            layers={layers}
            background={background}
            sample={sample}
            playback={playback}
            proportion={proportion}
          />
        </>
      )}
      <Stack as="figcaption" gap={2} bounded className={styles.caption}>
        <LayerProblem media={background} />
        <LayerProblem media={sample} />
        {layout !== null && (
          <>
            <Notes
              proportion={proportion}
              layout={layout}
              showsSample={sample.ready !== null && layers.isOn('sample') && layout.isPersonInSight}
              showsBackground={background.ready !== null && layers.isOn('background')}
            />
            <Numbers proportion={proportion} layout={layout} />
          </>
        )}
      </Stack>
    </figure>
  )
}
