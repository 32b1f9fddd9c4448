import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationView } from '../../../../shared/model/conversation-view.ts'
import { AddressProblem, MediaFailure } from '../media/media-problem.tsx'
import { whatOf } from '../media/media-text.ts'
import { useOnScreen } from '../media/use-on-screen.ts'
import { usePlayback } from '../media/use-playback.ts'
import { layoutOf } from './geometry.ts'
import type { Layout } from './geometry.ts'
import { LayerBar } from './layer-bar.tsx'
import { Notes } from './notes.tsx'
import { Numbers } from './numbers.tsx'
import { Stage } from './stage.tsx'
import { useLayers } from './use-layers.ts'
import type { Layer } from './use-layers.ts'
import { useSeenMedia } from './use-seen-media.ts'
import type { SeenMedia } from './use-seen-media.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './appearance.module.css'

export interface AppearanceDiagramProps {
  readonly snapshotId: string
  readonly view: ConversationView
}

/** Why a layer that was named is not in the drawing. */
function LayerProblem({ media }: { readonly media: SeenMedia }) {
  const { t } = useTranslation('media')
  const { row, state, isAsked, load } = media
  const address = row?.media?.address
  if (row === null || address === undefined) return null
  if (address.kind === 'no-base' || address.kind === 'refused') {
    return (
      <Row align="baseline" font="secondary" className={styles.problem}>
        <b>{t(whatOf(row))}</b>
        <AddressProblem address={address} />
      </Row>
    )
  }
  if (state.kind !== 'failed') return null
  return (
    <Row align="baseline" font="secondary" className={styles.problem}>
      <b>{t(whatOf(row))}</b>
      <MediaFailure what={t(whatOf(row))} failure={state.failure} isAsked={isAsked} onTryAgain={load} />
    </Row>
  )
}

function layersOf(layout: Layout, background: SeenMedia, sample: SeenMedia): readonly Layer[] {
  const there: Readonly<Record<Layer, boolean>> = {
    background: background.row !== null,
    sample: sample.row !== null && layout.person !== null,
    person: layout.person !== null,
    proportion: layout.proportion !== null,
    grid: true,
  }
  return (['background', 'sample', 'person', 'proportion', 'grid'] as const).filter((layer) => there[layer])
}

/**
 * Canvas, background, person box and proportion to scale, from the numbers of the answer, whatever they are; and all of
 * them as a table. Pictures come when the drawing is on screen, a video by a click.
 */
export function AppearanceDiagram({ snapshotId, view }: AppearanceDiagramProps) {
  const { t } = useTranslation('media')
  const place = useRef<HTMLElement>(null)
  const isOnScreen = useOnScreen(place)
  const layers = useLayers()
  const playback = usePlayback<HTMLVideoElement>()
  const background = useSeenMedia({ snapshotId, view, field: 'detailDto.backgroundDto.backgroundUrl' }, isOnScreen)
  const sample = useSeenMedia({ snapshotId, view, field: 'detailDto.samplePictureUrl' }, isOnScreen)
  const { geometry } = view
  const layout = layoutOf(geometry)
  return (
    <figure ref={place} className={styles.figure} aria-label={t('appearance.label')}>
      {layout === null ? (
        <p className={styles.nothing}>{t('appearance.noCanvas')}</p>
      ) : (
        <>
          <LayerBar
            layers={layers}
            shown={layersOf(layout, background, sample)}
            background={background}
            playback={playback}
          />
          <Stage {...{ layout, layers, background, sample, playback }} proportion={geometry.proportion} />
        </>
      )}
      <figcaption className={styles.caption}>
        <LayerProblem media={background} />
        <LayerProblem media={sample} />
        {layout !== null && (
          <Notes
            geometry={geometry}
            layout={layout}
            showsSample={sample.state.kind === 'ready' && layers.isOn('sample') && layout.isPersonInSight}
            showsBackground={background.state.kind === 'ready' && layers.isOn('background')}
          />
        )}
        <Numbers geometry={geometry} layout={layout} />
      </figcaption>
    </figure>
  )
}
