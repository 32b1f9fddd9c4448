import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../api/call.ts'
import { appState } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import { QueryFailure } from '../failures/query-failure.tsx'
import type { FailedQuery } from '../failures/query-failure.tsx'
import { useSection } from '../state/navigation-store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { BackgroundFeatures } from './background-features.tsx'
import { Navigation } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { ProfileChip } from './profile-chip.tsx'
import { ProfileStrip } from './profile-strip.tsx'
import { SectionView } from './section-view.tsx'
import styles from './shell.module.css'
import { useConnectivity } from './use-connectivity.ts'
import { useDocument } from './use-document.ts'
import { useReportVisibleView } from './use-report-visible-view.ts'
import { useRequestedSection } from './use-requested-section.ts'
import { Welcome } from './welcome.tsx'

function FailedStart({ state }: { readonly state: FailedQuery }) {
  const { t } = useTranslation('app')
  const failure = failureOf(state.error)
  return (
    <EmptyState title={t('failedStart.title')}>
      {failure.kind === 'not-started' ? (
        <div className={styles.failedStart}>
          <p>{t(failure.why.kind === 'newer-data' ? 'failedStart.newerHint' : 'failedStart.hint')}</p>
          <ErrorNotice failure={failure} />
        </div>
      ) : (
        <QueryFailure query={state} />
      )}
    </EmptyState>
  )
}

function Content() {
  const section = useSection()
  const profile = useOpenProfile()
  const state = useQuery(appState())
  if (state.isError) return <FailedStart state={state} />
  // Until main has answered the page shows its frame alone: a welcome that vanishes would be a lie.
  if (state.data === undefined) return null
  if (profile === null && section !== 'settings') return <Welcome />
  // Dialogs, selections and outcomes are about one profile. Settings are about all of them, and outlive a switch.
  const of = section === 'settings' ? '' : (profile?.profile.id ?? '')
  return <SectionView key={`${section} ${of}`} section={section} />
}

// All sections are drawn in the same box: without this one begins where the last one was left, in its middle.
function useTopOfSection(): RefObject<HTMLElement | null> {
  const section = useSection()
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollTop = 0
  }, [section])
  return box
}

/** The whole window: navigation, profile, connection, notices and the section on screen. */
export function Shell() {
  useDocument()
  useConnectivity()
  useReportVisibleView()
  useRequestedSection()
  const box = useTopOfSection()
  const profile = useOpenProfile()?.profile ?? null
  return (
    <div className={styles.shell}>
      <div className={styles.side}>
        <ProfileChip />
        <Navigation />
        <ConnectionLine />
      </div>
      <div className={styles.frame} data-accent={profile?.colour}>
        {profile !== null && <ProfileStrip profile={profile} />}
        <main ref={box} className={styles.main}>
          <Notices />
          <Content />
        </main>
      </div>
      <BackgroundFeatures />
    </div>
  )
}
