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

// Would catch a blank section, or a read of figures without an application, when the profile names no application.
test('a profile without an application says so and links to Settings', async () => {
  const { callsOf } = renderPage(<SessionsSection />, {
    handlers: { 'app.state': () => anAppState([aProfile({ applications: [] })]) },
  })
  await screen.findByText('No application yet')
  screen.getByRole('button', { name: 'Add application' })
  expect(callsOf('session.figures')).toEqual([])
})

// Would catch figures without their names or time, or an id printed as a number with separators.
test('the time of the three figures is shown once', async () => {
  stopClock()
  open(aConcurrency({ latest: { ...aConcurrency().latest, total: 1_204, at: now - 4_000 } }))
  expect((await screen.findByRole('figure', { name: 'Total concurrent sessions' })).textContent).toContain('1,204')
  expect(figure('Total concurrent sessions').textContent).toContain('updated 4 s ago')
  expect(figure('Your concurrent sessions').textContent).toContain('3')
  expect(figure('Corporate ID').textContent).toContain('1003645')
  expect(screen.getAllByText(/updated/)).toHaveLength(1)
  expect(screen.queryByText('stale')).toBeNull()
})

// Would catch an old number that looks new, so that an operator trusts a dead screen.
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

// Would catch a failed read that removes the last known number or hides the failure.
test('a failed read is shown beside the last known values', async () => {
  const failure = { failure: aFailure({ kind: 'dns', host: 'app.example' }), at: now }
  open(aConcurrency({ failure }))
  await screen.findByText("Couldn't find host app.example.")
  screen.getByText("Couldn't read the counts:")
  expect(figure('Total concurrent sessions').textContent).toContain('12')
})

// Would catch a next step that the program takes automatically, or a missing next step that only the operator can take.
test.each([
  ['a busy service', aFailure({ kind: 'http' }, { httpStatus: 503 }), 'Greenroom refreshes automatically.'],
  ['a wrong address', aFailure({ kind: 'dns', host: 'app.example' }), 'Check the Base URL in Settings.'],
])('figures that are not read because of %s show the next step', async (_what, failure, next) => {
  open(aConcurrency({ failure: { failure, at: now } }))
  await screen.findByText(next)
  expect(screen.queryByText(/try again/)).toBeNull()
})

// Would catch a message that blames an address that worked all day.
test('a service that answered before and refuses connections now might be down, and the time of the next try is shown', async () => {
  const failure = aFailure({ kind: 'connection-refused', host: 'app.example' }, { hints: { hasAnswered: true } })
  open(aConcurrency({ failure: { failure, at: Date.now() }, nextAt: Date.now() + 7_900 }))
  await screen.findByText('The service may be down; Greenroom refreshes automatically.')
  const next = screen.getByText('Next try in 8 s.')
  // An announcement every second would drown out everything else.
  expect(next.closest('[role="status"]')).toBeNull()
  expect(screen.queryByText(/Base URL/)).toBeNull()
})

// Would catch absent figures drawn as zero: no calls and an unknown count differ.
test('before the first reading, the figure is a dash', async () => {
  open(aConcurrency({ latest: null }))
  expect((await screen.findByRole('figure', { name: 'Total concurrent sessions' })).textContent).toContain('–')
  expect(figure('Total concurrent sessions').textContent).toContain('not read yet')
  await screen.findByRole('img', { name: 'Last hour: no readings yet' })
})

// Would catch a screen that updates only after a click.
test('a pushed reading replaces the figures', async () => {
  const { emit } = open(aConcurrency())
  await screen.findByRole('figure', { name: 'Total concurrent sessions' })
  const later = aConcurrency({ latest: { ...aConcurrency().latest, total: 15 } })
  await emit('concurrency.changed', { appId: later.appId, concurrency: later })
  expect(figure('Total concurrent sessions').textContent).toContain('15')
})

// Would catch figures of the previous application.
test('a different application shows its own figures', async () => {
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

// Would catch a button that reads a different application, or that sends two requests.
test('Refresh sends one request for the application on screen', async () => {
  const { user, callsOf } = open(aConcurrency(), { 'session.refresh': () => aConcurrency() })
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  expect(callsOf('session.refresh')).toEqual([{ appId: receptionAppId }])
})

// Would catch the same sentence in the header and above the counts.
test('Refresh says once that there is no token', async () => {
  const failure = { kind: 'no-token' } as const
  const { user } = open(aConcurrency({ failure: { failure, at: now } }), { 'session.refresh': () => fail(failure) })
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  await screen.findByRole('button', { name: 'Refresh', busy: false })
  expect(await screen.findAllByText(/This profile has no token/)).toHaveLength(1)
})

// Would catch a click that does nothing without a reason.
test.each(['live', 'history', 'rules'] as const)(
  'Refresh shows the reason for a failed read once on %s',
  async (tab) => {
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
    // Main sends a service failure with the counts, so it is never shown twice, not even for a frame.
    failure = aFailure({ kind: 'dns', host: 'app.example' })
    await refresh()
    expect(screen.queryByText("Couldn't read the counts:")).toBeNull()
    await push({ failure: { failure, at: Date.now() } })
    expect(await screen.findAllByText("Couldn't read the counts:")).toHaveLength(1)
    // Would catch a failure that stays beside counts that were read later.
    await push({ latest: { ...aConcurrency().latest, at: Date.now() } })
    await waitFor(() => expect(screen.queryByText("Couldn't read the counts:")).toBeNull())
  },
)

// Would catch a service that does not answer for one application and blocks the read of the next application.
test('a refresh in flight blocks only its own application', async () => {
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
