import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import type { AppState } from '../../../shared/schemas/app.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import { useAppState, useOpenProfile } from '../../api/use-app-state.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { go, useLocation } from '../../state/location-store.ts'
import {
  answerDiscard,
  askToEdit,
  editProfile,
  followSaved,
  useIsDiscardAsked,
  useProfileDraft,
  useProfileEdition,
  useUnsavedFields,
} from '../../state/profile-form-store.ts'
import { Button } from '../../ui/button.tsx'
import { DiscardDialog } from '../../ui/dialog.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { AboutPanel } from './about-panel.tsx'
import { DataPanel } from './data-panel.tsx'
import { PracticePanel } from './practice-panel.tsx'
import { AlertsPanel, PreferencesPanel } from './preferences-panel.tsx'
import { draftOf, newDraft } from './profile-draft.ts'
import { ProfilesPanel, focusShown, useOpenDraft } from './profiles-panel.tsx'
import { ManagedPanel, TokenPanel } from './security-panels.tsx'
import { PartLinks } from './settings-panel.tsx'
import styles from './settings.module.css'
import { profileFormId, useIsSaving } from './use-profile-form.ts'

/**
 * Opens the form that the location requests, and keeps the form in step with its saved profile. Entering Settings or
 * opening a different profile shows the form of the open profile, unless a form has unsaved fields. It renders nothing:
 * as a hook of the section, it would draw all panels again at each typed letter.
 */
function FormHandOver({ profiles }: { readonly profiles: readonly Profile[] }) {
  const location = useLocation('settings')
  const isService = useOpenProfile()?.profile.kind === 'service'
  const open = useOpenDraft()
  const draft = useProfileDraft()
  const unsaved = useUnsavedFields()
  const showOpen = useEffectEvent(() => {
    if (unsaved === 0 && location?.form !== 'new-profile' && draft?.id !== open?.id) editProfile(open)
  })
  const takeUp = useEffectEvent(() => {
    if (location?.form === 'new-profile') askToEdit(newDraft(profiles))
    // A practice profile has no form, and so no field to open.
    else if (location?.field !== undefined && isService && draft?.id !== open?.id) askToEdit(open)
  })
  const edition = useProfileEdition()
  const saved = profiles.find(({ id }) => id === draft?.id)
  // The edition too: the changes that are restored after a crash can be older than the profile.
  useEffect(() => {
    if (saved !== undefined) followSaved(draftOf(saved))
  }, [saved, edition])
  useEffect(() => showOpen(), [open?.id])
  useEffect(() => takeUp(), [location])
  return null
}

function DiscardProfile() {
  const { t } = useTexts('settings')
  const name = useProfileDraft()?.name.trim() ?? ''
  if (!useIsDiscardAsked()) return null
  return (
    <DiscardDialog
      onKeep={() => {
        go({ section: 'settings' })
        answerDiscard(false)
      }}
      onDiscard={() => {
        flushSync(() => answerDiscard(true))
        focusShown()
      }}
    >
      {t('discardWords', { name: name === '' ? t('newProfile') : name })}
    </DiscardDialog>
  )
}

/** The buttons that save or discard the form, in the page header where they stay visible. */
function FormActions({ state }: { readonly state: AppState }) {
  const { t } = useTexts('settings')
  const draft = useProfileDraft()
  const unsaved = useUnsavedFields()
  const isSaving = useIsSaving()
  const open = useOpenDraft()
  const shown = state.profiles.find(({ profile }) => profile.id === draft?.id)?.profile
  if (draft === null || shown?.kind === 'practice') return null
  return (
    <>
      {unsaved > 0 && <Text tone="soft">{t('unsaved', { count: unsaved })}</Text>}
      {(unsaved > 0 || draft.id === null) && (
        <Button
          disabled={isSaving}
          onClick={() => {
            flushSync(() => askToEdit(shown ? draftOf(shown) : open))
            focusShown()
          }}
        >
          {t('revert')}
        </Button>
      )}
      <Button tone="primary" type="submit" form={profileFormId} busy={isSaving}>
        {t('save')}
      </Button>
    </>
  )
}

export function SettingsSection() {
  const { t } = useTexts(['settings', 'app'])
  const state = useAppState()
  const title = t('app:section.settings')
  if (state === null) return <PageHeader title={title} />
  const profiles = state.profiles.map(({ profile }) => profile)
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <Button Icon={Plus} onClick={() => askToEdit(newDraft(profiles))}>
              {t('settings:newProfile')}
            </Button>
            <FormActions state={state} />
          </>
        }
      />
      <Page>
        <div className={styles.settings}>
          <PartLinks />
          <Stack gap={3}>
            <ProfilesPanel state={state} />
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
      <DiscardProfile />
      <FormHandOver profiles={profiles} />
    </>
  )
}
