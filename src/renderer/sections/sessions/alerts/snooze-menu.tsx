import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { useIsOlder } from '../../../i18n/use-is-older.ts'
import { MenuButton } from '../../../ui/menu-button.tsx'

interface SnoozeMenuProps {
  /** The rule as text. */
  readonly rule: string
  /** Until when it does not notify; null for a rule that does. */
  readonly snoozedUntil: number | null
  /** 0 ends the snooze. */
  readonly onSnooze: (minutes: number) => void
}

const lengths = [15, 60, 480, 1_440] as const
const minuteMs = 60_000

/** How long a rule is not to notify. */
export function SnoozeMenu({ rule, snoozedUntil, onSnooze }: SnoozeMenuProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const isOver = useIsOlder(snoozedUntil, 0)
  const minutes = snoozedUntil === null || isOver ? lengths : [0, ...lengths]
  return (
    <MenuButton
      size="small"
      label={t('snooze.label')}
      name={t('snooze.rule', { rule })}
      items={minutes.map((length) => ({
        label: length === 0 ? t('snooze.end') : t('snooze.for', { time: format.duration(length * minuteMs) }),
        onChoose: () => {
          onSnooze(length)
        },
      }))}
    />
  )
}
