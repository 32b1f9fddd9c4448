import { useTranslation } from 'react-i18next'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { Panel } from '../../../ui/panel.tsx'
import { CloseAll } from './close-all.tsx'
import { CloseOne } from './close-one.tsx'
import { CloseRuns } from './close-runs.tsx'
import styles from './closing.module.css'
import { Closings } from './closings.tsx'

/** Props of `SessionClosing`. */
export interface SessionClosingProps {
  readonly view: ProfileView
  readonly application: Application
}

/** Cutting calls: one by its id, those that were selected, all of an application; and what became of it. */
export function SessionClosing({ view, application }: SessionClosingProps) {
  const { t } = useTranslation('closing')
  if (view.profile.protection === 'read-only') {
    return (
      <>
        <Panel title={t('title')}>
          <p className={styles.quiet}>{t('readOnly')}</p>
        </Panel>
        {/* What was sent before the profile became read-only is still watched. */}
        <CloseRuns />
        <Closings appId={application.appId} />
      </>
    )
  }
  return (
    <>
      <CloseOne profileId={view.profile.id} appId={application.appId} />
      <CloseRuns />
      <CloseAll application={application} />
      <Closings appId={application.appId} />
    </>
  )
}
