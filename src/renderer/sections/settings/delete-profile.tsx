import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import type { ProfileContents } from '../../../shared/schemas/profile.ts'
import { failureOf } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { editProfile, useProfileDraft } from '../../state/profile-form-store.ts'
import { Dialog } from '../../ui/dialog.tsx'

export interface DeleteProfileProps {
  readonly view: ProfileView
  readonly onClose: () => void
}

const kinds = ['drafts', 'portraits', 'jobs', 'snapshots', 'sessions', 'rules', 'watchedPaths'] as const

function Contents({ contents }: { readonly contents: ProfileContents }) {
  const { t } = useTranslation('settings')
  const present = kinds.filter((kind) => contents[kind] > 0)
  if (present.length === 0) return null
  return (
    <>
      <p>{t('erased.lead')}</p>
      <ul>
        {present.map((kind) => (
          <li key={kind}>{t(`erased.${kind}`, { count: contents[kind] })}</li>
        ))}
      </ul>
    </>
  )
}

/** The confirmation of deleting a profile from this computer. */
export function DeleteProfile({ view: { profile }, onClose }: DeleteProfileProps) {
  const { t } = useTranslation('settings')
  const draft = useProfileDraft()
  const contents = useQuery(read('profile.contents', { profileId: profile.id }))
  const deleting = useCommand('profile.delete', {
    onDone: () => {
      if (draft?.id === profile.id) editProfile(null)
      onClose()
    },
  })
  return (
    <Dialog
      title={t('deleteTitle', { name: profile.name })}
      colour={profile.colour}
      onClose={onClose}
      action={{
        label: t('deleteProfile'),
        tone: 'danger-fill',
        busy: deleting.isPending,
        onClick: () => {
          deleting.mutate({ profileId: profile.id })
        },
      }}
    >
      <p>{t('deleteWords')}</p>
      {contents.data !== undefined && <Contents contents={contents.data} />}
      {contents.isError && <ErrorNotice failure={failureOf(contents.error)} />}
      <p>{t('erased.copies')}</p>
      {deleting.error !== null && <ErrorNotice failure={failureOf(deleting.error)} />}
    </Dialog>
  )
}
