import { useQuery } from '@tanstack/react-query'
import { Lock, ShieldCheck } from 'lucide-react'
import { failureOf } from '../api/call.ts'
import { appState } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import { QueryFailure } from '../failures/query-failure.tsx'
import type { FailedQuery } from '../failures/query-failure.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { useSection } from '../state/location-store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeaderPill, Pill } from '../ui/page.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { BackgroundFeatures } from './background-features.tsx'
import { ImagesInput } from './images-input.tsx'
import { NavigationLinks } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { ProfileSwitcher } from './profile-switcher.tsx'
import { SectionView } from './section-view.tsx'
import { AlertRow, NoticesButton } from './side-popover.tsx'
import { Stack } from '../ui/layout.tsx'
import styles from './app.module.css'
import { useDocument } from './use-document.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { VisibleViewReport, useConnectivity, useRequestedSection } from './use-window-sync.ts'
import { Welcome } from './welcome.tsx'

function FailedStart({ state }: { readonly state: FailedQuery }) {
  const { t } = useTexts('app')
  const failure = failureOf(state.error)
  return (
    <EmptyState title={t('failedStart.title')}>
      {failure.kind === 'not-started' ? (
        <Stack gap={3}>
          <p>{t(failure.why.kind === 'newer-data' ? 'failedStart.newerHint' : 'failedStart.hint')}</p>
          <ErrorNotice failure={failure} />
        </Stack>
      ) : (
        <QueryFailure query={state} />
      )}
    </EmptyState>
  )
}

/** Shows that the open profile is read-only or asks for confirmation; nothing for an unprotected profile. */
function ProtectionPill() {
  const { t } = useTexts('app')
  const protection = useOpenProfile()?.profile.protection
  if (protection === undefined || protection === 'open') return null
  return <Pill Icon={protection === 'confirm' ? ShieldCheck : Lock}>{t(`pill.${protection}`)}</Pill>
}

function Content() {
  const section = useSection()
  const profile = useOpenProfile()
  const state = useQuery(appState())
  if (state.isError) return <FailedStart state={state} />
  // Until main has answered, the page shows only its frame: a welcome page that disappears again would mislead.
  if (state.data === undefined) return null
  if (profile === null && section !== 'settings') return <Welcome />
  // Dialogs, selections and outcomes belong to one profile. Settings belong to all profiles and stay mounted during a
  // switch.
  const keyProfileId = section === 'settings' ? '' : (profile?.profile.id ?? '')
  return <SectionView key={`${section} ${keyProfileId}`} section={section} />
}

export function Shell() {
  const { t } = useTexts('app')
  useDocument()
  useConnectivity()
  useRequestedSection()
  useShortcuts()
  const profile = useOpenProfile()?.profile ?? null
  return (
    <div className="shell">
      <div className={styles.bar} data-profile={profile?.colour} aria-hidden />
      <div className={styles.side}>
        <nav aria-label={t('main')} className={styles.nav}>
          <ProfileSwitcher />
          <NavigationLinks />
          <AlertRow />
        </nav>
        <div className={styles.shellFoot}>
          <ConnectionStatus />
          <NoticesButton />
        </div>
      </div>
      <main className={styles.main}>
        <Notices />
        <PageHeaderPill value={<ProtectionPill />}>
          <Content />
        </PageHeaderPill>
      </main>
      <ImagesInput />
      <VisibleViewReport />
      <BackgroundFeatures />
    </div>
  )
}
