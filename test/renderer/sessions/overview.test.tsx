import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { appId } from '../../../src/shared/schemas/ids.ts'
import type { Application } from '../../../src/shared/schemas/profile.ts'
import { applicationCount } from '../../../src/shared/schemas/session.ts'
import type { ApplicationCount } from '../../../src/shared/schemas/session.ts'
import { alertHandlers, someAlerts } from '../../support/alert-rules.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { pasteInto, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aConcurrency, aFailure, now } from './stage.ts'
import type { Changes } from './stage.ts'

const halls: readonly Application[] = ['Foyer', 'Atrium', ''].map((label, index) => ({
  appId: appId.parse(`hall-${String(index)}`),
  label,
}))

function aCount(id: string, total: number | null, changes: Changes<ApplicationCount> = {}): ApplicationCount {
  const latest = total === null ? null : { at: now - 4_000, total, yours: 1 }
  return applicationCount.parse({ appId: id, latest, hasFailed: false, intervalMs: 15_000, ...changes })
}

const three = [aCount('hall-0', 3), aCount('hall-1', 12), aCount('hall-2', null, { hasFailed: true })]

function open(applications = halls, handlers: Partial<Handlers> = {}): RenderedPage {
  fakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  return renderPage(<SessionsSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile({ applications: [...applications] })]),
      'session.figures': ({ appId: id }) => aConcurrency({ appId: id }),
      'session.overview': () => three,
      ...handlers,
    },
  })
}

/** The dialog of all applications, which the sum under the first applications opens. */
const head = async (): Promise<HTMLElement> => {
  if (screen.queryByRole('dialog') === null)
    fireEvent.click(await screen.findByRole('button', { name: /^\d+ applications/ }))
  return screen.findByRole('dialog', { name: 'All applications' })
}

async function unfold(): Promise<HTMLElement> {
  await head()
  return screen.findByRole('table', { name: 'All applications' })
}

const rows = (): readonly string[] =>
  within(screen.getByRole('table', { name: 'All applications' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent.trim()).join('|'))

// Would catch a count of yesterday that looks like the calls of this moment.
test('the choice of the application shows a stale count in the past tense', async () => {
  open(halls, { 'session.overview': () => [aCount('hall-0', 3), aCount('hall-1', 12), aCount('hall-2', 5)] })
  await screen.findByRole('option', { name: 'Atrium · 12' })
  act(() => void vi.advanceTimersByTime(60_000))
  screen.getByRole('option', { name: 'Atrium · was 12' })
  screen.getByRole('option', { name: 'hall-2 · was 5' })
})

// Would catch a panel without new information in a profile of one application, and reads of counts that are not shown.
test('a profile with one application has no table of all applications', async () => {
  const { callsOf } = open(halls.slice(0, 1))
  await screen.findByRole('figure', { name: 'Total concurrent sessions' })
  expect(screen.queryByText('All applications')).toBeNull()
  expect(callsOf('session.overview')).toEqual([])
})

// Would catch a sum without its time, or a sum that hides unread counts.
test('one line shows the live count, the age of the oldest count, and the unread counts', async () => {
  open(halls, {
    'session.overview': () => [
      aCount('hall-0', 1_300, { latest: { at: now - 14_000, total: 1_300, yours: null } }),
      aCount('hall-1', 12, { hasFailed: true }),
      aCount('hall-2', 0),
    ],
  })
  await waitFor(async () => {
    expect((await head()).textContent).toContain(
      '1,300 live in 2 of 3 applications · oldest count 14 s ago · 1 stale, was 12',
    )
  })
})

// Would catch a sum of old counts that looks current.
test('counts that are all outdated are shown in the past tense', async () => {
  open(halls, {
    'session.overview': () => [
      aCount('hall-0', 6, { latest: { at: now - 360_000, total: 6, yours: null } }),
      aCount('hall-1', 2, { hasFailed: true }),
      aCount('hall-2', null),
    ],
  })
  await waitFor(async () => {
    expect((await head()).textContent).toContain('2 stale, was 8 · oldest count 6 min ago · 1 not read')
  })
})

// Would catch applications without a count that are summed as zero.
test('applications without a count are not included in the counted applications', async () => {
  open()
  await waitFor(async () => {
    expect((await head()).textContent).toContain('15 live in 2 of 3 applications · oldest count 4 s ago · 1 not read')
  })
})

// Would catch an operator who must open each application to see which one is near its limit.
test('each count is followed by its capacity, and the sum by the total capacity when each application has one', async () => {
  const settings = { quietHours: null, weekendHours: null, capacities: { 'hall-0': 20, 'hall-1': 40, 'hall-2': 5 } }
  open(halls, alertHandlers(someAlerts({ settings })))
  const strip = await screen.findByRole('group', { name: 'All applications' })
  await waitFor(() =>
    expect(
      within(strip)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Foyer3 of 20', 'Atrium12 of 40', 'hall-2not read', '3 applications15? of 65']),
  )
  await unfold()
  expect(rows()).toEqual(['Atrium hall-1|12|1|40|4 s ago', 'Foyer hall-0|3|1|20|4 s ago', 'hall-2|–|–|5|not read'])
})

// Would catch a table with a wrong order, and missing marks for an old or failed count.
test('rows are sorted by count or by name, each with its age and marks', async () => {
  const page = open()
  await unfold()
  expect(rows()).toEqual(['Atrium hall-1|12|1|–|4 s ago', 'Foyer hall-0|3|1|–|4 s ago', 'hall-2|–|–|–|not read'])
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Name')
  expect(rows().map((row) => row.split('|')[0])).toEqual(['Atrium hall-1', 'Foyer hall-0', 'hall-2'])
  expect(screen.queryByRole('searchbox', { name: 'Filter' })).toBeNull()
  act(() => {
    vi.advanceTimersByTime(42_000)
  })
  expect(rows()[0]).toBe('Atrium hall-1|12|1|–|46 s agostale')
})

// Would catch a row that leads to a different application, figures that stay out of sight, or a lost focus.
test('a row chooses its application, is marked, and leads to the figures', async () => {
  const page = open()
  const row = async (name: string): Promise<HTMLElement> => within(await unfold()).getByRole('button', { name })
  expect((await row('Foyer hall-0')).getAttribute('aria-current')).toBe('true')
  await page.user.click(await row('Atrium hall-1'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Application' }).value).toBe('hall-1')
  expect(page.callsOf('session.figures')).toEqual([{ appId: 'hall-0' }, { appId: 'hall-1' }])
  screen.getByRole('figure', { name: 'Total concurrent sessions' })
  expect((await row('Foyer hall-0')).getAttribute('aria-current')).toBeNull()
  expect((await row('Atrium hall-1')).getAttribute('aria-current')).toBe('true')
})

// Would catch a table that reads all counts from main at each reading, and a table that does not update.
test('a pushed reading changes its row and the sum, and nothing is read again', async () => {
  const page = open()
  await unfold()
  await page.user.unhover(screen.getByRole('table', { name: 'All applications' }))
  const latest = { ...aConcurrency().latest, appId: 'hall-0', total: 40, yours: null, at: now }
  await page.emit('concurrency.changed', {
    appId: appId.parse('hall-0'),
    concurrency: aConcurrency({
      appId: 'hall-0',
      latest,
      failure: { failure: aFailure({ kind: 'timeout', timeoutMs: 1, phase: 'answer' }), at: now },
    }),
  })
  await waitFor(() => expect(rows()[0]).toBe('Foyer hall-0|40|–|–|just nowstalenot read'))
  expect((await head()).textContent).toContain(
    '12 live in 1 of 3 applications · oldest count 4 s ago · 1 stale, was 40',
  )
  expect(page.callsOf('session.overview')).toEqual([{}])
})

// Would catch an application that was added to the profile and never gets a count.
test('a reading of an application without a row makes the page read all counts again', async () => {
  const page = open(halls, { 'session.overview': () => three.slice(0, 2) })
  await unfold()
  await page.emit('concurrency.changed', {
    appId: appId.parse('hall-2'),
    concurrency: aConcurrency({ appId: 'hall-2' }),
  })
  await waitFor(() => expect(page.callsOf('session.overview')).toEqual([{}, {}]))
})

// Would catch a row that moves away under the pointer, so that the click chooses a different application.
test('the order does not change while the pointer is in the table', async () => {
  const page = open()
  const table = await unfold()
  await page.user.hover(within(table).getByRole('button', { name: 'Foyer hall-0' }))
  await page.emit('concurrency.changed', {
    appId: appId.parse('hall-0'),
    concurrency: aConcurrency({ appId: 'hall-0', latest: { ...aConcurrency().latest, appId: 'hall-0', total: 40 } }),
  })
  await screen.findByText('Sorting paused')
  expect(rows()[1]).toContain('Foyer hall-0|40')
  await page.user.unhover(table)
  await waitFor(() => expect(rows()[0]).toContain('Foyer hall-0|40'))
})

// Would catch rows that change places between two key presses and move or lose the focus.
test('the order does not change while the focus moves from row to row', async () => {
  const page = open()
  const table = await unfold()
  await page.user.unhover(table)
  const row = (name: string): HTMLElement => within(table).getByRole('button', { name })
  act(() => row('Atrium hall-1').focus())
  await page.emit('concurrency.changed', {
    appId: appId.parse('hall-0'),
    concurrency: aConcurrency({ appId: 'hall-0', latest: { ...aConcurrency().latest, appId: 'hall-0', total: 40 } }),
  })
  await screen.findByText('Sorting paused')
  await page.user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row('Foyer hall-0').closest('tr'))
  expect(rows()[0]).toContain('Atrium')
  await page.user.tab()
  await page.user.tab()
  await waitFor(() => expect(rows()[0]).toContain('Foyer hall-0|40'))
})

// Would catch a long list without a search, and a search without results that looks broken.
test('more than ten applications can be filtered by label and id', async () => {
  const many = Array.from({ length: 11 }, (_, index) => ({
    appId: appId.parse(`app-${String(index)}`),
    label: index === 4 ? 'Fair 2026' : '',
  }))
  const page = open(many, { 'session.overview': () => many.map(({ appId: id }, index) => aCount(id, index)) })
  await unfold()
  const filter = screen.getByRole('searchbox', { name: 'Filter' })
  await page.user.type(filter, 'FAIR')
  expect(rows()).toEqual(['Fair 2026 app-4|4|1|–|4 s ago'])
  await page.user.clear(filter)
  await pasteInto(page.user, filter, 'app-10')
  expect(rows()).toEqual(['app-10|10|1|–|4 s ago'])
  await page.user.type(filter, 'x')
  await screen.findByText('No matches')
})
