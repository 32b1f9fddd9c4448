import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertSettings as Settings, AlertSettingsPatch } from '../../../../shared/schemas/alert.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { applicationName } from '../application-name.ts'
import { NumberField } from '../rules/number-field.tsx'
import rules from '../rules/rules.module.css'
import styles from './alerts.module.css'

export interface AlertSettingsProps {
  readonly settings: Settings
  /** The application on screen, for whose capacity there is a field. */
  readonly application: Application
}

const defaultHours = { from: '22:00', until: '07:00' } as const
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const isCapacity = (text: string): boolean => text === '' || (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000)

type Save = (patch: AlertSettingsPatch) => void

interface TimeProps {
  readonly label: string
  readonly saved: string
  readonly onSave: (time: string) => void
}

/** A time of day, saved on blur: half a time is no time. */
function Time({ label, saved, onSave }: TimeProps) {
  // null: nothing unsaved is typed.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field label={label}>
      <TextInput
        type="time"
        value={typed ?? saved}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
        }}
        onBlur={() => {
          if (typed !== null && isTime(typed) && typed !== saved) onSave(typed)
          setTyped(null)
        }}
      />
    </Field>
  )
}

function QuietHours({ settings, onSave }: { readonly settings: Settings; readonly onSave: Save }) {
  const { t } = useTranslation('alerts')
  const { quietHours } = settings
  return (
    <div className={styles.group}>
      <Switch
        label={t('quiet.label')}
        hint={t('quiet.hint')}
        isOn={quietHours !== null}
        onChange={(isOn) => {
          onSave({ quietHours: isOn ? defaultHours : null })
        }}
      />
      {quietHours !== null && (
        <div className={rules.fields}>
          {(['from', 'until'] as const).map((field) => (
            <Time
              key={field}
              label={t(`quiet.${field}`)}
              saved={quietHours[field]}
              onSave={(time) => {
                onSave({ quietHours: { [field]: time } })
              }}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function Capacity({ settings, application, onSave }: AlertSettingsProps & { readonly onSave: Save }) {
  const { t } = useTranslation('alerts')
  const { appId } = application
  const saved = String(settings.capacities[appId] ?? '')
  // null: nothing unsaved is typed.
  const [typed, setTyped] = useState<string | null>(null)
  const text = (typed ?? saved).trim()
  const isRight = isCapacity(text)
  return (
    <form
      className={styles.capacity}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRight) return
        onSave({ capacities: { [appId]: text === '' ? null : Number(text) } })
        setTyped(null)
      }}
    >
      <NumberField
        label={t('capacity.label', { name: applicationName(application) })}
        hint={t('capacity.hint')}
        error={isRight ? null : t('capacity.error')}
        value={typed ?? saved}
        onChange={setTyped}
      />
      <Button type="submit" disabled={!isRight || text === saved}>
        {t('capacity.save')}
      </Button>
    </form>
  )
}

/** Settings of all alerts: quiet hours, in which only critical ones notify, and the capacity of an application. */
export function AlertSettings({ settings, application }: AlertSettingsProps) {
  const { t } = useTranslation('alerts')
  const save = useCommand('alert.setSettings', { queue: 'alert.setSettings' })
  return (
    <div className={styles.settings}>
      <Capacity settings={settings} application={application} onSave={save.mutate} />
      <QuietHours settings={settings} onSave={save.mutate} />
      {save.error !== null && <ErrorNotice failure={failureOf(save.error)} about={t('settingsFailed')} />}
    </div>
  )
}
