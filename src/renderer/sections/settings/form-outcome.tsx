import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../shared/contract.ts'
import type { ProfileFields } from '../../../shared/schemas/profile.ts'
import { failureOf } from '../../api/call.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { StatusText } from '../../ui/status-line.tsx'
import styles from './settings.module.css'
import type { ProfileFormParts } from './use-profile-form.ts'
import { useSecretText } from './use-secret-text.ts'

interface OutcomeProps {
  readonly parts: ProfileFormParts
}

export interface TestOutcomeProps extends OutcomeProps {
  readonly durationUnit: ProfileFields['durationUnit']
}

function useTestText(): (answer: OutputOf<'profile.test'>, unit: ProfileFields['durationUnit']) => string {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const amount = (value: number | null): string => (value === null ? t('tested.notStated') : format.number(value))
  return ({ account, tookMs }, unit) =>
    [
      t('tested.connected'),
      t('tested.left', {
        creations: amount(account.avatarCreationsLeft),
        duration: amount(account.durationLeft),
        unit: t(`tested.unit.${unit}`),
      }),
      t('tested.took', { took: format.duration(tookMs) }),
    ].join(t('tested.join'))
}

function FailedStep({ parts }: OutcomeProps) {
  const { t } = useTranslation('settings')
  const error =
    parts.last === 'save' ? parts.saving.error : parts.last === 'test' ? parts.testing.error : parts.removing.error
  const failure = failureOf(error)
  const canStoreForSession =
    parts.last === 'save' &&
    parts.policy?.sessionOnlySecrets !== 'forbidden' &&
    (failure.kind === 'keychain-missing' || failure.kind === 'keychain-locked')
  return (
    <ErrorNotice
      failure={failure}
      live="none"
      action={canStoreForSession && <Button onClick={() => parts.save('session')}>{t('keepForSession')}</Button>}
    />
  )
}

function TestMessage({ parts, durationUnit }: TestOutcomeProps) {
  const { t } = useTranslation('settings')
  const testText = useTestText()
  if (parts.last !== 'test' && parts.last !== 'remove') return null
  const step = parts.last === 'test' ? parts.testing : parts.removing
  if (step.isPending) return <StatusText tone="busy">{t(`busy.${parts.last}`)}</StatusText>
  if (step.error !== null) return <FailedStep parts={parts} />
  if (parts.last === 'remove') return <StatusText tone="good">{t('removed')}</StatusText>
  return parts.testing.data === undefined ? null : (
    <StatusText tone="good">{testText(parts.testing.data, durationUnit)}</StatusText>
  )
}

/** What came of testing the connection or of removing the secret, under the secret. */
export function TestOutcome(props: TestOutcomeProps) {
  return (
    <div role="status" className={styles.outcome}>
      <TestMessage {...props} />
    </div>
  )
}

function SaveMessage({ parts }: OutcomeProps) {
  const { t } = useTranslation('settings')
  const secretText = useSecretText()
  if (parts.last === 'check') return <StatusText tone="bad">{t('checkFields')}</StatusText>
  if (parts.last !== 'save') return null
  if (parts.saving.isPending) return <StatusText tone="busy">{t('busy.save')}</StatusText>
  if (parts.saving.error !== null) return <FailedStep parts={parts} />
  const where = parts.saving.data?.secret
  return (
    <StatusText tone="good">
      {where === undefined ? t('saved') : `${t('saved')} ${t('savedWhere', { where: secretText(where) })}`}
    </StatusText>
  )
}

/** What came of saving, beside its button. */
export function SaveOutcome(props: OutcomeProps) {
  return (
    <div role="status" className={styles.outcome}>
      <SaveMessage {...props} />
    </div>
  )
}
