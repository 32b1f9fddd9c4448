/** How long a balance lasts, as text that says how sure that is. */
import { useTranslation } from 'react-i18next'
import { timeToEmpty } from '../../../shared/model/burn.ts'
import type { Burn, BurnRate } from '../../../shared/schemas/account.ts'

type Unit = 'minutes' | 'hours' | 'days'

interface Length {
  readonly unit: Unit
  readonly count: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const unitMs: Readonly<Record<Unit, number>> = { minutes: minuteMs, hours: hourMs, days: dayMs }

// A day’s readings do not support a forecast beyond this.
const maxMs = 30 * dayMs

function unitOf(ms: number): Unit {
  if (ms < 2 * hourMs) return 'minutes'
  return ms < 2 * dayMs ? 'hours' : 'days'
}

function lengthOf(ms: number, round: (value: number) => number): Length {
  const unit = unitOf(ms)
  return { unit, count: Math.max(1, round(ms / unitMs[unit])) }
}

/** How long the rest lasts at the pace of a window, as text; null where the pace is known and the balance is not. */
export function useTimeLeft(): (left: number | null, rate: BurnRate, window: keyof Burn) => string | null {
  const { t } = useTranslation('account')
  const length = ({ unit, count }: Length): string => t(`lasts.${unit}`, { count })

  const between = (lowMs: number, highMs: number): string => {
    const low = lengthOf(lowMs, Math.floor)
    const high = lengthOf(highMs, Math.ceil)
    if (low.unit !== high.unit) return t('lasts.fromTo', { low: length(low), high: length(high) })
    if (low.count === high.count) return length(low)
    return t('lasts.fromTo', { low: low.count, high: length(high) })
  }

  return (left, rate, window) => {
    if (left !== null && left <= 0) return t('lasts.empty')
    if (left === null) return null
    const pace = t(`lasts.pace.${window}`)
    const time = timeToEmpty(left, rate)
    if (time === null) return rate.high > 0 ? t('lasts.hardly') : t('lasts.flat')
    const { lowMs, highMs } = time
    if (lowMs > maxMs) return t('lasts.far', { pace })
    if (highMs === null || highMs > maxMs) {
      return t('lasts.atLeast', { length: length(lengthOf(lowMs, Math.floor)), pace })
    }
    return t('lasts.range', { length: between(lowMs, highMs), pace })
  }
}
