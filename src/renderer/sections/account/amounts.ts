/** Both balances as text: the only place that applies the profile’s unit of the duration. */
import { useMemo } from 'react'
import type { BalanceMovement, BalanceName } from '../../../shared/schemas/account.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { useTexts } from '../../i18n/use-texts.ts'

const minutesOf = { seconds: 1 / 60, minutes: 1 }

function rounded(amount: number): number {
  const digits = Math.abs(amount) >= 100 ? 1 : Math.abs(amount) >= 10 ? 10 : 100
  return Math.round(amount * digits) / digits
}

/** Formats the amounts of a balance; the same object until balance, unit or language change. */
export function useAmounts(balance: BalanceName) {
  const { t, format } = useTexts(['account', 'common'])
  const unit = useOpenProfile()?.profile.durationUnit ?? 'unknown'
  return useMemo(() => {
    const shownUnit = balance === 'creations' ? 'unknown' : unit
    /** "36,000 s", "600 min", or the bare number. */
    const value = (amount: number): string => {
      const number = format.number(amount)
      return shownUnit === 'unknown' ? number : t(`account:duration.${shownUnit}`, { value: number })
    }
    /** The amount in hours and minutes, "10 h"; null when the unit is unknown or the text adds nothing new. */
    const inHours = (amount: number): string | null => {
      if (shownUnit === 'unknown') return null
      const all = Math.round(amount * minutesOf[shownUnit])
      if (all < (shownUnit === 'minutes' ? 60 : 1)) return null
      const hours = format.number(Math.floor(all / 60))
      const minutes = all % 60
      if (all < 60) return t('common:duration.minutes', { count: minutes })
      return minutes === 0
        ? t('common:duration.hours', { hours })
        : t('common:duration.hoursMinutes', { hours, minutes })
    }
    /** A pace to two or three digits: "1,200 s per hour (20 min)". */
    const perHour = (amount: number): string => {
      const text = t('account:perHour', { amount: value(rounded(amount)) })
      const hours = inHours(amount)
      return hours === null ? text : t('account:alsoInHours', { words: text, hours })
    }
    /** A change with its sign: "+50", "−14". */
    const change = (amount: number): string => `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${value(Math.abs(amount))}`
    /** "110 used, 50 added, 1 refunded": the used amount always, the others only when they are not zero. */
    const movement = (moved: BalanceMovement): string =>
      (['used', 'added', 'refunded'] as const)
        .flatMap((name) =>
          name === 'used' || moved[name] > 0 ? [t(`account:trend.${name}`, { value: value(moved[name]) })] : [],
        )
        .join(t('common:comma'))
    /** True for a duration without a stated unit, which is shown as a bare number. */
    const isBare = balance === 'duration' && unit === 'unknown'
    return { value, inHours, change, perHour, movement, isBare }
  }, [balance, unit, t, format])
}

export type Amounts = ReturnType<typeof useAmounts>
