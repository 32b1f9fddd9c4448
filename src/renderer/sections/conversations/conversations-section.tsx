import { MessagesSquare } from 'lucide-react'
import { useEffect, useEffectEvent, useId } from 'react'
import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { limits } from '../../../shared/model/limits.ts'
import { call } from '../../api/call.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { useProfileTask } from '../../api/use-command.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useComparison } from '../../state/comparison-store.ts'
import { beginFetch, endFetch, useNewestFetch } from '../../state/conversation-fetch-store.ts'
import type { ConversationFetch } from '../../state/conversation-fetch-store.ts'
import {
  showSnapshot,
  typeConversationId,
  useShownSnapshot,
  useTypedConversationId,
} from '../../state/conversation-store.ts'
import { consumeConversation, useConversationToOpen } from '../../state/navigation-store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Row } from '../../ui/layout.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Page } from '../../ui/page.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CompareView } from './compare/compare-view.tsx'
import { FetchFailure } from './fetch-failure.tsx'
import { Library } from './library/library.tsx'
import { Viewer } from './viewer.tsx'
import styles from './conversations.module.css'

async function fetchNow(conversationId: string, profileId: ProfileId): Promise<void> {
  const begun = beginFetch(profileId, conversationId)
  try {
    const { id } = await call('conversation.fetch', { conversationId }, profileId)
    // Another id may have been opened while this one was awaited: the late answer is saved, and not shown.
    if (endFetch(profileId, begun, { status: 'success', error: null })) showSnapshot(profileId, id)
  } catch (error) {
    endFetch(profileId, begun, { status: 'error', error })
  }
}

/** The newest snapshot of a profile, and the way to begin one. */
function useFetchConversation(profileId: ProfileId): readonly [ConversationFetch, (conversationId: string) => void] {
  const { mutate } = useProfileTask({ run: (conversationId: string) => fetchNow(conversationId, profileId) })
  return [useNewestFetch(profileId), mutate]
}

/** Fetches, once, an id that another section handed over, as a click on Open would. */
function useRequestedConversation(profileId: ProfileId, fetchConversation: (conversationId: string) => void): void {
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

interface ConversationIdFormProps {
  readonly profileId: ProfileId
  /** The id that is being read at the moment, or null. */
  readonly reading: string | null
  readonly onOpen: (conversationId: string) => void
}

function useProblem(id: string): string | null {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  if (id.length > limits.conversationId) return t('tooLong', { number: format.number(id.length) })
  return /\s/.test(id) ? t('noSpaces') : null
}

/** The id and the button that reads it from the service; what is wrong with the id is said at its box, at once. */
function ConversationIdForm({ profileId, reading, onOpen }: ConversationIdFormProps) {
  const { t } = useTranslation('conversations')
  const boxId = useId()
  const typed = useTypedConversationId(profileId)
  const id = typed.trim()
  const problem = useProblem(id)
  const canOpen = id !== '' && problem === null
  // Not blocked by a service that does not answer: another id can be opened meanwhile.
  const isRead = reading !== null && reading === id
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isRead && canOpen) onOpen(id)
  }
  return (
    <Row as="form" gap={2} className={styles.form} aria-label={t('fetch')} onSubmit={submit}>
      <label htmlFor={boxId} className="visually-hidden">
        {t('conversationId')}
      </label>
      <div className={styles.box}>
        <TextInput
          id={boxId}
          mono
          placeholder={t('conversationId')}
          value={typed}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${boxId}-problem`}
          onChange={(event) => {
            typeConversationId(profileId, event.currentTarget.value)
          }}
        />
        {problem !== null && (
          <span id={`${boxId}-problem`} role="alert" className={styles.problem}>
            {problem}
          </span>
        )}
        <div className={styles.reading}>
          <StatusLine tone="busy">{reading === null ? '' : t('reading', { id: reading })}</StatusLine>
        </div>
      </div>
      <Button type="submit" tone="primary" busy={isRead} disabled={!canOpen}>
        {t('open')}
      </Button>
    </Row>
  )
}

interface ShownProps {
  readonly profileId: ProfileId
  readonly onReadAgain: (conversationId: string) => void
}

/** The content of the section: a comparison, a conversation, or the empty state. */
function Shown({ profileId, onReadAgain }: ShownProps) {
  const { t } = useTranslation('conversations')
  const snapshotId = useShownSnapshot(profileId)
  const comparison = useComparison(profileId)
  if (comparison !== null) return <CompareView profileId={profileId} />
  if (snapshotId !== null) return <Viewer profileId={profileId} snapshotId={snapshotId} onReadAgain={onReadAgain} />
  return (
    <EmptyState icon={<MessagesSquare aria-hidden />} title={t('nothingOpen')}>
      {t('nothingOpenHint')}
    </EmptyState>
  )
}

function Reading({ profileId }: { readonly profileId: ProfileId }) {
  const { t } = useTranslation('app')
  const [fetchConversation, open] = useFetchConversation(profileId)
  const reading = fetchConversation.status === 'pending' ? fetchConversation.id : null
  useRequestedConversation(profileId, open)
  return (
    <>
      <PageHeader
        title={t('section.conversations')}
        actions={<ConversationIdForm profileId={profileId} reading={reading} onOpen={open} />}
      />
      <Page aside={<Library profileId={profileId} />}>
        {fetchConversation.status === 'error' && (
          <FetchFailure
            profileId={profileId}
            id={fetchConversation.id}
            error={fetchConversation.error}
            onRetry={() => {
              open(fetchConversation.id)
            }}
          />
        )}
        <Shown profileId={profileId} onReadAgain={open} />
      </Page>
    </>
  )
}

/** The Conversations section: snapshot, library, viewer and comparison. */
export function ConversationsSection() {
  const { t } = useTranslation('app')
  const profileId = useOpenProfile()?.profile.id
  if (profileId === undefined) return <PageHeader title={t('section.conversations')} />
  return <Reading key={profileId} profileId={profileId} />
}
