import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppState } from '../../../shared/schemas/app.ts'
import type { Profile, ProfileView } from '../../../shared/schemas/profile.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import type { Task } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsOlder } from '../../i18n/age.tsx'
import { askToEdit, editProfile, useProfileDraft } from '../../state/profile-form-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { draftOf } from './profile-draft.ts'
import styles from './settings.module.css'
import { SettingsPanel } from './settings-panel.tsx'

const contentKinds = [
  'drafts',
  'portraits',
  'jobs',
  'snapshots',
  'sessions',
  'samples',
  'rules',
  'watchedPaths',
] as const

interface EraseDialogProps {
  readonly profile: Profile
  readonly title: string
  readonly words: string
  readonly label: string
  readonly task: Pick<Task<never, unknown>, 'isPending' | 'error' | 'reset'>
  readonly onErase: () => void
  readonly onClose: () => void
}

/** The confirmation of erasing a profile from this computer, with what goes with it, counted now. */
export function EraseDialog({ profile, title, words, label, task, onErase, onClose }: EraseDialogProps) {
  const { t } = useTranslation('settings')
  const { data: counts, error } = useQuery(read('profile.contents', { profileId: profile.id }))
  const present = counts === undefined ? [] : contentKinds.filter((kind) => counts[kind] > 0)
  return (
    <Dialog
      title={title}
      colour={profile.colour}
      onClose={() => {
        task.reset()
        onClose()
      }}
      action={{ label, tone: 'danger-fill', busy: task.isPending, onClick: onErase }}
    >
      <p>{words}</p>
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
      <ErrorNotice error={error} />
      <p>{t('erased.copies')}</p>
      <ErrorNotice error={task.error} />
    </Dialog>
  )
}

function Safety({ view: { profile, secret, tokenExpiresAt } }: { readonly view: ProfileView }) {
  const { t } = useTranslation(['settings', 'app'])
  const format = useFormat()
  const isOver = useIsOlder(tokenExpiresAt, 0)
  const when = tokenExpiresAt === null ? '' : format.dateTime(tokenExpiresAt)
  const texts = [
    t(`app:protection.${profile.protection}`),
    ...(profile.kind === 'service' ? [t(`settings:secret.${secret}`)] : []),
    ...(profile.kind === 'service' && when !== '' && !isOver ? [t('settings:tokenUntil', { when })] : []),
  ]
  return (
    <Text as="p" font="secondary" tone="soft" truncate>
      {texts.join(' · ')}
      {profile.kind === 'service' && isOver && <Badge tone="bad">{t('settings:tokenOver')}</Badge>}
    </Text>
  )
}

interface ProfileRowProps {
  readonly view: ProfileView
  readonly state: AppState
  readonly opening: ReturnType<typeof useCommand<'profile.open'>>
  readonly onDelete: () => void
}

function ProfileRow({ view, state, opening, onDelete }: ProfileRowProps) {
  const { t } = useTranslation('settings')
  const { profile } = view
  const { id: profileId } = profile
  const isOpen = profileId === state.openProfileId
  // By the organisation: it can't be deleted.
  const isManaged = state.policy?.profileIds.includes(profileId) === true
  const isPractice = profile.kind === 'practice'
  const place = isPractice ? t('practicePlace') : profile.baseUrl
  return (
    <Row as="li" gap={3} className={styles.row} data-profile={profile.colour}>
      <span className={styles.mark} aria-hidden />
      <div className={styles.profile}>
        <Row gap={2} font="label">
          {profile.name}
          {isManaged && <Badge>{t('managed.badge')}</Badge>}
          {isOpen && <Badge tone="accent">{t('isOpen')}</Badge>}
        </Row>
        <Text as="p" font="secondary" tone="soft" truncate title={place}>
          {place}
        </Text>
        <Safety view={view} />
      </div>
      <Row gap={2} align="stretch">
        {!isOpen && (
          <Button
            size="small"
            busy={opening.isPending && opening.input?.profileId === profileId}
            aria-label={t('openNamed', profile)}
            onClick={() => opening.mutate({ profileId })}
          >
            {t('open')}
          </Button>
        )}
        {!isPractice && (
          <Button size="small" aria-label={t('editNamed', profile)} onClick={() => askToEdit(draftOf(profile))}>
            {t('edit')}
          </Button>
        )}
        {!isManaged && <IconButton Icon={Trash2} name={t('deleteNamed', profile)} onClick={onDelete} />}
      </Row>
    </Row>
  )
}

export function ProfilesPanel({ state }: { readonly state: AppState }) {
  const { t } = useTranslation('settings')
  const [toDelete, setToDelete] = useState<Profile | null>(null)
  const opening = useCommand('profile.open')
  const draft = useProfileDraft()
  const deleting = useCommand('profile.delete', {
    onDone: (_answer, { profileId }) => {
      if (draft?.id === profileId) editProfile(null)
      setToDelete(null)
    },
  })
  return (
    <SettingsPanel part="profiles" padded={false}>
      {state.profiles.length === 0 && <EmptyState title={t('noProfiles')} />}
      <ul>
        {state.profiles.map((view) => (
          <ProfileRow key={view.profile.id} {...{ view, state, opening }} onDelete={() => setToDelete(view.profile)} />
        ))}
      </ul>
      {opening.error !== null && (
        <div className={styles.row}>
          <ErrorNotice error={opening.error} />
        </div>
      )}
      {toDelete !== null && (
        <EraseDialog
          profile={toDelete}
          task={deleting}
          title={t('deleteTitle', toDelete)}
          words={t('deleteWords')}
          label={t('deleteProfile')}
          onErase={() => deleting.mutate({ profileId: toDelete.id })}
          onClose={() => setToDelete(null)}
        />
      )}
    </SettingsPanel>
  )
}
