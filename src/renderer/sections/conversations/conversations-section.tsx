import { MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { useComparison } from '../../state/comparison.ts'
import { useShownSnapshot } from '../../state/conversation.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Page } from '../../ui/page.tsx'
import { CompareView } from './compare/compare-view.tsx'
import { Library } from './library/library.tsx'
import { LookUpFailure } from './look-up-failure.tsx'
import { LookUpForm } from './look-up-form.tsx'
import { useHandedOver, useLookUp } from './use-look-up.ts'
import { Viewer } from './viewer.tsx'
import styles from './conversations.module.css'

interface ShownProps {
  readonly profileId: ProfileId
  readonly onReadAgain: (conversationId: string) => void
}

/** What the section is about at the moment: a comparison, a conversation, or how one comes here. */
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
  const { t } = useTranslation('conversations')
  const { t: app } = useTranslation('app')
  const [lookUp, open] = useLookUp(profileId)
  const reading = lookUp.status === 'pending' ? lookUp.id : null
  useHandedOver(profileId, open)
  return (
    <>
      <PageHeader
        title={app('section.conversations')}
        sub={<span className={styles.sub}>{t('sub')}</span>}
        actions={<LookUpForm profileId={profileId} reading={reading} onOpen={open} />}
      />
      <Page>
        <div className={styles.columns}>
          <Library profileId={profileId} />
          <div className={styles.shown}>
            {lookUp.status === 'error' && (
              <div className={styles.failure}>
                <LookUpFailure
                  profileId={profileId}
                  id={lookUp.id}
                  error={lookUp.error}
                  onRetry={() => {
                    open(lookUp.id)
                  }}
                />
              </div>
            )}
            <Shown profileId={profileId} onReadAgain={open} />
          </div>
        </div>
      </Page>
    </>
  )
}

/** The Conversations section: look-up, library, viewer and comparison. */
export function ConversationsSection() {
  const { t } = useTranslation('conversations')
  const { t: app } = useTranslation('app')
  const profileId = useOpenProfile()?.profile.id
  if (profileId === undefined) return <PageHeader title={app('section.conversations')} sub={t('sub')} />
  return <Reading key={profileId} profileId={profileId} />
}
