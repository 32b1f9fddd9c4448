import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '../../shared/schemas/app.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { lazySectionPart } from './quiet-boundary.tsx'
import { SectionBoundary } from './section-boundary.tsx'

const sections: Readonly<Record<Section, ComponentType>> = {
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

/** The section on screen, fetched when first shown; a mistake inside it stays inside it. */
export function SectionView({ section }: { readonly section: Section }) {
  const { t } = useTranslation('app')
  const Shown = sections[section]
  return (
    <SectionBoundary>
      <Suspense
        fallback={
          <Page>
            <Skeleton label={t('reading', { section: t(`section.${section}`) })} lines={6} />
          </Page>
        }
      >
        <Shown />
      </Suspense>
    </SectionBoundary>
  )
}
