import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/call.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { StatusText } from '../../ui/status-line.tsx'
import styles from './settings.module.css'
import type { FormStep, ProfileFormParts } from './use-profile-form.ts'

function FailedStep({ parts, step, error }: OutcomeProps & { readonly error: unknown }) {
  const { t } = useTranslation('settings')
  const failure = failureOf(error)
  const canStoreForSession =
    step === 'save' &&
    parts.secretRule !== 'forbidden' &&
    (failure.kind === 'keychain-missing' || failure.kind === 'keychain-locked')
  return (
    <ErrorNotice
      failure={failure}
      live="none"
      action={canStoreForSession && <Button onClick={() => parts.save('session')}>{t('keepForSession')}</Button>}
    />
  )
}

/** What a step that went well brought; null before it has. */
function useSuccessText({ draft, saving, testing }: ProfileFormParts): (step: OutcomeProps['step']) => string | null {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const amount = (value: number | null): string => (value === null ? '–' : format.number(value))
  return (step) => {
    if (step === 'remove') return t('removed')
    if (step === 'save')
      return saving.data === undefined ? null : t('saved', { where: t(`secret.${saving.data.secret}`) })
    if (testing.data === undefined) return null
    const { account, tookMs } = testing.data
    return t('tested', {
      took: format.duration(tookMs),
      creations: amount(account.avatarCreationsLeft),
      duration: amount(account.durationLeft),
      unit: t(`unit.${draft.durationUnit}`),
    })
  }
}

interface OutcomeProps {
  readonly parts: ProfileFormParts
  readonly step: Exclude<FormStep, 'check'>
}

function StepOutcome({ parts, step }: OutcomeProps) {
  const { t } = useTranslation('settings')
  const text = useSuccessText(parts)(step)
  const { isPending, error } = { save: parts.saving, test: parts.testing, remove: parts.removing }[step]
  if (isPending) return <StatusText tone="busy">{t(`busy.${step}`)}</StatusText>
  if (error !== null) return <FailedStep parts={parts} step={step} error={error} />
  return text !== null && <StatusText tone="good">{text}</StatusText>
}

interface FormOutcomeProps {
  readonly parts: ProfileFormParts
  readonly steps: readonly FormStep[]
}

/** What came of the last step, where it is one of these. */
export function FormOutcome({ parts, steps }: FormOutcomeProps) {
  const { t } = useTranslation('failures')
  const step = parts.last !== null && steps.includes(parts.last) ? parts.last : null
  return (
    <div role="status" className={styles.outcome}>
      {step === 'check' && <StatusText tone="bad">{t('next.marked')}</StatusText>}
      {step !== null && step !== 'check' && <StepOutcome parts={parts} step={step} />}
    </div>
  )
}
