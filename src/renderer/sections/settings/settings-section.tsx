import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppState } from '../../api/use-app-state.ts'
import { takeNewProfile, useIsNewProfileAsked } from '../../state/navigation.ts'
import { editProfile, useProfileDraft, useProfileEdition } from '../../state/profile-form.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AboutPanel } from './about-panel.tsx'
import { PreferencesPanel } from './preferences-panel.tsx'
import { emptyDraft } from './profile-draft.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilesPanel } from './profiles-panel.tsx'
import { TokenPanel } from './token-panel.tsx'

function useNewProfileHandOver(): void {
  const isAsked = useIsNewProfileAsked()
  useEffect(() => {
    if (!isAsked) return
    takeNewProfile()
    editProfile(emptyDraft)
  }, [isAsked])
}

/** The Settings section: profiles, preferences, where the token is, about; the profile form in their place. */
export function SettingsSection() {
  const { t } = useTranslation('settings')
  const state = useAppState()
  const draft = useProfileDraft()
  const edition = useProfileEdition()
  useNewProfileHandOver()
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
            onClick={() => {
              editProfile(emptyDraft)
            }}
          >
            {t('newProfile')}
          </Button>
        }
      />
      {draft === null ? (
        <Page width="reading">
          <ProfilesPanel state={state} />
          <PreferencesPanel preferences={state.preferences} />
          <TokenPanel state={state} />
          <AboutPanel state={state} />
        </Page>
      ) : (
        <Page width="reading">
          <ProfileForm key={edition} draft={draft} saved={edited} keychain={state.keychain} />
        </Page>
      )}
    </>
  )
}
