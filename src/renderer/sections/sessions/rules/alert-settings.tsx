import { useState } from 'react'
import { limits, timePattern } from '../../../../shared/model/limits.ts'
import type { AlertSettings as Settings, AlertSettingsPatch } from '../../../../shared/schemas/alert.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useAlerts } from '../../../alerts/use-rules.ts'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { cx } from '../../../ui/cx.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SavedNumberField } from '../../../ui/saved-number-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useWindowEvent } from '../../../ui/use-window-event.ts'
import { applicationName, useApplications } from '../applications.tsx'
import { useCount } from './rules.ts'
import counts from '../counts/counts.module.css'
import styles from './rules.module.css'

// The same time for both ends means the whole day.
const defaultHours = {
  quietHours: { from: '22:00', until: '07:00' },
  weekendHours: { from: '00:00', until: '00:00' },
} as const

interface TimeProps {
  readonly label: string
  readonly saved: string
  readonly onSave: (time: string) => void
}

/** A time of day, saved on blur and before the page unloads, because a half-typed time is not a time. */
function Time({ label, saved, onSave }: TimeProps) {
  // null: nothing unsaved is typed.
  const [typed, setTyped] = useState<string | null>(null)
  const save = (): void => {
    if (typed !== null && timePattern.test(typed) && typed !== saved) onSave(typed)
    setTyped(null)
  }
  useWindowEvent('pagehide', save)
  return <TextInput type="time" aria-label={label} value={typed ?? saved} onType={setTyped} onBlur={save} />
}

interface HoursProps {
  readonly kind: keyof typeof defaultHours
  readonly settings: Settings
  readonly onSave: (patch: AlertSettingsPatch) => void
}

function Hours({ kind, settings, onSave }: HoursProps) {
  const { t } = useTexts('alerts')
  const hours = settings[kind]
  const label = t(`quiet.${kind}`)
  return (
    <Row role="group" aria-label={label} justify="between" className={styles.hours}>
      <Switch
        label={label}
        isOn={hours !== null}
        onChange={(isOn) => onSave({ [kind]: isOn ? defaultHours[kind] : null })}
      />
      {hours !== null && (
        <Row gap={2} tone="soft">
          {hours.from === hours.until && t('quiet.allDay')}
          {(['from', 'until'] as const).map((field) => (
            <Time
              key={field}
              label={t(`quiet.${field}`)}
              saved={hours[field]}
              onSave={(time) => onSave({ [kind]: { [field]: time } })}
            />
          ))}
        </Row>
      )}
    </Row>
  )
}

interface CapacityProps {
  readonly application: Application
  readonly saved: number | null
  readonly onSave: (capacity: number | null, onSaved: () => void) => void
}

function Capacity({ application, saved, onSave }: CapacityProps) {
  const { t, format } = useTexts(['alerts', 'sessions'])
  const count = useCount(application.appId)
  return (
    <div className={styles.capacity}>
      <SavedNumberField
        label={applicationName(application)}
        range={limits.capacity}
        isOptional
        isInline
        placeholder={t('capacity.none')}
        saved={saved}
        onSave={onSave}
      />
      {count !== null && (
        <Text tone="soft" tabular>
          <span className={cx(count.isStale && counts.stale)}>
            {t(count.isStale ? 'sessions:overview.wasOne' : 'capacity.live', { number: format.number(count.total) })} ·{' '}
            <Age at={count.at} />
          </span>
        </Text>
      )}
    </div>
  )
}

/** Settings of all alerts: the capacities of the applications, and quiet hours, when only critical alerts notify. */
export function AlertSettings() {
  const applications = useApplications()
  const { t } = useTexts('alerts')
  const save = useCommand('alert.setSettings', { queue: 'alert.setSettings' })
  const settings = useAlerts().data?.settings
  if (settings === undefined) return null
  return (
    <>
      <ErrorNotice error={save.error} about={t('settingsFailed')} />
      <div className={counts.columns}>
        <Panel title={t('capacity.title')} region>
          <Stack gap={2}>
            {applications.map((application) => (
              <Capacity
                key={application.appId}
                application={application}
                saved={settings.capacities[application.appId] ?? null}
                onSave={(capacity, onSaved) => save.mutate({ capacities: { [application.appId]: capacity } }, onSaved)}
              />
            ))}
          </Stack>
        </Panel>
        <Panel title={t('quiet.label')} sub={t('quiet.hint')} region>
          <Stack gap={2}>
            <Hours kind="quietHours" settings={settings} onSave={save.mutate} />
            <Hours kind="weekendHours" settings={settings} onSave={save.mutate} />
          </Stack>
        </Panel>
      </div>
    </>
  )
}
