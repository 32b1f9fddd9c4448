import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { read } from '../../api/queries.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'

const kinds = ['drafts', 'portraits', 'jobs', 'snapshots', 'sessions', 'rules', 'watchedPaths'] as const

/** What goes with a profile that is deleted, counted now. */
export function ErasedContents({ profileId }: { readonly profileId: ProfileId }) {
  const { t } = useTranslation('settings')
  const contents = useQuery(read('profile.contents', { profileId }))
  const counts = contents.data
  const present = counts === undefined ? [] : kinds.filter((kind) => counts[kind] > 0)
  return (
    <>
      {counts !== undefined && present.length > 0 && (
        <>
          <p>{t('erased.lead')}</p>
          <ul>
            {present.map((kind) => (
              <li key={kind}>{t(`erased.${kind}`, { count: counts[kind] })}</li>
            ))}
          </ul>
        </>
      )}
      <ErrorNotice error={contents.error} />
      <p>{t('erased.copies')}</p>
    </>
  )
}
