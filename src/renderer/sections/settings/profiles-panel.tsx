import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppState } from '../../../shared/schemas/app.ts'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DeleteProfile } from './delete-profile.tsx'
import { ProfileRow } from './profile-row.tsx'
import styles from './settings.module.css'
import { useAskedPanel } from './use-asked-panel.ts'

export interface ProfilesPanelProps {
  readonly state: AppState
}

/** All profiles: which is open, where its secret is, and what can be done with it. */
export function ProfilesPanel({ state }: ProfilesPanelProps) {
  const { t } = useTranslation('settings')
  const [toDelete, setToDelete] = useState<ProfileView | null>(null)
  const opening = useCommand('profile.open')
  return (
    <Panel {...useAskedPanel('profiles')} title={t('profiles')} sub={t('profilesSub')} padded={false} region>
      {state.profiles.length === 0 && <EmptyState title={t('noProfiles')}>{t('noProfilesHint')}</EmptyState>}
      <ul>
        {state.profiles.map((view) => (
          <ProfileRow
            key={view.profile.id}
            view={view}
            isManaged={state.policy?.profileIds.includes(view.profile.id) === true}
            isOpen={view.profile.id === state.openProfileId}
            isOpening={opening.isPending && opening.input?.profileId === view.profile.id}
            onOpen={() => opening.mutate({ profileId: view.profile.id })}
            onDelete={() => setToDelete(view)}
          />
        ))}
      </ul>
      {opening.error !== null && (
        <div className={styles.panelError}>
          <ErrorNotice error={opening.error} />
        </div>
      )}
      {toDelete !== null && <DeleteProfile view={toDelete} onClose={() => setToDelete(null)} />}
    </Panel>
  )
}
