import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProfileId, SnapshotId } from '../../../shared/ids.ts'
import { queries } from '../../api/queries.ts'
import { Age } from '../../i18n/age.tsx'
import { showSnapshot, typeConversationId } from '../../state/conversation.ts'
import styles from './conversations.module.css'

/** Props of `Recents`. */
export interface RecentsProps {
  readonly profileId: ProfileId
  readonly shown: SnapshotId | null
}

/** Every conversation that was looked up with this profile, newest first; opened from here without the service. */
export function Recents({ profileId, shown }: RecentsProps) {
  const { t } = useTranslation('conversations')
  const recents = useQuery(queries.recents())
  const rows = recents.data ?? []
  return (
    <nav className={styles.recents} aria-label={t('recents')}>
      <h2>{t('recents')}</h2>
      {rows.length === 0 && <p>{t('noRecents')}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className={styles.recent}
              aria-current={row.id === shown ? 'true' : undefined}
              onClick={() => {
                typeConversationId(profileId, row.conversationId)
                showSnapshot(profileId, row.id)
              }}
            >
              <bdi>{row.name === null || row.name === '' ? t('unnamed') : row.name}</bdi>
              <small>{row.conversationId}</small>
              <small>
                <Age at={row.fetchedAt} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
