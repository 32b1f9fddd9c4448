import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Annotation, ChartContent } from '../../../../src/renderer/ui/time-chart/chart-data.ts'
import { StepChart } from '../../../../src/renderer/ui/time-chart/step-chart.tsx'
import { renderPage } from '../../../support/render.tsx'

const hour = 3_600_000
const noon = new Date(2026, 10, 21, 12).getTime()

/**
 * A day of five calls, without a reading in its second quarter. The chart is 640 pixels wide, because elements have no
 * size here.
 */
function open(changes: Partial<ChartContent> & { readonly size?: 'small' | 'normal' } = {}): SVGElement {
  renderPage(
    <StepChart
      label="Last day"
      size="normal"
      from={noon}
      to={noon + 24 * hour}
      lines={[
        {
          name: 'Total',
          tone: 'accent',
          at: [noon, noon + 12 * hour],
          value: [5, 5],
          holdsUntil: [noon + 6 * hour, noon + 24 * hour],
        },
      ]}
      annotations={[]}
      limits={[]}
      format={String}
      {...changes}
    />,
  )
  return screen.getByRole<HTMLElement & SVGElement>('img', { name: 'Last day' })
}

interface DrawnText {
  readonly text: string
  readonly x: number
  readonly y: number
}

const textsIn = (chart: SVGElement): readonly DrawnText[] =>
  [...chart.querySelectorAll('text')].map((element) => ({
    text: element.textContent,
    x: Number(element.getAttribute('x')),
    y: Number(element.getAttribute('y')),
  }))

const wordsIn = (chart: SVGElement): readonly string[] => textsIn(chart).map(({ text }) => text)

const batch = (at: number, text = 'Create 3 avatars'): Annotation => ({ kind: 'batch', at, text })

// Would catch an axis of fractions of calls, ticks at odd times, and a midnight without its day.
test('the axes have whole values, and times at full hours', () => {
  const words = wordsIn(open())
  expect(words).toEqual(expect.arrayContaining(['0', '2', '4', 'Nov 22', '6:00 PM', '6:00 AM']))
  expect(words.filter((word) => /\.|:[^0]/.test(word))).toEqual([])
})

// Would catch a time that the edge of the chart truncates.
test('a time that does not fit at the start of the axis is left out', () => {
  const words = wordsIn(open({ from: noon + 14_900, to: noon + 74_900 }))
  expect(words).toContain('12:00:30 PM')
  expect(words).not.toContain('12:00:15 PM')
})

// Would catch a chart of nothing but zeros without an axis.
test('a line at zero has an axis up to one', () => {
  const lines = [{ name: 'Total', tone: 'accent', at: [noon], value: [0], holdsUntil: [noon + hour] }] as const
  expect(wordsIn(open({ lines })).slice(0, 2)).toEqual(['0', '1'])
})

// Would catch a gap that looks like a missing line, and a text that is wider than its gap.
test('a wide gap says that nothing was read', () => {
  expect(wordsIn(open())).toContain('no readings')
})

test('a gap without room for the text has none', () => {
  const lines = [
    {
      name: 'Total',
      tone: 'accent',
      at: [noon, noon + 2 * hour],
      value: [5, 5],
      holdsUntil: [noon + hour, noon + 24 * hour],
    },
  ] as const
  const words = wordsIn(open({ lines }))
  expect(words).toContain('Nov 22')
  expect(words).not.toContain('no readings')
})

const capacity = { kind: 'capacity', value: 20, text: 'capacity 20' } as const

// Would catch limits that are only visual.
test('limits have a text in the chart, and describe the chart', () => {
  const chart = open({ limits: [{ kind: 'alert', value: 16, text: 'alert at 16' }, capacity] })
  expect(wordsIn(chart)).toEqual(expect.arrayContaining(['capacity 20', 'alert at 16']))
  const description = document.getElementById(chart.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe('capacity 20 · alert at 16')
})

// Would catch texts that cover each other.
test('the texts of close limits are at different ends', () => {
  const texts = textsIn(open({ limits: [capacity, { kind: 'alert', value: 19, text: 'alert at 19' }] }))
  const [high, low] = ['capacity 20', 'alert at 19'].map((text) => texts.find((drawn) => drawn.text === text))
  expect(Math.abs((high?.x ?? 0) - (low?.x ?? 0))).toBeGreaterThan(300)
})

// Would catch a text that the line runs through although the other end is free.
test('the text of a limit is at the end where the line does not run through it', () => {
  const lines = [
    {
      name: 'Total',
      tone: 'accent',
      at: [noon, noon + 12 * hour],
      value: [19, 3],
      holdsUntil: [noon + 12 * hour, noon + 24 * hour],
    },
  ] as const
  const text = textsIn(open({ lines, limits: [capacity] })).find((drawn) => drawn.text === 'capacity 20')
  expect(text?.x).toBeGreaterThan(600)
})

// Would catch overlapping numbers in a small chart.
test('a small chart has its limits as numbers at the end, and the times of its ends', () => {
  const limits = [capacity, { kind: 'alert', value: 19, text: 'alert at 19' } as const]
  const texts = textsIn(open({ size: 'small', limits }))
  const [high, low] = ['20', '19'].map((text) => texts.find((drawn) => drawn.text === text))
  expect((low?.y ?? 0) - (high?.y ?? 0)).toBeGreaterThanOrEqual(12)
  expect(texts.filter(({ text }) => text.startsWith('12:00'))).toHaveLength(2)
  expect(texts.map(({ text }) => text)).not.toContain('capacity 20')
})

// Would catch texts that cover each other, and an annotation without a text although there is room.
test('an annotation has its text where there is room', () => {
  const lonely = batch(noon + 2 * hour, 'Create 1 avatar')
  const crowd = [0, 0.5, 1, 1.5].map((later) => batch(noon + (20 + later) * hour))
  const words = wordsIn(open({ annotations: [...crowd, lonely] }))
  expect(words).toContain('Create 1 avatar')
  expect(words.filter((word) => word === 'Create 3 avatars')).toHaveLength(1)
})
