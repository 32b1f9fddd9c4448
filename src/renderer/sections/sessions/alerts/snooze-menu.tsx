import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { MenuButton } from '../../../ui/menu-button.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'

const lengths = [15, 60, 480, 1_440] as const
const minuteMs = 60_000

/** How long a rule is not to notify: `onSnooze` takes minutes, 0 ends the snooze. */
export function useSnoozes(isSnoozed: boolean, onSnooze: (minutes: number) => void): readonly MenuItem[] {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  return (isSnoozed ? [0, ...lengths] : lengths).map((length) => ({
    label: length === 0 ? t('snooze.end') : t('snooze.for', { time: format.duration(length * minuteMs) }),
    onChoose: () => onSnooze(length),
  }))
}

interface SnoozeMenuProps {
  /** The rule as text. */
  readonly rule: string
  readonly items: readonly MenuItem[]
}

export function SnoozeMenu({ rule, items }: SnoozeMenuProps) {
  const { t } = useTranslation('alerts')
  return <MenuButton size="small" label={t('snooze.label')} name={t('snooze.rule', { rule })} items={items} />
}
