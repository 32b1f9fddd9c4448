import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import type { Failure } from '../../../src/shared/failure.ts'
import { appId } from '../../../src/shared/schemas/ids.ts'
import type { Concurrency } from '../../../src/shared/schemas/session.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'
import { aConcurrency, aFailure, fairAppId, receptionAppId, now, showTab, twoApplications } from './stage.ts'
import type { Changes } from './stage.ts'

function stopClock(): void {
  fakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
}

function open(counts: Concurrency, handlers: Partial<Handlers> = {}) {
  return renderPage(<SessionsSection />, { handlers: { 'session.figures': () => counts, ...handlers } })
}

const figure = (name: string): HTMLElement => screen.getByRole('figure', { name })

// Would catch a section that is blank, or asks for figures of nothing, when the profile names no application.
test('a profile without application says so and leads to Settings', async () => {
  const { callsOf } = renderPage(<SessionsSection />, {
    handlers: { 'app.state': () => anAppState([aProfile({ applications: [] })]) },
  })
  await screen.findByText('No application yet')
  screen.getByRole('button', { name: 'Add application' })
  expect(callsOf('session.figures')).toEqual([])
})

// Would catch figures that lost their names or their time, or an id printed as a number with separators.
test('the three figures have the time of their reading, which is said once', async () => {
  stopClock()
  open(aConcurrency({ latest: { ...aConcurrency().latest, total: 1_204, at: now - 4_000 } }))
  expect((await screen.findByRole('figure', { name: 'Total concurrent sessions' })).textContent).toContain('1,204')
  expect(figure('Total concurrent sessions').textContent).toContain('updated 4 s ago')
  expect(figure('Your concurrent sessions').textContent).toContain('3')
  expect(figure('Corporate ID').textContent).toContain('1003645')
  expect(screen.getAllByText(/updated/)).toHaveLength(1)
  expect(screen.queryByText('stale')).toBeNull()
})

// Would catch an old number that looks like a new one: the bug that makes an operator trust a dead screen.
test('figures become stale when two reads were missed', async () => {
  stopClock()
  open(aConcurrency())
  await screen.findByRole('figure', { name: 'Total concurrent sessions' })
  act(() => {
    vi.advanceTimersByTime(29_000)
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
  await screen.findByText("Couldn't find host app.example.")
  screen.getByText("Couldn't read the counts:")
  expect(figure('Total concurrent sessions').textContent).toContain('12')
})

// Would catch an operator who is told to do what the program does anyway, or is not told what only he can do.
test.each([
  ['a busy service', aFailure({ kind: 'http' }, { httpStatus: 503 }), 'Greenroom refreshes automatically.'],
  ['a wrong address', aFailure({ kind: 'dns', host: 'app.example' }), 'Check the Base URL in Settings.'],
])('figures that are not read because of %s say what comes next', async (_what, failure, next) => {
  open(aConcurrency({ failure: { failure, at: now } }))
  await screen.findByText(next)
  expect(screen.queryByText(/try again/)).toBeNull()
})

// Would catch an operator who doubts an address that worked all day.
test('a service that answered before and refuses now may be down, and is tried again at a time that is said', async () => {
  const failure = aFailure({ kind: 'connection-refused', host: 'app.example' }, { hints: { hasAnswered: true } })
  open(aConcurrency({ failure: { failure, at: Date.now() }, nextAt: Date.now() + 7_900 }))
  await screen.findByText('The service may be down; Greenroom refreshes automatically.')
  const next = screen.getByText('Next try in 8 s.')
  // Announced once a second it would drown everything else.
  expect(next.closest('[role="status"]')).toBeNull()
  expect(screen.queryByText(/Base URL/)).toBeNull()
})

// Would catch absent figures drawn as zero: no call and no knowledge are not the same.
test('before the first reading and without a figure of one’s own there are dashes', async () => {
  open(aConcurrency({ latest: null }))
  expect((await screen.findByRole('figure', { name: 'Total concurrent sessions' })).textContent).toContain('–')
  expect(figure('Total concurrent sessions').textContent).toContain('not read yet')
  await screen.findByRole('img', { name: 'Last hour: no readings yet' })
})

// Would catch a screen that needs a click to follow the calls.
test('a pushed reading replaces the figures', async () => {
  const { emit } = open(aConcurrency())
  await screen.findByRole('figure', { name: 'Total concurrent sessions' })
  const later = aConcurrency({ latest: { ...aConcurrency().latest, total: 15 } })
  await emit('concurrency.changed', { appId: later.appId, concurrency: later })
  expect(figure('Total concurrent sessions').textContent).toContain('15')
})

// Would catch figures of the application that was on screen before.
test('another application shows its own figures', async () => {
  const { user, callsOf } = renderPage(<SessionsSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile({ applications: twoApplications })]),
      'session.figures': ({ appId }) =>
        aConcurrency({ appId, latest: { ...aConcurrency().latest, appId, total: appId === fairAppId ? 7 : 12 } }),
    },
  })
  const choice = await screen.findByRole('combobox', { name: 'Application' })
  screen.getByRole('option', { name: 'Lobby kiosks' })
  await user.selectOptions(choice, fairAppId)
  expect((await screen.findByRole('figure', { name: 'Total concurrent sessions' })).textContent).toContain('7')
  expect(callsOf('session.figures')).toEqual([{ appId: receptionAppId }, { appId: fairAppId }])
})

// Would catch a button that reads another application, or asks twice.
test('Refresh asks once for the application on screen', async () => {
  const { user, callsOf } = open(aConcurrency(), { 'session.refresh': () => aConcurrency() })
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  expect(callsOf('session.refresh')).toEqual([{ appId: receptionAppId }])
})

// Would catch one sentence in the header and again above the counts.
test('Refresh says once that there is no token', async () => {
  const failure = { kind: 'no-token' } as const
  const { user } = open(aConcurrency({ failure: { failure, at: now } }), { 'session.refresh': () => fail(failure) })
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  await screen.findByRole('button', { name: 'Refresh', busy: false })
  expect(await screen.findAllByText(/This profile has no token/)).toHaveLength(1)
})

// Would catch a click that does nothing, with no word why.
test.each(['live', 'history', 'rules'] as const)('Refresh says on %s once why it could not read', async (tab) => {
  showTab(tab)
  let failure: Failure = { kind: 'storage', reason: 'full', detail: '' }
  const page = open(aConcurrency(), { 'session.refresh': () => fail(failure) })
  const refresh = async (): Promise<void> => {
    await page.user.click(await screen.findByRole('button', { name: 'Refresh' }))
    await screen.findByRole('button', { name: 'Refresh', busy: false })
  }
  const push = (changes: Changes<Concurrency>): Promise<void> =>
    page.emit('concurrency.changed', { appId: appId.parse(receptionAppId), concurrency: aConcurrency(changes) })
  await refresh()
  expect(await screen.findAllByText("Couldn't read the counts:")).toHaveLength(1)
  // What the service failed with comes from main, which keeps it beside the counts: never twice, not for a frame.
  failure = aFailure({ kind: 'dns', host: 'app.example' })
  await refresh()
  expect(screen.queryByText("Couldn't read the counts:")).toBeNull()
  await push({ failure: { failure, at: Date.now() } })
  expect(await screen.findAllByText("Couldn't read the counts:")).toHaveLength(1)
  // Would catch a failure that stays beside counts that were read since.
  await push({ latest: { ...aConcurrency().latest, at: Date.now() } })
  await waitFor(() => expect(screen.queryByText("Couldn't read the counts:")).toBeNull())
})

// Would catch a service that does not answer for one application, and keeps the next from being read.
test('a refresh that is on its way stands in the way of its own application alone', async () => {
  const page = renderPage(<SessionsSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile({ applications: twoApplications })]),
      'session.figures': ({ appId: of }) => aConcurrency({ appId: of }),
      'session.refresh': () => Promise.withResolvers<Concurrency>().promise,
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Refresh' }))
  await screen.findByRole('button', { name: 'Refresh', busy: true })
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Application' }), fairAppId)
  await page.user.click(await screen.findByRole('button', { name: 'Refresh', busy: false }))
  expect(page.callsOf('session.refresh')).toEqual([{ appId: receptionAppId }, { appId: fairAppId }])
})
