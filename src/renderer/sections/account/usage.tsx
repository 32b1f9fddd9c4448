import { useTranslation } from 'react-i18next'
import type { Burn, BurnRate } from '../../../shared/schemas/account.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Stack } from '../../ui/layout.tsx'
import styles from './account.module.css'
import type { Amounts, BalanceName } from './amounts.ts'
import { useTimeLeft } from './time-left.ts'

export interface UsageProps {
  readonly balance: BalanceName
  readonly amounts: Amounts
  readonly left: number | null
  readonly burn: Burn
}

const windows: readonly (keyof Burn)[] = ['hour', 'day']

// A balance that seems to rise is not spent.
const spent = (pace: number): number => Math.max(0, pace)

function usePaceText(amounts: Amounts): (rate: BurnRate) => string {
  const { t } = useTranslation('account')
  const format = useFormat()
  return ({ perHour, low, high, readings, spanMs }) => {
    const text = {
      pace: amounts.perHour(spent(perHour)),
      low: amounts.estimate(spent(low)),
      high: amounts.estimate(spent(high)),
      read: t('burn.readings', { count: readings, span: format.duration(spanMs) }),
    }
    return text.low === text.high ? t('burn.pace', text) : t('burn.range', text)
  }
}

/** How long a balance lasts at the pace of the last hour and of the last 24 hours, as far as there is one. */
export function Usage({ balance, amounts, left, burn }: UsageProps) {
  const { t } = useTranslation('account')
  const lasting = useTimeLeft()
  const paceText = usePaceText(amounts)
  const known = windows.flatMap((window) => {
    const rate = burn[window]
    return rate === null ? [] : [{ window, lasts: lasting(left, rate, window), pace: paceText(rate) }]
  })
  return (
    <Stack aria-label={t(`burn.${balance}`)} as="ul" gap={1} className={styles.usage}>
      {known.map(({ window, lasts, pace }) => (
        <li key={window} title={`${lasts ?? ''}\n${pace}`}>
          {lasts !== null && <b>{lasts}</b>}
          <span>{pace}</span>
        </li>
      ))}
    </Stack>
  )
}
