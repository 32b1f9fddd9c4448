import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import type { Failure, ServiceFacts } from '../../../src/shared/failure.ts'
import type { Closing } from '../../../src/shared/schemas/session.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aCloseAllTicket, aClosing, aConcurrency, aFailure, fair, lobby, now, twoApplications } from './stage.ts'

afterEach(() => {
  vi.useRealTimers()
})

function open(handlers: Partial<Handlers> = {}): RenderedPage {
  let tickets = 0
  return renderPage(<SessionsSection />, {
    handlers: {
      'session.figures': ({ appId }) => aConcurrency({ appId }),
      'session.openCloseAll': ({ appId }) => aCloseAllTicket({ appId, ticket: `ticket-${String((tickets += 1))}` }),
      'session.closeAll': () => aClosing(),
      ...handlers,
    },
  })
}

async function ask({ user }: RenderedPage): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Close all sessions' }))
  return screen.findByRole('dialog', { name: 'Close all sessions' })
}

const box = (): HTMLElement => screen.getByRole('textbox', { name: 'Type the application ID to confirm' })
const closeButton = (): HTMLElement => screen.getByRole('button', { name: /^Close \d+ sessions$/ })

async function confirm(page: RenderedPage): Promise<void> {
  const dialog = await ask(page)
  await page.user.type(box(), lobby)
  await page.user.click(closeButton())
  await waitFor(() => {
    expect(dialog.isConnected).toBe(false)
  })
}

// Would catch a confirmation that does not say whose calls, or starts on the button that cuts them.
test('the dialog names profile, application and count; the focus is on Cancel', async () => {
  const page = open()
  const dialog = await ask(page)
  within(dialog).getByText('Lobby, production')
  within(dialog).getByText('Lobby kiosks')
  within(dialog).getByText(lobby)
  within(dialog).getByText('12 live calls will be cut, with everybody who is on them.')
  expect(dialog.textContent).toMatch(/12 · \d s ago/)
  expect(dialog.getAttribute('data-accent')).toBe('teal')
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(closeButton().textContent).toBe('Close 12 sessions')
})

// Would catch the button whose name no test and no habit finds when one call is left, and a count of none as alarm.
test.each([
  [1, '1 live call will be cut, with everybody who is on it.'],
  [0, 'No live call was counted just now. Calls that begin before the request arrives are cut.'],
])('with a count of %i the button is still "Close N sessions"', async (total, words) => {
  const count = { ...aConcurrency().latest, at: Date.now(), total }
  const dialog = await ask(open({ 'session.openCloseAll': () => aCloseAllTicket({ count }) }))
  within(dialog).getByText(words)
  expect(closeButton().textContent).toBe(`Close ${String(total)} sessions`)
})

// Would catch a check that takes a part of the id, or Enter in the box as a click.
test('the button waits for the exact id, and Enter closes nothing', async () => {
  const page = open()
  const dialog = await ask(page)
  await page.user.type(box(), `${lobby.slice(0, -1)}{Enter}`)
  expect(closeButton()).toHaveProperty('disabled', true)
  await page.user.type(box(), `${lobby.slice(-1)}0`)
  expect(closeButton()).toHaveProperty('disabled', true)
  await page.user.type(box(), '{Backspace}')
  expect(closeButton()).toHaveProperty('disabled', false)
  await page.user.type(box(), '{Enter}')
  expect(page.callsOf('session.closeAll')).toEqual([])
  expect(dialog.isConnected).toBe(true)
})

// Would catch an armed dialog: an id typed for an earlier count that still counts at the next opening.
test('each opening reads the count anew and begins with an empty box', async () => {
  const page = open()
  await ask(page)
  await page.user.type(box(), lobby)
  await page.user.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close all sessions' }))
  await ask(page)
  expect(box()).toHaveProperty('value', '')
  expect(closeButton()).toHaveProperty('disabled', true)
  expect(page.callsOf('session.openCloseAll')).toHaveLength(2)
  expect(page.callsOf('session.closeAll')).toEqual([])
})

// Would catch a number of ten minutes ago that is acted on, and a dialog that then leads nowhere.
test('an old count disables the button and offers to read it again', async () => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  const page = open()
  const dialog = await ask(page)
  await page.user.type(box(), lobby)
  expect(closeButton()).toHaveProperty('disabled', false)
  act(() => {
    vi.advanceTimersByTime(32_000)
  })
  expect(closeButton()).toHaveProperty('disabled', true)
  await page.user.click(within(dialog).getByRole('button', { name: 'Read it again' }))
  await waitFor(() => {
    expect(screen.queryByText('This count is too old to act on.')).toBeNull()
  })
  expect(box()).toHaveProperty('value', '')
  await page.user.type(box(), lobby)
  await page.user.click(closeButton())
  expect(page.callsOf('session.closeAll')).toEqual([{ ticket: 'ticket-2', typedAppId: lobby }])
})

// Would catch the second GET of a nervous hand.
test('a double click closes once', async () => {
  const page = open()
  const dialog = await ask(page)
  await page.user.type(box(), lobby)
  await page.user.dblClick(closeButton())
  await waitFor(() => {
    expect(dialog.isConnected).toBe(false)
  })
  expect(page.callsOf('session.closeAll')).toEqual([{ ticket: 'ticket-1', typedAppId: lobby }])
})

// Would catch a confirmation without its number: with no count there is nothing to confirm.
test('a count that cannot be read opens no dialog', async () => {
  const page = open({ 'session.openCloseAll': () => fail(aFailure({ kind: 'offline' })) })
  await page.user.click(await screen.findByRole('button', { name: 'Close all sessions' }))
  await screen.findByText('This computer is offline.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch a ticket of the application that was on screen before, shown or sent under the new one's heading.
test('an application chosen while the count is read gets no dialog of the former one', async () => {
  let answer: () => void = () => undefined
  const read = new Promise<void>((resolve) => {
    answer = resolve
  })
  const page = open({
    'app.state': () => anAppState([aProfile({ applications: twoApplications })]),
    'session.openCloseAll': async ({ appId }) => {
      await read
      return aCloseAllTicket({ appId })
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Close all sessions' }))
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Application' }), fair)
  await act(async () => {
    answer()
    await read
  })
  await screen.findByRole('figure', { name: 'Total concurrent sessions' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch a fall that is told in other words than it was seen.
test.each<[string, Partial<Closing>, string]>([
  ['before the first look', {}, '12 → 12 after 0 ms, watching…'],
  ['while it falls', { seen: [{ at: now + 3_000, total: 5 }] }, '12 → 5 after 3 s, watching…'],
  ['after the fall', { seen: [{ at: now + 6_000, total: 0 }], outcome: 'fell' }, '12 → 0 in 6 s'],
  [
    'after a minute',
    { seen: [{ at: now + 60_000, total: 2 }], outcome: 'still-live' },
    'Still 2 after 1 min (12 before)',
  ],
  ['unseen', { outcome: 'not-seen' }, 'The count could not be read afterwards; 12 were live before.'],
])('%s the fall reads: %s', async (_when, changes, words) => {
  const page = open()
  await confirm(page)
  await page.emit('closing.changed', aClosing(changes))
  const told = await screen.findByText(words)
  expect(told.closest('[role=status]')).not.toBeNull()
  screen.getByText('Accepted: the service says 200, “success”.')
  expect(screen.queryByText(/^New calls may have begun/) !== null).toBe(changes.outcome === 'still-live')
})

const facts: Partial<ServiceFacts> = { operation: 'distroyCallSessionsByAppId' }
const cut: Failure = aFailure({ kind: 'connection-reset' }, { ...facts, sent: 'maybe' })

// Would catch calls that may have been cut, told as not cut.
test('a close without an answer is unknown, and the fall is watched all the same', async () => {
  const closing = aClosing({ answer: null, failure: cut, seen: [{ at: now + 2_000, total: 4 }] })
  const page = open({ 'session.closeAll': () => closing })
  await confirm(page)
  await page.emit('closing.changed', closing)
  await screen.findByText('12 → 4 after 2 s, watching…')
  screen.getByText('The connection was cut before the answer came.')
  screen.getByText('Outcome unknown: it may have happened. Do not repeat it before you have looked.')
  expect(document.body.textContent).not.toMatch(/failed|nothing was sent/i)
})

// Would catch one refusal told twice, or a watch that never was.
test('a refused close is told once, with its code and without a fall', async () => {
  const refused = aFailure(
    { kind: 'declined' },
    { ...facts, sent: 'yes', httpStatus: 200, code: '40001', message: 'invalid app id' },
  )
  const closing = (): Closing => aClosing({ sentAt: Date.now(), answer: null, failure: refused, outcome: 'not-seen' })
  const page = open({ 'session.closeAll': () => fail(refused) })
  await confirm(page)
  await screen.findByText(/40001/)
  await page.emit('closing.changed', closing())
  await waitFor(() => {
    expect(screen.getAllByText(/40001/)).toHaveLength(1)
  })
  screen.getByText(/^Close all at /)
  expect(screen.queryByText(/→|could not be read/)).toBeNull()
})

// Would catch a watched fall that is gone after a look at another section.
test('a close-all of this run is on screen again after leaving the section', async () => {
  const page = open({
    'session.closings': () => [aClosing({ seen: [{ at: now + 6_000, total: 0 }], outcome: 'fell' })],
  })
  await screen.findByText('12 → 0 in 6 s')
  page.redraw(null)
  page.redraw(<SessionsSection />)
  await screen.findByText('12 → 0 in 6 s')
})
