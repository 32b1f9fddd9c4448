import { CircleSlash, Download, Pause, Play, RotateCw, Settings, TriangleAlert } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { FieldRow } from '../../../../shared/conversation/view-types.ts'
import type { ReadyMedia } from '../../../../shared/schemas/conversation.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go } from '../../../state/location-store.ts'
import { Button, PlainButton } from '../../../ui/button.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Slider } from '../../../ui/text-input.tsx'
import { isBadAddress, useMedia } from './use-media.ts'
import type { BadAddress, FieldMedia } from './use-media.ts'
import { usePlayback } from '../../../ui/use-playback.ts'
import type { Playback } from '../../../ui/use-playback.ts'
import styles from '../appearance/appearance.module.css'

interface NoticeProps {
  readonly Icon: LucideIcon
  /** True for the result of a click, which is announced. Notices that the page opens with are read in their place. */
  readonly isAnnounced?: boolean
  readonly children: ReactNode
  readonly action?: ReactNode
}

function Notice({ Icon, isAnnounced = false, children, action }: NoticeProps) {
  return (
    <Row align="baseline" wrap font="secondary" tone="soft" className={styles.notice}>
      <Row as="span" align="baseline" className={styles.sentence}>
        <Icon size={14} aria-hidden />
        <span role={isAnnounced ? 'status' : undefined}>{children}</span>
      </Row>
      {action}
    </Row>
  )
}

export function AddressProblem({ address }: { readonly address: BadAddress }) {
  const { t } = useTexts('media')
  const text = useFailureText()
  const isRefused = address.kind === 'refused'
  const reason = address.kind === 'refused' ? (`media-${address.reason}` as const) : 'no-media-base'
  const toSettings = (
    <Button size="small" Icon={Settings} onClick={() => go({ section: 'settings', field: 'media-base' })}>
      {t('setBase')}
    </Button>
  )
  return (
    <Notice Icon={isRefused ? CircleSlash : TriangleAlert} action={!isRefused && toSettings}>
      {text({ kind: 'refused', reason, detail: null }).sentence}
    </Notice>
  )
}

export interface PlayerProps {
  readonly what: string
  readonly media: FieldMedia
}

export interface ReadyProps extends PlayerProps {
  readonly ready: ReadyMedia
}

export function MediaFailure({ what, media: { failure, isAsked, load } }: PlayerProps) {
  const { t } = useTexts(['media', 'common'])
  const text = useFailureText()
  const again = (
    <Button size="small" Icon={RotateCw} aria-label={t('tryAgainFor', { what })} onClick={load}>
      {t('common:retry')}
    </Button>
  )
  return (
    <Notice Icon={TriangleAlert} isAnnounced={isAsked} action={again}>
      {failure === null ? t('unreadable') : text(failure).sentence}
    </Notice>
  )
}

export function LoadButton({ what, media: { isLoading, load } }: PlayerProps) {
  const { t } = useTexts('media')
  return (
    <Button size="small" busy={isLoading} Icon={Download} onClick={load}>
      {t('load', { what })}
    </Button>
  )
}

interface PlayPauseProps {
  readonly what: string
  readonly playback: Playback
  readonly isLoading?: boolean
  /** Called instead of playing while there is nothing to play. */
  readonly onLoad?: (() => void) | null
}

export function PlayPause({ what, playback: { isPlaying, toggle }, isLoading = false, onLoad }: PlayPauseProps) {
  const { t } = useTexts('media')
  return (
    <Button
      size="small"
      busy={isLoading}
      aria-label={t(isPlaying ? 'pause' : 'play', { what })}
      Icon={isPlaying ? Pause : Play}
      onClick={onLoad ?? toggle}
    />
  )
}

/** Minutes and seconds, such as `01:05`; rounded down, as clocks do. */
function clockTime(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds))
  return [Math.floor(wholeSeconds / 60), wholeSeconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function Transport(props: PlayPauseProps) {
  const { what, playback } = props
  const { t } = useTexts('media')
  const { time, duration, seek } = playback
  const times = { time: clockTime(time), whole: duration === null ? '--:--' : clockTime(duration) }
  return (
    <Row gap={2}>
      <PlayPause {...props} />
      <Slider
        className={styles.position}
        aria-label={t('position', { what })}
        aria-valuetext={t('at', times)}
        disabled={duration === null}
        min={0}
        max={duration ?? 1}
        // Fine steps for short media, whole seconds for long media.
        step={(duration ?? 0) < 30 ? 0.1 : 1}
        value={Math.min(time, duration ?? 0)}
        onChange={seek}
      />
      <Text font="secondary" tone="soft" tabular truncate aria-hidden>
        {times.time} / {times.whole}
      </Text>
    </Row>
  )
}

/** A sound, which is fetched when it is first played. */
function useSound({ ready, failure, isLoading, isAsked, load }: FieldMedia) {
  const playback = usePlayback()
  // True until playing has begun: when another player of the same sound fetches it again, only that player plays.
  const [isAwaited, setAwaited] = useState(false)
  const play = (): void => {
    setAwaited(true)
    load()
  }

  return {
    /** For the audio element; null while there is nothing to play. */
    audio: ready && {
      ready,
      // Preloaded only after a click here, because the bytes might have to be fetched again.
      preload: isAsked ? ('auto' as const) : ('none' as const),
      autoPlay: isAwaited,
      ...playback.attributes,
      onPlay: () => {
        setAwaited(false)
        playback.attributes.onPlay()
      },
    },
    controls: { playback, isLoading, onLoad: ready === null || playback.isBroken ? play : null },
    isFailed: failure !== null || (ready !== null && playback.isBroken),
  }
}

type SoundProps = NonNullable<ReturnType<typeof useSound>['audio']>

/** The audio element, which is invisible. */
function Sound({ ready, ...attributes }: SoundProps) {
  // eslint-disable-next-line jsx-a11y/media-has-caption -- the script's text is beside it
  return <audio key={`${ready.src} ${String(ready.fetchedAt)}`} src={ready.src} {...attributes} />
}

export function AudioPlayer({ path, what }: { readonly path: string; readonly what: string }) {
  const media = useMedia(path)
  const { audio, controls, isFailed } = useSound(media)
  return (
    <Stack gap={2} className={styles.player}>
      {audio && <Sound {...audio} />}
      <Transport what={what} {...controls} />
      {isFailed && <MediaFailure what={what} media={media} />}
    </Stack>
  )
}

/**
 * A round button that plays the sound of a row. Renders nothing where the address cannot be followed: the row says why.
 */
export function PlayButton({ row, what }: { readonly row: FieldRow; readonly what: string }) {
  const { t } = useTexts('media')
  const text = useFailureText()
  const media = useMedia(row.path)
  // Several players can share one sound; this player has something to play only once it was pressed.
  const idle = { ...media, ready: null, failure: null, isLoading: false }
  const { audio, controls, isFailed } = useSound(media.isAsked ? media : idle)
  if (isBadAddress(row.media?.address)) return null
  const { isPlaying, toggle } = controls.playback
  const sentence = media.failure === null ? t('unreadable') : text(media.failure).sentence
  const failureText = isFailed ? sentence : undefined
  return (
    <>
      {audio && <Sound {...audio} />}
      <PlainButton
        className={styles.play}
        data-failed={isFailed}
        aria-busy={controls.isLoading}
        aria-label={t(isPlaying ? 'pause' : 'play', { what })}
        title={failureText}
        onClick={controls.onLoad ?? toggle}
      >
        {isPlaying ? <Pause size={12} aria-hidden /> : <Play size={12} aria-hidden />}
      </PlainButton>
      <span role="status" className="visually-hidden">
        {failureText}
      </span>
    </>
  )
}

/** A fetched video, which is a background and therefore silent. */
export function VideoPlayer({ what, media, ready }: ReadyProps) {
  const playback = usePlayback()
  return (
    <Stack gap={2} className={styles.player}>
      <video
        className={styles.video}
        data-silent=""
        src={ready.src}
        preload={media.isAsked ? 'auto' : 'metadata'}
        muted
        playsInline
        {...playback.attributes}
      />
      <Transport what={what} playback={playback} />
      {playback.isBroken && <MediaFailure what={what} media={media} />}
    </Stack>
  )
}
