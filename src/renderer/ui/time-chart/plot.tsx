import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import 'uplot/dist/uPlot.min.css'
import { cx } from '../cx.ts'
import { Note } from '../layout.tsx'
import { readingAt } from './chart-data.ts'
import type { ChartContent, ChartPicture, TimeLine } from './chart-data.ts'
import styles from './chart.module.css'
import { useChartTimes, useReadingText } from './chart-table.tsx'
import { readColours, useThemeRevision } from './colours.ts'
import { createDrawing } from './drawing.ts'
import type { Drawing } from './drawing.ts'

/** Keeps a drawing in `host`: made when it has a size, drawn anew with each change, taken away at the end. */
function useDrawing(
  host: RefObject<HTMLDivElement | null>,
  content: Omit<ChartPicture, 'colours' | 'font'>,
  onPoint: (at: number | null) => void,
): void {
  const drawing = useRef<Drawing | null>(null)
  const revision = useThemeRevision()
  const { lines, annotations, limits, from, to, times, format } = content
  const pictureOn = (box: HTMLElement): ChartPicture => {
    const { fontFamily, fontSize } = getComputedStyle(box)
    return { ...content, font: `${fontSize} ${fontFamily}`, colours: readColours(box) }
  }
  const fit = useEffectEvent((box: HTMLElement) => {
    const { clientWidth: width, clientHeight: height } = box
    if (width === 0 || height === 0) return
    if (drawing.current === null) drawing.current = createDrawing(box, pictureOn(box), onPoint)
    else drawing.current.resize({ width, height })
  })
  const draw = useEffectEvent(() => {
    if (host.current !== null) drawing.current?.show(pictureOn(host.current))
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
  }, [lines, annotations, limits, from, to, times, format, revision])
}

// As near as a hand holds the pointer to a mark.
const nearShare = 1 / 150

function useReading({ lines, annotations, times, format, from, to }: ChartContent): (at: number) => string {
  const { t } = useTranslation('chart')
  const text = useReadingText(format)
  const said = (line: TimeLine, at: number): string => {
    const read = readingAt(line, at)
    return read === null ? t('notRead', { name: line.name }) : `${line.name} ${text(read)}`
  }
  return (at) => {
    const near = annotations.filter((mark) => Math.abs(mark.at - at) <= (to - from) * nearShare)
    return [times.full(at), ...lines.map((line) => said(line, at)), ...near.map((mark) => mark.text)].join(' · ')
  }
}

interface PlotProps extends Omit<ChartContent, 'times'> {
  readonly label: string
}

/** The drawn part of a time chart, with the reading under the pointer. Lines of another number or form need another `key`. */
export function Plot({ label, ...props }: PlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const { t } = useTranslation('chart')
  const content = { ...props, times: useChartTimes(props) }
  const reading = useReading(content)
  useDrawing(host, { ...content, gapText: t('gap') }, setAt)
  return (
    <>
      {/* For eyes that follow a pointer; whoever reads by ear or by key has the label and the table. */}
      {props.size === 'normal' && at !== null && (
        <Note tabular truncate className={styles.reading} aria-hidden>
          {reading(at)}
        </Note>
      )}
      <div ref={host} className={cx(styles.plot, styles[props.size])} role="img" aria-label={label} />
    </>
  )
}
