import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import type { Playback } from '../media/use-playback.ts'
import { Backdrop } from './backdrop.tsx'
import { placeOf } from './geometry.ts'
import type { Layout } from './geometry.ts'
import { PersonBox } from './person-box.tsx'
import type { Layers } from './use-layers.ts'
import type { SeenMedia } from './use-seen-media.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './appearance.module.css'

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

function Background({ background, playback }: Pick<StageProps, 'background' | 'playback'>) {
  const { state, isAsked } = background
  return state.kind === 'ready' ? <Backdrop media={state.media} isAsked={isAsked} playback={playback} /> : null
}

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
  if (!layout.isPersonInSight)
    return (
      <Text as="p" font="secondary" tone="bad" className={styles.away}>
        {t('appearance.away')}
      </Text>
    )
  const picture = sample.state.kind === 'ready' && layers.isOn('sample') ? sample.state.media.src : null
  return <PersonBox {...{ person, canvas, distances, sight, picture }} isDrawn={layers.isOn('person')} />
}

/** The drawing itself: everything in the place and size that its numbers say. */
export function Stage({ layout, layers, proportion, background, sample, playback }: StageProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const { canvas, sight } = layout
  const ratio = sight.width / sight.height
  return (
    <Row align="stretch" justify="center" className={styles.board}>
      <div className={styles.sight} style={{ aspectRatio: ratio, width: `min(100%, ${highest} * ${String(ratio)})` }}>
        <div className={styles.canvas} style={placeOf(canvas, sight)}>
          {layers.isOn('background') && <Background background={background} playback={playback} />}
          {layers.isOn('grid') && <div className={styles.grid} />}
          <span className={styles.canvasTag} aria-hidden>
            {t('appearance.canvas')}{' '}
            {t('appearance.size', { width: format.number(canvas.width), height: format.number(canvas.height) })}
          </span>
        </div>
        <Proportion {...{ layout, layers, proportion }} />
        <Person {...{ layout, layers, sample }} />
      </div>
    </Row>
  )
}
