import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import type { SeriesRange } from '../../../src/shared/schemas/session.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aConcurrency, aSeries, fairAppId, receptionAppId, now, showTab, twoApplications } from './stage.ts'
import type { MadeReading } from './stage.ts'

const readings: readonly MadeReading[] = [
  { ago: 30, total: 15, yours: 4 },
  { ago: 29, total: 9, yours: 2 },
  { ago: 1, total: 12, yours: 3 },
]

const totals: Readonly<Record<SeriesRange, number>> = { hour: 12, day: 20, week: 30, month: 40 }

function open(handlers: Partial<Handlers> = {}): RenderedPage {
  if (!vi.isFakeTimers()) fakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  showTab('history')
  const page = (
    // A long table draws only the visible part of the scrolling box.
    <div style={{ overflowY: 'auto' }}>
      <SessionsSection />
      <Toasts />
    </div>
  )
  return renderPage(page, {
    handlers: {
      'session.figures': ({ appId }) => aConcurrency({ appId }),
      'session.series': ({ range }) => aSeries([...readings, { ago: 0, total: totals[range] }], { range }),
      ...handlers,
    },
  })
}

const chart = (name: RegExp): Promise<HTMLElement> => screen.findByRole('img', { name })
const radio = (name: string): HTMLElement => screen.getByRole('radio', { name })

const table = (): Promise<HTMLElement> => screen.findByRole('table')

function rows(shown: HTMLElement): readonly string[] {
  return within(shown)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent).join(' | '))
}

// Would catch a chart without a text, and a peak that is only the last reading.
test('the text of the chart names the live count and the peak', async () => {
  open()
  await chart(/^Last hour: 12 now · peak 15 around /)
  screen.getByRole('heading', { name: 'Last hour' })
})

// Would catch a mean that ignores the time between readings, and a gap that counts as calls or is not shown.
test('the head shows the peak, the time-weighted mean, and how long nothing was read', async () => {
  open()
  await screen.findByText(/^peak 15 around .+ · mean 11\.3 · no readings for 26 min$/)
})

// Would catch an old reading called "now".
test('a stale count is shown with its time', async () => {
  open()
  await chart(/^Last hour: 12 now · /)
  act(() => {
    vi.advanceTimersByTime(32_000)
  })
  await chart(/^Last hour: 12 at .+ · peak 15 around /)
})

// Would catch "20 now" above a figure of 12, because a month is read again only every minute.
test('the current count comes from the figures, and so does a new peak', async () => {
  const { emit, user } = open()
  await chart(/^Last hour: 12 now/)
  await user.click(radio('Day'))
  await chart(/^Last day: 12 now · peak 20 around /)
  const later = aConcurrency({ latest: { ...aConcurrency().latest, total: 50 } })
  await emit('concurrency.changed', { appId: later.appId, concurrency: later })
  await chart(/^Last day: 50 now · peak 50 around /)
})

// Would catch a range that reads a different range, and a switch that only a mouse can operate.
test('the range can be chosen by keyboard, is read once and is kept for a different application', async () => {
  const { user, callsOf } = open({
    'app.state': () => anAppState([aProfile({ applications: twoApplications })]),
  })
  await chart(/^Last hour/)
  radio('Hour').focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await chart(/^Last week: 12 now · peak 30 /)
  expect(radio('Week')).toHaveProperty('checked', true)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Application' }), fairAppId)
  await chart(/^Last week/)
  const asked = callsOf('session.series')
  expect(asked).toContainEqual({ appId: receptionAppId, range: 'week' })
  expect(asked.at(-1)).toEqual({ appId: fairAppId, range: 'week' })
})

// Would catch the line of the last hour under the heading "Last month" while the month is still being read.
test('until a different range is read, the previous range is shown under its own name', async () => {
  const month = Promise.withResolvers<undefined>()
  const { user } = open({
    'session.series': async ({ range }) => {
      if (range === 'month') await month.promise
      return aSeries(readings, { range })
    },
  })
  await chart(/^Last hour/)
  await user.click(radio('Month'))
  screen.getByRole('heading', { name: 'Last hour' })
  screen.getByRole('img', { name: /^Last hour/ })
  month.resolve(undefined)
  await chart(/^Last month/)
  screen.getByRole('heading', { name: 'Last month' })
})

// Would catch a chart that does not update, and a chart that reads a month every five seconds.
test.each([
  ['Hour', 'Last hour', 5_000],
  ['Month', 'Last month', 60_000],
] as const)('%s: new readings move %s at most every %i ms', async (name, title, everyMs) => {
  fakeTimers({ now, toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
  const { emit, callsOf } = open()
  await vi.waitFor(() => screen.getByRole('img', { name: /^Last hour/ }))
  fireEvent.click(radio(name))
  const range = name.toLowerCase()
  const read = (): number =>
    callsOf('session.series').filter((asked) => (asked as { range: string }).range === range).length
  const changed = { appId: aConcurrency().appId, concurrency: aConcurrency() }
  await vi.waitFor(() => screen.getByRole('img', { name: new RegExp(title) }))
  await emit('concurrency.changed', changed)
  await vi.waitFor(() => expect(read()).toBe(2))
  await emit('concurrency.changed', changed)
  await act(() => vi.advanceTimersByTimeAsync(everyMs - 1_000))
  expect(read()).toBe(2)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(read()).toBe(3)
})

// Would catch a table without the gaps, with numbers that differ from the line, or with a fallen count as unchanged.
test('the table lists every reading and every gap, newest first', async () => {
  open({ 'session.series': () => aSeries(readings) })
  await chart(/^Last hour/)
  const shown = rows(await table())
  expect(shown).toHaveLength(4)
  expect(shown[0]).toMatch(/ \| 12 \| 3 \| \+3$/)
  expect(shown[1]).toMatch(/ \| {2}\| {2}\| no readings until .+$/)
  expect(shown[2]).toMatch(/ \| 9 \| 2 \| −6$/)
  expect(shown[3]).toMatch(/ \| 15 \| 4 \| –$/)
})

// Would catch a fall of the count without the closes that caused it.
test('the column of changes names the closes of single sessions, by label or by ID', async () => {
  const closes = [
    { at: now - 29.5 * 60_000, sessionId: 'call-1', label: 'Gate 7' },
    { at: now - 20_000, sessionId: '1038c869-e96a-4250-9a80-fd52fe6880ec', label: '' },
  ]
  open({ 'session.series': () => aSeries(readings, { closes }) })
  await chart(/^Last hour/)
  const shown = rows(await table())
  expect(shown[0]).toMatch(/ \| 12 \| 3 \| \+3 · Close session, 1038…80ec$/)
  expect(shown[2]).toMatch(/ \| 9 \| 2 \| −6$/)
  expect(shown[3]).toMatch(/ \| 15 \| 4 \| Close session, Gate 7$/)
})

// Would catch steps that are listed as single readings, so that no text contains a peak between two of them.
test('steps are listed with their lowest and highest values', async () => {
  open({
    'session.series': () => aSeries([{ ago: 1, total: 12, low: 3, high: 21, yours: 3 }], { stepMs: 60_000 }),
  })
  await chart(/^Last hour: 12 now · peak 21 around .*\b\d+:\d\d(?!:)/)
  expect(rows(await table())[0]).toMatch(/ \| 12 \(3–21\) \| 3 \| –$/)
})

// Would catch annotations that are only visual.
test('alerts and close-alls are listed as text beside the readings', async () => {
  open({
    'session.series': () =>
      aSeries(readings, {
        annotations: [
          { kind: 'alert', at: now - 600_000, severity: 'critical' },
          { kind: 'close-all', at: now - 300_000, count: 12 },
        ],
      }),
  })
  await chart(/^Last hour/)
  const shown = rows(await table())
  expect(shown.filter((row) => row.includes('Close all sessions, 12 live before'))).toHaveLength(1)
  expect(shown.filter((row) => row.includes('Alert, critical'))).toHaveLength(1)
})

// Would catch a file of a different range, and an outcome that is not shown.
test('the export names its file, and shows nothing when it was cancelled', async () => {
  const answers: (string | null)[] = [null, 'lobby-hour.csv']
  const { user, callsOf, answered } = open({
    'session.exportSeries': () => ({ fileName: answers.shift() ?? null }),
  })
  const button = await screen.findByRole('button', { name: 'Export CSV' })
  await user.click(button)
  await answered('session.exportSeries')
  expect(screen.queryByText(/Saved as/)).toBeNull()
  await user.click(button)
  await screen.findByText('Saved as lobby-hour.csv')
  expect(callsOf('session.exportSeries')).toEqual([
    { appId: receptionAppId, range: 'hour' },
    { appId: receptionAppId, range: 'hour' },
  ])
})

// Would catch a report of a different application, and a report whose file is not named.
test('the report of peaks is saved for the application, and its file is named', async () => {
  const { user, callsOf } = open({ 'session.exportPeaks': () => ({ fileName: 'peaks-lobby.html' }) })
  await user.click(await screen.findByRole('button', { name: 'Save peaks report' }))
  await screen.findByText('Saved as peaks-lobby.html')
  expect(callsOf('session.exportPeaks')).toEqual([{ appId: receptionAppId }])
})

// Would catch a full disk that looks like a saved file.
test('a file that could not be written is reported', async () => {
  const { user } = open({ 'session.exportSeries': () => fail({ kind: 'storage', reason: 'full', detail: 'ENOSPC' }) })
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await screen.findByText("Couldn't write the export:")
})

// Would catch an empty box after a failed read of the database, and figures that disappear with it.
test('a failed read of the readings is reported, and the list stays', async () => {
  open({ 'session.series': () => fail({ kind: 'storage', reason: 'other', detail: 'SQLITE_ERROR' }) })
  await screen.findByText("Couldn't read the counts:")
  await screen.findByRole('region', { name: 'Session list' })
})
