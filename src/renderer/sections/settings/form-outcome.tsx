import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../shared/contract.ts'
import type { ProfileFields } from '../../../shared/schemas/profile.ts'
import { failureOf } from '../../api/call.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { StatusText } from '../../ui/status-line.tsx'
import styles from './profile-form.module.css'
import type { ProfileFormParts } from './use-profile-form.ts'
import { useSecretText } from './use-secret-text.ts'

export interface FormOutcomeProps {
  readonly parts: ProfileFormParts
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

function FailedStep({ parts }: Pick<FormOutcomeProps, 'parts'>) {
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
      action={
        canStoreForSession && (
          <Button
            onClick={() => {
              parts.save('session')
            }}
          >
            {t('keepForSession')}
          </Button>
        )
      }
    />
  )
}

function OutcomeMessage({ parts, durationUnit }: FormOutcomeProps) {
  const { t } = useTranslation('settings')
  const testText = useTestText()
  const secretText = useSecretText()
  if (parts.last === null) return null
  if (parts.last === 'check') return <StatusText tone="bad">{t('checkFields')}</StatusText>
  const step = { save: parts.saving, test: parts.testing, remove: parts.removing }[parts.last]
  if (step.isPending) return <StatusText tone="busy">{t(`busy.${parts.last}`)}</StatusText>
  if (step.error !== null) return <FailedStep parts={parts} />
  if (parts.last === 'remove') return <StatusText tone="good">{t('removed')}</StatusText>
  if (parts.last === 'save') {
    const where = parts.saving.data?.secret
    return (
      <StatusText tone="good">
        {where === undefined ? t('saved') : `${t('saved')} ${t('savedWhere', { where: secretText(where) })}`}
      </StatusText>
    )
  }
  return parts.testing.data === undefined ? null : (
    <StatusText tone="good">{testText(parts.testing.data, durationUnit)}</StatusText>
  )
}

/** The result of saving, testing or removing as text, in one live region. */
export function FormOutcome(props: FormOutcomeProps) {
  return (
    <div role="status" className={styles.outcome}>
      <OutcomeMessage {...props} />
    </div>
  )
}
