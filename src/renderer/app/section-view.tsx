import { TriangleAlert } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Section } from '../../shared/schemas/app.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Loading } from '../ui/lazy-part.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Boundary, lazySectionPart } from './boundary.tsx'

const sections: Readonly<Record<Section, ComponentType<Loading>>> = {
  avatars: lazySectionPart(
    'avatars',
    async () => (await import('../sections/avatars/avatars-section.tsx')).AvatarsSection,
  ),
  conversations: lazySectionPart(
    'conversations',
    async () => (await import('../sections/conversations/conversations-section.tsx')).ConversationsSection,
  ),
  sessions: lazySectionPart(
    'sessions',
    async () => (await import('../sections/sessions/sessions-section.tsx')).SessionsSection,
  ),
  account: lazySectionPart(
    'account',
    async () => (await import('../sections/account/account-section.tsx')).AccountSection,
  ),
  activity: lazySectionPart(
    'activity',
    async () => (await import('../sections/activity/activity-section.tsx')).ActivitySection,
  ),
  settings: lazySectionPart(
    'settings',
    async () => (await import('../sections/settings/settings-section.tsx')).SettingsSection,
  ),
}

/** The section on screen, loaded when first shown. An error inside the section does not leave it. */
export function SectionView({ section }: { readonly section: Section }) {
  const { t } = useTexts(['app', 'common'])
  const Shown = sections[section]
  return (
    <Boundary
      broken={(onRetry) => (
        <div role="alert">
          <EmptyState
            Icon={TriangleAlert}
            title={t('broken.title')}
            action={<Button onClick={onRetry}>{t('common:retry')}</Button>}
          >
            {t('broken.words')}
          </EmptyState>
        </div>
      )}
    >
      <Shown
        loading={
          <Page>
            <Skeleton label={t('common:loading')} lines={6} />
          </Page>
        }
      />
    </Boundary>
  )
}
