import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppState } from '../../../shared/schemas/app.ts'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import type { ProfileDraft } from '../../state/profile-form-store.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import styles from './settings.module.css'
import { useFieldErrors } from './use-field-errors.ts'
import type { ProfileFormParts } from './use-profile-form.ts'
import { useSecretText } from './use-secret-text.ts'

export interface SignInFieldsProps {
  readonly draft: ProfileDraft
  readonly saved: ProfileView | null
  readonly keychain: AppState['keychain']
  readonly parts: ProfileFormParts
  readonly secretRef: RefObject<HTMLInputElement | null>
}

/** Where the secret is now, or where it will go. */
function useSecretHint({ saved, keychain, parts }: Pick<SignInFieldsProps, 'saved' | 'keychain' | 'parts'>): string {
  const { t } = useTranslation('settings')
  const secretText = useSecretText()
  if (saved !== null && parts.isSecretSaved) return t('hint.secretKept', { where: secretText(saved.secret) })
  const rule = parts.policy?.sessionOnlySecrets ?? 'allowed'
  if (rule === 'required' || (rule === 'forbidden' && keychain !== 'available')) return t(`managed.secret.${rule}`)
  return keychain === 'available' ? t('hint.secretNew') : t(`hint.keychain-${keychain}`)
}

function SecretField({ draft, saved, keychain, parts, secretRef }: SignInFieldsProps) {
  const { t } = useTranslation('settings')
  const hint = useSecretHint({ saved, keychain, parts })
  const errorOf = useFieldErrors(parts.mistakes)
  const label = draft.authentication === 'access-token' ? t('field.accessToken') : t('field.appKey')
  return (
    <Field label={label} hint={hint} error={errorOf('secret')}>
      <Row gap={2} align="stretch">
        <SecretInput key={draft.authentication} ref={secretRef} onChange={parts.secretTyped} />
        {parts.isSecretSaved && (
          <Button tone="danger" busy={parts.removing.isPending} onClick={parts.removeSecret}>
            {t('removeSecret')}
          </Button>
        )}
        <Button busy={parts.testing.isPending} onClick={parts.test}>
          {t('test')}
        </Button>
      </Row>
    </Field>
  )
}

/** How the token is had: pasted as it is, or minted from keys. */
export function SignInFields(props: SignInFieldsProps) {
  const { t } = useTranslation('settings')
  const { draft, parts } = props
  const errorOf = useFieldErrors(parts.mistakes)
  return (
    <Stack gap={3}>
      <RadioGroup
        label={t('field.authentication')}
        value={draft.authentication}
        lockedBy={parts.lockedBy}
        onChange={(authentication) => parts.change({ authentication })}
        options={[
          { value: 'access-token', label: t('field.accessToken') },
          { value: 'api-keys', label: t('field.apiKeys') },
        ]}
      />
      {draft.authentication === 'api-keys' && (
        <div className={styles.pair}>
          <Field label={t('field.appId')} error={errorOf('appId')} lockedBy={parts.lockedBy}>
            <TextInput mono value={draft.appId} onChange={(event) => parts.change({ appId: event.target.value })} />
          </Field>
          <Field label={t('field.tokenLifetime')} error={errorOf('tokenLifetime')} lockedBy={parts.lockedBy}>
            <TextInput
              inputMode="numeric"
              value={draft.tokenLifetime}
              onChange={(event) => parts.change({ tokenLifetime: event.target.value })}
            />
          </Field>
        </div>
      )}
      <SecretField {...props} />
    </Stack>
  )
}
