import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call, failureOf } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { showSnapshot, typeConversationId, useShownSnapshot } from '../../state/conversation.ts'
import { takeConversation, useConversationToOpen } from '../../state/navigation.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Page } from '../../ui/page.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { LookUpForm } from './look-up-form.tsx'
import { Recents } from './recents.tsx'
import { Viewer } from './viewer.tsx'
import styles from './conversations.module.css'

function useLookUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (conversationId: string) => call('conversation.lookUp', { conversationId }),
    onSuccess: (snapshot) => {
      client.setQueryData(queries.snapshot(snapshot.id).queryKey, snapshot)
      showSnapshot(snapshot.id)
    },
    // A refused look-up stays on the list of recents only when it had succeeded before.
    onSettled: () => client.invalidateQueries({ queryKey: queries.recents().queryKey }),
  })
}

/** Another section handed an id over: look it up once, as a click on Open would. */
function useHandedOver(lookUp: (conversationId: string) => void): void {
  const conversationId = useConversationToOpen()
  const take = useEffectEvent((id: string) => {
    takeConversation()
    typeConversationId(id)
    lookUp(id)
  })
  useEffect(() => {
    if (conversationId !== null) take(conversationId)
  }, [conversationId])
}

/** The Conversations section: look-up, what was looked up before, and the viewer. */
export function ConversationsSection() {
  const { t } = useTranslation('conversations')
  const { t: app } = useTranslation('app')
  const view = useOpenProfile()
  const snapshotId = useShownSnapshot()
  const lookUp = useLookUp()
  useHandedOver(lookUp.mutate)
  return (
    <>
      <PageHeader title={app('section.conversations')} sub={t('sub')} />
      <Page>
        <LookUpForm isBusy={lookUp.isPending} isDisabled={view === null} onOpen={lookUp.mutate} />
        <StatusLine tone="busy">{lookUp.isPending ? t('reading', { id: lookUp.variables }) : ''}</StatusLine>
        {lookUp.isError && (
          <ErrorNotice
            failure={failureOf(lookUp.error)}
            about={t('lookUpFailed', { id: lookUp.variables })}
            live="status"
          />
        )}
        <div className={styles.columns}>
          <Recents shown={snapshotId} />
          {snapshotId === null ? (
            <EmptyState title={t('nothingOpen')}>{t('nothingOpenHint')}</EmptyState>
          ) : (
            <Viewer key={snapshotId} snapshotId={snapshotId} />
          )}
        </div>
      </Page>
    </>
  )
}
