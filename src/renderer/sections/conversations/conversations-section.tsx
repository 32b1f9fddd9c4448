import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { SyntheticEvent } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { limits } from '../../../shared/model/limits.ts'
import { read } from '../../api/queries.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { Age } from '../../i18n/age.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { useComparison } from '../../state/comparison-store.ts'
import {
  showSnapshot,
  showSnapshotFor,
  typeConversationId,
  useNewestFetch,
  useShownSnapshot,
  useTypedConversationId,
} from '../../state/conversation-store.ts'
import type { ConversationFetch } from '../../state/conversation-store.ts'
import { consumeConversation, useConversationToOpen } from '../../state/navigation-store.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CompareView } from './compare/compare-view.tsx'
import { Library } from './library/library.tsx'
import { useFetchConversation, useShownSummary } from './shown-conversation.ts'
import { Viewer } from './viewer.tsx'
import styles from './conversations.module.css'

interface OfProfile {
  readonly profileId: ProfileId
}

function Failed({ profileId, id, error }: OfProfile & Pick<ConversationFetch, 'id' | 'error'>) {
  const { t } = useTranslation('conversations')
  const fetchConversation = useFetchConversation(profileId)
  const snapshots = useQuery(read('library.snapshots', { conversationId: id }))
  const newest = snapshots.data?.[0]
  const shownId = useShownSnapshot(profileId)
  const summary = useShownSummary(profileId)
  const isComparing = useComparison(profileId) !== null
  const shown = isComparing ? undefined : summary
  const isAsked = shown?.conversationId === id
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
  const showNewest = newest !== undefined && !isAsked && (
    <Button size="small" onClick={() => showSnapshot(profileId, newest.id)}>
      <Trans t={t} i18nKey="showSnapshot" components={{ age: <Age at={newest.fetchedAt} /> }} />
    </Button>
  )
  return (
    <div ref={notice}>
      <ErrorNotice
        error={error}
        about={t('fetchFailed', { id })}
        live="status"
        action={showNewest}
        onRetry={() => fetchConversation(id)}
      />
      {/* Without them it seems that no snapshot exists. */}
      <QueryFailure query={snapshots} about={t('snapshotsFailed')} />
      {shown !== undefined && !isAsked && (
        <p>
          <Trans
            t={t}
            i18nKey="shownOther"
            values={{ shown: shown.conversationId, id }}
            components={{ age: <Age at={shown.fetchedAt} /> }}
          />
        </p>
      )}
    </div>
  )
}

/** A failed fetch, and the snapshot shown in place of its answer. */
function FetchFailure({ profileId }: OfProfile) {
  const { status, id, error } = useNewestFetch(profileId)
  return status === 'error' && <Failed profileId={profileId} id={id} error={error} />
}

/** Fetches, once, an id that another section handed over, as a click on Open would. */
function useRequestedConversation(profileId: ProfileId): void {
  const fetchConversation = useFetchConversation(profileId)
  const conversationId = useConversationToOpen()
  const openRequested = useEffectEvent(() => {
    const id = consumeConversation()
    if (id === null) return
    typeConversationId(profileId, id)
    fetchConversation(id)
  })
  useEffect(() => {
    if (conversationId !== null) openRequested()
  }, [conversationId])
}

function useProblem(id: string): string | null {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  if (id.length > limits.conversationId) return t('tooLong', { number: format.number(id.length) })
  return /\s/.test(id) ? t('noSpaces') : null
}

/** The id and the button that reads it from the service; what is wrong with the id is said at its box, at once. */
function ConversationIdForm({ profileId }: OfProfile) {
  const { t } = useTranslation('conversations')
  const open = useFetchConversation(profileId)
  const { status, id: fetched } = useNewestFetch(profileId)
  const reading = status === 'pending' ? fetched : null
  const boxId = useId()
  const typed = useTypedConversationId(profileId)
  const id = typed.trim()
  const problem = useProblem(id)
  const canOpen = id !== '' && problem === null
  // Not blocked by a service that does not answer: another id can be opened meanwhile.
  const isRead = reading !== null && reading === id
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isRead && canOpen) open(id)
  }
  return (
    <Row as="form" gap={2} className={styles.form} aria-label={t('fetch')} onSubmit={submit}>
      <label htmlFor={boxId} className="visually-hidden">
        {t('field.id')}
      </label>
      <div className={styles.idBox}>
        <TextInput
          id={boxId}
          mono
          placeholder={t('field.id')}
          value={typed}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${boxId}-problem`}
          onChange={(event) => typeConversationId(profileId, event.currentTarget.value)}
        />
        {problem !== null && (
          <Text as="p" id={`${boxId}-problem`} role="alert" font="secondary" tone="bad" className={styles.underBox}>
            {problem}
          </Text>
        )}
        <Text as="p" role="status" font="secondary" truncate className={cx(reading !== null && styles.underBox)}>
          {reading !== null && t('reading', { id: reading })}
        </Text>
      </div>
      <Button type="submit" tone="primary" busy={isRead} disabled={!canOpen}>
        {t('open')}
      </Button>
    </Row>
  )
}

/** A comparison, a conversation, or the empty state. */
function Shown({ profileId }: OfProfile) {
  const { t } = useTranslation('conversations')
  const snapshotId = useShownSnapshot(profileId)
  const comparison = useComparison(profileId)
  if (comparison !== null) return <CompareView profileId={profileId} />
  if (snapshotId !== null) return <Viewer snapshotId={snapshotId} />
  return <EmptyState icon={<MessagesSquare aria-hidden />} title={t('nothingOpen')} />
}

function Reading({ profileId }: OfProfile) {
  const { t } = useTranslation('app')
  useRequestedConversation(profileId)
  return (
    <>
      <PageHeader title={t('section.conversations')} actions={<ConversationIdForm profileId={profileId} />} />
      <Page aside={<Library profileId={profileId} />}>
        <FetchFailure profileId={profileId} />
        <Shown profileId={profileId} />
      </Page>
    </>
  )
}

export function ConversationsSection() {
  const { t } = useTranslation('app')
  const profileId = useOpenProfile()?.profile.id
  if (profileId === undefined) return <PageHeader title={t('section.conversations')} />
  return <Reading key={profileId} profileId={profileId} />
}
