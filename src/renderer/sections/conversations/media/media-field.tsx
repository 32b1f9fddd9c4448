import { useRef, useState } from 'react'
import type { FieldRow } from '../../../../shared/conversation/view-types.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatBox } from '../../../../shared/model/appearance-geometry.ts'
import { AddressProblem, AudioPlayer, LoadButton, MediaFailure, VideoPlayer } from './players.tsx'
import type { PlayerProps, ReadyProps } from './players.tsx'
import { isBadAddress, useOnScreen, useSeenMedia, whatOf } from './use-media.ts'
import styles from '../appearance/appearance.module.css'

function FieldImage({ what, media, ready }: ReadyProps) {
  const { t, format } = useTexts('media')
  const [size, setSize] = useState<string | null>(null)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <MediaFailure what={what} media={media} />
  return (
    <Row gap={3} align="end" className={styles.picture}>
      <img
        src={ready.src}
        alt={what}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize(formatBox({ x: 0, y: 0, width, height }, format.number).size)
        }
        onError={() => setBroken(true)}
      />
      <Text as="ul" font="secondary" tone="soft" tabular>
        <li>{size === null ? ' ' : t('picture', { size })}</li>
        <li>{ready.type.replace('image/', '').toUpperCase()}</li>
        <li>{format.bytes(ready.bytes)}</li>
      </Text>
    </Row>
  )
}

function Seen({ what, media }: PlayerProps) {
  const { ready, failure } = media
  if (failure !== null) return <MediaFailure what={what} media={media} />
  if (ready === null) return null
  const Ready = ready.kind === 'picture' ? FieldImage : VideoPlayer
  return <Ready key={ready.fetchedAt} what={what} media={media} ready={ready} />
}

function SeenField({ row }: { readonly row: FieldRow }) {
  const { t } = useTexts('media')
  const element = useRef<HTMLDivElement>(null)
  const media = useSeenMedia(row, useOnScreen(element))
  const what = t(whatOf(row))
  const isAwaited = media.ready === null && media.failure === null
  const isOffered = media.isByClick && !media.isLoading
  return (
    <Stack ref={element} gap={2} className={styles.seen}>
      {isAwaited && isOffered && <LoadButton what={what} media={media} />}
      {isAwaited && !isOffered && <Skeleton label={t('loading', { what })} />}
      <Seen what={what} media={media} />
    </Stack>
  )
}

/** Main fetches sounds and videos on a click, and pictures when they come on screen. */
export function MediaField({ row }: { readonly row: FieldRow }) {
  const { t } = useTexts('media')
  if (row.media === null) return null
  const { use, address } = row.media
  if (isBadAddress(address)) return <AddressProblem address={address} />
  if (use === 'audio') return <AudioPlayer path={row.path} what={t(whatOf(row))} />
  return <SeenField row={row} />
}
