import type { AccountSeries, BalanceName } from '../../../shared/schemas/account.ts'
import { columnsOf } from '../../ui/time-chart/chart-data.ts'
import styles from './account.module.css'
import { useBalanceSeries } from './balance-trends.tsx'

// Units of the drawing, which is stretched to its place.
const [width, height, edge] = [1_000, 100, 6]

/** Steps from reading to reading, and nothing where none holds. */
function pathOf(balance: BalanceName, series: AccountSeries): string {
  const { at, holdsUntil, to, [balance]: value } = series
  const from = Math.max(series.from, at[0] ?? 0)
  const line = { name: balance, tone: 'accent', at, value, holdsUntil } as const
  const [instants, values = []] = columnsOf({ lines: [line], from, to }, 0)
  const known = values.filter((one) => one !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = (place: number): string => ((((instants[place] ?? to) - from) / (to - from)) * width).toFixed(1)
  const y = (one: number): string =>
    (low === high ? height / 2 : edge + ((high - one) / (high - low)) * (height - 2 * edge)).toFixed(1)
  const steps = values.slice(0, -1).map((one, place) => {
    if (one === null) return ''
    const isHeld = (values[place - 1] ?? null) !== null
    return `${isHeld ? `H${x(place)}V${y(one)}` : `M${x(place)} ${y(one)}`}H${x(place + 1)}`
  })
  return steps.join('')
}

/** The chart's line of a balance, beside its figure. */
export function Sparkline({ balance }: { readonly balance: BalanceName }) {
  const { data } = useBalanceSeries()
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
