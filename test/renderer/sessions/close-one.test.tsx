import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { refusal } from '../../../src/shared/failure.ts'
import type { ServiceFacts, ServiceProblem } from '../../../src/shared/failure.ts'
import type { CloseOutcome } from '../../../src/shared/schemas/session.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aKnownSession, anInbox } from './inbox-stage.ts'
import {
  aCloseTicket,
  aConcurrency,
  aFailure,
  anOutcome,
  fairAppId,
  now,
  receptionAppId,
  twoApplications,
} from './stage.ts'

function open(handlers: Partial<Handlers> = {}): RenderedPage {
  return renderPage(<SessionsSection />, {
    handlers: {
      'session.figures': () => aConcurrency(),
      'app.state': () => anAppState([aProfile({ protection: 'open' })]),
      'session.openClose': ({ sessionId, appId }) => aCloseTicket({ sessionId, appId }),
      'session.close': () => anOutcome(),
      ...handlers,
    },
  })
}

async function ask({ user }: RenderedPage, sessionId = 'call-1'): Promise<HTMLElement> {
  await user.type(await screen.findByRole('textbox', { name: 'Session ID' }), sessionId)
  await user.click(screen.getByRole('button', { name: 'Close session' }))
  return screen.findByRole('dialog', { name: 'Close session' })
}

async function confirm(page: RenderedPage): Promise<void> {
  const dialog = await ask(page)
  await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
}

// Would catch a close without a confirmation, or a confirmation that does not name the call.
test('one light confirmation names the session, and Cancel sends nothing', async () => {
  const page = open()
  const dialog = await ask(page, ' call-1 ')
  expect(page.callsOf('session.openClose')).toEqual([{ sessionId: 'call-1', appId: receptionAppId }])
  within(dialog).getByText('call-1')
  within(dialog).getByText(receptionAppId)
  // Would catch a call that is called live although this is unknown.
  within(dialog).getByText("This ends the call if it's still live. It can't be undone.")
  const cancel = within(dialog).getByRole('button', { name: 'Cancel' })
  expect(document.activeElement).toBe(cancel)
  await page.user.click(cancel)
  expect(dialog.isConnected).toBe(false)
  expect(page.callsOf('session.close')).toEqual([])
})

// Would catch a part of an id that is removed as surrounding text, which would close a different call.
test('an id with its surrounding characters is closed as typed when the operator says so, or when it is known in this form', async () => {
  const page = open({ 'inbox.recognise': ({ id }) => (id === '"known"' ? [{ kind: 'session', name: '' }] : []) })
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Session ID' })
  const close = screen.getByRole('button', { name: 'Close session' })
  const cancel = async (): Promise<void> => page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await page.user.type(box, '"call"{Enter}')
  await cancel()
  await page.user.click(screen.getByRole('button', { name: 'Use as typed' }))
  expect(screen.queryByText('Used as call.')).toBeNull()
  await page.user.click(close)
  await cancel()
  await page.user.clear(box)
  await page.user.type(box, '"known"{Enter}')
  await cancel()
  expect(page.callsOf('session.openClose').map((asked) => (asked as { sessionId: string }).sessionId)).toEqual([
    'call',
    '"call"',
    '"known"',
  ])
})

// Would catch an id that is truncated in the box and becomes the id of a different call or of no call.
test('a long id is closed completely, and an id that is too long is not closed', async () => {
  const page = open()
  const box = await screen.findByRole('textbox', { name: 'Session ID' })
  const close = screen.getByRole<HTMLButtonElement>('button', { name: 'Close session' })
  const long = '7'.repeat(300)
  fireEvent.change(box, { target: { value: long } })
  await page.user.click(close)
  await page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(page.callsOf('session.openClose')).toEqual([{ sessionId: long, appId: receptionAppId }])
  await page.user.clear(box)
  await page.user.click(box)
  await page.user.paste('7'.repeat(1_025))
  expect(close.disabled).toBe(true)
  screen.getByText('Too long: 1,025 of 1,024 characters')
})

// Would catch an id that stays in the box after its close because of its quotes, one press away from a second close.
test('an id without its quotes leaves the box when its close is accepted', async () => {
  const page = open({ 'session.close': () => anOutcome() })
  const dialog = await ask(page, '"call-1"')
  await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
  await screen.findByText('call-1: close accepted.')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Session ID' }).value).toBe('')
})

// Would catch a dialog that Escape closes before the answer arrives, so that the answer is lost.
test('while the close is sent, the dialog stays and says so', async () => {
  let answer: () => void = () => undefined
  const sent = new Promise<void>((resolve) => {
    answer = resolve
  })
  const page = open({
    'session.close': async () => {
      await sent
      return anOutcome()
    },
  })
  const dialog = await ask(page)
  const button = within(dialog).getByRole('button', { name: 'Close session' })
  await page.user.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  // Would catch a Cancel that seems to stop a close in flight.
  expect(within(dialog).getByRole('status').textContent).toBe("Sending. It can't be stopped now.")
  expect(within(dialog).queryByRole('button', { name: 'Cancel' })).toBeNull()
  await page.user.keyboard('{Escape}')
  expect(dialog.isConnected).toBe(true)
  answer()
  await screen.findByText('call-1: close accepted.')
})

// Would catch a confirmation that reopens automatically after it was cancelled.
test('a confirmation that is cancelled while it reopens stays closed', async () => {
  const answer = Promise.withResolvers<undefined>()
  let opened = 0
  const page = open({
    'session.openClose': async () => {
      opened += 1
      if (opened === 1) return aCloseTicket({ expiresAt: Date.now() - 1 })
      await answer.promise
      return aCloseTicket({ ticket: 'ticket-2' })
    },
  })
  const dialog = await ask(page)
  await page.user.click(within(dialog).getByRole('button', { name: 'Refresh' }))
  await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(dialog.isConnected).toBe(false)
  answer.resolve(undefined)
  await page.answered('session.openClose')
  expect(opened).toBe(2)
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch an answer without a body (which the contract allows) that is reported as an error, an undocumented text
// that is reported as a success, or fields of an answer that cannot be seen.
test.each([
  [{}, 'call-1: close accepted.', ['200', 'none', 'none']],
  [{ httpStatus: 204 }, 'call-1: close accepted.', ['204', 'none', 'none']],
  [{ form: 'text', message: 'stopped' }, 'call-1: service says “stopped”.', ['200', 'none', 'stopped']],
  [{ form: 'envelope', code: '200', message: 'success' }, 'call-1: close accepted.', ['200', '200', 'success']],
  [{ form: 'envelope', httpStatus: 202, code: '0', message: 'ok' }, 'call-1: close accepted.', ['202', '0', 'ok']],
])('the answer %j is shown as: %s', async (answer, text, fields) => {
  const page = open({ 'session.close': () => anOutcome(answer) })
  await confirm(page)
  const result = await screen.findByText(text)
  expect(result.closest('[role=status]')?.textContent).toBe(`${text} Live count 12 → 11 in 4 s.`)
  await page.user.click(screen.getByRole('button', { name: 'Details' }))
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts.slice(0, 4)).toEqual(['call-1', ...fields])
})

// Would catch an unchanged count that suggests a second close.
test('a count that has not fallen says that counts can lag', async () => {
  const page = open({ 'session.close': () => anOutcome({}, { countAfter: { ...aConcurrency().latest, total: 12 } }) })
  await confirm(page)
  await screen.findByText('Live count 12 → 12 in 1 s. Counts can lag.')
})

// Would catch a single value that is shown as both counts, and that stays while the count falls.
test('a count that has not settled is read again, and updated when it falls', async () => {
  const unsettled = anOutcome({}, { countAfter: { ...aConcurrency().latest, total: 12 }, counting: true })
  const page = open({ 'session.close': () => unsettled })
  await confirm(page)
  await screen.findByText('Live count 12, counting again…')
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  await page.emit('close.changed', anOutcome({}, { sessionId: 'call-2' }))
  expect(screen.queryByText(/→/)).toBeNull()
  // Also while another section is open.
  page.redraw(null)
  await page.emit('close.changed', anOutcome())
  page.redraw(<SessionsSection />)
  await screen.findByText('Live count 12 → 11 in 4 s.')
  await page.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('call-1: close accepted.')).toBeNull()
})

// Would catch a result that counts forever and cannot be dismissed, because its end was reported while a different
// profile was on screen.
test('a count from before a different profile was shown is no longer read', async () => {
  const [view, other] = [aProfile({ protection: 'open' }), aProfile({ id: profileId.parse('profile-2') })]
  const unsettled = anOutcome({}, { countAfter: { ...aConcurrency().latest, total: 12 }, counting: true })
  const page = open({ 'session.close': () => unsettled })
  await confirm(page)
  await screen.findByText('Live count 12, counting again…')
  for (const openProfileId of [other.profile.id, view.profile.id]) {
    await page.emit('app.changed', { ...anAppState([view, other]), openProfileId })
  }
  await screen.findByText('Live count 12 → 12 in 1 s. Counts can lag.')
  await page.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('call-1: close accepted.')).toBeNull()
})

// Would catch an invented count after a failed read.
test('counts that could not be read are shown as such', async () => {
  const page = open({ 'session.close': () => anOutcome({}, { countAfter: null }) })
  await confirm(page)
  await screen.findByText('Live count was 12; not read since.')
})

const facts: Partial<ServiceFacts> = { operation: 'sessionStop' }
const timeout: ServiceProblem = { kind: 'timeout', phase: 'answer', timeoutMs: 15_000 }

/** A close that no answer accepted. */
function unanswered(problem: ServiceProblem, more: Partial<ServiceFacts>): CloseOutcome {
  return anOutcome({}, { answer: null, failure: aFailure(problem, { ...facts, ...more }) })
}

// Would catch the worst error: a call that might have ended is reported as not ended, and is closed again.
test('a close that might have been carried out is not reported as certainly failed', async () => {
  const page = open({ 'session.close': () => unanswered(timeout, { sent: 'maybe' }) })
  await confirm(page)
  const result = await screen.findByText('call-1: outcome unknown.')
  expect(result.closest('[role=status]')?.textContent).toContain('Live count 12 → 11 in 4 s.')
  expect(screen.getByText('No answer within 15 s.').closest('[role=status]')).not.toBeNull()
  expect(document.body.textContent).not.toMatch(/failed|not closed|nothing was sent/i)
  expect(screen.getByRole('textbox', { name: 'Session ID' })).toHaveProperty('value', 'call-1')
})

// Would catch "No matches" under a result, because the id that stays for a retry is not a search.
test.each([
  ['sent', () => unanswered(timeout, { sent: 'maybe' }), 'call-1: outcome unknown.'],
  ['never sent', () => fail(refusal('not-confirmed').failure), /^Couldn't close the session:/],
])('an id whose close was %s hides no row until the operator types in the box', async (_, close, text) => {
  const page = open({ 'session.close': close, 'inbox.list': () => anInbox([aKnownSession('call-2')]) })
  await confirm(page)
  await screen.findByText(text)
  const box = screen.getByRole('textbox', { name: 'Session ID' })
  expect(box).toHaveProperty('value', 'call-1')
  screen.getByRole('button', { name: 'Close session call-2' })
  await page.user.type(box, '{Backspace}7')
  await screen.findByText('No matches')
})

// Would catch a call that ended before an internal error and is reported as not ended.
test('after an internal error it is unknown whether the call has ended', async () => {
  await confirm(open({ 'session.close': () => fail({ kind: 'internal', logId: 'log-1' }) }))
  await screen.findByText('Outcome unknown:')
  expect(screen.queryByText(/Couldn't close/)).toBeNull()
})

// Would catch a dialog that closes without a word, because the previous result seems to be newer.
test('a failure is shown after the clock was set back', async () => {
  fakeTimers({ now, toFake: ['Date'] })
  const outcomes: (() => CloseOutcome)[] = [() => anOutcome(), () => fail({ kind: 'internal', logId: 'log-1' })]
  const page = open({ 'session.close': () => outcomes.shift()?.() ?? anOutcome() })
  await confirm(page)
  await screen.findByText('call-1: close accepted.')
  vi.setSystemTime(now - 10 * 60_000)
  await confirm(page)
  await screen.findByText('Outcome unknown:')
})

// Would catch "Live count 12 → 11" above the 14 calls of a different application, as if three had started since.
test('a result names its application on the page of a different application', async () => {
  const latest = { ...aConcurrency().latest, appId: fairAppId, at: now + 60_000, total: 14 }
  const page = open({
    'app.state': () => anAppState([aProfile({ protection: 'open', applications: twoApplications })]),
    'session.figures': ({ appId }) => aConcurrency({ appId, ...(appId === fairAppId && { latest }) }),
  })
  await confirm(page)
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Application' }), fairAppId)
  const result = await screen.findByText('Lobby kiosks: Live count 12 → 11 in 4 s.')
  expect(result.closest<HTMLElement>('[data-tone]')?.dataset['tone']).toBe('good')
})

// Would catch rows that a close adds under a search and that Select all includes, because the box still looks like a
// filter.
test('an id that finds its row still finds only this row after a close', async () => {
  const sessions = [aKnownSession('call-1'), aKnownSession('call-2')]
  const page = open({
    'session.close': () => unanswered(timeout, { sent: 'maybe' }),
    'inbox.list': () => anInbox(sessions),
  })
  await confirm(page)
  await screen.findByText('call-1: outcome unknown.')
  screen.getByRole('button', { name: 'Close session call-1' })
  expect(screen.queryByRole('button', { name: 'Close session call-2' })).toBeNull()
})

// Would catch an empty table after each close by id, because the box still contained the id and filtered out all other
// rows.
test('the box is empty once the call was closed', async () => {
  await confirm(open())
  await screen.findByText(/accepted\./)
  expect(screen.getByRole('textbox', { name: 'Session ID' })).toHaveProperty('value', '')
})

// Would catch a gateway error that is reported as a refusal.
test('after a server error it is unknown whether the call has ended', async () => {
  const page = open({ 'session.close': () => unanswered({ kind: 'http' }, { sent: 'yes', httpStatus: 502 }) })
  await confirm(page)
  await screen.findByText('call-1: outcome unknown.')
  screen.getByText(/HTTP 502/)
})

// Would catch doubt about a certain refusal, and a refusal without its code.
test('a refusal names code and message, without doubt, and the exchange is one click away', async () => {
  const more: Partial<ServiceFacts> = { sent: 'yes', httpStatus: 200, code: '2002', message: 'session does not exist' }
  const page = open({ 'session.close': () => unanswered({ kind: 'declined' }, more) })
  await confirm(page)
  const result = await screen.findByText('call-1: service refused.')
  // Would catch a drain caused by others that is attributed to a close without effect.
  expect(result.closest('[role=status]')?.textContent.trim()).toBe('call-1: service refused.')
  screen.getByText(/“session does not exist” \(code 2002\)/)
  expect(document.body.textContent).not.toMatch(/not known whether|Outcome unknown|Put right/)
  screen.getByText('Mark the session as ended, or check its ID.')
  await page.user.click(screen.getByText('Details'))
  screen.getByText('sessionStop')
})

// Would catch a protected profile in which two clicks still close a call.
test('in a protected profile, the last characters must be typed exactly', async () => {
  const page = open({ 'session.openClose': () => aCloseTicket({ mustType: 'all-1' }) })
  const dialog = await ask(page)
  const button = within(dialog).getByRole('button', { name: 'Close session' })
  const box = within(dialog).getByRole('textbox', { name: 'Type “all-1” or the whole ID' })
  expect(document.activeElement).toBe(box)
  expect(button).toHaveProperty('disabled', true)
  await page.user.type(box, 'all-1 {Enter}')
  expect(button).toHaveProperty('disabled', true)
  within(dialog).getByText('5 of 5 match, rest differs')
  await page.user.clear(box)
  await page.user.type(box, 'all-1')
  expect(page.callsOf('session.close')).toEqual([])
  await page.user.click(button)
  expect(page.callsOf('session.close')).toEqual([{ ticket: 'ticket-1', typed: 'all-1' }])
})

// Would catch a confirmation that can only be sent by pointer or Tab, and a key that sends a second close.
test('Enter in the box closes once the characters match, and a repeated Enter does not close again', async () => {
  const answer = Promise.withResolvers<CloseOutcome>()
  const page = open({
    'session.openClose': () => aCloseTicket({ mustType: 'all-1' }),
    'session.close': () => answer.promise,
  })
  const dialog = await ask(page)
  const box = within(dialog).getByRole('textbox', { name: 'Type “all-1” or the whole ID' })
  await page.user.type(box, 'all-{Enter}')
  expect(page.callsOf('session.close')).toEqual([])
  await page.user.type(box, '1{Enter}{Enter}')
  await within(dialog).findByText("Sending. It can't be stopped now.")
  await page.user.type(box, '{Enter}')
  expect(page.callsOf('session.close')).toEqual([{ ticket: 'ticket-1', typed: 'all-1' }])
  answer.resolve(anOutcome())
  await screen.findByText('call-1: close accepted.')
  expect(page.callsOf('session.close')).toHaveLength(1)
})

// Would catch Enter that sends an outdated ticket.
test('Enter sends nothing once the confirmation is too old', async () => {
  const page = open({ 'session.openClose': () => aCloseTicket({ mustType: 'all-1', expiresAt: Date.now() - 1 }) })
  const dialog = await ask(page)
  await within(dialog).findByText('The confirmation expired.')
  await page.user.type(within(dialog).getByRole('textbox'), 'all-1{Enter}')
  within(dialog).getByText('5 of 5 match')
  expect(page.callsOf('session.close')).toEqual([])
})

// Would catch a whole id that is refused without a message, although it is more precise than its end.
test('the whole id confirms as well, and the page shows how much of it matches', async () => {
  const page = open({ 'session.openClose': ({ sessionId }) => aCloseTicket({ sessionId, mustType: 'll-1' }) })
  const dialog = await ask(page)
  await page.user.type(within(dialog).getByRole('textbox'), 'cal')
  within(dialog).getByText('3 of 6 match')
  await page.user.type(within(dialog).getByRole('textbox'), 'l-1')
  await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
  expect(page.callsOf('session.close')).toEqual([{ ticket: 'ticket-1', typed: 'll-1' }])
})

// Would catch a confirmation without the facts that distinguish two calls.
test('the confirmation names application and age, or says that the age is unknown', async () => {
  const page = open({
    'session.openClose': ({ sessionId }) =>
      aCloseTicket({ sessionId, label: 'Front desk', firstSeenAt: Date.now() - 12 * 60_000 }),
  })
  const dialog = await ask(page)
  within(dialog).getByText('12 min ago')
  within(dialog).getByText('Front desk')
  expect(dialog.textContent).toContain('Lobby kiosks')
})

// Would catch the application on screen as the application of an unknown session, or an application that is lost when
// the confirmation reopens.
test('the confirmation of an unknown session names no application', async () => {
  const page = open({ 'session.openClose': () => aCloseTicket({ appId: null, expiresAt: Date.now() - 1 }) })
  const dialog = await ask(page)
  expect(
    within(dialog)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Session ID'])
  within(dialog).getByText('Not among the known sessions.')
  await page.user.click(within(dialog).getByRole('button', { name: 'Refresh' }))
  const asked = { sessionId: 'call-1', appId: receptionAppId }
  expect(page.callsOf('session.openClose')).toEqual([asked, asked])
})

// Would catch an expired confirmation that is still sent, or that fails without a message.
test('an expired confirmation is refused with a message', async () => {
  const page = open({
    'session.close': () => {
      throw refusal('confirmation-expired')
    },
  })
  await confirm(page)
  await screen.findByText('The confirmation expired; nothing was sent.')
})

// Would catch an id that cannot be closed because of its format: no format is documented.
test.each(['call 3f2a6a0e-7c1d-4b7e-9a51-2f0c8d1b6e44 (gate 1)', '会话-七'])(
  'any text can be closed, whether it is known here or not: %j',
  async (typed) => {
    const page = open({
      'inbox.list': () => anInbox([aKnownSession('call-12')]),
      'session.openClose': ({ sessionId }) => aCloseTicket({ sessionId, appId: null }),
    })
    const button = await screen.findByRole('button', { name: 'Close session' })
    expect(button).toHaveProperty('disabled', true)
    const dialog = await ask(page, typed)
    expect(button).toHaveProperty('disabled', false)
    expect(page.callsOf('session.openClose')).toEqual([{ sessionId: typed, appId: receptionAppId }])
    within(dialog).getByText('Not among the known sessions.')
    await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
    await waitFor(() => expect(page.callsOf('session.close')).toHaveLength(1))
  },
)

test('a blank text closes nothing', async () => {
  const page = open()
  await page.user.type(await screen.findByRole('textbox', { name: 'Session ID' }), '   {Enter}')
  expect(screen.getByRole('button', { name: 'Close session' })).toHaveProperty('disabled', true)
  expect(page.callsOf('session.openClose')).toEqual([])
})

// Would catch a call that cannot be closed because the profile names no application, although none is needed.
test('a profile without an application closes a session, and shows the known sessions', async () => {
  const page = open({
    'app.state': () => anAppState([aProfile({ protection: 'open', applications: [] })]),
    'inbox.list': () => anInbox([aKnownSession('call-7', { appId: null })]),
  })
  await screen.findByText('No application yet')
  await screen.findByRole('table', { name: 'Known sessions' })
  const dialog = await ask(page, 'sess-abc')
  expect(page.callsOf('session.openClose')).toEqual([{ sessionId: 'sess-abc', appId: null }])
  await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
  await screen.findByText(/close accepted/)
  expect(page.callsOf('session.figures')).toEqual([])
  expect(page.callsOf('session.closeAllResults')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Close all sessions' })).toBeNull()
})

// Would catch quotes that are sent with an id, and quotes that are removed without a message.
test('an id is closed without the characters around it, and a message says so', async () => {
  const page = open()
  const box = await screen.findByRole('textbox', { name: 'Session ID' })
  await pasteInto(page.user, box, '“call-9”')
  await screen.findByText('Used as call-9.')
  await page.user.type(box, '{Enter}')
  await waitFor(() => expect(page.callsOf('session.openClose')).toMatchObject([{ sessionId: 'call-9' }]))
})

// Would catch a typed id that is lost by a visit to Account, or offered to the service of a different profile.
test('a typed id survives leaving the section and stays with its profile', async () => {
  const other = aProfile({ id: profileId.parse('profile-2') })
  const page = open()
  await pasteInto(page.user, await screen.findByRole('textbox', { name: 'Session ID' }), 'call-9')
  page.redraw(null)
  page.redraw(<SessionsSection />)
  expect(await screen.findByRole('textbox', { name: 'Session ID' })).toHaveProperty('value', 'call-9')
  await page.emit('app.changed', anAppState([other]))
  expect(await screen.findByRole('textbox', { name: 'Session ID' })).toHaveProperty('value', '')
})

// Would catch buttons that main refuses anyway.
test('a read-only profile offers no close, but still finds sessions', async () => {
  open({ 'app.state': () => anAppState([aProfile({ protection: 'read-only' })]) })
  await screen.findByRole('textbox', { name: 'Session ID' })
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
  await screen.findByRole('figure', { name: 'Total concurrent sessions' })
})
