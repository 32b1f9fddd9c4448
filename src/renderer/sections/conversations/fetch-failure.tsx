import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { failureOf } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { Age } from '../../i18n/age.tsx'
import { useNewestFetch } from '../../state/conversation-fetch-store.ts'
import { useComparison } from '../../state/comparison-store.ts'
import { showSnapshot, showSnapshotFor, useShownSnapshot } from '../../state/conversation-store.ts'
import { Button } from '../../ui/button.tsx'
import { useFetchConversation } from './fetch-conversation.ts'
import { useShownSummary } from './library/shown-conversation.ts'

interface FetchFailureProps {
  readonly profileId: ProfileId
  /** The id that could not be read. */
  readonly id: string
  readonly error: unknown
}

function Failed({ profileId, id, error }: FetchFailureProps) {
  const { t } = useTranslation('conversations')
  const fetchConversation = useFetchConversation(profileId)
  const snapshots = useQuery(read('library.snapshots', { conversationId: id }))
  const newest = snapshots.data?.[0]
  const shownId = useShownSnapshot(profileId)
  const summary = useShownSummary(profileId)
  const isComparing = useComparison(profileId) !== null
  const shown = isComparing ? undefined : summary
  const notice = useRef<HTMLDivElement>(null)
  // Unless one of it, or a comparison, is on screen.
  const openNewest = useEffectEvent(() => {
    const isShown = snapshots.data?.some((snapshot) => snapshot.id === shownId) ?? false
    if (newest !== undefined && !isShown && !isComparing) showSnapshotFor(profileId, error, newest.id)
  })
  useEffect(() => {
    openNewest()
  }, [error, newest?.id])
  useEffect(() => {
    // The form that was used stays in sight while the page is scrolled far down.
    notice.current?.scrollIntoView({ block: 'center' })
  }, [error])
  const showNewest = newest !== undefined && shown?.conversationId !== id && (
    <Button
      size="small"
      onClick={() => {
        showSnapshot(profileId, newest.id)
      }}
    >
      <Trans t={t} i18nKey="showSnapshot" components={{ age: <Age at={newest.fetchedAt} /> }} />
    </Button>
  )
  return (
    <div ref={notice}>
      <ErrorNotice
        failure={failureOf(error)}
        about={t('fetchFailed', { id })}
        live="status"
        action={showNewest}
        onRetry={() => {
          fetchConversation(id)
        }}
      />
      {/* Without them it seems that no snapshot exists. */}
      <QueryFailure query={snapshots} about={t('snapshotsFailed')} />
      {shown !== undefined && (
        <p>
          {shown.conversationId === id ? (
            <Trans t={t} i18nKey="shownSnapshot" components={{ age: <Age at={shown.fetchedAt} /> }} />
          ) : (
            t('shownOther', { shown: shown.conversationId, id })
          )}
        </p>
      )}
    </div>
  )
}

/** A failed fetch, and the snapshot shown in place of its answer. */
export function FetchFailure({ profileId }: Pick<FetchFailureProps, 'profileId'>) {
  const { status, id, error } = useNewestFetch(profileId)
  return status === 'error' && <Failed profileId={profileId} id={id} error={error} />
}
