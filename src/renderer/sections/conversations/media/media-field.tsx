import { Download } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaNote } from '../../../../shared/model/media-address.ts'
import type { FieldRow } from '../../../../shared/model/conversation-view.ts'
import { Button } from '../../../ui/button.tsx'
import { AddressProblem, MediaFailure } from './media-problem.tsx'
import { isLikelyVideo, whatOf } from './media-text.ts'
import { FieldImage } from './picture.tsx'
import { AudioPlayer, VideoPlayer } from './players.tsx'
import { useMedia } from './use-media.ts'
import type { FieldMedia } from './use-media.ts'
import { useOnScreen } from './use-on-screen.ts'
import styles from './media.module.css'

export interface MediaFieldProps {
  readonly snapshotId: string
  /** A row whose `media` is set; nothing is shown for any other. */
  readonly row: FieldRow
}

interface FollowedProps {
  readonly snapshotId: string
  readonly path: string
  readonly what: string
}

function AudioField({ snapshotId, path, what }: FollowedProps) {
  return <AudioPlayer what={what} media={useMedia({ snapshotId, path })} />
}

function Seen({ what, state, isAsked, load }: FieldMedia & Pick<FollowedProps, 'what'>) {
  if (state.kind === 'failed') {
    return <MediaFailure what={what} failure={state.failure} isAsked={isAsked} onTryAgain={load} />
  }
  if (state.kind !== 'ready') return null
  const { media } = state
  const key = String(media.fetchedAt)
  if (media.kind === 'picture')
    return <FieldImage key={key} what={what} media={media} isAsked={isAsked} onTryAgain={load} />
  return <VideoPlayer key={key} what={what} media={media} isAsked={isAsked} onTryAgain={load} />
}

/** Something to be seen: fetched when it comes on screen, or by a click where the address says that it is a video. */
function SeenField({ snapshotId, path, what, isByClick }: FollowedProps & { readonly isByClick: boolean }) {
  const { t } = useTranslation('media')
  const place = useRef<HTMLDivElement>(null)
  const isOnScreen = useOnScreen(place)
  const media = useMedia({ snapshotId, path }, isOnScreen && !isByClick)
  const { kind } = media.state
  return (
    <div ref={place} className={styles.seen}>
      {kind === 'idle' && isByClick && (
        <Button size="small" icon={<Download aria-hidden />} onClick={media.load}>
          {t('load', { what })}
        </Button>
      )}
      {(kind === 'loading' || (kind === 'idle' && !isByClick)) && (
        <div className={styles.waiting} role="status" aria-label={t('loading', { what })} />
      )}
      <Seen what={what} {...media} />
    </div>
  )
}

interface AnnotatedFieldProps extends FollowedProps {
  readonly note: MediaNote
}

function AnnotatedField({ note: { use, address }, ...place }: AnnotatedFieldProps) {
  if (address.kind === 'no-base' || address.kind === 'refused') return <AddressProblem address={address} />
  if (use === 'audio') return <AudioField {...place} />
  const isByClick = use === 'background' && address.kind === 'fetchable' && isLikelyVideo(address.url)
  return <SeenField {...place} isByClick={isByClick} />
}

/**
 * What is shown under an address of media: a player, a picture, or why there is none. Sounds and videos are fetched on
 * a click, pictures when they come on screen; always by main.
 */
export function MediaField({ snapshotId, row }: MediaFieldProps) {
  const { t } = useTranslation('media')
  if (row.media === null) return null
  return <AnnotatedField snapshotId={snapshotId} path={row.path} what={t(whatOf(row))} note={row.media} />
}
