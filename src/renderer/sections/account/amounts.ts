/** Both balances as text: the only place that applies the profile’s unit of the duration. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileFields } from '../../../shared/schemas/profile.ts'
import { useFormat } from '../../i18n/use-format.ts'

export type DurationUnit = ProfileFields['durationUnit']

/** The two balances. */
export type BalanceName = 'creations' | 'duration'

/** How an amount of one balance is written. */
export interface Amounts {
  /** "36,000 s", "600 min", or the bare number. */
  readonly value: (amount: number) => string
  /** The same in hours and minutes, "10 h"; null when the unit is not known, or when it says nothing new. */
  readonly inHours: (amount: number) => string | null
  /** An amount that is an estimate, to two or three digits: "120 s". */
  readonly estimate: (amount: number) => string
  /** The same with its sign: "+50", "−14". */
  readonly change: (amount: number) => string
  /** An estimate as a pace: "1,200 s per hour (20 min)". */
  readonly perHour: (amount: number) => string
}

const minutesOf: Readonly<Record<Exclude<DurationUnit, 'unknown'>, number>> = { seconds: 1 / 60, minutes: 1 }

function rounded(amount: number): number {
  const digits = Math.abs(amount) >= 100 ? 1 : Math.abs(amount) >= 10 ? 10 : 100
  return Math.round(amount * digits) / digits
}

/** How the amounts of a balance are written; the same object until balance, unit or language change. */
export function useAmounts(balance: BalanceName, unit: DurationUnit): Amounts {
  const { t } = useTranslation('account')
  const format = useFormat()
  return useMemo(() => {
    const known = balance === 'creations' ? 'unknown' : unit
    const value = (amount: number): string => {
      const number = format.number(amount)
      return known === 'unknown' ? number : t(`duration.${known}`, { value: number })
    }
    const inHours = (amount: number): string | null => {
      if (known === 'unknown') return null
      const minutes = Math.round(amount * minutesOf[known])
      if (minutes < (known === 'minutes' ? 60 : 1)) return null
      const hours = format.number(Math.floor(minutes / 60))
      if (minutes < 60) return t('time.minutes', { minutes })
      return minutes % 60 === 0 ? t('time.hours', { hours }) : t('time.hoursMinutes', { hours, minutes: minutes % 60 })
    }
    const estimate = (amount: number): string => value(rounded(amount))
    const perHour = (amount: number): string => {
      const text = t('perHour', { amount: estimate(amount) })
      const hours = inHours(amount)
      return hours === null ? text : t('alsoInHours', { words: text, hours })
    }
    const change = (amount: number): string => `${amount > 0 ? '+' : ''}${value(amount)}`
    return { value, inHours, estimate, change, perHour }
  }, [balance, unit, t, format])
}
