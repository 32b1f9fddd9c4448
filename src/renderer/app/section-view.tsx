import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '../../shared/schemas/app.ts'
import { loadSectionCatalogues } from '../i18n/language.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SectionBoundary } from './section-boundary.tsx'

// A section’s English texts come with its code, so that the first screen carries neither.
function section(name: Section, load: () => Promise<ComponentType>) {
  return lazyPart(async () => {
    const [shown] = await Promise.all([load(), loadSectionCatalogues(name)])
    return shown
  })
}

const sections: Readonly<Record<Section, ComponentType>> = {
  avatars: section('avatars', async () => (await import('../sections/avatars/avatars-section.tsx')).AvatarsSection),
  conversations: section(
    'conversations',
    async () => (await import('../sections/conversations/conversations-section.tsx')).ConversationsSection,
  ),
  sessions: section(
    'sessions',
    async () => (await import('../sections/sessions/sessions-section.tsx')).SessionsSection,
  ),
  account: section('account', async () => (await import('../sections/account/account-section.tsx')).AccountSection),
  activity: section(
    'activity',
    async () => (await import('../sections/activity/activity-section.tsx')).ActivitySection,
  ),
  settings: section(
    'settings',
    async () => (await import('../sections/settings/settings-section.tsx')).SettingsSection,
  ),
}

export interface SectionViewProps {
  readonly section: Section
}

/** The section on screen, fetched when first shown; a mistake inside it stays inside it. */
export function SectionView({ section }: SectionViewProps) {
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
