import { useEffect, useRef } from 'react'
import { isServiceFailure } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import { isWeaker } from '../../../shared/model/protection.ts'
import type { ProfileDraft, ProfileView } from '../../../shared/schemas/profile.ts'
import { failureOf } from '../../api/call.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { StatusText } from '../../ui/status-line.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import { ApplicationRows } from './application-rows.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import styles from './settings.module.css'
import { ProfileFormContext, profileFormId, useFormParts, useProfileForm } from './use-profile-form.ts'
import type { FormStep } from './use-profile-form.ts'

const protections = ['open', 'confirm', 'read-only'] as const
const colours = ['teal', 'blue', 'violet', 'magenta', 'red', 'orange', 'green', 'grey'] as const

function SafetyFields() {
  const { t } = useTexts(['settings', 'app'])
  const { draft, leastProtection, change } = useFormParts()
  return (
    <>
      <RadioGroup
        label={t('settings:field.protection')}
        variant="cards"
        value={draft.protection}
        onChange={(protection) => change({ protection })}
        options={protections.map((value) => ({
          value,
          label: t(`app:protection.${value}`),
          hint: t(isWeaker(value, leastProtection) ? 'settings:managed.tooWeak' : `settings:hint.protection.${value}`),
          disabled: isWeaker(value, leastProtection),
        }))}
      />
      <RadioGroup
        label={t('settings:field.colour')}
        variant="swatches"
        value={draft.colour}
        onChange={(colour) => change({ colour })}
        options={colours.map((colour) => ({
          value: colour,
          label: t(`settings:colour.${colour}`),
          mark: <span className={styles.swatch} data-profile={colour} aria-hidden />,
        }))}
      />
    </>
  )
}

type RunStep = Exclude<FormStep, 'check'>

/** The text of a successful step; null before it has succeeded. */
function useSuccessText(step: RunStep): string | null {
  const { t, format } = useTexts('settings')
  const { draft, saving, testing } = useFormParts()
  const amount = (value: number | null): string => (value === null ? '–' : format.number(value))
  if (step === 'remove') return t('removed')
  if (step === 'save') return saving.data ? t('saved', { where: t(`secret.${saving.data.secret}`) }) : null
  if (testing.data === undefined) return null
  const { account, tookMs } = testing.data
  return t('tested', {
    took: format.duration(tookMs),
    creations: amount(account.avatarCreationsLeft),
    duration: amount(account.durationLeft),
    unit: t(`unit.${draft.durationUnit}`),
  })
}

/** The way out of a failed step: keeping the secret for the session, or the address where the service was found. */
function StepAction({ step, failure }: { readonly step: RunStep; readonly failure: Failure }) {
  const { t } = useTexts('settings')
  const { secretRule, save, takeAddress } = useFormParts()
  const found = isServiceFailure(failure) ? failure.hints?.foundBaseUrl : undefined
  if (found !== undefined) return <Button onClick={() => takeAddress(found)}>{t('useAddress')}</Button>
  const lacksKeychain = failure.kind === 'keychain-missing' || failure.kind === 'keychain-locked'
  if (step !== 'save' || secretRule === 'forbidden' || !lacksKeychain) return null
  return <Button onClick={() => save('session')}>{t('keepForSession')}</Button>
}

function StepOutcome({ step }: { readonly step: RunStep }) {
  const { t } = useTexts('settings')
  const { saving, testing, removing, test } = useFormParts()
  const text = useSuccessText(step)
  const { isPending, error } = { save: saving, test: testing, remove: removing }[step]
  if (isPending) return <StatusText tone="busy">{t(`busy.${step}`)}</StatusText>
  if (error === null) return text !== null && <StatusText tone="good">{text}</StatusText>
  const failure = failureOf(error)
  return (
    <ErrorNotice
      failure={failure}
      live="none"
      // Retrying makes sense once the operator has signed in to the proxy.
      onRetry={step === 'test' && failure.kind === 'proxy-authentication' ? test : undefined}
      action={<StepAction step={step} failure={failure} />}
    />
  )
}

/** The result of the last step, if it is one of `steps`. It scrolls into view, wherever the button of the step is. */
function FormOutcome({ steps }: { readonly steps: readonly FormStep[] }) {
  const { t } = useTexts('failures')
  const outcome = useRef<HTMLDivElement>(null)
  const { last } = useFormParts()
  const step = last !== null && steps.includes(last) ? last : null
  useEffect(() => {
    if (step !== null) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return (
    <div ref={outcome} role="status" className={styles.outcome}>
      {step === 'check' && <StatusText tone="bad">{t('next.marked')}</StatusText>}
      {step !== null && step !== 'check' && <StepOutcome step={step} />}
    </div>
  )
}

interface ProfileFormProps {
  readonly draft: ProfileDraft
  /** The saved profile; null for a new profile. */
  readonly saved: ProfileView | null
}

export function ProfileForm({ draft, saved }: ProfileFormProps) {
  const { t } = useTexts('settings')
  const form = useRef<HTMLFormElement>(null)
  const parts = useProfileForm(draft, saved, form)
  return (
    <form
      ref={form}
      id={profileFormId}
      aria-label={t('form')}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        parts.save(parts.secretRule === 'required' ? 'session' : 'keychain')
      }}
    >
      <ProfileFormContext value={parts}>
        <Stack gap={3}>
          <h2>{t('group.connection')}</h2>
          <ConnectionFields />
          <FormOutcome steps={['test', 'remove']} />
        </Stack>
        <Stack gap={3}>
          <h2>{t('group.safety')}</h2>
          <SafetyFields />
          <ApplicationRows />
        </Stack>
        <AdvancedFields />
        <FormOutcome steps={['check', 'save']} />
      </ProfileFormContext>
    </form>
  )
}
