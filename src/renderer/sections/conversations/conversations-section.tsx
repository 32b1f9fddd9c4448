import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
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

interface OfProfile {
  readonly profileId: ProfileId
}

interface LookUp {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  /** The id that was looked up last; "" before the first. */
  readonly id: string
  readonly error: unknown
}

const noLookUp: LookUp = { status: 'idle', id: '', error: null }

/** The newest look-up of a profile. It is read from the cache, because the section may have been left meanwhile. */
function useLookUp(profileId: ProfileId): readonly [LookUp, (conversationId: string) => void] {
  const client = useQueryClient()
  const mutationKey = ['conversation.lookUp', profileId]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (conversationId: string) => call('conversation.lookUp', { conversationId }),
    onSuccess: (snapshot) => {
      client.setQueryData(queries.snapshot(snapshot.id).queryKey, snapshot)
      showSnapshot(profileId, snapshot.id)
      return client.invalidateQueries({ queryKey: queries.recents().queryKey })
    },
  })
  const all = useMutationState<LookUp>({
    filters: { mutationKey },
    select: ({ state }) => ({ status: state.status, id: String(state.variables), error: state.error }),
  })
  return [all.at(-1) ?? noLookUp, mutate]
}

/** Another section handed an id over: look it up once, as a click on Open would. */
function useHandedOver(profileId: ProfileId, lookUp: (conversationId: string) => void): void {
  const conversationId = useConversationToOpen()
  const take = useEffectEvent(() => {
    const id = takeConversation()
    if (id === null) return
    typeConversationId(profileId, id)
    lookUp(id)
  })
  useEffect(() => {
    if (conversationId !== null) take()
  }, [conversationId])
}

function Reading({ profileId }: OfProfile) {
  const { t } = useTranslation('conversations')
  const snapshotId = useShownSnapshot(profileId)
  const [lookUp, open] = useLookUp(profileId)
  const isBusy = lookUp.status === 'pending'
  useHandedOver(profileId, open)
  return (
    <>
      <div>
        <LookUpForm profileId={profileId} isBusy={isBusy} onOpen={open} />
        <StatusLine tone="busy">{isBusy ? t('reading', { id: lookUp.id }) : ''}</StatusLine>
      </div>
      {lookUp.status === 'error' && (
        <ErrorNotice failure={failureOf(lookUp.error)} about={t('lookUpFailed', { id: lookUp.id })} live="status" />
      )}
      <div className={styles.columns}>
        <Recents profileId={profileId} shown={snapshotId} />
        {snapshotId === null ? (
          <EmptyState icon={<MessagesSquare aria-hidden />} title={t('nothingOpen')}>
            {t('nothingOpenHint')}
          </EmptyState>
        ) : (
          <Viewer key={snapshotId} snapshotId={snapshotId} />
        )}
      </div>
    </>
  )
}

/** The Conversations section: look-up, what was looked up before, and the viewer. */
export function ConversationsSection() {
  const { t } = useTranslation('conversations')
  const { t: app } = useTranslation('app')
  const profileId = useOpenProfile()?.profile.id
  return (
    <>
      <PageHeader title={app('section.conversations')} sub={t('sub')} />
      <Page>{profileId !== undefined && <Reading key={profileId} profileId={profileId} />}</Page>
    </>
  )
}
