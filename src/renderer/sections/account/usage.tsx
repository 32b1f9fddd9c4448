import { timeToEmptyMs } from '../../../shared/model/balance-usage.ts'
import type { BalanceMovement, BalancePace, BalanceUsage } from '../../../shared/schemas/account.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Note, Stack, Text } from '../../ui/layout.tsx'
import type { Amounts } from './amounts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const unitMs = { minute: minuteMs, hour: hourMs, day: dayMs }

// Thirty days of readings don't support a longer forecast.
const maxMs = 30 * dayMs

/** How long the rest of a balance lasts; null where the balance isn't known. */
function useTimeLeft(): (amount: number | null, pace: BalancePace) => string | null {
  const { t, language } = useTexts('account')

  const lengthText = (ms: number): string => {
    const unit = ms < 2 * hourMs ? 'minute' : ms < 2 * dayMs ? 'hour' : 'day'
    const count = Math.max(1, Math.floor(ms / unitMs[unit]))
    const text = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
    // Intl leaves out the space that the catalogue has before a Chinese unit.
    return text.replace(/\d(?=\p{Script=Han})/u, '$& ')
  }

  return (amount, pace) => {
    if (amount === null) return null
    if (amount <= 0) return t('lasts.empty')
    const ms = timeToEmptyMs(amount, pace)
    if (ms === null) return t('lasts.flat')
    return ms < maxMs ? t('lasts.about', { length: lengthText(ms) }) : t('lasts.atLeast', { length: lengthText(maxMs) })
  }
}

function Pace({
  amounts,
  amountLeft,
  pace,
}: Pick<UsageProps, 'amounts' | 'amountLeft'> & { readonly pace: BalancePace }) {
  const { t, format } = useTexts('account')
  const timeLeft = useTimeLeft()(amountLeft, pace)
  // Refunds can exceed the used amount.
  const values = { pace: amounts.perHour(Math.max(0, pace.perHour)), time: format.minute(pace.from) }
  const paceText = t(pace.isSinceTopUp ? 'usage.sinceTopUp' : 'usage.since', values)
  return (
    <li>
      {timeLeft !== null && (
        <Text as="p" font="label">
          {timeLeft}
        </Text>
      )}
      <Note font="secondary">{paceText}</Note>
    </li>
  )
}

interface MovementProps {
  readonly amounts: Amounts
  readonly name: 'today' | 'week'
  readonly movement: BalanceMovement
}

function Movement({ amounts, name, movement }: MovementProps) {
  const { t, format } = useTexts('account')
  const text = t(`usage.${name}`, { movement: amounts.movement(movement), time: format.minute(movement.from) })
  return (
    <li>
      <Note font="secondary">{text}</Note>
    </li>
  )
}

interface UsageProps {
  /** The accessible name. */
  readonly label: string
  readonly amounts: Amounts
  readonly amountLeft: number | null
  readonly usage: BalanceUsage
}

/** How long a balance lasts at its pace since the last top-up, and what was used today and this week. */
export function Usage({ label, amounts, amountLeft, usage: { pace, today, week } }: UsageProps) {
  const { t } = useTexts('account')
  return (
    <Stack as="ul" gap={1} aria-label={label}>
      {pace !== null && <Pace amounts={amounts} amountLeft={amountLeft} pace={pace} />}
      {pace === null && amountLeft !== null && (
        <li>
          <Text as="p" font="label">
            {t(amountLeft > 0 ? 'lasts.unknown' : 'lasts.empty')}
          </Text>
          {amountLeft > 0 && <Note font="secondary">{t('lasts.why')}</Note>}
        </li>
      )}
      {today !== null && <Movement amounts={amounts} name="today" movement={today} />}
      {week !== null && <Movement amounts={amounts} name="week" movement={week} />}
    </Stack>
  )
}
