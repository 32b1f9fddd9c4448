import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { InputOf } from '../../../shared/contract.ts'
import type { ProfileId } from '../../../shared/ids.ts'
import { matching } from '../../../shared/model/name-search.ts'
import type { AppState } from '../../../shared/schemas/app.ts'
import type { ProfileDraft, ProfileView } from '../../../shared/schemas/profile.ts'
import { read } from '../../api/queries.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { useCommand } from '../../api/use-command.ts'
import type { Task } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { askToEdit, editProfile, useProfileDraft, useProfileEdition } from '../../state/profile-form-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { draftOf } from './profile-draft.ts'
import { ProfileForm } from './profile-form.tsx'
import styles from './settings.module.css'
import { usePart } from './settings-panel.tsx'

/** The initial form of the open profile; null while no profile is open. */
export function useOpenDraft(): ProfileDraft | null {
  const open = useOpenProfile()
  return open && draftOf(open.profile)
}

const contentKinds = [
  'drafts',
  'portraits',
  'jobs',
  'snapshots',
  'sessions',
  'samples',
  'rules',
  'watchedFiles',
] as const

interface EraseDialogProps {
  readonly profileId: ProfileId
  /** Undefined once the profile is gone. */
  readonly colour: string | undefined
  /** There is nothing left to erase. */
  readonly isGone?: boolean
  readonly title: string
  readonly words: string
  readonly label: string
  readonly task: Pick<Task<never, unknown>, 'isPending' | 'error' | 'reset'>
  readonly onErase: () => void
  readonly onClose: () => void
}

const goneProfile = { kind: 'not-found', what: 'profile' } as const

/** Confirms erasing a profile from this computer, with the current counts of everything that is erased. */
export function EraseDialog(props: EraseDialogProps) {
  const { profileId, colour, isGone = false, title, words, label, task, onErase, onClose } = props
  const { t, format } = useTexts('settings')
  const { data: counts, error } = useQuery(read('profile.contents', { profileId }))
  // The profile disappears shortly before the answer to its own deletion arrives.
  const isNothingLeft = isGone && !task.isPending
  const present = counts === undefined ? [] : contentKinds.filter((kind) => counts[kind] > 0)
  return (
    <Dialog
      title={title}
      colour={colour}
      onClose={() => {
        task.reset()
        onClose()
      }}
      action={{ label, tone: 'danger-fill', busy: task.isPending, disabled: isNothingLeft, onClick: onErase }}
    >
      <p>{words}</p>
      {counts !== undefined && present.length > 0 && (
        <>
          <p>{t('erased.lead')}</p>
          <ul>
            {present.map((kind) => (
              <li key={kind}>{t(`erased.${kind}`, { number: format.number(counts[kind]) })}</li>
            ))}
          </ul>
        </>
      )}
      <ErrorNotice error={error} />
      <p>{t('erased.copies')}</p>
      <ErrorNotice failure={isNothingLeft ? goneProfile : null} error={task.error} />
    </Dialog>
  )
}

/** Restores a focus that was lost with a removed form: to the shown profile, or else to this part. */
export function focusShown(): void {
  if (document.activeElement !== document.body) return
  const part = document.querySelector<HTMLElement>('#part-profiles')
  const shown = part?.querySelector<HTMLElement>(':checked') ?? part
  shown?.focus()
}

interface ProfileBarProps {
  readonly state: AppState
  readonly shown: ProfileView | null
  readonly opening: Task<InputOf<'profile.open'>, unknown>
  readonly onDelete: (profileId: ProfileId) => void
}

function ProfileActions({ state, shown, opening, onDelete }: ProfileBarProps) {
  const { t } = useTexts('settings')
  if (shown === null) return null
  const { profile } = shown
  const profileId = profile.id
  return (
    // A different profile has different buttons, so that the focus does not stay on the delete button.
    <Row key={profileId} gap={2}>
      {profileId !== state.openProfileId && (
        <Button
          busy={opening.isPending}
          aria-label={t('openNamed', profile)}
          onClick={() => opening.mutate({ profileId })}
        >
          {t('open')}
        </Button>
      )}
      <Button tone="quiet" Icon={Trash2} name={t('deleteNamed', profile)} onClick={() => onDelete(profileId)} />
    </Row>
  )
}

// More profiles get a search box.
const maxWithoutSearch = 6

const isPractice = ({ profile }: ProfileView): boolean => profile.kind === 'practice'

const secretProblems: ReadonlySet<ProfileView['secret']> = new Set([
  'none',
  'other-host',
  'keychain-missing',
  'keychain-locked',
])

/** The hint under a profile's name, which is searched too, and the problem that makes its service unusable. */
function useProfileFacts({ openProfileId, refusedTokens }: AppState) {
  const { t } = useTexts(['settings', 'app'])
  return ({ profile: { id, kind, baseUrl }, secret }: ProfileView) => {
    const isLacking = kind === 'service' && secretProblems.has(secret)
    const address = kind === 'practice' ? t('profileList.practice') : (URL.parse(baseUrl)?.host ?? baseUrl)
    const hint = [
      ...(id === openProfileId ? [t('profileList.open')] : []),
      address,
      ...(kind === 'service' && !isLacking ? [t(`secret.${secret}`)] : []),
    ].join(' · ')
    const refused = refusedTokens.includes(id) ? t('app:connection.token') : undefined
    return { hint, problem: isLacking ? t(`secret.${secret}`) : refused }
  }
}

/** A row for each profile, the practice service last; a box searches them once there are many. */
function ProfileList({ state }: Pick<ProfileBarProps, 'state'>) {
  const { t } = useTexts('settings')
  const [search, setSearch] = useState('')
  const shownId = useProfileDraft()?.id
  const factsOf = useProfileFacts(state)
  const { profiles } = state
  const isLong = profiles.length > maxWithoutSearch
  const ordered = [...profiles.filter((view) => !isPractice(view)), ...profiles.filter(isPractice)]
  const rows = ordered.map((view) => ({ view, label: view.profile.name, ...factsOf(view) }))
  const found = isLong ? matching(rows, search, rows.length) : rows
  return (
    <Stack gap={2} className={styles.profiles}>
      {isLong && <SearchBox label={t('profileList.search')} value={search} onType={setSearch} />}
      <RadioGroup
        label={t('parts.profiles')}
        showsLabel={false}
        variant="list"
        value={shownId ?? ''}
        onChange={(id) => {
          const chosen = profiles.find(({ profile }) => profile.id === id)
          askToEdit(chosen === undefined ? null : draftOf(chosen.profile))
        }}
        options={[
          ...found.map(({ view: { profile }, label, hint, problem }) => ({
            value: profile.id,
            label,
            hint,
            problem,
            mark: <span className={styles.profileMark} data-profile={profile.colour} aria-hidden />,
          })),
          ...(shownId === null ? [{ value: '', label: t('newProfile') }] : []),
        ]}
      />
      <StatusLine>{isLong && found.length === 0 ? t('profileList.none') : null}</StatusLine>
    </Stack>
  )
}

function ProfileBar(props: ProfileBarProps) {
  return (
    <Row gap={2} align="start" justify="between">
      <ProfileList state={props.state} />
      <ProfileActions {...props} />
    </Row>
  )
}

/** The form of the chosen profile; the practice service has its own settings. */
function ChosenProfile({ shown }: Pick<ProfileBarProps, 'shown'>) {
  const draft = useProfileDraft()
  const edition = useProfileEdition()
  if (draft === null || shown?.profile.kind === 'practice') return null
  return <ProfileForm key={edition} draft={draft} saved={shown} />
}

export function ProfilesPanel({ state }: { readonly state: AppState }) {
  const { t } = useTexts('settings')
  const [deletedId, setDeletedId] = useState<ProfileId | null>(null)
  const opening = useCommand('profile.open')
  const isOpened = opening.input?.profileId === state.openProfileId
  useEffect(() => {
    // The pressed button disappears once its profile is open.
    if (isOpened) focusShown()
  }, [isOpened])
  const draft = useProfileDraft()
  const openDraft = useOpenDraft()
  const deleting = useCommand('profile.delete', {
    onDone: (_answer, { profileId }) => {
      flushSync(() => {
        if (draft?.id === profileId) editProfile(openDraft?.id === profileId ? null : openDraft)
        setDeletedId(null)
      })
      focusShown()
    },
  })
  const shown = state.profiles.find(({ profile }) => profile.id === draft?.id) ?? null
  // Undefined once it is deleted, here or in another window.
  const toDelete = state.profiles.find(({ profile }) => profile.id === deletedId)?.profile
  return (
    <Stack as="section" gap={5} {...usePart('profiles')} tabIndex={-1} aria-label={t('parts.profiles')}>
      {state.profiles.length === 0 && draft === null && <EmptyState title={t('noProfiles')} />}
      <ProfileBar state={state} shown={shown} opening={opening} onDelete={setDeletedId} />
      <ErrorNotice error={opening.input?.profileId === shown?.profile.id ? opening.error : null} />
      <ChosenProfile shown={shown} />
      {deletedId !== null && (
        <EraseDialog
          profileId={deletedId}
          colour={toDelete?.colour}
          isGone={toDelete === undefined}
          task={deleting}
          title={toDelete === undefined ? t('deleteProfile') : t('deleteTitle', toDelete)}
          words={t('deleteWords')}
          label={t('deleteProfile')}
          onErase={() => deleting.mutate({ profileId: deletedId })}
          onClose={() => setDeletedId(null)}
        />
      )}
    </Stack>
  )
}
