import { MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { useComparison } from '../../state/comparison-store.ts'
import { useShownSnapshot } from '../../state/conversation-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Page } from '../../ui/page.tsx'
import { CompareView } from './compare/compare-view.tsx'
import { Library } from './library/library.tsx'
import { FetchFailure } from './fetch-failure.tsx'
import { ConversationIdForm } from './conversation-id-form.tsx'
import { useRequestedConversation, useFetchConversation } from './use-fetch-conversation.ts'
import { Viewer } from './viewer.tsx'

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
