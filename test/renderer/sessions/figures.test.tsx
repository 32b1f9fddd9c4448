import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import type { Concurrency } from '../../../src/shared/schemas/session.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import { aConcurrency, aFailure, fair, lobby, now, twoApplications } from './stage.ts'

afterEach(() => {
  vi.useRealTimers()
})

function stopClock(): void {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
}

function open(figures: Concurrency, handlers: Partial<Handlers> = {}) {
  return renderPage(<SessionsSection />, { handlers: { 'session.figures': () => figures, ...handlers } })
}

const figure = (name: string): HTMLElement => screen.getByRole('figure', { name })

// Would catch a section that is blank, or asks for figures of nothing, when the profile names no application.
test('a profile without application says so and leads to Settings', async () => {
  const { callsOf } = renderPage(<SessionsSection />, {
    handlers: { 'app.state': () => anAppState([aProfile({ applications: [] })]) },
  })
  await screen.findByText('No application to watch')
  screen.getByRole('button', { name: 'Go to Settings' })
  expect(callsOf('session.figures')).toEqual([])
})

// Would catch figures that lost their names or their time, or an id printed as a number with separators.
test('the three figures stand with the time of their reading', async () => {
  stopClock()
  open(aConcurrency({ latest: { ...aConcurrency().latest, total: 1_204, at: now - 4_000 } }))
  expect((await screen.findByRole('figure', { name: 'Total concurrent sessions' })).textContent).toContain('1,204')
  expect(figure('Total concurrent sessions').textContent).toContain('updated 4 s ago')
  expect(figure('Your concurrent sessions').textContent).toContain('3')
  expect(figure('Your concurrent sessions').textContent).toContain('updated 4 s ago')
  expect(figure('Corporate ID').textContent).toContain('1003645')
  expect(screen.queryByText('stale')).toBeNull()
})

// Would catch an old number that looks like a new one: the bug that makes an operator trust a dead screen.
test('figures become stale when three reads were missed', async () => {
  stopClock()
  open(aConcurrency())
  await screen.findByRole('figure', { name: 'Total concurrent sessions' })
  act(() => {
    vi.advanceTimersByTime(15_000)
  })
  expect(within(figure('Total concurrent sessions')).queryByText('stale')).toBeNull()
  act(() => {
    vi.advanceTimersByTime(2_000)
  })
  within(figure('Total concurrent sessions')).getByText('stale')
  within(figure('Corporate ID')).getByText('stale')
  expect(figure('Total concurrent sessions').textContent).toContain('12')
})

// Would catch a failed read that wipes the last known number, or hides that it failed.
test('a failed read stands beside the last known values', async () => {
  const failure = { failure: aFailure({ kind: 'dns', host: 'app.example' }), at: now }
  open(aConcurrency({ failure }))
  await screen.findByText('The host name app.example was not found.')
  screen.getByText('The live figures could not be read:')
  expect(figure('Total concurrent sessions').textContent).toContain('12')
})

// Would catch absent figures drawn as zero: no call and no knowledge are not the same.
test('before the first reading and without a figure of one’s own there are dashes', async () => {
  open(aConcurrency({ latest: null, lastHour: [] }))
  expect((await screen.findByRole('figure', { name: 'Total concurrent sessions' })).textContent).toContain('–')
  expect(figure('Total concurrent sessions').textContent).toContain('not read yet')
  screen.getByRole('img', { name: 'No reading in the last hour' })
})

// Would catch a screen that needs a click to follow the calls, and a chart without words.
test('a pushed reading replaces the figures and the words of the chart', async () => {
  const { emit } = open(aConcurrency())
  await screen.findByRole('figure', { name: 'Total concurrent sessions' })
  const later = aConcurrency({
    latest: { ...aConcurrency().latest, total: 15 },
    lastHour: [
      { at: now - 5_000, total: 12, yours: 3 },
      { at: now, total: 15, yours: null },
    ],
  })
  await emit('concurrency.changed', { appId: later.appId, concurrency: later })
  expect(figure('Total concurrent sessions').textContent).toContain('15')
  screen.getByRole('img', { name: /^2 readings in the last hour, peak 15 at / })
})

// Would catch a chart that joins readings over a silence, as if somebody had looked.
test('a silence in the readings is a gap in the chart', async () => {
  const minutes = (ago: number, total: number) => ({ at: now - ago * 60_000, total, yours: null })
  open(aConcurrency({ lastHour: [minutes(30, 4), minutes(29.9, 4), minutes(2, 6), minutes(1.9, 6)] }))
  const chart = await screen.findByRole('img', { name: /4 readings/ })
  // The floor is last, the total before it: two readings near each other make one piece, the silence parts it from the next.
  const total = [...chart.querySelectorAll('path')].at(-2)?.getAttribute('d') ?? ''
  expect(total.match(/M/g)).toHaveLength(2)
})

// Would catch figures of the application that was on screen before.
test('another application shows its own figures', async () => {
  const { user, callsOf } = renderPage(<SessionsSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile({ applications: twoApplications })]),
      'session.figures': ({ appId }) =>
        aConcurrency({ appId, latest: { ...aConcurrency().latest, appId, total: appId === fair ? 7 : 12 } }),
    },
  })
  const choice = await screen.findByRole('combobox', { name: 'Application' })
  screen.getByRole('option', { name: `Lobby kiosks · ${lobby}` })
  await user.selectOptions(choice, fair)
  expect((await screen.findByRole('figure', { name: 'Total concurrent sessions' })).textContent).toContain('7')
  expect(callsOf('session.figures')).toEqual([{ appId: lobby }, { appId: fair }])
})

// Would catch a button that reads another application, or asks twice.
test('Read now asks once for the application on screen', async () => {
  const { user, callsOf } = open(aConcurrency(), { 'session.refresh': () => aConcurrency() })
  await user.click(await screen.findByRole('button', { name: 'Read now' }))
  expect(callsOf('session.refresh')).toEqual([{ appId: lobby }])
})
