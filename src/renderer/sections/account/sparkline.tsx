import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AccountSeries } from '../../../shared/schemas/account.ts'
import { read } from '../../api/queries.ts'
import { useSeriesRange } from '../../state/sessions-view-store.ts'
import type { BalanceName } from './amounts.ts'
import styles from './account.module.css'

// Units of the drawing, which is stretched to its place.
const [width, height, edge] = [1_000, 100, 6]

/** Steps from reading to reading, and nothing where none holds. */
function pathOf(balance: BalanceName, series: AccountSeries): string {
  const { at, holdsUntil, to, [balance]: values } = series
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const from = Math.max(series.from, at[0] ?? 0)
  const x = (instant: number): string => ((Math.max(0, instant - from) / (to - from)) * width).toFixed(1)
  const y = (value: number): string =>
    (low === high ? height / 2 : edge + ((high - value) / (high - low)) * (height - 2 * edge)).toFixed(1)
  const steps = values.map((value, place) => {
    if (value === null) return ''
    const begun = at[place] ?? from
    const isHeld = (holdsUntil[place - 1] ?? 0) >= begun && values[place - 1] !== null
    const end = Math.min(holdsUntil[place] ?? begun, at[place + 1] ?? to)
    return `${isHeld ? `H${x(begun)}V${y(value)}` : `M${x(begun)} ${y(value)}`}H${x(end)}`
  })
  return steps.join('')
}

/** The chart's line of a balance, beside its figure. */
export function Sparkline({ balance }: { readonly balance: BalanceName }) {
  const range = useSeriesRange()
  const { data } = useQuery({ ...read('account.series', { range }), placeholderData: keepPreviousData })
  return (
    <svg
      aria-hidden
      className={styles.sparkline}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      preserveAspectRatio="none"
    >
      {data !== undefined && data.at.length > 1 && <path d={pathOf(balance, data)} />}
    </svg>
  )
}
