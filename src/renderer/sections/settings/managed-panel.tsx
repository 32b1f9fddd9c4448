import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PolicyView } from '../../../shared/schemas/policy.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import type { DescriptionItem } from '../../ui/description-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './settings.module.css'

export interface ManagedPanelProps {
  readonly policy: PolicyView
}

function hostsDetail(t: TFunction<'settings'>, { allowedHosts }: PolicyView): readonly DescriptionItem[] {
  if (allowedHosts === null) return []
  const isNone = allowedHosts.length === 0
  return [{ label: t('managed.hosts'), value: isNone ? t('managed.noHost') : allowedHosts.join(', '), mono: !isNone }]
}

function updatesDetail(t: TFunction<'settings'>, { updatesFeed }: PolicyView): readonly DescriptionItem[] {
  if (updatesFeed === undefined) return []
  return [{ label: t('managed.updates'), value: updatesFeed ?? t('managed.noUpdates'), mono: updatesFeed !== null }]
}

function secretsDetail(t: TFunction<'settings'>, { sessionOnlySecrets }: PolicyView): readonly DescriptionItem[] {
  if (sessionOnlySecrets === 'allowed') return []
  return [{ label: t('managed.secrets'), value: t(`managed.secret.${sessionOnlySecrets}`) }]
}

/** What the organisation manages on this computer, and why it can’t be changed here. */
export function ManagedPanel({ policy }: ManagedPanelProps) {
  const { t } = useTranslation('settings')
  const { t: shell } = useTranslation('app')
  const { file, leastProtection, logLevel } = policy
  const log = { label: t('managed.log'), value: t(`managed.logLevel.${logLevel}`) }
  const protection = { label: t('managed.protection'), value: shell(`protection.${leastProtection}`) }
  return (
    <Panel title={t('managed.title')} region>
      <p className={styles.why}>{t('managed.why')}</p>
      <DescriptionList
        items={[
          ...hostsDetail(t, policy),
          ...(leastProtection === 'open' ? [] : [protection]),
          ...secretsDetail(t, policy),
          ...updatesDetail(t, policy),
          ...(logLevel === 'info' ? [] : [log]),
          { label: t('managed.file'), value: file, mono: true },
        ]}
      />
    </Panel>
  )
}
