import { Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import type { FieldRow } from '../../../../shared/model/conversation-view.ts'
import type { ReadyMedia } from '../../../../shared/schemas/conversation.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { MediaFailure } from './media-problem.tsx'
import { Transport } from './transport.tsx'
import type { TransportProps } from './transport.tsx'
import { useMedia } from './use-media.ts'
import type { FieldMedia } from './use-media.ts'
import { usePlayback } from './use-playback.ts'
import styles from './media.module.css'

export interface PlayerProps {
  readonly what: string
  readonly media: FieldMedia
}

interface Sound {
  /** The element that plays, out of sight; null until there is something to play. */
  readonly element: ReactNode
  readonly controls: Pick<TransportProps, 'playback' | 'isLoading' | 'onLoad'>
  /** Null while nothing is wrong; `failure` is null for what was fetched and cannot be played. */
  readonly problem: { readonly failure: Failure | null } | null
}

/** A sound: fetched when it is first played. */
function useSound({ state, isAsked, load }: FieldMedia): Sound {
  const playback = usePlayback<HTMLAudioElement>()
  const isLoading = state.kind === 'loading'
  if (state.kind !== 'ready') {
    const problem = state.kind === 'failed' ? { failure: state.failure } : null
    return { element: null, controls: { playback, isLoading, onLoad: load }, problem }
  }
  return {
    element: (
      // eslint-disable-next-line jsx-a11y/media-has-caption -- what is said stands beside it as the script's text
      <audio
        key={`${state.media.src} ${String(state.media.fetchedAt)}`}
        src={state.media.src}
        // Preloaded only after a click here: the bytes may have to be fetched anew.
        preload={isAsked ? 'auto' : 'none'}
        autoPlay={isAsked}
        {...playback.attributes}
      />
    ),
    controls: { playback, isLoading, onLoad: playback.isBroken ? load : null },
    problem: playback.isBroken ? { failure: null } : null,
  }
}

/** Plays, pauses and seeks a sound. */
export function AudioPlayer({ what, media }: PlayerProps) {
  const { t } = useTranslation('media')
  const { element, controls, problem } = useSound(media)
  return (
    <div className={styles.player}>
      {element}
      <Transport what={what} {...controls} />
      {problem !== null && (
        <MediaFailure
          what={what}
          failure={problem.failure}
          sentence={t('unplayable')}
          isAsked={media.isAsked}
          onTryAgain={media.load}
        />
      )}
    </div>
  )
}

export interface PlayButtonProps {
  readonly snapshotId: string
  /** A row whose `media` are a sound. */
  readonly row: FieldRow
  readonly what: string
}

/** A round button that plays a row's sound. Nothing where the address cannot be followed: the row says why. */
export function PlayButton({ snapshotId, row, what }: PlayButtonProps) {
  const media = useMedia({ snapshotId, path: row.path })
  const address = row.media?.address.kind
  return address === 'no-base' || address === 'refused' ? null : <RoundPlay what={what} media={media} />
}

function RoundPlay({ what, media }: PlayerProps) {
  const { t } = useTranslation('media')
  const text = useFailureText()
  // Of the players of one sound, this one has something to play once it was pressed.
  const { element, controls, problem } = useSound(media.isAsked ? media : { ...media, state: { kind: 'idle' } })
  const { isPlaying, toggle } = controls.playback
  const unplayable = problem?.failure ? text(problem.failure).sentence : t('unplayable')
  const why = problem === null ? undefined : unplayable
  return (
    <>
      {element}
      <PlainButton
        className={styles.play}
        data-failed={why !== undefined}
        aria-busy={controls.isLoading}
        aria-label={t(isPlaying ? 'stopListening' : 'listen', { what })}
        title={why}
        onClick={controls.onLoad ?? toggle}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </PlainButton>
      <span role="status" className="visually-hidden">
        {why}
      </span>
    </>
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
