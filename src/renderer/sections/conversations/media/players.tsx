import { useTranslation } from 'react-i18next'
import type { ReadyMedia } from '../../../../shared/schemas/conversation.ts'
import { MediaFailure } from './media-problem.tsx'
import { Transport } from './transport.tsx'
import type { FieldMedia } from './use-media.ts'
import { usePlayback } from './use-playback.ts'
import styles from './media.module.css'

export interface PlayerProps {
  readonly what: string
  readonly media: FieldMedia
}

/** A sound: fetched when it is first played. */
export function AudioPlayer({ what, media: { state, isAsked, load } }: PlayerProps) {
  const { t } = useTranslation('media')
  const playback = usePlayback<HTMLAudioElement>()
  const isThere = state.kind === 'ready'
  return (
    <div className={styles.player}>
      {isThere && (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- what is said stands beside it as the script's text
        <audio
          key={`${state.media.src} ${String(state.media.fetchedAt)}`}
          src={state.media.src}
          // Preloaded only after a click here: the bytes may have to be fetched anew.
          preload={isAsked ? 'auto' : 'none'}
          autoPlay={isAsked}
          {...playback.attributes}
        />
      )}
      <Transport
        what={what}
        playback={playback}
        isLoading={state.kind === 'loading'}
        onLoad={isThere && !playback.isBroken ? null : load}
      />
      {state.kind === 'failed' && (
        <MediaFailure what={what} failure={state.failure} isAsked={isAsked} onTryAgain={load} />
      )}
      {isThere && playback.isBroken && (
        <MediaFailure what={what} failure={null} sentence={t('unplayable')} isAsked={isAsked} onTryAgain={load} />
      )}
    </div>
  )
}

export interface VideoPlayerProps {
  readonly what: string
  readonly media: ReadyMedia
  readonly isAsked: boolean
  readonly onTryAgain: () => void
}

/** A video that was fetched: a background, so without its sound. */
export function VideoPlayer({ what, media, isAsked, onTryAgain }: VideoPlayerProps) {
  const { t } = useTranslation('media')
  const playback = usePlayback<HTMLVideoElement>()
  return (
    <div className={styles.player}>
      <video
        key={`${media.src} ${String(media.fetchedAt)}`}
        className={styles.video}
        data-silent=""
        src={media.src}
        preload={isAsked ? 'auto' : 'metadata'}
        muted
        playsInline
        {...playback.attributes}
      />
      <Transport what={what} playback={playback} onLoad={null} />
      {playback.isBroken && (
        <MediaFailure what={what} failure={null} sentence={t('unplayable')} isAsked={isAsked} onTryAgain={onTryAgain} />
      )}
    </div>
  )
}
