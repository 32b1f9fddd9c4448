import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppState, useOpenProfile } from '../../api/use-app-state.ts'
import { takeNewProfile, useIsNewProfileAsked } from '../../state/navigation.ts'
import { editProfile, useProfileDraft, useProfileEdition } from '../../state/profile-form.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AboutPanel } from './about-panel.tsx'
import { PreferencesPanel } from './preferences-panel.tsx'
import { draftOf, emptyDraft } from './profile-draft.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilesPanel } from './profiles-panel.tsx'
import styles from './settings-section.module.css'
import { TokenPanel } from './token-panel.tsx'

function useNewProfileHandOver(): void {
  const isAsked = useIsNewProfileAsked()
  useEffect(() => {
    if (!isAsked) return
    takeNewProfile()
    editProfile(emptyDraft)
  }, [isAsked])
}

/** Coming to Settings shows the open profile's form, unless another one is being edited. */
function useOpenProfileInForm(): void {
  const open = useOpenProfile()
  const draft = useProfileDraft()
  const arrive = useEffectEvent(() => {
    if (draft === null && open?.profile.kind === 'service') editProfile(draftOf(open.profile))
  })
  useEffect(() => {
    arrive()
  }, [])
}

/** The Settings section: profiles and the form of one of them, preferences, where the token is, about. */
export function SettingsSection() {
  const { t } = useTranslation('settings')
  const state = useAppState()
  const draft = useProfileDraft()
  const edition = useProfileEdition()
  useNewProfileHandOver()
  useOpenProfileInForm()
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
      <Page width={draft === null ? 'reading' : 'full'}>
        <div className={cx(styles.settings, draft !== null && styles.editing)}>
          <div className={styles.profiles}>
            <ProfilesPanel state={state} />
          </div>
          {draft !== null && (
            <div className={styles.form}>
              <ProfileForm key={edition} draft={draft} saved={edited} keychain={state.keychain} />
            </div>
          )}
          <div className={styles.rest}>
            <PreferencesPanel preferences={state.preferences} />
            <TokenPanel state={state} />
            <AboutPanel state={state} />
          </div>
        </div>
      </Page>
    </>
  )
}
