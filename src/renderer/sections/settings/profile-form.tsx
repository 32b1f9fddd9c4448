import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../shared/model/limits.ts'
import type { AppState } from '../../../shared/schemas/app.ts'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import { askToEdit, askToRevert, useUnsavedFields } from '../../state/profile-form-store.ts'
import type { ProfileDraft } from '../../state/profile-form-store.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import { ApplicationRows } from './application-rows.tsx'
import { SaveOutcome, TestOutcome } from './form-outcome.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import styles from './settings.module.css'
import { SafetyFields } from './safety-fields.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import { UnencryptedConsent } from './unencrypted-consent.tsx'
import { useFieldErrors } from './use-field-errors.ts'
import { managedTextId, useProfileForm } from './use-profile-form.ts'

export interface ProfileFormProps {
  readonly draft: ProfileDraft
  /** The profile as it is saved; null for a new one. */
  readonly saved: ProfileView | null
  readonly keychain: AppState['keychain']
}

/** A new profile’s form takes the focus; that of a saved one leaves it where it was. */
function useFirstFocus(isNew: boolean) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) first.current?.focus()
  }, [isNew])
  return first
}

/** The form named Profile: one account on one service. */
export function ProfileForm({ draft, saved, keychain }: ProfileFormProps) {
  const { t } = useTranslation(['settings', 'common'])
  const form = useRef<HTMLFormElement>(null)
  const secret = useRef<HTMLInputElement>(null)
  const parts = useProfileForm(draft, saved, { form, secret })
  const errorOf = useFieldErrors(parts.mistakes)
  const unsaved = useUnsavedFields()
  const first = useFirstFocus(draft.id === null)
  return (
    <form
      ref={form}
      aria-label={t('settings:form')}
      noValidate
      className={styles.form}
      data-profile={draft.colour}
      onSubmit={(event) => {
        event.preventDefault()
        parts.save(parts.policy?.sessionOnlySecrets === 'required' ? 'session' : 'keychain')
      }}
    >
      <h2 className={styles.title}>{saved === null ? t('settings:newProfile') : saved.profile.name}</h2>
      <div className={styles.fields}>
        {parts.lockedBy !== undefined && (
          <p id={managedTextId} className={styles.managed}>
            {t('settings:managed.profile')}
          </p>
        )}
        <h3>{t('settings:group.connection')}</h3>
        <div className={styles.pair}>
          <Field label={t('settings:field.name')} error={errorOf('name')} lockedBy={parts.lockedBy}>
            <TextInput
              ref={first}
              value={draft.name}
              maxLength={limits.profileName}
              onChange={(event) => parts.change({ name: event.target.value })}
            />
          </Field>
          <Field
            label={t('settings:field.baseUrl')}
            labelNote={t('settings:hint.baseUrl')}
            error={errorOf('baseUrl')}
            lockedBy={parts.lockedBy}
          >
            <TextInput
              mono
              inputMode="url"
              placeholder="https://host/prefix/v2"
              value={draft.baseUrl}
              onChange={(event) => parts.change({ baseUrl: event.target.value })}
            />
          </Field>
        </div>
        <UnencryptedConsent draft={draft} onChange={parts.change} isLocked={parts.lockedBy !== undefined} />
        <SignInFields draft={draft} saved={saved} keychain={keychain} parts={parts} secretRef={secret} />
        <TestOutcome parts={parts} durationUnit={draft.durationUnit} />
        <h3>{t('settings:group.safety')}</h3>
        <SafetyFields draft={draft} parts={parts} />
        <ApplicationRows draft={draft} parts={parts} />
        <AdvancedFields draft={draft} parts={parts} />
      </div>
      <Stack as="footer" gap={3} className={styles.footer}>
        <SaveOutcome parts={parts} />
        <Row gap={2} className={styles.buttons}>
          <Button tone="primary" type="submit" busy={parts.saving.isPending}>
            {t('settings:save')}
          </Button>
          {unsaved > 0 && (
            <>
              <Button disabled={parts.saving.isPending} onClick={askToRevert}>
                {t('settings:revert')}
              </Button>
              <Text tone="soft">{t('settings:unsaved', { count: unsaved })}</Text>
            </>
          )}
          <Button tone="quiet" disabled={parts.saving.isPending} onClick={() => askToEdit(null)}>
            {t('common:close')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
