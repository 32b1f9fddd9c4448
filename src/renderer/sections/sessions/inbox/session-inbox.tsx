import { useTranslation } from 'react-i18next'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { cx } from '../../../ui/cx.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useDropZone } from '../../../ui/use-drop-zone.ts'
import { AddSessions } from './add-sessions.tsx'
import styles from './inbox.module.css'
import { InboxSummary } from './inbox-summary.tsx'
import { KnownSessions } from './known-sessions.tsx'
import { useFileCandidates } from './use-file-candidates.ts'
import { WatchedFiles } from './watched-files.tsx'

export interface SessionInboxProps {
  readonly view: ProfileView
  readonly application: Application
}

/** The session ids that this computer knows: how they come here, and what is known of each. */
export function SessionInbox({ view, application }: SessionInboxProps) {
  const { t } = useTranslation('inbox')
  const files = useFileCandidates()
  const { isOver, handlers } = useDropZone(files.search)
  return (
    <>
      <div className={cx(styles.dropPlace, isOver && styles.isOver)} {...handlers}>
        <Panel title={t('title')} sub={t('hint')} region>
          <InboxSummary appId={application.appId} />
          <div className={styles.ways}>
            <AddSessions view={view} application={application} files={files} />
            <WatchedFiles appId={application.appId} />
          </div>
        </Panel>
      </div>
      <KnownSessions view={view} application={application} />
    </>
  )
}
