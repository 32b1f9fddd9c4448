import { cx } from './cx.ts'
import styles from './step-chart.module.css'

/** One reading of a chart. */
export interface ChartPoint {
  /** Epoch milliseconds. */
  readonly at: number
  readonly value: number
}

/** One line of a chart: a reading holds until the next, or until it is older than `gapMs`; then there is a gap. */
export interface ChartLine {
  readonly points: readonly ChartPoint[]
  readonly tone: 'accent' | 'soft'
}

/** Props of `StepChart`; `label` says in words what the lines show, for those who do not see them. */
export interface StepChartProps {
  readonly label: string
  readonly lines: readonly ChartLine[]
  /** First and last instant of the axis, epoch milliseconds. */
  readonly from: number
  readonly to: number
  readonly gapMs: number
  /** Words at the two ends of the time axis. */
  readonly ends: readonly [string, string]
}

const width = 1_000
const height = 100

interface Scale {
  readonly x: (at: number) => number
  readonly y: (value: number) => number
  readonly gapMs: number
  /** Last instant of the axis, until which the newest reading may hold. */
  readonly to: number
}

function pathOf(points: readonly ChartPoint[], scale: Scale): string {
  const { gapMs, to } = scale
  const parts: string[] = []
  for (const [index, point] of points.entries()) {
    const next = points[index + 1]
    const previous = points[index - 1]
    const begins = previous === undefined || point.at - previous.at > gapMs
    parts.push(`${begins ? 'M' : 'L'}${scale.x(point.at).toFixed(1)} ${scale.y(point.value).toFixed(1)}`)
    const holdsUntil = Math.min(next?.at ?? to, point.at + gapMs)
    parts.push(`H${scale.x(holdsUntil).toFixed(1)}`)
  }
  return parts.join('')
}

/** A small step chart: readings as they were, gaps as gaps, zero at the bottom. */
export function StepChart({ label, lines, from, to, gapMs, ends }: StepChartProps) {
  const highest = Math.max(1, ...lines.flatMap((line) => line.points.map((point) => point.value)))
  const scale: Scale = {
    x: (at) => ((at - from) / (to - from)) * width,
    y: (value) => height - (value / highest) * height,
    gapMs,
    to,
  }
  return (
    <div className={styles.chart}>
      <div className={styles.scale} aria-hidden>
        <span>{highest}</span>
        <span>0</span>
      </div>
      <svg role="img" aria-label={label} viewBox={`0 0 ${String(width)} ${String(height)}`} preserveAspectRatio="none">
        <path className={styles.grid} d={`M0 0H${String(width)}M0 ${String(height / 2)}H${String(width)}`} />
        {lines.map((line) => (
          <path key={line.tone} className={cx(styles.line, styles[line.tone])} d={pathOf(line.points, scale)} />
        ))}
        <path className={styles.floor} d={`M0 ${String(height)}H${String(width)}`} />
      </svg>
      <div className={styles.ends} aria-hidden>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </div>
  )
}
