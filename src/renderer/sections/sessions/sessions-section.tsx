import { Plus, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Application, ProfileView } from '../../../shared/schemas/profile.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { useCommand } from '../../api/use-command.ts'
import { RefreshFailure } from '../../failures/query-failure.tsx'
import { chooseApplication, useApplication } from '../../state/application-store.ts'
import { askForAddSessions, goTo } from '../../state/navigation-store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { AlertRules } from './alerts/alert-rules.tsx'
import { useCloseAll } from './closing/close-all.tsx'
import { CloseResults } from './closing/close-results.tsx'
import { SuggestionRules } from './suggestions/suggestion-rules.tsx'
import { KnownSessions } from './inbox/known-sessions.tsx'
import { SessionInspector } from './inbox/session-inspector.tsx'
import { SessionIntake } from './inbox/session-intake.tsx'
import { applicationName } from './application-name.ts'
import { LiveStats } from './live-stats.tsx'
import { AllApplications } from './overview/all-applications.tsx'
import styles from './sessions.module.css'

interface OpenApplication {
  readonly view: ProfileView
  readonly application: Application
}

function HeaderActions({ view, application, closeAll }: OpenApplication & { readonly closeAll: ReactNode }) {
  const { t } = useTranslation('sessions')
  const { t: inbox } = useTranslation('inbox')
  const refresh = useCommand('session.refresh')
  return (
    <>
      <Select
        aria-label={t('application')}
        options={view.profile.applications.map(({ appId, label }) => ({
          value: appId,
          label: label === '' ? appId : `${label} · ${appId}`,
        }))}
        value={application.appId}
        onChange={(appId) => {
          chooseApplication(view.profile.id, appId)
        }}
      />
      <Button
        icon={<RefreshCw size={14} aria-hidden />}
        busy={refresh.isPending}
        onClick={() => {
          refresh.mutate({ appId: application.appId })
        }}
      >
        {t('refresh')}
      </Button>
      <Button icon={<Plus aria-hidden />} onClick={askForAddSessions}>
        {inbox('add.title')}
      </Button>
      {closeAll}
      <RefreshFailure error={refresh.error} about={t('readFailed')} />
    </>
  )
}

function One({ view, application }: OpenApplication) {
  return (
    <>
      <LiveStats profileId={view.profile.id} appId={application.appId} />
      <CloseResults profileId={view.profile.id} appId={application.appId} />
      <KnownSessions view={view} application={application} />
      <SuggestionRules view={view} />
      <AlertRules view={view} application={application} />
    </>
  )
}

function OneAmongAll({ view, application }: OpenApplication) {
  const place = useRef<HTMLDivElement>(null)
  const { id } = view.profile
  return (
    <>
      <AllApplications
        key={id}
        view={view}
        chosen={application.appId}
        onChoose={(appId) => {
          chooseApplication(id, appId)
          // The row that was chosen may be far down in the table, and gone once that is out of sight.
          place.current?.focus({ preventScroll: true })
          place.current?.scrollIntoView({ block: 'start' })
        }}
      />
      <div ref={place} role="group" tabIndex={-1} aria-label={applicationName(application)} className={styles.one}>
        {/* Confirmations and answers belong to one application of one profile: with another on screen they are gone. */}
        <One key={`${id} ${application.appId}`} view={view} application={application} />
      </div>
    </>
  )
}

function Opened({ view, application }: OpenApplication) {
  const { t: app } = useTranslation('app')
  const closeAll = useCloseAll({ view, application })
  const isReadOnly = view.profile.protection === 'read-only'
  return (
    <SessionIntake view={view} application={application}>
      <PageHeader
        title={app('section.sessions')}
        actions={<HeaderActions view={view} application={application} closeAll={!isReadOnly && closeAll.button} />}
      />
      <Page inspector={<SessionInspector view={view} application={application} />}>
        {closeAll.error}
        <OneAmongAll view={view} application={application} />
      </Page>
      {closeAll.dialog}
    </SessionIntake>
  )
}

/** The Sessions section: live figures of an application, known sessions, closing. */
export function SessionsSection() {
  const { t } = useTranslation('sessions')
  const { t: app } = useTranslation('app')
  const view = useOpenProfile()
  const application = useApplication(view)
  if (view === null || application === null) {
    return (
      <>
        <PageHeader title={app('section.sessions')} />
        <Page>
          <EmptyState
            title={t('noApplication')}
            action={
              <Button
                tone="primary"
                onClick={() => {
                  goTo('settings')
                }}
              >
                {t('toSettings')}
              </Button>
            }
          >
            {t('noApplicationHint')}
          </EmptyState>
        </Page>
      </>
    )
  }
  return <Opened view={view} application={application} />
}
