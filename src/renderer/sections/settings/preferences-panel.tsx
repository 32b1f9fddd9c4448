import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../shared/schemas/app.ts'
import { call, failureOf } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './preferences-panel.module.css'

/** Props of `PreferencesPanel`. */
export interface PreferencesPanelProps {
  readonly preferences: Preferences
}

/** Theme, language and density; each choice is kept at once. */
export function PreferencesPanel({ preferences }: PreferencesPanelProps) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const setting = useMutation({
    mutationFn: (changed: Preferences) => call('preferences.set', changed),
    onSuccess: (kept) => {
      client.setQueryData(queries.appState().queryKey, (state) => state && { ...state, preferences: kept })
    },
  })
  const set = (change: Partial<Preferences>): void => {
    setting.mutate({ ...preferences, ...change })
  }
  return (
    <Panel title={t('preferences')} region>
      <div className={styles.groups}>
        <RadioGroup
          label={t('theme.label')}
          value={preferences.theme}
          onChange={(theme) => {
            set({ theme })
          }}
          options={[
            { value: 'system', label: t('theme.system') },
            { value: 'light', label: t('theme.light') },
            { value: 'dark', label: t('theme.dark') },
          ]}
        />
        <RadioGroup
          label={t('language.label')}
          value={preferences.language}
          onChange={(language) => {
            set({ language })
          }}
          options={[
            { value: 'system', label: t('language.system') },
            { value: 'en', label: 'English' },
            { value: 'zh-CN', label: '简体中文' },
          ]}
        />
        <RadioGroup
          label={t('density.label')}
          value={preferences.density}
          onChange={(density) => {
            set({ density })
          }}
          options={[
            { value: 'comfortable', label: t('density.comfortable') },
            { value: 'compact', label: t('density.compact') },
          ]}
        />
      </div>
      {setting.isError && <ErrorNotice failure={failureOf(setting.error)} />}
    </Panel>
  )
}
