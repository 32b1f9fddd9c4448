/** Input of a time chart: series of readings, and annotations. Instants are epoch milliseconds. */
import type { Colours } from './colours.ts'
import type { ChartTimes } from './times.ts'

/** One line. All arrays have one place per reading, oldest first; all lines of a chart have the same instants. */
export interface TimeLine {
  /** In the legend, the table's heading and the words under the pointer. */
  readonly name: string
  /** In the table's heading, where `name` is too long. */
  readonly shortName?: string
  readonly tone: 'accent' | 'soft'
  readonly at: readonly number[]
  /** null where this line has no value. */
  readonly value: readonly (number | null)[]
  /** Lowest and highest of the readings that stand together in one place. */
  readonly low?: readonly number[]
  readonly high?: readonly number[]
  /** Until when the reading holds; from there to the next `at` nothing is known. */
  readonly holdsUntil: readonly number[]
}

/** What kind of thing a mark stands for; decides its form and colour. */
export type AnnotationKind = 'alert' | 'close-all' | 'batch'

export interface Annotation {
  readonly at: number
  readonly kind: AnnotationKind
  readonly text: string
}

export interface ChartLimit {
  readonly kind: 'capacity' | 'alert'
  readonly value: number
  readonly text: string
}

export interface TimeSpan {
  readonly from: number
  readonly to: number
}

export interface ChartContent extends TimeSpan {
  /** At most one line of tone `accent`: its ground or band is filled. */
  readonly lines: readonly TimeLine[]
  readonly annotations: readonly Annotation[]
  readonly limits: readonly ChartLimit[]
  /** `small` has no axes of its own: a line among figures, with the limits' numbers at its end. */
  readonly size: 'small' | 'normal' | 'tall'
  readonly times: ChartTimes
  readonly format: (value: number) => string
}

/** What stands on the canvas, and how. */
export interface ChartPicture extends ChartContent {
  readonly colours: Colours
  readonly font: string
  /** Stands in a gap that has room for it. */
  readonly gapText: string
}
