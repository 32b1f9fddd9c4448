import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../shared/schemas/app.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Row } from '../../ui/layout.tsx'
import styles from './settings.module.css'
import { useAskedPanel } from './use-asked-panel.ts'

export interface PreferencesPanelProps {
  readonly preferences: Preferences
}

/** Theme, language and density; each choice is saved at once. */
export function PreferencesPanel({ preferences }: PreferencesPanelProps) {
  const { t } = useTranslation('settings')
  // One after the other: the last answer is the newest.
  const { mutate: set, error } = useCommand('preferences.set', { queue: 'preferences.set' })
  return (
    <Panel {...useAskedPanel('preferences')} title={t('preferences')} region>
      <Row align="stretch" wrap className={styles.groups}>
        <RadioGroup
          label={t('theme.label')}
          value={preferences.theme}
          onChange={(theme) => set({ theme })}
          options={[
            { value: 'system', label: t('theme.system') },
            { value: 'light', label: t('theme.light') },
            { value: 'dark', label: t('theme.dark') },
          ]}
        />
        <RadioGroup
          label={t('language.label')}
          value={preferences.language}
          onChange={(language) => set({ language })}
          options={[
            { value: 'system', label: t('language.system') },
            { value: 'en', label: 'English' },
            { value: 'zh-CN', label: '简体中文' },
          ]}
        />
        <RadioGroup
          label={t('density.label')}
          value={preferences.density}
          onChange={(density) => set({ density })}
          options={[
            { value: 'comfortable', label: t('density.comfortable') },
            { value: 'compact', label: t('density.compact') },
          ]}
        />
      </Row>
      <ErrorNotice error={error} />
    </Panel>
  )
}
