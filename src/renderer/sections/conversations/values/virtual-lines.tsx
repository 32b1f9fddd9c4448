import { useQueries } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { QueryFailure, failedOf } from '../../../failures/query-failure.tsx'
import { cx } from '../../../ui/cx.ts'
import type { TextLine } from './text-lines.ts'
import styles from './values.module.css'

export type VirtualLines = ReturnType<typeof useVirtualLines>

interface VirtualLinesOptions {
  readonly count: number
  /** Height of a row that was never on screen, in pixels. */
  readonly estimatedHeight: (index: number) => number
}

// Short lists are drawn whole: a search in the page and a reader of the screen have all of them.
const maxDrawn = 40

// Pixels drawn beyond the edges, so that a turn of the wheel does not outrun the drawing. By height and not by number: a
// row may be one line or a screen of them.
const overscan = 260

/** The first or last row that is drawn when rows are drawn so far beyond this one. */
function edgeFrom(index: number, step: 1 | -1, { count, estimatedHeight }: VirtualLinesOptions) {
  let edge = index
  for (let height = 0; height < overscan && edge + step >= 0 && edge + step < count; edge += step) {
    height += estimatedHeight(edge + step)
  }
  return edge
}

/** The rows of a long list that are on screen or nearly so, in a box of their own. */
export function useVirtualLines({ count, estimatedHeight }: VirtualLinesOptions) {
  const box = useRef<HTMLDivElement>(null)
  const isWhole = count <= maxDrawn
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions read what changes; nothing here is memoised on them
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: isWhole ? 0 : count,
    estimateSize: estimatedHeight,
    rangeExtractor: ({ startIndex, endIndex }: Range) => {
      const first = edgeFrom(startIndex, -1, { count, estimatedHeight })
      const last = edgeFrom(endIndex, 1, { count, estimatedHeight })
      return Array.from({ length: last - first + 1 }, (_, place) => first + place)
    },
    getScrollElement: () => box.current,
  })
  const items = rows.getVirtualItems()
  return {
    box,
    indexes: isWhole ? Array.from({ length: count }, (_, index) => index) : items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: isWhole ? null : rows.measureElement,
    /** Brings a row on screen: in the middle of the box, or at its top. */
    scrollTo: (index: number, align: 'center' | 'start'): void => {
      if (!isWhole) rows.scrollToIndex(index, { align })
      else box.current?.querySelector(`[data-index="${String(index)}"]`)?.scrollIntoView({ block: align })
    },
  }
}

interface LinesBoxProps {
  readonly lines: VirtualLines
  readonly label: string
  /** The rows scroll in the box, which takes the focus for its keys; `className` gives it its height. */
  readonly isLong: boolean
  readonly className: string | undefined
  readonly rowsClassName?: string | undefined
  /** How many digits the numbers of the rows have. */
  readonly digits?: number
  /** A row, which takes the attributes. */
  readonly children: (
    index: number,
    attributes: { readonly ref: Ref<HTMLDivElement>; readonly 'data-index': number },
  ) => ReactNode
}

export function LinesBox({ lines, label, isLong, className, rowsClassName, digits = 0, children }: LinesBoxProps) {
  const { box, indexes, before, after, measure } = lines
  return (
    <div
      ref={box}
      className={cx(isLong && styles.bounded, className)}
      role="region"
      aria-label={label}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the focus for its keys
      tabIndex={isLong ? 0 : undefined}
    >
      <div
        className={rowsClassName}
        style={{ paddingTop: before, paddingBottom: after, '--digits': `${String(digits)}ch` }}
      >
        {indexes.map((index) => children(index, { ref: measure, 'data-index': index }))}
      </div>
    </div>
  )
}

interface NumberedLineProps extends ComponentProps<'div'> {
  /** A part of a line that is too long has no number of its own. */
  readonly line: Pick<TextLine, 'line' | 'isContinued'>
  /** Beside the line. */
  readonly hint?: ReactNode
}

/** A line of a text with its number. */
export function NumberedLine({ line: { line, isContinued }, hint, className, children, ...rest }: NumberedLineProps) {
  return (
    <div {...rest} className={cx(styles.numbered, className)}>
      <span className={styles.lineNumber} aria-hidden>
        {isContinued ? '' : line}
      </span>
      <span className={styles.lineText}>{children}</span>
      {hint}
    </div>
  )
}

interface PagesOptions<Page, Row, Key extends readonly unknown[]> {
  /** Places of the wanted rows. */
  readonly places: readonly number[]
  /** Rows per page. */
  readonly size: number
  readonly pageFrom: (from: number) => UseQueryOptions<Page, Error, Page, Key>
  readonly rowsOf: (page: Page) => readonly Row[]
  /** What could not be read, when a page could not. */
  readonly about: string
}

/** Reads the pages that hold these rows. A row is undefined while it is awaited or where it could not be read. */
export function usePages<Page, Row, Key extends readonly unknown[]>({
  places,
  size,
  pageFrom,
  rowsOf,
  about,
}: PagesOptions<Page, Row, Key>) {
  const pageOf = (place: number): number => Math.floor(place / size)
  const pages = [...new Set(places.map(pageOf))]
  const answers = useQueries({ queries: pages.map((page) => pageFrom(page * size)) })
  const failed = failedOf(answers)
  return {
    rowAt: (place: number): Row | undefined => {
      const page = answers[pages.indexOf(pageOf(place))]?.data
      return page && rowsOf(page)[place % size]
    },
    failure: failed && <QueryFailure query={failed} about={about} />,
  }
}
