import { useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../../shared/model/limits.ts'
import { isLoopbackHost } from '../../../shared/model/loopback.ts'
import { isIdUnwrapped, pastedSecret, typedId } from '../../../shared/model/pasted-text.ts'
import { useAppState } from '../../api/use-app-state.ts'
import { useIsOlder } from '../../i18n/age.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { typedSecret } from '../../state/profile-form-store.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { FieldProps } from '../../ui/field.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SecretInput, TextInput } from '../../ui/text-input.tsx'
import type { TextInputProps } from '../../ui/text-input.tsx'
import { useSecretRule } from './security-panels.tsx'
import styles from './settings.module.css'
import type { FieldName } from './profile-draft.ts'
import { useFormParts, useSecretField } from './use-profile-form.ts'

interface TextFieldProps extends TextInputProps, Pick<FieldProps, 'hint' | 'labelNote'> {
  readonly field: Exclude<FieldName, 'secret' | 'applications'>
}

export function TextField({ field, hint, labelNote, ...input }: TextFieldProps) {
  const { t } = useTexts('settings')
  const { draft, errorOf, change } = useFormParts()
  return (
    <Field label={t(`field.${field}`)} error={errorOf(field)} hint={hint} labelNote={labelNote}>
      <TextInput
        maxLength={limits.profileText}
        {...input}
        value={draft[field]}
        onType={(typed) => change({ [field]: typed })}
      />
    </Field>
  )
}

/** Warns of http to a remote computer, with a consent for that origin only; empty for any other address. */
function UnencryptedConsent() {
  const { t } = useTexts('settings')
  const { draft, change } = useFormParts()
  const warning = useId()
  const url = URL.parse(draft.baseUrl.trim())
  if (url?.protocol !== 'http:' || isLoopbackHost(url.hostname)) return null
  const { host, origin } = url
  return (
    <Stack gap={2} font="secondary" className={styles.consent}>
      <p id={warning}>{t('unencrypted.warning', { host })}</p>
      <Checkbox
        variant="sentence"
        label={t('unencrypted.agree', { host })}
        isChecked={draft.unencryptedOrigin === origin}
        aria-describedby={warning}
        onChange={(isAgreed) => change({ unencryptedOrigin: isAgreed ? origin : '' })}
      />
    </Stack>
  )
}

/** Describes where a typed secret is stored. */
function useNewSecretHint(): string {
  const { t } = useTexts(['settings', 'failures'])
  const { secretRule } = useFormParts()
  const keychain = useAppState()?.keychain
  const isUnusable = keychain === 'missing' || keychain === 'locked'
  const rule = useSecretRule(secretRule)
  if (rule !== null && (secretRule === 'required' || isUnusable)) return rule
  if (keychain === 'locked') return t('failures:sentence.keychain-locked')
  return t(isUnusable ? 'settings:hint.keychain-missing' : 'settings:hint.secretNew')
}

/** Describes where a saved secret is stored and how long it is valid. */
function useSecretNotes(): Pick<FieldProps, 'labelNote' | 'hint'> {
  const { t, format } = useTexts('settings')
  const { saved, isSecretSaved } = useFormParts()
  const endsAt = saved?.tokenExpiresAt ?? null
  const isOver = useIsOlder(endsAt, 0)
  const hint = useNewSecretHint()
  if (saved === null || !isSecretSaved) return { hint }
  const labelNote = t(`secret.${saved.secret}`)
  if (endsAt === null) return { labelNote }
  return { labelNote, hint: isOver ? t('tokenOver') : t('tokenUntil', { when: format.dateTime(endsAt) }) }
}

/** The button **Remove secret** and its confirmation: a removed secret can't be shown again. */
function RemoveSecret() {
  const { t } = useTexts('settings')
  const { saved, canRemoveSecret, removing, removeSecret } = useFormParts()
  const [isAsked, setAsked] = useState(false)
  if (saved === null || !canRemoveSecret) return null
  const label = t('removeSecret')
  return (
    <>
      <Button busy={removing.isPending} onClick={() => setAsked(true)}>
        {label}
      </Button>
      {isAsked && (
        <Dialog
          title={label}
          colour={saved.profile.colour}
          onClose={() => setAsked(false)}
          action={{
            label,
            tone: 'danger-fill',
            onClick: () => {
              setAsked(false)
              removeSecret()
            },
          }}
        >
          <p>{t('removeSecretWords', saved.profile)}</p>
        </Dialog>
      )}
    </>
  )
}

function SecretField() {
  const { t } = useTexts('settings')
  const { draft, errorOf, testing, onSecretEdited, test } = useFormParts()
  const label = draft.authentication === 'access-token' ? t('field.accessToken') : t('field.appKey')
  const notes = useSecretNotes()
  const { isUnwrapped } = pastedSecret(typedSecret(draft.authentication))
  return (
    <Field
      label={label}
      {...notes}
      hint={isUnwrapped ? t('hint.secretUnwrapped') : notes.hint}
      error={errorOf('secret')}
    >
      <Row gap={2} align="stretch">
        <SecretInput ref={useSecretField(draft.authentication)} onEdit={onSecretEdited} />
        <RemoveSecret />
        <Button busy={testing.isPending} onClick={test}>
          {t('test')}
        </Button>
      </Row>
    </Field>
  )
}

export function ConnectionFields() {
  const { t } = useTexts(['settings', 'common'])
  const { draft, change } = useFormParts()
  const name = useRef<HTMLInputElement>(null)
  const isNew = draft.id === null
  // A new profile’s form takes the focus; a saved profile’s form leaves the focus unchanged.
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <div className={styles.connection}>
      <TextField field="name" ref={name} maxLength={limits.profileName} />
      <TextField
        field="baseUrl"
        labelNote={t('hint.baseUrl')}
        mono
        inputMode="url"
        placeholder="https://host/prefix/v2"
      />
      <UnencryptedConsent />
      <RadioGroup
        label={t('field.authentication')}
        variant="radios"
        value={draft.authentication}
        onChange={(authentication) => change({ authentication })}
        options={[
          { value: 'access-token', label: t('field.accessToken') },
          { value: 'api-keys', label: t('field.apiKeys') },
        ]}
      />
      {draft.authentication === 'api-keys' && (
        <>
          <TextField
            field="appId"
            mono
            hint={isIdUnwrapped(draft.appId) ? t('common:idUnwrapped', { id: typedId(draft.appId) }) : undefined}
          />
          <TextField field="tokenLifetime" inputMode="numeric" />
        </>
      )}
      <SecretField />
    </div>
  )
}
