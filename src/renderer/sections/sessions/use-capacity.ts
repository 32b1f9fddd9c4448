import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../shared/ids.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { ChartLimit } from '../../ui/time-chart/chart-types.ts'
import { useAlerts } from './rules/use-rules.ts'

/** Calls that the application can have at once, as the operator entered it; null where nobody did. */
export function useCapacity(appId: AppId): number | null {
  return useAlerts().data?.settings.capacities[appId] ?? null
}

/** The levels that an application's count is drawn beside: its capacity, and where its alerts are triggered. */
export function useCountLimits(appId: AppId): readonly ChartLimit[] {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const { rules, settings } = useAlerts().data ?? {}
  const capacity = settings?.capacities[appId] ?? null
  return useMemo(() => {
    const thresholds = (rules ?? []).flatMap(({ appId: of, condition, isOn }) => {
      if (!isOn || condition.kind !== 'at-or-above' || (of !== null && of !== appId)) return []
      const { unit, value } = condition.threshold
      if (unit === 'calls') return [value]
      return capacity === null ? [] : [Math.ceil((capacity * value) / 100)]
    })
    return [
      ...(capacity === null
        ? []
        : [
            {
              kind: 'capacity' as const,
              value: capacity,
              text: t('limit.capacity', { number: format.number(capacity) }),
            },
          ]),
      ...[...new Set(thresholds)].map((value) => ({
        kind: 'alert' as const,
        value,
        text: t('limit.alert', { number: format.number(value) }),
      })),
    ]
  }, [rules, capacity, appId, t, format])
}
