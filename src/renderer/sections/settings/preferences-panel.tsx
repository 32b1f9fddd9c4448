import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { AlertSettings } from '../../../shared/schemas/alert.ts'
import type { Preferences } from '../../../shared/schemas/app.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { go } from '../../state/location-store.ts'
import { Button } from '../../ui/button.tsx'
import { Note, Row, Stack } from '../../ui/layout.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Switch } from '../../ui/switch.tsx'
import { SettingsPanel } from './settings-panel.tsx'

const themes = ['system', 'light', 'dark'] as const
const densities = ['comfortable', 'compact'] as const

interface BackgroundSwitchesProps {
  readonly runsInBackground: boolean
  readonly onChange: (runsInBackground: boolean) => void
}

/** What Greenroom does without a window. */
function BackgroundSwitches({ runsInBackground, onChange }: BackgroundSwitchesProps) {
  const { t } = useTexts('settings')
  const query = useQuery(read('app.background', {}))
  const { mutate: setLogin, error, isPending, input } = useCommand('app.setOpensAtLogin', { queue: 'app.background' })
  const chosen = isPending ? input : undefined
  const hintId = useId()
  if (query.data === undefined) return <QueryFailure query={query} />
  const { hasTray, opensAtLogin } = query.data
  return (
    <Stack gap={2}>
      <div>
        <Switch
          label={t('background.runs')}
          isOn={hasTray && runsInBackground}
          disabled={!hasTray}
          aria-describedby={hintId}
          onChange={onChange}
        />
        <Note id={hintId}>{t(hasTray ? 'background.hint' : 'background.noTray')}</Note>
      </div>
      <Switch
        label={t('background.opensAtLogin')}
        isOn={chosen?.opensAtLogin ?? opensAtLogin}
        onChange={(isOn) => setLogin({ opensAtLogin: isOn })}
      />
      <ErrorNotice error={error} />
    </Stack>
  )
}

export function PreferencesPanel({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTexts('settings')
  // Queued, so that the last answer is the newest.
  const { mutate: set, error, isPending, input } = useCommand('preferences.set', { queue: 'preferences.set' })
  // Shows a choice immediately, before it is stored on disk.
  const chosen = isPending ? input : undefined
  return (
    <SettingsPanel part="preferences">
      <Stack gap={4}>
        <Row gap={5} align="stretch" wrap>
          <RadioGroup
            label={t('theme.label')}
            value={chosen?.theme ?? preferences.theme}
            onChange={(theme) => set({ theme })}
            options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
          />
          <RadioGroup
            label={t('language.label')}
            value={chosen?.language ?? preferences.language}
            onChange={(language) => set({ language })}
            options={[
              { value: 'system', label: t('theme.system') },
              { value: 'en', label: 'English' },
              { value: 'zh-CN', label: '简体中文' },
            ]}
          />
          <RadioGroup
            label={t('density.label')}
            value={chosen?.density ?? preferences.density}
            onChange={(density) => set({ density })}
            options={densities.map((value) => ({ value, label: t(`density.${value}`) }))}
          />
        </Row>
        <ErrorNotice error={error} />
        <BackgroundSwitches
          runsInBackground={chosen?.runsInBackground ?? preferences.runsInBackground}
          onChange={(runsInBackground) => set({ runsInBackground })}
        />
      </Stack>
    </SettingsPanel>
  )
}

function QuietHours({ settings: { quietHours, weekendHours } }: { readonly settings: AlertSettings }) {
  const { t } = useTexts('settings')
  if (quietHours === null && weekendHours === null) return <p>{t('alertsPanel.noQuiet')}</p>
  const isAllDay = weekendHours?.from === weekendHours?.until
  return (
    <>
      {quietHours !== null && <p>{t('alertsPanel.quiet', quietHours)}</p>}
      {weekendHours !== null && (
        <p>{isAllDay ? t('alertsPanel.quietWeekends') : t('alertsPanel.quietOnWeekends', weekendHours)}</p>
      )}
    </>
  )
}

export function AlertsPanel() {
  const { t } = useTexts('settings')
  const query = useQuery(read('alert.read', {}))
  const alerts = query.data
  return (
    <SettingsPanel part="alerts">
      <QueryFailure query={query} />
      <Row gap={3} justify="between">
        {alerts !== undefined && (
          <Stack tone="soft">
            <p>{t('alertsPanel.on', { count: alerts.rules.filter(({ isOn }) => isOn).length })}</p>
            <QuietHours settings={alerts.settings} />
          </Stack>
        )}
        <Button onClick={() => go({ section: 'sessions', tab: 'rules' })}>{t('alertsPanel.open')}</Button>
      </Row>
    </SettingsPanel>
  )
}
