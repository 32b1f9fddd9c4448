import { lazy, Suspense } from 'react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '../../shared/schemas/app.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SectionBoundary } from './section-boundary.tsx'

const sections: Readonly<Record<Section, ComponentType>> = {
  avatars: lazy(async () => ({ default: (await import('../sections/avatars/avatars-section.tsx')).AvatarsSection })),
  conversations: lazy(async () => ({
    default: (await import('../sections/conversations/conversations-section.tsx')).ConversationsSection,
  })),
  sessions: lazy(async () => ({
    default: (await import('../sections/sessions/sessions-section.tsx')).SessionsSection,
  })),
  account: lazy(async () => ({ default: (await import('../sections/account/account-section.tsx')).AccountSection })),
  activity: lazy(async () => ({
    default: (await import('../sections/activity/activity-section.tsx')).ActivitySection,
  })),
  settings: lazy(async () => ({
    default: (await import('../sections/settings/settings-section.tsx')).SettingsSection,
  })),
}

/** Props of `SectionView`. */
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
