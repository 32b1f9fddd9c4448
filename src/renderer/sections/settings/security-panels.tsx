import { KeyRound } from 'lucide-react'
import type { AppState } from '../../../shared/schemas/app.ts'
import type { PolicyView } from '../../../shared/schemas/policy.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateDot } from '../../ui/badge.tsx'
import content from '../../ui/content.module.css'
import styles from './settings.module.css'
import { SettingsPanel } from './settings-panel.tsx'

const secretRules = {
  forbidden: 'sentence.forbidden-session-secret',
  required: 'sentence.forbidden-keychain-secret',
} as const

/** The rule for secrets in the organisation's policy; null without a rule. */
export function useSecretRule(rule: PolicyView['sessionOnlySecrets']): string | null {
  const { t } = useTexts('failures')
  return rule === 'allowed' ? null : t(secretRules[rule])
}

/** The key of the sentence that says where the tokens of the service profiles are stored. */
function answerKey({ keychain, isKeychainPasswordKnown, profiles }: AppState) {
  if (isKeychainPasswordKnown) return 'where.answerKnownPassword'
  const stored = profiles.filter(({ profile, secret }) => profile.kind === 'service' && secret !== 'none')
  const sessionOnly = stored.filter(({ secret }) => secret === 'session')
  if (keychain === 'missing') return 'where.answerSession'
  if (sessionOnly.length === 0) return 'where.answer'
  return sessionOnly.length === stored.length ? 'where.answerSession' : 'where.answerBoth'
}

/** The panel that explains where the token is stored. */
export function TokenPanel({ state }: { readonly state: AppState }) {
  const { t } = useTexts('settings')
  const rule = useSecretRule(state.policy?.sessionOnlySecrets ?? 'allowed')
  const answer = state.policy?.sessionOnlySecrets === 'required' ? rule : t(answerKey(state))
  const services = state.profiles.filter(({ profile }) => profile.kind === 'service')
  return (
    <SettingsPanel part="token" title={t('where.title')}>
      <Stack gap={3} bounded>
        <Row gap={3} align="stretch">
          <span className={content.emblem} aria-hidden>
            <KeyRound size={18} strokeWidth={1.6} />
          </span>
          <Stack gap={1} tone="soft">
            <Text as="p" font="label" tone="ink">
              {answer}
            </Text>
            <p>{t('where.how')}</p>
          </Stack>
        </Row>
        <ul className={styles.secrets}>
          <Row as="li" gap={3} justify="between">
            <span>{t('about.keychain')}</span>
            <StateDot tone={state.keychain === 'available' && !state.isKeychainPasswordKnown ? 'good' : 'warn'}>
              {t(`keychain.${state.keychain}`)}
            </StateDot>
          </Row>
          {services.map(({ profile, secret }) => (
            <Row key={profile.id} as="li" gap={3} justify="between">
              <Text truncate>{profile.name}</Text>
              <StateDot tone={secret === 'keychain' ? 'good' : 'warn'}>{t(`secret.${secret}`)}</StateDot>
            </Row>
          ))}
        </ul>
      </Stack>
    </SettingsPanel>
  )
}

export function ManagedPanel({ policy }: { readonly policy: PolicyView }) {
  const { t } = useTexts(['settings', 'app', 'common'])
  const { file, allowedHosts, leastProtection, sessionOnlySecrets, updatesFeed } = policy
  const rule = useSecretRule(sessionOnlySecrets)
  const none = t('managed.none')
  const hosts = allowedHosts?.join(t('common:comma'))
  return (
    <Panel title={t('managed.title')} region>
      <DescriptionList
        items={[
          hosts !== undefined && { label: t('managed.hosts'), value: hosts || none, mono: hosts !== '' },
          leastProtection !== 'open' && {
            label: t('managed.protection'),
            value: t(`app:protection.${leastProtection}`),
          },
          rule !== null && { label: t('managed.secrets'), value: rule },
          updatesFeed !== undefined && {
            label: t('managed.updates'),
            value: updatesFeed ?? none,
            mono: updatesFeed !== null,
          },
          { label: t('managed.file'), value: file, mono: true },
        ]}
      />
    </Panel>
  )
}
