import { useQuery } from '@tanstack/react-query'
import { Plus, RefreshCw } from 'lucide-react'
import { watchesCallsOf } from '../../../shared/model/alert-kinds.ts'
import type { Application } from '../../../shared/schemas/profile.ts'
import type { ApplicationCount } from '../../../shared/schemas/session.ts'
import { useAlerts } from '../../alerts/use-rules.ts'
import { read } from '../../api/queries.ts'
import { useIsReadOnly, useOpenProfile } from '../../api/use-app-state.ts'
import { useCommand } from '../../api/use-command.ts'
import { useStaleApplications } from '../../api/use-is-stale.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { RefreshFailure, Unread } from '../../failures/query-failure.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { go, useApplication, useSectionState } from '../../state/location-store.ts'
import { Button, CollapsingButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { applicationName, useApplications } from './applications.tsx'
import { CloseAllButton, CloseAllDialog, CloseAllError, useCloseAll } from './closing/close-all.tsx'
import { CloseResults } from './closing/close-results.tsx'
import styles from './counts/counts.module.css'
import { HistoryTab } from './counts/history-tab.tsx'
import { LiveStrip } from './counts/live-strip.tsx'
import { KnownSessions } from './inbox/known-sessions.tsx'
import { SessionInspector } from './inbox/session-inspector.tsx'
import { SessionIntake } from './inbox/session-intake.tsx'
import { AlertRules } from './rules/alert-rules.tsx'
import { AlertSettings } from './rules/alert-settings.tsx'

const askToAdd = (): void => go({ section: 'sessions', ask: 'add' })

const noCounts: readonly ApplicationCount[] = []

function HeaderTools({ application }: { readonly application: Application }) {
  const { t, format } = useTexts(['sessions', 'app'])
  const applications = useApplications()
  const counts = useQuery({ ...read('session.overview', {}), enabled: applications.length > 1 }).data ?? noCounts
  const stale = useStaleApplications(counts)
  const rules = useAlerts().data?.rules ?? []
  const rulesOn = rules.filter((rule) => watchesCallsOf(rule, application.appId)).length
  return (
    <>
      <div className={styles.chosen}>
        <Select
          aria-label={t('application')}
          options={applications.map((one) => {
            const total = counts.find(({ appId }) => appId === one.appId)?.latest?.total
            // The page already shows the count of the chosen application.
            const isPlain = one.appId === application.appId || total === undefined
            const name = applicationName(one)
            if (isPlain) return { value: one.appId, label: name }
            const number = format.number(total)
            const count = stale.has(one.appId) ? t('overview.wasOne', { number }) : number
            return { value: one.appId, label: `${name} · ${count}` }
          })}
          value={application.appId}
          onChange={(appId) => go({ section: 'sessions', appId })}
        />
      </div>
      <TabList
        label={t('app:section.sessions')}
        items={[
          { value: 'live', label: t('tab.live') },
          { value: 'history', label: t('tab.history') },
          { value: 'rules', label: t('tab.rules'), ...(rulesOn > 0 && { count: format.number(rulesOn) }) },
        ]}
      />
    </>
  )
}

function Opened({ application }: { readonly application: Application }) {
  const { t } = useTexts(['sessions', 'app', 'common', 'inbox'])
  const tab = useSectionState('tab')
  const refreshing = useCommand('session.refresh')
  const isReadOnly = useIsReadOnly()
  const { appId } = application
  // A refresh of a different application is neither awaited nor shown here.
  const isOfThis = refreshing.input?.appId === appId
  const refresh = {
    ...refreshing,
    isPending: isOfThis && refreshing.isPending,
    error: isOfThis ? refreshing.error : null,
  }
  const closeAll = useCloseAll(appId)
  const counts = useQuery(read('session.figures', { appId }))
  const { data: figures } = counts
  const notices = (
    <>
      <CloseAllError closeAll={closeAll} />
      <Unread query={counts} lines={4} about={t('readFailed')} />
      <ErrorNotice failure={figures?.failure?.failure} about={t('readFailed')} readsAgain nextAt={figures?.nextAt} />
      <RefreshFailure refresh={refresh} about={t('readFailed')} figures={figures} />
    </>
  )
  // Open views on a tab belong to one application of one profile: a different application on screen discards them.
  const key = `${String(useOpenProfile()?.profile.id)} ${appId}`
  return (
    <SessionIntake appId={appId}>
      <Tabs value={tab} onChange={(chosen) => go({ section: 'sessions', tab: chosen })}>
        <PageHeader
          title={t('app:section.sessions')}
          tools={<HeaderTools application={application} />}
          actions={
            <>
              <Button
                name={t('common:refresh')}
                Icon={RefreshCw}
                busy={refresh.isPending}
                onClick={() => refresh.mutate({ appId })}
              />
              <CollapsingButton name={t('inbox:add.title')} Icon={Plus} onClick={askToAdd} />
              {!isReadOnly && <CloseAllButton closeAll={closeAll} />}
            </>
          }
        />
        <TabPanel value="live">
          <Page key={key} inspector={<SessionInspector appId={appId} />}>
            {notices}
            {figures && <LiveStrip concurrency={figures} />}
            <CloseResults appId={appId} />
            <KnownSessions appId={appId} />
          </Page>
        </TabPanel>
        <TabPanel value="history">
          <Page key={key}>
            {notices}
            {figures && <HistoryTab concurrency={figures} refresh={refresh} />}
          </Page>
        </TabPanel>
        <TabPanel value="rules">
          <Page>
            {notices}
            <AlertRules appId={appId} />
            <AlertSettings />
          </Page>
        </TabPanel>
      </Tabs>
      <CloseAllDialog closeAll={closeAll} />
    </SessionIntake>
  )
}

/** A profile without applications has no counts; its sessions can still be listed and closed. */
function WithoutApplication() {
  const { t } = useTexts(['sessions', 'app', 'inbox'])
  return (
    <SessionIntake appId={null}>
      <PageHeader
        title={t('app:section.sessions')}
        actions={<CollapsingButton name={t('inbox:add.title')} Icon={Plus} onClick={askToAdd} />}
      />
      <Page inspector={<SessionInspector appId={null} />}>
        <EmptyState
          title={t('noApplication')}
          action={
            <Button tone="primary" onClick={() => go({ section: 'settings' })}>
              {t('toSettings')}
            </Button>
          }
        />
        <CloseResults appId={null} />
        <KnownSessions appId={null} />
      </Page>
    </SessionIntake>
  )
}

export function SessionsSection() {
  const { t } = useTexts('app')
  const profile = useOpenProfile()
  const application = useApplication(profile)
  if (profile === null) return <PageHeader title={t('section.sessions')} />
  if (application === null) return <WithoutApplication key={profile.profile.id} />
  return <Opened application={application} />
}
