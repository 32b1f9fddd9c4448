import { useTranslation } from 'react-i18next'
import type { Concurrency, Series } from '../../../shared/schemas/session.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsStale } from '../../api/use-is-stale.ts'

interface Reading {
  readonly at: number
  readonly total: number
}

interface Peak extends Reading {
  /** False for the highest of a step: it was some time in it. */
  readonly isExact: boolean
}

function lastOf({ at, totalLast }: Series): Reading | null {
  const last = at.length - 1
  return last === -1 ? null : { at: at[last] ?? 0, total: totalLast[last] ?? 0 }
}

/** The highest total of a series and of the newest reading, which may not be in it yet; the newest of equals. */
function peakOf({ at, totalMax, stepMs }: Series, newest: Reading): Peak {
  let peak: Peak = { at: 0, total: -1, isExact: true }
  for (const [place, total] of totalMax.entries()) {
    if (total >= peak.total) peak = { at: at[place] ?? 0, total, isExact: stepMs === null }
  }
  return newest.total > peak.total ? { ...newest, isExact: true } : peak
}

interface KnownTime {
  /** Of the totals, by how long each held. */
  readonly mean: number
  /** From the first reading to the end of the range. */
  readonly unreadMs: number
}

function knownTimeOf({ at, holdsUntil, totalLast, to }: Series): KnownTime {
  let knownMs = 0
  let sum = 0
  for (const [place, from] of at.entries()) {
    const heldMs = Math.max(0, Math.min(holdsUntil[place] ?? from, at[place + 1] ?? to) - from)
    knownMs += heldMs
    sum += heldMs * (totalLast[place] ?? 0)
  }
  return { mean: knownMs === 0 ? (totalLast[0] ?? 0) : sum / knownMs, unreadMs: to - (at[0] ?? to) - knownMs }
}

/** What a series says in words. */
export interface SeriesText {
  /** How many are live now, or when that was last known, and the peak. */
  readonly live: string
  /** The peak, the mean, and for how long nothing was read. */
  readonly facts: string
}

// Less is the time between two readings.
const minUnreadMs = 60_000

/** A series as text; null without a reading. The live number is that of the stats: a month’s series is fetched less often. */
export function useSeriesText(concurrency: Concurrency): (series: Series) => SeriesText | null {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const { latest } = concurrency
  const isStale = useIsStale(concurrency)
  const text = ({ total, at }: Reading) => ({ total: format.number(total), time: format.time(at) })
  return (series) => {
    const last = latest ?? lastOf(series)
    if (last === null || series.at.length === 0) return null
    const peak = peakOf(series, last)
    const now = latest === null || isStale ? t('chart.last', text(last)) : t('chart.now', text(last))
    const top = peak.isExact
      ? t('chart.peak', text(peak))
      : t('chart.peakAround', { ...text(peak), time: format.minute(peak.at) })
    const { mean, unreadMs } = knownTimeOf(series)
    const facts: string[] = [top, t('chart.mean', { number: format.number(Math.round(mean)) })]
    if (unreadMs >= minUnreadMs) facts.push(t('chart.unread', { duration: format.duration(unreadMs) }))
    return { live: t('chart.words', { now, top }), facts: facts.join(' · ') }
  }
}
