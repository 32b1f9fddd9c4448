import { useVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { TextLine } from './text-lines.ts'
import styles from './values.module.css'

export type VirtualLines = ReturnType<typeof useVirtualLines>

interface VirtualLinesOptions {
  readonly count: number
  /** Height of a row that was never on screen, in pixels. */
  readonly estimatedHeight: (index: number) => number
  /** False for few rows, which are drawn whole and read in the page; others scroll in a box of their own. */
  readonly isLong?: boolean
}

// Pixels drawn beyond the edges for the wheel. Not a number of rows: one may be a line or a screen of them.
const overscan = 260

/** The first or last row that is drawn when rows are drawn so far beyond this one. */
function edgeFrom(index: number, step: 1 | -1, { count, estimatedHeight }: VirtualLinesOptions) {
  let edge = index
  for (let height = 0; height < overscan && edge + step >= 0 && edge + step < count; edge += step) {
    height += estimatedHeight(edge + step)
  }
  return edge
}

/** The rows of a list that are drawn: of a long one those on screen or nearly so. */
export function useVirtualLines({ count, estimatedHeight, isLong = true }: VirtualLinesOptions) {
  const box = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions read what changes; nothing here is memoised on them
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: isLong ? count : 0,
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
    isLong,
    indexes: isLong ? items.map(({ index }) => index) : Array.from({ length: count }, (_, index) => index),
    before: items[0]?.start ?? 0,
    after: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: isLong ? rows.measureElement : null,
    /** Brings a row on screen: in the middle of the box, or at its top. The box may be below the fold itself. */
    scrollTo: (index: number, align: 'center' | 'start'): void => {
      if (isLong) {
        rows.scrollToIndex(index, { align })
        box.current?.scrollIntoView({ block: 'nearest' })
      } else box.current?.querySelector(`[data-index="${String(index)}"]`)?.scrollIntoView({ block: align })
    },
  }
}

interface LinesBoxProps {
  readonly lines: VirtualLines
  readonly label: string
  readonly className?: string | undefined
  readonly rowClassName?: string | undefined
  /** How many digits the numbers of the rows have. */
  readonly digits?: number
  readonly children: (index: number) => ReactNode
}

export function LinesBox({ lines, label, className, rowClassName, digits = 0, children }: LinesBoxProps) {
  const { box, isLong, indexes, before, after, measure } = lines
  return (
    <div
      ref={box}
      className={cx(isLong && styles.bounded, className)}
      role="region"
      aria-label={label}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the focus for its keys
      tabIndex={isLong ? 0 : undefined}
    >
      <div style={{ paddingTop: before, paddingBottom: after, '--digits': `${String(digits)}ch` }}>
        {indexes.map((index) => (
          <div key={index} ref={measure} data-index={index} className={rowClassName}>
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

interface NumberedLineProps extends ComponentProps<'div'> {
  /** A part of a line that is too long has no number of its own. */
  readonly line: Pick<TextLine, 'line' | 'isContinued'>
  readonly hint?: ReactNode
}

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
