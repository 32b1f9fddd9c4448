import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import 'uplot/dist/uPlot.min.css'
import { cx } from '../cx.ts'
import { Text } from '../layout.tsx'
import type { TimeLine, Annotation, ChartLimit, ChartSize, TimeSpan } from './chart-types.ts'
import type { ChartPicture } from './chart-labels.ts'
import { readColours, useThemeRevision } from './colours.ts'
import { createDrawing } from './drawing.ts'
import type { Drawing } from './drawing.ts'
import styles from './chart.module.css'
import { stepAtInstant } from './series-geometry.ts'
import type { ChartTimes } from './times.ts'

export interface PlotProps extends TimeSpan {
  readonly label: string
  /** Stands above a drawing of normal size until a pointer reads it; the label says it too. */
  readonly summary: string
  readonly lines: readonly TimeLine[]
  readonly marks: readonly Annotation[]
  readonly limits: readonly ChartLimit[]
  readonly size: ChartSize
  readonly times: ChartTimes
  readonly format: (value: number) => string
}

interface Drawn extends PlotProps {
  readonly gapText: string
  readonly onPoint: (at: number | null) => void
}

function pictureOf(host: HTMLElement, { times, format, ...rest }: Drawn): ChartPicture {
  const { fontFamily, fontSize } = getComputedStyle(host)
  const font = `${fontSize} ${fontFamily}`
  return { ...rest, font, colours: readColours(host), value: format, axisText: times.axisText }
}

/** Keeps a drawing in `host`: made when it has a size, drawn anew with each change, taken away at the end. */
function useDrawing(host: RefObject<HTMLDivElement | null>, props: Drawn): void {
  const drawing = useRef<Drawing | null>(null)
  const revision = useThemeRevision()
  const { lines, marks, limits, from, to, times, format } = props
  const fit = useEffectEvent((box: HTMLElement) => {
    const { clientWidth: width, clientHeight: height } = box
    if (width === 0 || height === 0) return
    if (drawing.current !== null) drawing.current.resize(width, height)
    else {
      drawing.current = createDrawing({
        host: box,
        width,
        height,
        picture: pictureOf(box, props),
        onPoint: props.onPoint,
      })
    }
  })
  const draw = useEffectEvent(() => {
    if (host.current !== null) drawing.current?.show(pictureOf(host.current, props))
  })
  useEffect(() => {
    const box = host.current
    if (box === null) return undefined
    const sizes = new ResizeObserver(() => fit(box))
    sizes.observe(box)
    return () => {
      sizes.disconnect()
      drawing.current?.dispose()
      drawing.current = null
    }
  }, [host])
  useEffect(() => {
    draw()
  }, [lines, marks, limits, from, to, times, format, revision])
}

// As near as a hand holds the pointer to a mark.
const nearShare = 1 / 150

function nearMarks(marks: readonly Annotation[], at: number, span: TimeSpan): readonly Annotation[] {
  const near = (span.to - span.from) * nearShare
  return marks.filter((mark) => Math.abs(mark.at - at) <= near)
}

function useReading({ lines, marks, times, format, from, to }: PlotProps): (at: number) => string {
  const { t } = useTranslation('chart')
  const said = (line: TimeLine, at: number): string => {
    const step = stepAtInstant(line, at)
    if (step === null) return t('reading.none', { name: line.name })
    const words = { name: line.name, value: format(step.value), low: format(step.low), high: format(step.high) }
    return step.low === step.high
      ? t('reading.value', words)
      : t('reading.value', { ...words, value: t('cell.range', words) })
  }
  return (at) =>
    [
      times.full(at),
      ...lines.map((line) => said(line, at)),
      ...nearMarks(marks, at, { from, to }).map(({ text: words }) => words),
    ].join(' · ')
}

/** The drawn part of a time chart, with the reading under the pointer. Lines of another number or tone need another `key`. */
export function Plot(props: PlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const { t } = useTranslation('chart')
  const reading = useReading(props)
  useDrawing(host, { ...props, gapText: t('gap'), onPoint: setAt })
  return (
    <>
      {/* For eyes that follow a pointer; whoever reads by ear or by key has the label and the table. */}
      {(props.size === 'normal' || (props.size === 'tall' && at !== null)) && (
        <Text
          as="p"
          tone="soft"
          tabular
          truncate
          className={cx(styles.reading, props.size === 'tall' && styles.over)}
          aria-hidden
        >
          {at === null ? props.summary : reading(at)}
        </Text>
      )}
      <div ref={host} className={cx(styles.plot, styles[props.size])} role="img" aria-label={props.label} />
    </>
  )
}
