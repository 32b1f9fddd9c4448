import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldRow } from '../../../../shared/model/conversation-view.ts'
import type { ReadyMedia } from '../../../../shared/schemas/conversation.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { AddressProblem, AudioPlayer, MediaFailure, VideoPlayer, isBadAddress } from './players.tsx'
import type { PlaceProps, PlayerProps } from './players.tsx'
import { isLikelyVideo, useMedia, useOnScreen, whatOf } from './use-media.ts'
import styles from '../appearance/appearance.module.css'

/** A picture that was fetched, small, with its size and type. */
function FieldImage({ what, media, picture }: PlayerProps & { readonly picture: ReadyMedia }) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <MediaFailure what={what} media={media} flaw="undrawable" />
  return (
    <Row gap={3} align="end" className={styles.picture}>
      <img
        src={picture.src}
        alt={what}
        draggable={false}
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={() => setBroken(true)}
      />
      <Text as="ul" font="secondary" tone="soft" tabular>
        <li>
          {size === null ? ' ' : t('picture', { width: format.number(size.width), height: format.number(size.height) })}
        </li>
        <li>{picture.type.replace('image/', '').toUpperCase()}</li>
        <li>{format.bytes(picture.bytes)}</li>
      </Text>
    </Row>
  )
}

function Seen({ what, media }: PlayerProps) {
  const { ready, failure } = media
  if (failure !== null) return <MediaFailure what={what} media={media} />
  if (ready === null) return null
  const { kind, src, fetchedAt } = ready
  const key = String(fetchedAt)
  if (kind === 'picture') return <FieldImage key={key} what={what} media={media} picture={ready} />
  return <VideoPlayer key={key} what={what} media={media} src={src} />
}

/** Something to be seen: fetched when it comes on screen, or by a click where the address says that it is a video. */
function SeenField({ snapshotId, path, what, isByClick }: PlaceProps & { readonly isByClick: boolean }) {
  const { t } = useTranslation('media')
  const place = useRef<HTMLDivElement>(null)
  const isOnScreen = useOnScreen(place)
  const media = useMedia({ snapshotId, path }, isOnScreen && !isByClick)
  const { ready, failure, isLoading } = media
  const isIdle = ready === null && failure === null && !isLoading
  return (
    <Stack ref={place} gap={2} className={styles.seen}>
      {isIdle && isByClick && (
        <Button size="small" icon={<Download aria-hidden />} onClick={media.load}>
          {t('load', { what })}
        </Button>
      )}
      {(isLoading || (isIdle && !isByClick)) && (
        <div className={styles.waiting} role="status" aria-label={t('loading', { what })} />
      )}
      <Seen what={what} media={media} />
    </Stack>
  )
}

/**
 * What is shown under an address of media: a player, a picture, or why there is none. Sounds and videos are fetched on
 * a click, pictures when they come on screen; always by main.
 */
export function MediaField({ snapshotId, row }: { readonly snapshotId: string; readonly row: FieldRow }) {
  const { t } = useTranslation('media')
  if (row.media === null) return null
  const { use, address } = row.media
  const place = { snapshotId, path: row.path, what: t(whatOf(row)) }
  if (isBadAddress(address)) return <AddressProblem address={address} />
  if (use === 'audio') return <AudioPlayer {...place} />
  return <SeenField {...place} isByClick={use === 'background' && isLikelyVideo(address)} />
}
