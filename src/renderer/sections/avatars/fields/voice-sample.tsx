import { Play, Square } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SnapshotId } from '../../../../shared/ids.ts'
import { Button } from '../../../ui/button.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './fields.module.css'

export interface VoiceSampleProps {
  /** The snapshot whose voice is played; main fetches its sound, the page never does. */
  readonly snapshotId: SnapshotId
}

/** Plays and stops the sound that a snapshot came with; says so when there is none to be had after all. */
export function VoiceSample({ snapshotId }: VoiceSampleProps) {
  const { t } = useTranslation('avatars')
  const sound = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState<'still' | 'playing' | 'failed'>('still')
  const isPlaying = state === 'playing'
  const toggle = (): void => {
    if (sound.current === null) return
    if (isPlaying) {
      sound.current.pause()
      sound.current.currentTime = 0
      return
    }
    void sound.current.play().catch((error: unknown) => {
      // Stopped by the operator before the first sound came.
      const isStopped = error instanceof DOMException && error.name === 'AbortError'
      if (!isStopped) setState('failed')
    })
  }
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- what is heard is how a voice sounds, not what it says */}
      <audio
        ref={sound}
        src={`/media/${snapshotId}/voice-sample`}
        preload="none"
        onPlay={() => {
          setState('playing')
        }}
        onPause={() => {
          setState('still')
        }}
        onEnded={() => {
          setState('still')
        }}
        onError={() => {
          setState('failed')
        }}
      />
      <Button
        aria-label={t(isPlaying ? 'fields.sample.stop' : 'fields.sample.play')}
        title={t(isPlaying ? 'fields.sample.stop' : 'fields.sample.play')}
        icon={isPlaying ? <Square aria-hidden /> : <Play aria-hidden />}
        onClick={toggle}
      />
      <Text role="status" font="secondary" tone="soft" className={styles.failed}>
        {state === 'failed' ? t('fields.sample.failed') : ''}
      </Text>
    </>
  )
}
