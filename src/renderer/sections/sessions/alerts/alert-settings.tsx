import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWithin, limits, timePattern } from '../../../../shared/model/limits.ts'
import type { AlertSettings as Settings, AlertSettingsPatch } from '../../../../shared/schemas/alert.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { applicationName } from '../application-name.ts'
import { NumberField } from '../rules/number-field.tsx'
import { Row } from '../../../ui/layout.tsx'
import rules from '../rules/rules.module.css'
import styles from './alerts.module.css'

// The same time twice is the whole day.
const defaultHours = {
  quietHours: { from: '22:00', until: '07:00' },
  weekendHours: { from: '00:00', until: '00:00' },
} as const
const hoursKinds = ['quietHours', 'weekendHours'] as const

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
    <TextInput
      type="time"
      aria-label={label}
      value={typed ?? saved}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== null && timePattern.test(typed) && typed !== saved) onSave(typed)
        setTyped(null)
      }}
    />
  )
}

interface QuietHoursProps {
  readonly settings: Settings
  readonly onSave: Save
}

function Hours({ kind, settings, onSave }: QuietHoursProps & { readonly kind: (typeof hoursKinds)[number] }) {
  const { t } = useTranslation('alerts')
  const hours = settings[kind]
  return (
    <div className={styles.hours}>
      <Switch
        label={t(`quiet.${kind}.on`)}
        isOn={hours !== null}
        onChange={(isOn) => onSave({ [kind]: isOn ? defaultHours[kind] : null })}
      />
      {hours !== null && (
        <Row gap={2} tone="soft" className={styles.times}>
          {hours.from === hours.until && t('quiet.allDay')}
          {(['from', 'until'] as const).map((field) => (
            <Time
              key={field}
              label={t(`quiet.${kind}.${field}`)}
              saved={hours[field]}
              onSave={(time) => onSave({ [kind]: { [field]: time } })}
            />
          ))}
        </Row>
      )}
    </div>
  )
}

function QuietHours(props: QuietHoursProps) {
  const { t } = useTranslation('alerts')
  return (
    <Panel title={t('quiet.label')} sub={t('quiet.hint')} region>
      <div className={styles.group}>
        {hoursKinds.map((kind) => (
          <Hours key={kind} kind={kind} {...props} />
        ))}
      </div>
    </Panel>
  )
}

interface CapacityProps {
  readonly application: Application
  readonly saved: number | null
  readonly onSave: Save
}

/** Saved on blur and by Enter. */
function Capacity({ application, saved, onSave }: CapacityProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const { appId } = application
  const live = useQuery(read('session.overview', {})).data?.find((count) => count.appId === appId)?.latest?.total
  // Not set: nothing unsaved is typed.
  const [typed, setTyped] = useState<{ readonly value: number | null } | null>(null)
  const value = typed === null ? saved : typed.value
  const save = (): void => {
    if (value !== null && !isWithin(value, limits.capacity)) return
    if (value !== saved) onSave({ capacities: { [appId]: value } })
    setTyped(null)
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its field is inside
    <form
      className={styles.capacity}
      onBlur={save}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <NumberField
        label={applicationName(application)}
        range={limits.capacity}
        isOptional
        isInline
        placeholder={t('capacity.none')}
        value={value}
        onChange={(number) => setTyped({ value: number })}
      />
      {live !== undefined && <span>{t('capacity.live', { number: format.number(live) })}</span>}
    </form>
  )
}

/** Settings of all alerts: the capacities of the applications, and quiet hours, in which only critical ones notify. */
export function AlertSettings({ applications }: { readonly applications: readonly Application[] }) {
  const { t } = useTranslation('alerts')
  const save = useCommand('alert.setSettings', { queue: 'alert.setSettings' })
  const settings = useQuery(read('alert.read', {})).data?.settings
  if (settings === undefined) return null
  return (
    <>
      <ErrorNotice error={save.error} about={t('settingsFailed')} />
      <div className={rules.columns}>
        <Panel title={t('capacity.title')} sub={t('capacity.hint')} region>
          <div className={styles.group}>
            {applications.map((application) => (
              <Capacity
                key={application.appId}
                application={application}
                saved={settings.capacities[application.appId] ?? null}
                onSave={save.mutate}
              />
            ))}
          </div>
        </Panel>
        <QuietHours settings={settings} onSave={save.mutate} />
      </div>
    </>
  )
}
