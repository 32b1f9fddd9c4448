import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { go } from '../../../src/renderer/state/location-store.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { Failure, ServiceFacts } from '../../../src/shared/failure.ts'
import type { CloseAllResult } from '../../../src/shared/schemas/session.ts'
import { appId } from '../../../src/shared/schemas/ids.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aKnownSession, anInbox } from './inbox-stage.ts'
import {
  aCloseAllTicket,
  aCloseTicket,
  aClosing,
  aConcurrency,
  aFailure,
  anOutcome,
  fairAppId,
  receptionAppId,
  now,
  twoApplications,
} from './stage.ts'

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
const closeButton = (): HTMLElement => screen.getByRole('button', { name: /^Close [\d,]+ sessions?$/ })

async function confirm(page: RenderedPage): Promise<void> {
  const dialog = await ask(page)
  await pasteInto(page.user, box(), receptionAppId)
  await page.user.click(closeButton())
  await waitFor(() => expect(dialog.isConnected).toBe(false))
}

// Would catch a confirmation that does not say whose calls end, or that starts on the button that ends them.
test('the dialog names profile, application and count; the focus is on Cancel', async () => {
  const page = open()
  const dialog = await ask(page)
  within(dialog).getByText('Lobby, production')
  within(dialog).getByText('Lobby kiosks')
  within(dialog).getByText(receptionAppId)
  within(dialog).getByText("This ends 12 calls. It can't be undone.")
  expect(dialog.textContent).toMatch(/Live now12 · read (just now|\d s ago)/)
  await waitFor(() => expect(dialog.textContent).toContain('Listed here0 · 12 not known'))
  expect(dialog.getAttribute('data-profile')).toBe('teal')
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(closeButton().textContent).toBe('Close 12 sessions')
})

// Would catch a palette action that opens the dialog only once, and a dialog that opens again after Cancel.
test('a location that requests the dialog opens it each time, and Cancel leaves that location', async () => {
  const page = open()
  await screen.findByRole('button', { name: 'Close all sessions' })
  const question = () => screen.findByRole('dialog', { name: 'Close all sessions' })
  const cancel = () => page.user.click(screen.getByRole('button', { name: 'Cancel' }))
  for (const times of [1, 2]) {
    act(() => go({ section: 'sessions', appId: appId.parse(receptionAppId), ask: 'close-all' }))
    await question()
    expect(page.callsOf('session.openCloseAll')).toHaveLength(times)
    await cancel()
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  page.redraw(null)
  page.redraw(<SessionsSection />)
  await screen.findByRole('button', { name: 'Close all sessions' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(page.callsOf('session.openCloseAll')).toHaveLength(2)
  expect(page.callsOf('session.closeAll')).toEqual([])
})

// Would catch a dialog about the first application of the profile instead of the named application.
test('a location that names an application outside the profile opens no dialog', async () => {
  const page = open()
  await screen.findByRole('button', { name: 'Close all sessions' })
  act(() => go({ section: 'sessions', appId: appId.parse(fairAppId), ask: 'close-all' }))
  await page.answered('session.figures')
  expect(page.callsOf('session.openCloseAll')).toEqual([])
})

// Would catch sessions of a possibly different application that count as known or as certainly unknown.
test('the dialog counts sessions without an application separately', async () => {
  const dialog = await ask(
    open({ 'inbox.list': () => anInbox([aKnownSession('call-1'), aKnownSession('call-2', { appId: null })]) }),
  )
  await waitFor(() => expect(dialog.textContent).toContain('Listed here1 · 10 not known · 1 without application'))
})

// Would catch "Close 1 sessions", a count of zero as an alarm, and digits without grouping.
test.each([
  [1, 'Close 1 session', "This ends 1 call. It can't be undone."],
  [0, 'Close 0 sessions', 'No calls counted. This also ends calls that started since.'],
  [1_204, 'Close 1,204 sessions', "This ends 1,204 calls. It can't be undone."],
])('with a count of %i the button is "%s"', async (total, name, text) => {
  const count = { ...aConcurrency().latest, at: Date.now(), total }
  const dialog = await ask(open({ 'session.openCloseAll': () => aCloseAllTicket({ count }) }))
  within(dialog).getByText(text)
  expect(closeButton().textContent).toBe(name)
})

const manualClock = (): void => {
  fakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
}

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
}

// Would catch a ten-second-old number that is used, and a ticket that a later read has invalidated.
test('the count is read again automatically, typed text stays, and the newest ticket is sent', async () => {
  manualClock()
  let total = 12
  const page = open({
    'session.openCloseAll': ({ appId }) =>
      aCloseAllTicket({
        appId,
        ticket: `ticket-${String(total)}`,
        count: { ...aConcurrency().latest, at: Date.now(), total: (total += 1) },
      }),
  })
  const dialog = await ask(page)
  await pasteInto(page.user, box(), receptionAppId)
  expect(closeButton().textContent).toBe('Close 13 sessions')
  await pass(5_000)
  await waitFor(() => expect(closeButton().textContent).toBe('Close 14 sessions'))
  expect(box()).toHaveProperty('value', receptionAppId)
  expect(closeButton()).toHaveProperty('disabled', false)
  await page.user.click(closeButton())
  expect(page.callsOf('session.closeAll')).toEqual([{ ticket: 'ticket-13', typedAppId: receptionAppId }])
  await waitFor(() => expect(dialog.isConnected).toBe(false))
})

// Would catch a click that sends an outdated count while a new count is being read.
test('while the count is read the button sends nothing, and Cancel still works', async () => {
  manualClock()
  let reads = 0
  const page = open({
    'session.openCloseAll': () => ((reads += 1) === 1 ? aCloseAllTicket() : new Promise<never>(() => undefined)),
  })
  const dialog = await ask(page)
  await pasteInto(page.user, box(), receptionAppId)
  await pass(6_000)
  expect(reads).toBe(2)
  expect(closeButton().getAttribute('aria-disabled') ?? String(closeButton().hasAttribute('disabled'))).toBe('true')
  await page.user.click(closeButton())
  expect(page.callsOf('session.closeAll')).toEqual([])
  await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(dialog.isConnected).toBe(false)
})

// Would catch an open dialog that polls the service all day, and a dialog that can no longer be used.
test('after two minutes the count is no longer read automatically, but "Refresh" reads it', async () => {
  manualClock()
  const page = open()
  const dialog = await ask(page)
  await pasteInto(page.user, box(), receptionAppId)
  for (let second = 0; second < 130; second += 1) await pass(1_000)
  const read = page.callsOf('session.openCloseAll').length
  expect(read).toBeGreaterThan(20)
  await pass(60_000)
  expect(page.callsOf('session.openCloseAll')).toHaveLength(read)
  within(dialog).getByText(/The confirmation expired\./)
  expect(closeButton()).toHaveProperty('disabled', true)
  await page.user.click(within(dialog).getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(closeButton()).toHaveProperty('disabled', false))
  expect(page.callsOf('session.openCloseAll')).toHaveLength(read + 1)
})

// Would catch a refused confirmation that causes repeated requests, or an old ticket that stays valid because of it.
test('a confirmation that cannot be opened again shows the reason, and opens again only on request', async () => {
  manualClock()
  let reads = 0
  const page = open({
    'session.openCloseAll': () => ((reads += 1) === 1 ? aCloseAllTicket() : fail(refusal('wrong-state').failure)),
  })
  const dialog = await ask(page)
  await pasteInto(page.user, box(), receptionAppId)
  // The previous ticket is invalid as soon as the count is requested again.
  await pass(5_000)
  await within(dialog).findByText("This isn't possible now.")
  expect(closeButton()).toHaveProperty('disabled', true)
  await pass(30_000)
  expect(reads).toBe(2)
  expect(closeButton()).toHaveProperty('disabled', true)
  await page.user.click(within(dialog).getByRole('button', { name: 'Refresh' }))
  expect(reads).toBe(3)
})

test('a refused confirmation opens no dialog, and shows the result of the click', async () => {
  const page = open({ 'session.openCloseAll': () => fail(refusal('wrong-state').failure) })
  await page.user.click(await screen.findByRole('button', { name: 'Close all sessions' }))
  expect((await screen.findByText("This isn't possible now.")).textContent).toBe(
    "Nothing was closed: This isn't possible now.",
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch a close-all that is unavailable while the count fails, and an old count that looks current.
test('a failed count leaves the confirmation open for its half minute, with the last count in the past tense', async () => {
  manualClock()
  const count = { ...aConcurrency().latest, at: now - 35_000, total: 14 }
  const page = open({ 'session.openCloseAll': () => aCloseAllTicket({ count, isCountRead: false }) })
  const dialog = await ask(page)
  expect(dialog.textContent).toMatch(/Live nowwas 14, 35 s ago, couldn't be read now/)
  within(dialog).getByText("This ends all live calls of the application. It can't be undone.")
  expect(dialog.textContent).not.toMatch(/not known/)
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(closeButton().textContent).toBe('Close 14 sessions')
  expect(closeButton()).toHaveProperty('disabled', true)
  await pasteInto(page.user, box(), receptionAppId)
  for (let second = 0; second < 9; second += 1) {
    expect(closeButton()).toHaveProperty('disabled', false)
    await pass(1_000)
  }
  expect(page.callsOf('session.openCloseAll')).toHaveLength(1)
  await page.user.click(closeButton())
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(page.callsOf('session.closeAll')).toEqual([{ ticket: 'ticket-1', typedAppId: receptionAppId }])
})

test('without any count the dialog says so, and its button closes all sessions', async () => {
  const page = open({ 'session.openCloseAll': () => aCloseAllTicket({ count: null, isCountRead: false }) })
  const dialog = await ask(page)
  expect(dialog.textContent).toContain('Live nowcount unknown')
  await pasteInto(page.user, box(), receptionAppId)
  await page.user.click(within(dialog).getByRole('button', { name: 'Close all sessions' }))
  expect(page.callsOf('session.closeAll')).toHaveLength(1)
})

// Would catch a button that announces closing 0 sessions, but ends calls that began while the count failed.
test('an outdated count of 0 is not on the button', async () => {
  const count = { ...aConcurrency().latest, at: Date.now() - 35_000, total: 0 }
  const page = open({ 'session.openCloseAll': () => aCloseAllTicket({ count, isCountRead: false }) })
  const dialog = await ask(page)
  expect(dialog.textContent).toMatch(/was 0, 35 s ago/)
  within(dialog).getByRole('button', { name: 'Close all sessions' })
})

// Would catch a button that does nothing without a message while the close of a different application is in flight.
test('a close-all in flight blocks only its own application', async () => {
  const answer = Promise.withResolvers<CloseAllResult>()
  const page = open({
    'app.state': () => anAppState([aProfile({ applications: twoApplications })]),
    'session.closeAll': () => answer.promise,
  })
  await ask(page)
  await pasteInto(page.user, box(), receptionAppId)
  await page.user.click(closeButton())
  const choose = (appId: string) =>
    page.user.selectOptions(screen.getByRole('combobox', { name: 'Application', hidden: true }), appId)
  const button = async () => screen.findByRole('button', { name: 'Close all sessions' })
  await choose(fairAppId)
  const dialog = await ask(page)
  within(dialog).getByText(fairAppId)
  await act(async () => {
    answer.resolve(aClosing())
    await answer.promise
  })
  expect(dialog.isConnected).toBe(true)
  await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect((await button()).getAttribute('aria-busy')).not.toBe('true')
  expect(page.callsOf('session.closeAll')).toHaveLength(1)
})

// Would catch a log or portrait that is dropped on the confirmation and changes the page under it.
test('the confirmation accepts no files', async () => {
  const page = open()
  const dialog = await ask(page)
  for (const type of ['text/plain', 'image/png']) {
    fireEvent.drop(dialog, { dataTransfer: { types: ['Files'], files: [new File(['x'], 'dropped', { type })] } })
  }
  expect(screen.getByRole('dialog')).toBe(dialog)
  expect(page.callsOf('inbox.findIdsInFiles')).toEqual([])
})

// Would catch a ticket of the previous application that is shown or sent under the heading of the new application.
test('an application that is chosen while the count is read gets no dialog of the previous application', async () => {
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
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Application' }), fairAppId)
  await act(async () => {
    answer()
    await read
  })
  await screen.findByRole('figure', { name: 'Total concurrent sessions' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch a drain that is described incorrectly.
test.each<[string, Partial<CloseAllResult>, string | RegExp]>([
  ['before the first look', {}, 'Live count was 12; not read since.'],
  ['while it falls', { seen: [{ at: now + 3_000, total: 5 }] }, 'Live count 12 → 5, counting again…'],
  ['after the fall', { seen: [{ at: now + 6_000, total: 0 }], outcome: 'fell' }, 'Live count 12 → 0 in 6 s.'],
  [
    'after a minute',
    { seen: [{ at: now + 60_000, total: 2 }], outcome: 'still-live' },
    'Still 2 live after 60 s, 12 before.',
  ],
  ['unseen', { outcome: 'not-seen' }, 'Live count was 12; not read since.'],
  [
    'of a watch that was broken off',
    { seen: [{ at: now + 1_000, total: 4 }], outcome: 'not-seen' },
    /^Live count 12 → 4 at .+; not read since\.$/,
  ],
  ['of many calls', { countBefore: 1_204, seen: [{ at: now + 3_000, total: 1_100 }] }, /1,204 → 1,100, counting again/],
  ['without a count before', { countBefore: null }, "Couldn't read the live count."],
  [
    'without a count before, while it falls',
    { countBefore: null, seen: [{ at: now + 3_000, total: 5 }] },
    'Live count 5, counting again…',
  ],
  [
    'without a count before, after the fall',
    { countBefore: null, seen: [{ at: now + 6_000, total: 0 }], outcome: 'fell' },
    'Live count 0 in 6 s.',
  ],
  [
    'without a count before, after a minute',
    { countBefore: null, seen: [{ at: now + 60_000, total: 2 }], outcome: 'still-live' },
    'Still 2 live after 60 s.',
  ],
  ['of more calls than before', { seen: [{ at: now + 1_000, total: 15 }] }, 'Live count 12 → 15, counting again…'],
])('%s the drain is described as: %s', async (_when, changes, text) => {
  const page = open({ 'session.closeAllResults': () => [aClosing(changes)] })
  const result = await screen.findByText(text)
  expect(result.closest('[role=status]')).not.toBeNull()
  expect(screen.queryByRole('list', { name: 'Next' }) !== null).toBe(changes.outcome === 'still-live')
  await page.user.click(screen.getByRole('button', { name: 'Details' }))
  screen.getByText('success')
})

// Would catch a green "All sessions closed 12 → 0" without a time above fourteen live calls.
test('a result has its time, and loses its colour once more calls are live than it left', async () => {
  const seen = [{ at: now + 6_000, total: 0 }]
  const page = open({
    'session.figures': ({ appId }) =>
      aConcurrency({ appId, latest: { ...aConcurrency().latest, at: now + 6_000, total: 0 } }),
    'session.closeAllResults': () => [aClosing({ seen, outcome: 'fell' })],
  })
  const bar = (title: HTMLElement) => title.closest<HTMLElement>('[data-tone]')
  const said = bar(await screen.findByText('All sessions closed.'))
  expect(said?.querySelector('time')?.dateTime).toBe(new Date(now).toISOString())
  expect(said?.dataset['tone']).toBe('good')
  const latest = { ...aConcurrency().latest, at: now + 420_000, total: 14 }
  await page.emit('concurrency.changed', { appId: aConcurrency().appId, concurrency: aConcurrency({ latest }) })
  await waitFor(() => expect(bar(screen.getByText('All sessions closed.'))?.dataset['tone']).toBe('ink'))
  screen.getByText('Live count 12 → 0 in 6 s.')
})

// Would catch a close-all without any result, because an earlier one seems to be newer.
test('the last close-all is shown after the clock was set back', async () => {
  const seen = [{ at: now + 6_000, total: 0 }]
  const page = open({ 'session.closeAllResults': () => [aClosing({ seen, outcome: 'fell' })] })
  await screen.findByText('All sessions closed.')
  const sentAt = now - 10 * 60_000
  await page.emit('closeAll.changed', aClosing({ id: 'closing-2', sentAt, outcome: 'watching' }))
  await screen.findByText('Close all sent.')
  const fell = [{ at: sentAt + 8_000, total: 0 }]
  await page.emit('closeAll.changed', aClosing({ id: 'closing-2', sentAt, seen: fell, outcome: 'fell' }))
  await screen.findByText('Live count 12 → 0 in 8 s.')
})

// Would catch "Nothing was closed" beside the result of a later successful close.
test('the reason why nothing was closed disappears once a later close was answered', async () => {
  const page = open({
    'app.state': () => anAppState([aProfile({ protection: 'open' })]),
    'session.openCloseAll': () => fail(refusal('wrong-state').failure),
    'session.openClose': ({ sessionId }) => aCloseTicket({ sessionId }),
    'session.close': () => anOutcome(),
  })
  await page.user.click(await screen.findByRole('button', { name: 'Close all sessions' }))
  await screen.findByText('Nothing was closed:')
  await page.user.type(screen.getByRole('textbox', { name: 'Session ID' }), 'call-1{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Close session' })
  screen.getByText('Nothing was closed:')
  await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
  await screen.findByText('call-1: close accepted.')
  expect(screen.queryByText('Nothing was closed:')).toBeNull()
})

// Would catch a rise that is reported as a failed drain although other calls began.
test('a count that rises meanwhile says that sessions have started', async () => {
  const seen = [3, 5, 5].map((total, index) => ({ at: now + (index + 1) * 2_000, total }))
  open({ 'session.closeAllResults': () => [aClosing({ seen, outcome: 'still-live' })] })
  await screen.findByText('New sessions started: 3 → 5.')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(
    'Close the rest by session ID.',
  )
})

const facts: Partial<ServiceFacts> = { operation: 'distroyCallSessionsByAppId' }
const cut: Failure = aFailure({ kind: 'connection-reset' }, { ...facts, sent: 'maybe' })

// Would catch calls that might have ended but are reported as not ended.
test('a close without an answer is unknown, and its drain is still polled', async () => {
  const closing = aClosing({ answer: null, failure: cut, seen: [{ at: now + 2_000, total: 4 }] })
  const page = open({ 'session.closeAll': () => closing })
  await confirm(page)
  await page.emit('closeAll.changed', closing)
  await screen.findByText('Live count 12 → 4, counting again…')
  screen.getByText('The connection was lost.')
  screen.getByText('Outcome unknown: it may have happened.')
  expect(document.body.textContent).not.toMatch(/failed|nothing was sent/i)
})

// Would catch ended calls that are reported as not closed because the network failed before the answer, and a close
// that is reported as sent after an internal error although this is unknown.
test.each([cut, null])(
  'a close without an answer whose count could not be read either stays unknown',
  async (failure) => {
    const closing = aClosing({ answer: null, failure, outcome: 'not-seen' })
    open({ 'session.closeAllResults': () => [closing] })
    await screen.findByText('Close all sessions: outcome unknown.')
    screen.getByText('Live count was 12; not read since.')
    screen.getByText('Refresh before closing again.')
    expect(screen.queryByText('Nothing was closed.')).toBeNull()
  },
)

// Would catch a refusal that is shown twice, or a drain that was never polled.
test('a refused close is shown once, with its code and without a drain', async () => {
  const refused = aFailure(
    { kind: 'declined' },
    { ...facts, sent: 'yes', httpStatus: 200, code: '40001', message: 'invalid app id' },
  )
  const closing = (): CloseAllResult =>
    aClosing({ sentAt: Date.now(), answer: null, failure: refused, outcome: 'not-seen' })
  const page = open({ 'session.closeAll': () => fail(refused) })
  await confirm(page)
  await screen.findByText(/40001/)
  await page.emit('closeAll.changed', closing())
  await waitFor(() => expect(screen.getAllByText(/40001/)).toHaveLength(1))
  screen.getByText('Nothing was closed.')
  expect(screen.queryByText(/→|could not be read/)).toBeNull()
})

// Would catch an outdated count that is reported as an expired confirmation.
test('a close that is refused because of its outdated count says so', async () => {
  await confirm(open({ 'session.closeAll': () => fail(refusal('count-too-old').failure) }))
  await screen.findByText('The count is too old; nothing was sent.')
})

// Would catch a polled drain that disappears after a visit to a different section.
test('a close-all of this run is on screen again after leaving the section', async () => {
  const page = open({
    'session.closeAllResults': () => [aClosing({ seen: [{ at: now + 6_000, total: 0 }], outcome: 'fell' })],
  })
  await screen.findByText('Live count 12 → 0 in 6 s.')
  page.redraw(null)
  page.redraw(<SessionsSection />)
  await screen.findByText('Live count 12 → 0 in 6 s.')
})

// Would catch a drain that stays for the rest of the day, a drain that is dismissed while it is polled, and a focus
// that moves to the top of the page with it.
test('a drain that is no longer polled can be dismissed', async () => {
  const page = open({ 'session.closeAllResults': () => [aClosing()] })
  await screen.findByText('Close all sent.')
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  await page.emit('closeAll.changed', aClosing({ outcome: 'fell' }))
  await page.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('All sessions closed.')).toBeNull()
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})
