import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import type { AppState } from '../../../shared/schemas/app.ts'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsOlder } from '../../i18n/use-is-older.ts'
import { askToEdit, editProfile, useProfileDraft } from '../../state/profile-form-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { draftOf } from './profile-draft.ts'
import styles from './settings.module.css'
import { SettingsPanel } from './settings-panel.tsx'

const contentKinds = ['drafts', 'portraits', 'jobs', 'snapshots', 'sessions', 'rules', 'watchedPaths'] as const

/** What goes with a profile that is deleted, counted now. */
export function ErasedContents({ profileId }: { readonly profileId: ProfileId }) {
  const { t } = useTranslation('settings')
  const { data: counts, error } = useQuery(read('profile.contents', { profileId }))
  const present = counts === undefined ? [] : contentKinds.filter((kind) => counts[kind] > 0)
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
      <ErrorNotice error={error} />
      <p>{t('erased.copies')}</p>
    </>
  )
}

interface DeleteDialogProps extends Pick<ProfileView, 'profile'> {
  readonly onClose: () => void
}

/** The confirmation of deleting a profile from this computer. */
function DeleteDialog({ profile, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('settings')
  const draft = useProfileDraft()
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
        onClick: () => deleting.mutate({ profileId: profile.id }),
      }}
    >
      <p>{t('deleteWords')}</p>
      <ErasedContents profileId={profile.id} />
      <ErrorNotice error={deleting.error} />
    </Dialog>
  )
}

function TokenEnd({ at }: { readonly at: number | null }) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const isOver = useIsOlder(at, 0)
  if (at === null) return null
  return isOver ? <Badge tone="bad">{t('tokenOver')}</Badge> : <> · {t('tokenUntil', { when: format.dateTime(at) })}</>
}

interface ProfileRowProps {
  readonly view: ProfileView
  /** By the organisation: it can't be deleted. */
  readonly isManaged: boolean
  readonly isOpen: boolean
  readonly isOpening: boolean
  readonly onOpen: () => void
  readonly onDelete: () => void
}

/** One profile with its place, its secret and its actions. */
function ProfileRow({ view, isManaged, isOpen, isOpening, onOpen, onDelete }: ProfileRowProps) {
  const { t } = useTranslation(['settings', 'app'])
  const { profile, secret, tokenExpiresAt } = view
  const isPractice = profile.kind === 'practice'
  const place = isPractice ? t('settings:practicePlace') : profile.baseUrl
  return (
    <Row as="li" gap={3} className={styles.row} data-profile={profile.colour}>
      <span className={styles.mark} aria-hidden />
      <div className={styles.profile}>
        <Row gap={2} font="label">
          {profile.name}
          {isManaged && <Badge>{t('settings:managed.badge')}</Badge>}
          {isOpen && <Badge tone="accent">{t('settings:isOpen')}</Badge>}
        </Row>
        <Text as="p" font="secondary" tone="soft" truncate title={place}>
          {place}
        </Text>
        <Text as="p" font="secondary" tone="soft" truncate>
          {t(`app:protection.${profile.protection}`)}
          {!isPractice && ` · ${t(`settings:secret.${secret}`)}`}
          {!isPractice && <TokenEnd at={tokenExpiresAt} />}
        </Text>
      </div>
      <Row gap={1} align="stretch" className={styles.actions}>
        {!isOpen && (
          <Button size="small" busy={isOpening} aria-label={t('settings:openNamed', profile)} onClick={onOpen}>
            {t('settings:open')}
          </Button>
        )}
        {!isPractice && (
          <Button
            size="small"
            aria-label={t('settings:editNamed', profile)}
            onClick={() => askToEdit(draftOf(profile))}
          >
            {t('settings:edit')}
          </Button>
        )}
        {!isManaged && (
          <Button
            size="small"
            tone="quiet"
            icon={<Trash2 aria-hidden />}
            aria-label={t('settings:deleteNamed', profile)}
            title={t('settings:deleteNamed', profile)}
            onClick={onDelete}
          />
        )}
      </Row>
    </Row>
  )
}

/** All profiles: which is open, where its secret is, and what can be done with it. */
export function ProfilesPanel({ state }: { readonly state: AppState }) {
  const { t } = useTranslation('settings')
  const [toDelete, setToDelete] = useState<ProfileView | null>(null)
  const opening = useCommand('profile.open')
  return (
    <SettingsPanel part="profiles" padded={false}>
      {state.profiles.length === 0 && <EmptyState title={t('noProfiles')} />}
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
      {toDelete !== null && <DeleteDialog profile={toDelete.profile} onClose={() => setToDelete(null)} />}
    </SettingsPanel>
  )
}
