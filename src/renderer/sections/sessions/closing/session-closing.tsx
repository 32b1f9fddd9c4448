import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useFocusRestore } from '../../../ui/use-focus-restore.ts'
import { CloseAll } from './close-all.tsx'
import { CloseOne } from './close-one.tsx'
import { BulkCloseProgress } from './bulk-close-progress.tsx'
import styles from './closing.module.css'
import { CloseAllResults } from './close-all-result.tsx'

export interface SessionClosingProps {
  readonly view: ProfileView
  readonly application: Application
}

/** Cutting calls: one by its id, those that were selected, all of an application; and what became of it. */
export function SessionClosing({ view, application }: SessionClosingProps) {
  const { t } = useTranslation('closing')
  const place = useRef<HTMLDivElement>(null)
  useFocusRestore(place)
  const { id: profileId, protection } = view.profile
  const { appId } = application
  const isReadOnly = protection === 'read-only'
  return (
    <div ref={place} className={styles.parts}>
      {isReadOnly ? (
        <Panel title={t('title')}>
          <p className={styles.quiet}>{t('readOnly')}</p>
        </Panel>
      ) : (
        <CloseOne profileId={profileId} appId={appId} />
      )}
      {/* What was sent before the profile became read-only is still watched. */}
      <BulkCloseProgress profileId={profileId} />
      {!isReadOnly && <CloseAll application={application} />}
      <CloseAllResults profileId={profileId} appId={appId} />
    </div>
  )
}
