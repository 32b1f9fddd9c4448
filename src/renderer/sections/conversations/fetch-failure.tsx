import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { failureOf } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { Age } from '../../i18n/age.tsx'
import { useComparison } from '../../state/comparison-store.ts'
import { showSnapshot, showSnapshotFor, useShownSnapshot } from '../../state/conversation-store.ts'
import { Button } from '../../ui/button.tsx'

export interface FetchFailureProps {
  readonly profileId: ProfileId
  /** The id that could not be read. */
  readonly id: string
  readonly error: unknown
}

interface RetryProps {
  /** Reads it once more. */
  readonly onRetry: () => void
}

/** Opens the newest snapshot of what could not be read, unless one of it, or a comparison, is on screen. */
function useOpenSnapshot({ profileId, id, error }: FetchFailureProps): void {
  const shown = useShownSnapshot(profileId)
  const isComparing = useComparison(profileId) !== null
  const snapshots = useQuery(read('library.snapshots', { conversationId: id })).data
  const newest = snapshots?.[0]
  const open = useEffectEvent(() => {
    const isShown = snapshots?.some((snapshot) => snapshot.id === shown) ?? false
    if (newest !== undefined && !isShown && !isComparing) showSnapshotFor(profileId, error, newest.id)
  })
  useEffect(() => {
    open()
  }, [error, newest?.id])
}

/** The snapshot on screen; null without one, and while two are compared. */
function useShownSummary(profileId: ProfileId): SnapshotSummary | null {
  const snapshotId = useShownSnapshot(profileId)
  const isComparing = useComparison(profileId) !== null
  const shown = useQuery({
    ...read('conversation.read', { snapshotId: snapshotId ?? '' }),
    enabled: snapshotId !== null,
  }).data
  return shown === undefined || isComparing ? null : shown.summary
}

interface InsteadProps {
  readonly shown: SnapshotSummary | null
  /** The id that could not be read. */
  readonly id: string
}

/** Which snapshot is on screen in place of the answer: one of the requested conversation, or of another one. */
function ShownInstead({ shown, id }: InsteadProps) {
  const { t } = useTranslation('conversations')
  if (shown === null) return null
  if (shown.conversationId !== id) return <p>{t('shownOther', { shown: shown.conversationId, id })}</p>
  return (
    <p>
      <Trans t={t} i18nKey="shownSnapshot" components={{ age: <Age at={shown.fetchedAt} /> }} />
    </p>
  )
}

/** Opens the newest snapshot of the requested conversation, where another is on screen. */
function ShowSnapshot({ profileId, shown, id }: InsteadProps & { readonly profileId: ProfileId }) {
  const { t } = useTranslation('conversations')
  const newest = useQuery(read('library.snapshots', { conversationId: id })).data?.[0]
  if (newest === undefined || shown?.conversationId === id) return null
  return (
    <Button
      size="small"
      onClick={() => {
        showSnapshot(profileId, newest.id)
      }}
    >
      <Trans t={t} i18nKey="showSnapshot" components={{ age: <Age at={newest.fetchedAt} /> }} />
    </Button>
  )
}

/** Shows what holds the ref: the form that was used stays in sight while the page is scrolled far down. */
function useInSight(error: unknown): RefObject<HTMLDivElement | null> {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' })
  }, [error])
  return notice
}

/** A failed fetch, and the snapshot shown in place of its answer. */
export function FetchFailure({ profileId, id, error, onRetry }: FetchFailureProps & RetryProps) {
  const { t } = useTranslation('conversations')
  const notice = useInSight(error)
  useOpenSnapshot({ profileId, id, error })
  // Without them it seems that no snapshot exists.
  const snapshots = useQuery(read('library.snapshots', { conversationId: id }))
  const shown = useShownSummary(profileId)
  return (
    <div ref={notice}>
      <ErrorNotice
        failure={failureOf(error)}
        about={t('fetchFailed', { id })}
        live="status"
        action={<ShowSnapshot profileId={profileId} shown={shown} id={id} />}
        onRetry={onRetry}
      />
      <QueryFailure query={snapshots} about={t('snapshotsFailed')} />
      <ShownInstead shown={shown} id={id} />
    </div>
  )
}
