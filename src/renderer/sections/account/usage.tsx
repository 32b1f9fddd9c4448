import { timeToEmpty } from '../../../shared/model/burn.ts'
import type { Burn, BurnRate } from '../../../shared/schemas/account.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Note, Stack, Text } from '../../ui/layout.tsx'
import type { Amounts } from './amounts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const unitMs = { minute: minuteMs, hour: hourMs, day: dayMs }

// A day’s readings do not support a forecast beyond this.
const maxMs = 30 * dayMs

/** A length of time in the one unit that suits it. */
function lengthOf(ms: number, round: (value: number) => number) {
  const unit = ms < 2 * hourMs ? 'minute' : ms < 2 * dayMs ? 'hour' : 'day'
  return { unit, count: Math.max(1, round(ms / unitMs[unit])) } as const
}

/** How long the rest lasts at the pace of a window, and how sure that is; null where the balance is not known. */
function useTimeLeft(): (left: number | null, rate: BurnRate, window: keyof Burn) => string | null {
  const { t, i18n } = useTexts('account')
  const text = (unit: keyof typeof unitMs, low: number, high = low): string => {
    const format = new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'long' })
    // Intl leaves out the space that the catalogue has before a Chinese unit.
    return (low === high ? format.format(low) : format.formatRange(low, high)).replace(/\d(?=\p{Script=Han})/u, '$& ')
  }

  const between = (lowMs: number, highMs: number): string => {
    const high = lengthOf(highMs, Math.ceil)
    // "1 to 3 hours", not "119 minutes to 3 hours": less is promised than there is, not more.
    const of = unitMs[high.unit]
    if (lowMs >= 1.5 * of) return text(high.unit, Math.floor(lowMs / of), high.count)
    const low = lengthOf(lowMs, Math.floor)
    if (low.unit === high.unit) return text(low.unit, low.count, high.count)
    return t('lasts.fromTo', { low: text(low.unit, low.count), high: text(high.unit, high.count) })
  }

  return (left, rate, window) => {
    if (left === null) return null
    if (left <= 0) return t('lasts.empty')
    const pace = t(`lasts.pace.${window}`)
    const time = timeToEmpty(left, rate)
    if (time === null) return rate.high > 0 ? t('lasts.hardly') : t('lasts.flat')
    const { lowMs, highMs } = time
    if (highMs !== null && highMs <= maxMs) return t('lasts.range', { length: between(lowMs, highMs), pace })
    const { unit, count } = lengthOf(Math.min(lowMs, maxMs), Math.floor)
    return t('lasts.atLeast', { length: text(unit, count), pace })
  }
}

// A balance that seems to rise is not spent.
const spent = (pace: number): number => Math.max(0, pace)

interface UsageProps {
  /** The accessible name. */
  readonly label: string
  readonly amounts: Amounts
  readonly left: number | null
  readonly burn: Burn
}

export function Usage({ label, amounts, left, burn }: UsageProps) {
  const { t, format } = useTexts('account')
  const lasting = useTimeLeft()
  const paceText = ({ perHour, low: lowest, high: highest, readings, spanMs }: BurnRate): string => {
    const [low, high] = [amounts.estimate(spent(lowest)), amounts.estimate(spent(highest))]
    return [
      amounts.perHour(spent(perHour)),
      ...(low === high ? [] : [t('burn.likely', { low, high })]),
      t('burn.readings', { count: readings, span: format.duration(spanMs) }),
    ].join(' · ')
  }
  return (
    <Stack as="ul" gap={1} aria-label={label}>
      {(['hour', 'day'] as const).map((window) => {
        const rate = burn[window]
        if (rate === null) return null
        const lasts = lasting(left, rate, window)
        const pace = paceText(rate)
        return (
          <li key={window} title={`${lasts ?? ''}\n${pace}`}>
            {lasts !== null && (
              <Text as="p" font="label">
                {lasts}
              </Text>
            )}
            <Note font="secondary" truncate>
              {pace}
            </Note>
          </li>
        )
      })}
    </Stack>
  )
}
