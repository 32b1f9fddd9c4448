import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { Trans } from 'react-i18next'
import { limits } from '../../../shared/model/limits.ts'
import { isIdUnwrapped, typedId } from '../../../shared/model/pasted-text.ts'
import { shortcuts } from '../../../shared/model/shortcuts.ts'
import { failureOf } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { profileScope } from '../../api/shown-profile.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { Age } from '../../i18n/age.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { findOtherKind, IdKindNote } from '../../ids/id-kind-note.tsx'
import { go, useSectionState } from '../../state/location-store.ts'
import { fetchConversation, useNewestFetch } from '../../state/open-conversation.ts'
import type { ConversationFetch } from '../../state/open-conversation.ts'
import { typeConversationId, useTypedConversationId } from '../../state/typed-texts-store.ts'
import { useExport } from '../../state/use-export.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CompareView } from './compare/compare-view.tsx'
import { Library } from './library/library.tsx'
import { useShownSummary } from './shown-conversation.ts'
import { Viewer } from './viewer.tsx'
import styles from './conversations.module.css'

/** A failed fetch, and the snapshot that is shown instead of the answer. */
function FetchFailure({ id, error }: ConversationFetch) {
  const { t } = useTexts('conversations')
  const snapshots = useQuery(read('library.snapshots', { conversationId: id }))
  const newest = snapshots.data?.[0]
  const summary = useShownSummary()
  const isComparing = useSectionState('comparison') !== null
  const shown = isComparing ? undefined : summary
  const isAsked = shown?.conversationId === id
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The form stays visible while the page is scrolled far down, where the notice would not be.
    notice.current?.scrollIntoView({ block: 'center' })
  }, [error])
  const download = useExport('conversation.download')
  const isTooLarge = failureOf(error).kind === 'too-large'
  const saveAnswer = isTooLarge && (
    <Button size="small" busy={download.isPending} onClick={() => download.mutate({ conversationId: id })}>
      {t('saveAnswer')}
    </Button>
  )
  const showNewest = newest !== undefined && !isAsked && (
    <Button size="small" onClick={() => go({ section: 'conversations', snapshotId: newest.id })}>
      <Trans t={t} i18nKey="showSnapshot" components={{ age: <Age at={newest.fetchedAt} /> }} />
    </Button>
  )
  return (
    <div ref={notice}>
      <ErrorNotice
        error={error}
        about={t('fetchFailed', { id })}
        live="status"
        action={
          <>
            {saveAnswer}
            {showNewest}
          </>
        }
        onRetry={isTooLarge ? undefined : () => fetchConversation(id)}
      />
      <ErrorNotice error={download.error} about={t('fetchFailed', { id })} />
      {/* Without this failure, it would seem that no snapshot exists. */}
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

function NewestFetchFailure() {
  const newestFetch = useNewestFetch()
  return newestFetch.status === 'error' && <FetchFailure {...newestFetch} />
}

function useProblem(id: string): string | null {
  const { t, format } = useTexts('conversations')
  if (id.length > limits.conversationId) return t('tooLong', { number: format.number(id.length) })
  return /\s/.test(id) ? t('noSpaces') : null
}

function ConversationIdForm() {
  const { t } = useTexts(['conversations', 'common'])
  const { status, id: fetched } = useNewestFetch()
  const reading = status === 'pending' ? fetched : null
  const boxId = useId()
  const typed = useTypedConversationId()
  const id = typedId(typed)
  const problem = useProblem(id)
  const canOpen = id !== '' && problem === null
  // A service that does not answer does not block the form: another id can be opened meanwhile.
  const isRead = reading !== null && reading === id
  const statusText =
    reading === null
      ? canOpen && isIdUnwrapped(typed)
        ? t('common:idUnwrapped', { id })
        : null
      : t('reading', { id: reading })
  const [warnedOf, setWarnedOf] = useState<string | null>(null)
  const open = async (): Promise<void> => {
    const { isShown } = profileScope()
    // A second press reads the id anyway: the kind that is known here can be wrong.
    const isDoubtful = warnedOf !== id && (await findOtherKind(id, 'conversation')) !== null
    // The service of a different profile must not be asked for this id.
    if (!isShown()) return
    if (isDoubtful) setWarnedOf(id)
    else fetchConversation(id)
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isRead && canOpen) void open()
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
          aria-keyshortcuts={shortcuts.idBox}
          placeholder={t('field.id')}
          value={typed}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${boxId}-problem`}
          onType={typeConversationId}
        />
        {problem !== null && (
          <Text as="p" id={`${boxId}-problem`} role="alert" font="secondary" tone="bad" className={styles.underBox}>
            {problem}
          </Text>
        )}
        {canOpen && (
          <IdKindNote
            id={id}
            expectedKind="conversation"
            onUse={(conversationId) => {
              typeConversationId(conversationId)
              fetchConversation(conversationId)
            }}
          />
        )}
        <Text as="p" role="status" font="secondary" truncate className={cx(statusText !== null && styles.underBox)}>
          {statusText}
        </Text>
      </div>
      <Button type="submit" tone="primary" busy={isRead} disabled={!canOpen}>
        {t('open')}
      </Button>
    </Row>
  )
}

function Shown() {
  const { t } = useTexts('conversations')
  const snapshotId = useSectionState('snapshotId')
  const isComparing = useSectionState('comparison') !== null
  if (isComparing) return <CompareView />
  if (snapshotId !== null) return <Viewer snapshotId={snapshotId} />
  return <EmptyState Icon={MessagesSquare} title={t('nothingOpen')} />
}

function Reading() {
  const { t } = useTexts('app')
  return (
    <>
      <PageHeader title={t('section.conversations')} actions={<ConversationIdForm />} />
      <Page aside={<Library />}>
        <NewestFetchFailure />
        <Shown />
      </Page>
    </>
  )
}

export function ConversationsSection() {
  const { t } = useTexts('app')
  const profileId = useOpenProfile()?.profile.id
  if (profileId === undefined) return <PageHeader title={t('section.conversations')} />
  return <Reading key={profileId} />
}
