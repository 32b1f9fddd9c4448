import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppState, useOpenProfile } from '../../api/use-app-state.ts'
import { consumeSettings, useSettingsRequest } from '../../state/navigation-store.ts'
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
import { Page, PageHeader } from '../../ui/page.tsx'
import { Stack } from '../../ui/layout.tsx'
import { AboutPanel } from './about-panel.tsx'
import { DataPanel } from './data-panel.tsx'
import { PracticePanel } from './practice-panel.tsx'
import { AlertsPanel, PreferencesPanel } from './preferences-panel.tsx'
import { draftOf, emptyDraft } from './profile-draft.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilesPanel } from './profiles-panel.tsx'
import { ManagedPanel, TokenPanel } from './security-panels.tsx'
import { PartLinks } from './settings-panel.tsx'
import styles from './settings.module.css'

/** Opens the form that was asked for elsewhere; coming to Settings shows the open profile's, unless another is edited. */
function useFormHandOver(): void {
  const request = useSettingsRequest()
  const isKnown = useAppState() !== null
  const profile = useOpenProfile()?.profile
  const open = profile?.kind === 'service' ? profile : undefined
  const draft = useProfileDraft()
  const showOpen = useEffectEvent(() => {
    if (draft === null && open !== undefined && request !== 'new-profile') editProfile(draftOf(open))
  })
  const takeUp = useEffectEvent(() => {
    if (consumeSettings('new-profile')) askToEdit(emptyDraft)
    if (request !== 'media-base') return
    // A practice profile has no form: the wish must not wait for that of another profile.
    if (open === undefined) consumeSettings('media-base')
    else if (draft?.id !== open.id) askToEdit(draftOf(open))
  })
  useEffect(() => {
    showOpen()
  }, [])
  useEffect(() => {
    if (isKnown) takeUp()
  }, [request, isKnown])
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
        consumeSettings('media-base')
        answerDiscard(false)
      }}
      action={{ label: t('discard.action'), tone: 'danger', onClick: () => answerDiscard(true) }}
    >
      <p>{t('discard.words', { name: name === '' ? t('newProfile') : name })}</p>
    </Dialog>
  )
}

export function SettingsSection() {
  const { t } = useTranslation(['settings', 'app'])
  const state = useAppState()
  const draft = useProfileDraft()
  const edition = useProfileEdition()
  useFormHandOver()
  const title = t('app:section.settings')
  if (state === null) return <PageHeader title={title} />
  const edited = state.profiles.find(({ profile }) => profile.id === draft?.id) ?? null
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button
            tone={draft === null ? 'primary' : 'plain'}
            icon={<Plus aria-hidden />}
            onClick={() => askToEdit(emptyDraft)}
          >
            {t('settings:newProfile')}
          </Button>
        }
      />
      <Page>
        <div className={styles.settings}>
          <PartLinks />
          <Stack gap={3}>
            <ProfilesPanel state={state} />
            {draft !== null && <ProfileForm key={edition} draft={draft} saved={edited} />}
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
