import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AppState } from '../../../shared/schemas/app.ts'
import { Panel } from '../../ui/panel.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import styles from './settings.module.css'
import { useAskedPanel } from './use-asked-panel.ts'
import { useSecretText } from './use-secret-text.ts'

export interface TokenPanelProps {
  readonly state: AppState
}

/** The one page that says where the token is. */
export function TokenPanel({ state }: TokenPanelProps) {
  const { t } = useTranslation('settings')
  const secretText = useSecretText()
  const inKeychain = state.isKeychainPasswordKnown ? t('where.answerKnownPassword') : t('where.answer')
  const isSessionOnly = state.policy?.sessionOnlySecrets === 'required'
  const answer = isSessionOnly ? t('managed.secret.required') : inKeychain
  const services = state.profiles.filter(({ profile }) => profile.kind === 'service')
  return (
    <Panel {...useAskedPanel('token')} title={t('where.title')} region>
      <Row gap={3} align="stretch">
        <span className={styles.icon} aria-hidden>
          <KeyRound />
        </span>
        <Stack gap={1} tone="soft" className={styles.words}>
          <p className={styles.first}>{answer}</p>
          <p>{t('where.how')}</p>
          <p>{t('where.never')}</p>
        </Stack>
      </Row>
      <ul className={styles.list}>
        <li>
          <span>{t('where.keychain')}</span>
          <StateDot tone={state.keychain === 'available' && !state.isKeychainPasswordKnown ? 'good' : 'warn'}>
            {t(`keychain.${state.keychain}`)}
          </StateDot>
        </li>
        {services.map(({ profile, secret }) => (
          <li key={profile.id}>
            <span>{profile.name}</span>
            <StateDot tone={secret === 'keychain' ? 'good' : 'warn'}>{secretText(secret)}</StateDot>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
