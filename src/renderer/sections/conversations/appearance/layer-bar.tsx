import { Download, Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import type { Playback } from '../media/use-playback.ts'
import type { Layer, Layers } from './use-layers.ts'
import type { SeenMedia } from './use-seen-media.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './appearance.module.css'

export interface LayerBarProps {
  readonly layers: Layers
  /** Those that there are. */
  readonly shown: readonly Layer[]
  readonly background: SeenMedia
  readonly playback: Playback<HTMLVideoElement>
}

/** Plays and pauses the background's video, or fetches it first. */
function BackgroundButton({ background, playback }: Pick<LayerBarProps, 'background' | 'playback'>) {
  const { t } = useTranslation('media')
  const { state, isByClick, load } = background
  const what = t('what.backgroundUrl')
  if (isByClick && (state.kind === 'idle' || state.kind === 'loading')) {
    return (
      <Button size="small" busy={state.kind === 'loading'} icon={<Download aria-hidden />} onClick={load}>
        {t('load', { what })}
      </Button>
    )
  }
  if (state.kind !== 'ready' || state.media.kind !== 'video') return null
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

/** Which layers are drawn, as buttons that are pressed or not. */
export function LayerBar({ layers, shown, background, playback }: LayerBarProps) {
  const { t } = useTranslation('media')
  return (
    <Row gap={2} justify="between" wrap className={styles.bar}>
      <Row role="group" aria-label={t('appearance.layers')} gap={1} align="stretch" wrap>
        {shown.map((layer) => (
          <PlainButton
            key={layer}
            className={styles.layer}
            data-layer={layer}
            aria-pressed={layers.isOn(layer)}
            onClick={() => {
              layers.toggle(layer)
            }}
          >
            {t(`appearance.layer.${layer}`)}
          </PlainButton>
        ))}
      </Row>
      <BackgroundButton background={background} playback={playback} />
    </Row>
  )
}
