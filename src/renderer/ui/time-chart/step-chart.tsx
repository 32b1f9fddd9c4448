/** The drawing of a time chart: an SVG, whose colours and type come from the style sheet. */
import { timeTicks } from 'd3-time'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { cx } from '../cx.ts'
import { Note } from '../layout.tsx'
import { bandPath, linePath, readingAt, rowsOf, stepsOf } from './chart-data.ts'
import type { Annotation, ChartContent, Step, TimeLine } from './chart-data.ts'
import { Sign, signSize } from './annotation-sign.tsx'
import styles from './chart.module.css'
import { useChartTimes, useReadingText } from './chart-table.tsx'
import type { ChartTimes } from './times.ts'

// Heights and distances are CSS pixels.
const sizes = {
  small: { height: 88, top: 6, right: 28, bottom: 22 },
  normal: { height: 226, top: 16, right: 4, bottom: 24 },
} as const
const gap = 6
const lineHeight = 14
const minStepWidth = 2
// Closer annotations have no lines, because many lines would hide the chart.
const crowdedWithin = 12
const timeTickDistance = 128
const maxValueTicks = 4
const headroom = 1.06

/** The width of a text, rather too large than too small; capitals, digits and Chinese characters are wider. */
function widthOf(text: string): number {
  const wide = text.match(/[A-Z\d]/g)?.length ?? 0
  const square = text.match(/[\u2E80-\uFFFF]/g)?.length ?? 0
  return 6 * text.length + 2 * wide + 6 * square
}

const wholeSteps = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat()

/** Whole numbers from 0 to `top`, as calls and creations are whole. */
function valueTicks(top: number): readonly number[] {
  const step = wholeSteps.find((candidate) => top / candidate < maxValueTicks) ?? top
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, count) => count * step)
}

interface Plot extends ChartContent {
  readonly size: keyof typeof sizes
  readonly times: ChartTimes
  /** The edges of the area in which the lines are drawn. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly floor: number
  readonly ticks: readonly number[]
  /** The steps of each line. */
  readonly steps: readonly (readonly Step[])[]
  readonly x: (at: number) => number
  readonly y: (value: number) => number
}

function usePlot(content: ChartContent, size: keyof typeof sizes, width: number): Plot {
  const { from, to, lines, limits, format } = content
  const { height, top, right: margin, bottom } = sizes[size]
  const minMs = (minStepWidth * (to - from)) / width
  const steps = lines.map((line) => stepsOf(line, content, minMs))
  const values = [...steps.flat().map(({ high }) => high), ...limits.map(({ value }) => value)]
  const highest = values.reduce((a, b) => Math.max(a, b), 1) * headroom
  const ticks = size === 'small' ? [] : valueTicks(highest)
  const left = size === 'small' ? 0 : 2 * gap + Math.max(14, ...ticks.map((tick) => widthOf(format(tick))))
  const right = width - margin
  const floor = height - bottom
  return {
    ...content,
    size,
    times: useChartTimes(content),
    left,
    right,
    top,
    floor,
    ticks,
    steps,
    x: (at) => left + ((at - from) / (to - from)) * (right - left),
    y: (value) => floor - (value / highest) * (floor - top),
  }
}

function Lines({ lines, steps, x, y }: Plot) {
  return lines.map(({ name, tone, low }, index) => (
    <g key={name} className={styles[tone]}>
      {low !== undefined && <path className={styles.band} d={bandPath(steps[index] ?? [], x, y)} />}
      <path className={styles.line} d={linePath(steps[index] ?? [], x, y)} />
    </g>
  ))
}

function Axes({ from, to, left, right, floor, ticks, times, format, size, x, y }: Plot) {
  const baseline = <line className={styles.floor} x1={left} x2={right} y1={floor + 0.5} y2={floor + 0.5} />
  if (size === 'small') {
    return (
      <>
        {baseline}
        <text x={left} y={floor + lineHeight}>
          {times.tick(from, 1)}
        </text>
        <text x={right} y={floor + lineHeight} textAnchor="end">
          {times.tick(to, 1)}
        </text>
      </>
    )
  }
  const instants = timeTicks(new Date(from), new Date(to), Math.max(1, (right - left) / timeTickDistance)).map(Number)
  const stepMs = (instants[1] ?? to) - (instants[0] ?? from)
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          {tick > 0 && <line className={styles.grid} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />}
          <text x={left - gap} y={y(tick)} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {baseline}
      {instants.map((at) => {
        const text = times.tick(at, stepMs)
        const half = widthOf(text) / 2
        const isWhole = x(at) >= half && x(at) + half <= right + sizes.normal.right
        return (
          <g key={at}>
            <line className={styles.floor} x1={x(at)} x2={x(at)} y1={floor} y2={floor + 4} />
            {isWhole && (
              <text x={x(at)} y={floor + lineHeight} textAnchor="middle">
                {text}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

/** Texts in the gaps that have room for one. */
function Gaps({ lines, from, to, left, right, floor, times, size, x }: Plot) {
  const { t } = useTexts('chart')
  const text = t('gap')
  // A small chart has the times of its ends on the same line.
  const margin = size === 'small' ? widthOf(times.tick(from, 1)) : 0
  return rowsOf(lines).map(({ at, until }) => {
    if (until === null || until < from) return null
    const start = x(Math.max(at, from))
    const end = x(Math.min(until, to))
    const middle = (start + end) / 2
    const needed = widthOf(text) + 2 * gap
    const isClear = Math.min(middle - left, right - middle) >= margin + needed / 2
    if (!isClear || end - start < needed) return null
    return (
      <text key={at} x={middle} y={floor + (size === 'small' ? lineHeight : -lineHeight)} textAnchor="middle">
        {text}
      </text>
    )
  })
}

/**
 * Limits from the highest to the lowest, each with a text under its line (over a line at the floor): at the start, or at
 * the end where a line of the chart runs through the start or the text of the previous limit is close.
 */
function limitTexts({ limits, steps, left, right, floor, x, y }: Plot) {
  let previous = { lineY: -Infinity, isAtEnd: true }
  return limits.map((limit) => {
    const lineY = Math.round(y(limit.value)) + 0.5
    const textY = lineY + (lineY + lineHeight > floor ? -0.6 : 0.6) * lineHeight
    const width = widthOf(limit.text)
    const isCrossed = (start: number): boolean =>
      steps.flat().some((step) => {
        const isBeside = x(step.end) < start || x(step.start) > start + width
        return !isBeside && y(step.low) > textY - lineHeight / 2 && y(step.high) < textY + lineHeight / 2
      })
    const isClose = lineY - previous.lineY < 1.5 * lineHeight
    const isAtEnd = isClose ? !previous.isAtEnd : isCrossed(left) && !isCrossed(right - width)
    previous = { lineY, isAtEnd }
    return { ...limit, lineY, textY, isAtEnd }
  })
}

function Limits(plot: Plot) {
  const { left, right, size, format } = plot
  let numberY = -Infinity
  return limitTexts(plot).map(({ kind, value, text, lineY, textY, isAtEnd }) => {
    // In a small chart, the numbers of close limits are one below the other.
    numberY = Math.max(lineY, numberY + lineHeight)
    return (
      <g key={`${kind} ${String(value)}`}>
        <line className={cx(styles.limit, styles[`${kind}-limit`])} x1={left} x2={right} y1={lineY} y2={lineY} />
        {size === 'small' ? (
          <text x={right + gap} y={numberY}>
            {format(value)}
          </text>
        ) : (
          <text x={isAtEnd ? right : left} y={textY} textAnchor={isAtEnd ? 'end' : 'start'}>
            {text}
          </text>
        )}
      </g>
    )
  })
}

/** Annotations from left to right. When signs of the same kind would cover each other, only the first is drawn. */
function drawnAnnotations({ annotations, from, to, x }: Plot) {
  const last = new Map<Annotation['kind'], number>()
  return annotations
    .filter(({ at }) => at >= from && at <= to)
    .toSorted((a, b) => a.at - b.at)
    .map((annotation) => ({ ...annotation, middle: Math.round(x(annotation.at)) + 0.5 }))
    .filter(({ kind, middle }) => {
      const isCovered = middle - (last.get(kind) ?? -Infinity) <= signSize
      if (!isCovered) last.set(kind, middle)
      return !isCovered
    })
}

/** Signs above the lines, with an upright line where an annotation has no neighbour, and a text where there is room. */
function Annotations(plot: Plot) {
  const { left, right, top, floor } = plot
  const drawn = drawnAnnotations(plot)
  const textOffset = signSize / 2 + gap / 2
  let textEnd = left
  return drawn.map(({ at, kind, text, middle }, index) => {
    const before = drawn[index - 1]?.middle ?? -Infinity
    const after = drawn[index + 1]?.middle ?? Infinity
    const isAlone = middle - before >= crowdedWithin && after - middle >= crowdedWithin
    const needed = textOffset + widthOf(text) + gap
    const hasRoomAfter = middle + needed <= Math.min(right, after - signSize / 2)
    const hasRoomBefore = middle - needed >= Math.max(textEnd, before + signSize / 2)
    if (hasRoomAfter) textEnd = middle + needed
    return (
      <g key={`${kind} ${String(at)}`} className={styles[kind]}>
        {isAlone && <line className={styles.upright} x1={middle} x2={middle} y1={top} y2={floor} />}
        <Sign kind={kind} x={middle - signSize / 2} y={(top - signSize) / 2} />
        {(hasRoomAfter || hasRoomBefore) && (
          <text
            className={styles.note}
            x={hasRoomAfter ? middle + textOffset : middle - textOffset}
            y={top / 2}
            textAnchor={hasRoomAfter ? 'start' : 'end'}
          >
            {text}
          </text>
        )}
      </g>
    )
  })
}

// A pointer is at an annotation within this part of the width.
const nearShare = 1 / 150

/** The reading under the pointer. Visual only: the label and the table say the same to everybody else. */
function PointerReading({ lines, annotations, times, format, from, to, left, right }: Plot) {
  const { t } = useTexts('chart')
  const readingText = useReadingText(format)
  const [share, setShare] = useState<number | null>(null)
  const at = from + (share ?? 0) * (to - from)
  const textOf = (line: TimeLine): string => {
    const reading = readingAt(line, at)
    return reading === null ? t('notRead', { name: line.name }) : `${line.name} ${readingText(reading)}`
  }
  const near = annotations.filter((annotation) => Math.abs(annotation.at - at) <= (to - from) * nearShare)
  return (
    <div
      aria-hidden
      className={styles.pointer}
      onPointerMove={({ clientX, currentTarget }) => {
        const pointed = (clientX - currentTarget.getBoundingClientRect().left - left) / (right - left)
        setShare(Math.min(1, Math.max(0, pointed)))
      }}
      onPointerLeave={() => setShare(null)}
    >
      {share !== null && (
        <>
          <div className={styles.cursor} style={{ left: left + share * (right - left) }} />
          <Note tabular truncate className={styles.reading}>
            {[times.full(at), ...lines.map(textOf), ...near.map(({ text }) => text)].join(' · ')}
          </Note>
        </>
      )}
    </div>
  )
}

// Used before the first layout, and where nothing has a size.
const widthBeforeLayout = 640

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(widthBeforeLayout)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const measure = (): void => setWidth(element.clientWidth > 0 ? element.clientWidth : widthBeforeLayout)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

interface StepChartProps extends ChartContent {
  readonly label: string
  /** `small` has no value axis: a line among figures, with the numbers of its limits at the end. */
  readonly size: 'small' | 'normal'
}

export function StepChart({ label, size, ...content }: StepChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const limitsId = useId()
  const limits = content.limits.toSorted((a, b) => b.value - a.value)
  const plot = usePlot({ ...content, limits }, size, useWidth(box))
  return (
    <div ref={box} className={styles.plot}>
      <svg role="img" aria-label={label} aria-describedby={limitsId} width="100%" height={sizes[size].height}>
        <desc id={limitsId}>{limits.map(({ text }) => text).join(' · ')}</desc>
        <Axes {...plot} />
        <Lines {...plot} />
        <Limits {...plot} />
        <Gaps {...plot} />
        <Annotations {...plot} />
      </svg>
      {size === 'normal' && <PointerReading {...plot} />}
    </div>
  )
}
