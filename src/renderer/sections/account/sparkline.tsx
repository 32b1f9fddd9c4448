import type { AccountSeries, BalanceName } from '../../../shared/schemas/account.ts'
import { linePath, stepsOf } from '../../ui/time-chart/chart-data.ts'
import styles from './account.module.css'
import { useBalanceSeries } from './balance-trends.tsx'

// Units of the drawing, which is stretched to fit its container.
const [width, height, edge] = [1_000, 100, 6]

/** The balance over the whole width, from its lowest value at the bottom to its highest at the top. */
function pathOf(balance: BalanceName, series: AccountSeries): string {
  const { at, holdsUntil, to, [balance]: value } = series
  const from = Math.max(series.from, at[0] ?? 0)
  const steps = stepsOf({ name: balance, tone: 'accent', at, value, holdsUntil }, { from, to }, 0)
  const values = steps.map((step) => step.value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return linePath(
    steps,
    (instant) => ((instant - from) / (to - from)) * width,
    (read) => (low === high ? height / 2 : edge + ((high - read) / (high - low)) * (height - 2 * edge)),
  )
}

/** The line of a balance beside its figure. */
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
