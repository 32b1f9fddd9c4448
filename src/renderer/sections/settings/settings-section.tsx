import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppState, useOpenProfile } from '../../api/use-app-state.ts'
import {
  consumeMediaBase,
  consumeNewProfile,
  useIsMediaBaseAsked,
  useIsNewProfileAsked,
} from '../../state/navigation-store.ts'
import {
  answerDiscard,
  askToEdit,
  editProfile,
  useIsDiscardAsked,
  useProfileDraft,
  useProfileEdition,
} from '../../state/profile-form-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AlertsPanel } from './alerts-panel.tsx'
import { AboutPanel } from './about/about-panel.tsx'
import { ManagedPanel } from './managed-panel.tsx'
import { DataPanel } from './data/data-panel.tsx'
import { PartLinks } from './part-links.tsx'
import { PracticePanel } from './practice-panel.tsx'
import { PreferencesPanel } from './preferences-panel.tsx'
import { draftOf, emptyDraft } from './profile-draft.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilesPanel } from './profiles-panel.tsx'
import { Stack } from '../../ui/layout.tsx'
import styles from './settings.module.css'
import { TokenPanel } from './token-panel.tsx'

function useNewProfileHandOver(): void {
  const isAsked = useIsNewProfileAsked()
  useEffect(() => {
    if (!isAsked) return
    consumeNewProfile()
    askToEdit(emptyDraft)
  }, [isAsked])
}

/** Coming to Settings shows the open profile's form, unless another one is being edited. */
function useOpenProfileInForm(): void {
  const open = useOpenProfile()
  const draft = useProfileDraft()
  const focusField = useEffectEvent(() => {
    if (draft === null && open?.profile.kind === 'service') editProfile(draftOf(open.profile))
  })
  useEffect(() => {
    focusField()
  }, [])
}

/** Opens the form of the open profile when its media base URL was requested; that field takes the focus. */
function useMediaBaseHandOver(): void {
  const isAsked = useIsMediaBaseAsked()
  const open = useOpenProfile()
  const edited = useProfileDraft()?.id
  const focusField = useEffectEvent(() => {
    // A practice profile has no form: the wish must not wait for that of another profile.
    if (open?.profile.kind !== 'service') consumeMediaBase()
    else if (edited !== open.profile.id) askToEdit(draftOf(open.profile))
  })
  const isKnown = useAppState() !== null
  useEffect(() => {
    if (isAsked && isKnown) focusField()
  }, [isAsked, isKnown])
}

function DiscardDialog() {
  const { t } = useTranslation('settings')
  const name = useProfileDraft()?.name.trim() ?? ''
  if (!useIsDiscardAsked()) return null
  return (
    <Dialog
      title={t('discard.title')}
      cancelLabel={t('discard.keep')}
      onClose={() => {
        consumeMediaBase()
        answerDiscard(false)
      }}
      action={{
        label: t('discard.action'),
        tone: 'danger',
        onClick: () => answerDiscard(true),
      }}
    >
      <p>{name === '' ? t('discard.wordsNew') : t('discard.words', { name })}</p>
    </Dialog>
  )
}

/** The Settings section: profiles and the form of one of them, preferences, where the token is, about. */
export function SettingsSection() {
  const { t } = useTranslation('settings')
  const state = useAppState()
  const draft = useProfileDraft()
  const edition = useProfileEdition()
  useNewProfileHandOver()
  useOpenProfileInForm()
  useMediaBaseHandOver()
  if (state === null) return <PageHeader title={t('title')} />
  const edited = state.profiles.find(({ profile }) => profile.id === draft?.id) ?? null
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <Button
            tone={draft === null ? 'primary' : 'plain'}
            icon={<Plus aria-hidden />}
            onClick={() => askToEdit(emptyDraft)}
          >
            {t('newProfile')}
          </Button>
        }
      />
      <Page>
        <div className={styles.settings}>
          <PartLinks />
          <Stack gap={3}>
            <ProfilesPanel state={state} />
            {draft !== null && <ProfileForm key={edition} draft={draft} saved={edited} keychain={state.keychain} />}
            {state.policy !== null && <ManagedPanel policy={state.policy} />}
            <PreferencesPanel preferences={state.preferences} />
            {state.openProfileId !== null && <AlertsPanel />}
            <TokenPanel state={state} />
            <PracticePanel />
            <DataPanel />
            <AboutPanel dataFolder={state.dataFolder} />
          </Stack>
        </div>
      </Page>
      <DiscardDialog />
    </>
  )
}
