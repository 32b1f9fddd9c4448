import { Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { clockTime } from './media-text.ts'
import type { Playback } from './use-playback.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './media.module.css'

export interface TransportProps {
  /** Name of the media, as text. */
  readonly what: string
  readonly playback: Pick<Playback<HTMLMediaElement>, 'isPlaying' | 'time' | 'duration' | 'toggle' | 'seek'>
  /** In flight. */
  readonly isLoading?: boolean
  /** Called in place of playing while nothing is there to be played. */
  readonly onLoad: (() => void) | null
}

// Fine steps in what is short, whole seconds in what is long.
function stepFor(duration: number): number {
  return duration < 30 ? 0.1 : 1
}

/** Play and pause, the position as a slider, and the time. */
export function Transport({ what, playback, isLoading = false, onLoad }: TransportProps) {
  const { t } = useTranslation('media')
  const { isPlaying, time, duration, toggle, seek } = playback
  const times = { time: clockTime(time), whole: duration === null ? '--:--' : clockTime(duration) }
  return (
    <Row gap={2} className={styles.transport}>
      <Button
        size="small"
        busy={isLoading}
        aria-label={t(isPlaying ? 'pause' : 'play', { what })}
        icon={isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        onClick={onLoad ?? toggle}
      />
      <Slider
        className={styles.position}
        aria-label={t('position', { what })}
        aria-valuetext={t('at', times)}
        disabled={duration === null}
        min={0}
        max={duration ?? 1}
        step={stepFor(duration ?? 0)}
        value={Math.min(time, duration ?? 0)}
        onChange={seek}
      />
      <Text font="secondary" tone="soft" tabular className={styles.time} aria-hidden>
        {times.time} / {times.whole}
      </Text>
    </Row>
  )
}
