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

/** A line without a gap, and the ground under it. */
interface Piece {
  readonly line: string
  readonly ground: string
}

/** Readings that follow each other without a gap. */
function runsOf(points: readonly ChartPoint[], gapMs: number): readonly (readonly ChartPoint[])[] {
  const runs: ChartPoint[][] = []
  for (const [index, point] of points.entries()) {
    const previous = points[index - 1]
    if (previous === undefined || point.at - previous.at > gapMs) runs.push([])
    runs.at(-1)?.push(point)
  }
  return runs
}

function pieceOf(run: readonly ChartPoint[], end: number, scale: Scale): Piece {
  const steps = run.map(({ at, value }, index) => {
    const x = scale.x(at).toFixed(1)
    const y = scale.y(value).toFixed(1)
    return `${index === 0 ? `M${x} ${y}` : `V${y}`}H${scale.x(run[index + 1]?.at ?? end).toFixed(1)}`
  })
  const line = steps.join('')
  return { line, ground: `${line}V${height.toFixed(1)}H${scale.x(run[0]?.at ?? end).toFixed(1)}Z` }
}

function piecesOf(points: readonly ChartPoint[], scale: Scale): readonly Piece[] {
  return runsOf(points, scale.gapMs).map((run) =>
    pieceOf(run, Math.min(scale.to, (run.at(-1)?.at ?? 0) + scale.gapMs), scale),
  )
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
  const drawn = lines.map(({ tone, points }) => ({ tone, pieces: piecesOf(points, scale) }))
  return (
    <div className={styles.chart}>
      <div className={styles.scale} aria-hidden>
        <span>{highest}</span>
        <span>0</span>
      </div>
      <svg role="img" aria-label={label} viewBox={`0 0 ${String(width)} ${String(height)}`} preserveAspectRatio="none">
        <path className={styles.grid} d={`M0 0H${String(width)}M0 ${String(height / 2)}H${String(width)}`} />
        {drawn.map(({ tone, pieces }) => (
          <g key={tone} className={styles[tone]}>
            {tone === 'accent' && <path className={styles.ground} d={pieces.map(({ ground }) => ground).join('')} />}
            <path className={styles.line} d={pieces.map(({ line }) => line).join('')} />
          </g>
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
