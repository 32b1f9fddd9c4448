import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PolicyView } from '../../../shared/schemas/policy.ts'
import { Facts } from '../../ui/facts.tsx'
import type { Fact } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './managed-panel.module.css'

/** Props of `ManagedPanel`. */
export interface ManagedPanelProps {
  readonly policy: PolicyView
}

function hostsFact(t: TFunction<'settings'>, { allowedHosts }: PolicyView): readonly Fact[] {
  if (allowedHosts === null) return []
  const isNone = allowedHosts.length === 0
  return [{ label: t('managed.hosts'), value: isNone ? t('managed.noHost') : allowedHosts.join(', '), mono: !isNone }]
}

function updatesFact(t: TFunction<'settings'>, { updatesFeed }: PolicyView): readonly Fact[] {
  if (updatesFeed === undefined) return []
  return [{ label: t('managed.updates'), value: updatesFeed ?? t('managed.noUpdates'), mono: updatesFeed !== null }]
}

function secretsFact(t: TFunction<'settings'>, { sessionOnlySecrets }: PolicyView): readonly Fact[] {
  if (sessionOnlySecrets === 'allowed') return []
  return [{ label: t('managed.secrets'), value: t(`managed.secret.${sessionOnlySecrets}`) }]
}

/** What the organisation manages on this computer, and why it can't be changed here. */
export function ManagedPanel({ policy }: ManagedPanelProps) {
  const { t } = useTranslation('settings')
  const { t: shell } = useTranslation('app')
  const { file, leastProtection, logLevel } = policy
  const log = { label: t('managed.log'), value: t(`managed.logLevel.${logLevel}`) }
  const protection = { label: t('managed.protection'), value: shell(`protection.${leastProtection}`) }
  return (
    <Panel title={t('managed.title')} region>
      <p className={styles.why}>{t('managed.why')}</p>
      <Facts
        facts={[
          ...hostsFact(t, policy),
          ...(leastProtection === 'open' ? [] : [protection]),
          ...secretsFact(t, policy),
          ...updatesFact(t, policy),
          ...(logLevel === 'info' ? [] : [log]),
          { label: t('managed.file'), value: file, mono: true },
        ]}
      />
    </Panel>
  )
}
