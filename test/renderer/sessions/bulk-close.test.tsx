import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aCloseManyTicket, aKnownSession, anInbox, aRun } from './inbox-stage.ts'
import {
  aClosing,
  aConcurrency,
  aFailure,
  anOutcome,
  fairAppId,
  receptionAppId,
  now,
  twoApplications,
} from './stage.ts'

const calls = ['call-1', 'call-2', 'call-3']

function open(handlers: Partial<Handlers> = {}): RenderedPage {
  return renderPage(<SessionsSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile({ protection: 'open' })]),
      'session.figures': () => aConcurrency(),
      'inbox.list': () => anInbox([...calls.map((id) => aKnownSession(id)), aKnownSession('over', { endedAt: 1 })]),
      'session.openCloseMany': ({ sessionIds }) => aCloseManyTicket(sessionIds),
      'session.closeMany': () => aRun(calls.map((sessionId) => ({ sessionId }))),
      ...handlers,
    },
  })
}

const tick = async ({ user }: RenderedPage, ...ids: readonly string[]): Promise<void> => {
  for (const id of ids) await user.click(await screen.findByRole('checkbox', { name: `Select ${id}` }))
}

async function ask(page: RenderedPage): Promise<HTMLElement> {
  await page.user.click(screen.getByRole('button', { name: /^Close \d+ sessions?$/ }))
  return screen.findByRole('dialog', { name: /^Close \d+ sessions?$/ })
}

// Would catch a confirmation with only a number: every call that ends must be named, with the facts that distinguish
// it.
test('the confirmation names each session with application and age, and starts on Cancel', async () => {
  const page = open()
  await tick(page, 'call-1', 'call-3')
  const dialog = await ask(page)
  expect(page.callsOf('session.openCloseMany')).toEqual([{ sessionIds: ['call-1', 'call-3'] }])
  const named = within(within(dialog).getByRole('list')).getAllByRole('listitem')
  expect(named.map(({ textContent }) => textContent)).toEqual([
    `call-1Lobby kiosks · ${receptionAppId} · first seen 12 min ago`,
    `call-3Lobby kiosks · ${receptionAppId} · first seen 12 min ago`,
  ])
  const cancel = within(dialog).getByRole('button', { name: 'Cancel' })
  expect(document.activeElement).toBe(cancel)
  await page.user.click(cancel)
  expect(page.callsOf('session.closeMany')).toEqual([])
})

// Would catch sessions that seem to be closed too, because the limit of a run was shown only at first.
test('the message that only the first sessions are closed is shown after a refresh too', async () => {
  const many = Array.from({ length: 201 }, (_, index) => aKnownSession(`many-${String(index)}`))
  let opened = 0
  const page = open({
    'inbox.list': () => anInbox(many),
    'session.openCloseMany': ({ sessionIds }) => {
      opened += 1
      return aCloseManyTicket(sessionIds, { ticket: `ticket-${String(opened)}`, ...(opened === 1 && { expiresAt: 1 }) })
    },
  })
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  const dialog = await ask(page)
  within(dialog).getByText('Only the first 200 sessions are closed.')
  await page.user.click(within(dialog).getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(opened).toBe(2))
  const fresh = () => within(screen.getByRole('dialog'))
  await waitFor(() => expect(fresh().queryByRole('button', { name: 'Refresh' })).toBeNull())
  fresh().getByText('Only the first 200 sessions are closed.')
})

// Would catch the second of two Enter presses, which reaches the button that has the focus again.
test('the second of two quick Enter presses opens no new confirmation', async () => {
  const page = open()
  await tick(page, 'call-1', 'call-3')
  const dialog = await ask(page)
  // However long a busy machine takes between the two presses.
  fakeTimers({ toFake: ['performance'] })
  within(dialog).getByRole('button', { name: 'Close 2 sessions' }).focus()
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByRole('button', { name: 'Close 2 sessions' }).focus()
  await page.user.keyboard('{Enter}')
  expect(page.callsOf('session.openCloseMany')).toHaveLength(1)
})

// Would catch selected sessions that a search hides and that are still closed.
test('neither sessions that a search hides nor ended sessions are closed', async () => {
  const page = open()
  await page.user.click(await screen.findByRole('checkbox', { name: 'Ended' }))
  const box = screen.getByRole('textbox', { name: 'Session ID' })
  await page.user.type(box, 'call-2')
  await page.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await ask(page)
  expect(page.callsOf('session.openCloseMany')).toEqual([{ sessionIds: ['call-2'] }])
  await page.user.keyboard('{Escape}')
  await page.user.click(screen.getByRole('button', { name: 'Clear selection' }))
  await page.user.clear(screen.getByRole('textbox', { name: 'Session ID' }))
  await tick(page, 'call-1', 'over')
  await ask(page)
  expect(page.callsOf('session.openCloseMany').at(-1)).toEqual({ sessionIds: ['call-1'] })
})

// Would catch a protected profile that closes a hundred calls with two clicks.
test('in a protected profile, the requested text must be typed exactly', async () => {
  const page = open({
    'session.openCloseMany': ({ sessionIds }) => aCloseManyTicket(sessionIds, { mustType: receptionAppId }),
  })
  await tick(page, 'call-1', 'call-2')
  const dialog = await ask(page)
  const button = within(dialog).getByRole('button', { name: 'Close 2 sessions' })
  expect(button).toHaveProperty('disabled', true)
  await page.user.type(within(dialog).getByRole('textbox'), `${receptionAppId}{Enter}`)
  expect(page.callsOf('session.closeMany')).toEqual([])
  await page.user.click(button)
  expect(page.callsOf('session.closeMany')).toEqual([{ ticket: 'ticket-1', typed: receptionAppId }])
})

const declined = anOutcome(
  {},
  {
    sessionId: 'call-2',
    answer: null,
    failure: aFailure({ kind: 'declined' }, { operation: 'sessionStop', sent: 'yes', code: '2002', message: 'gone' }),
  },
)
const unknown = anOutcome(
  {},
  {
    sessionId: 'call-3',
    answer: null,
    failure: aFailure({ kind: 'connection-reset' }, { operation: 'sessionStop', sent: 'maybe' }),
  },
)

const rows = (): readonly string[] =>
  within(screen.getByRole('list', { name: 'Results' }))
    .getAllByRole('listitem')
    .map(({ firstElementChild }) => [...(firstElementChild?.children ?? [])].slice(0, 2))
    .map((parts) => parts.map(({ textContent }) => textContent).join(': '))

// Would catch outcomes that are shown only at the end, and an unknown outcome that is reported as a success or a
// failure.
test('each outcome is shown correctly as it arrives', async () => {
  const page = open({ 'session.closeRuns': () => [aRun(calls.map((sessionId) => ({ sessionId })))] })
  await screen.findByRole('progressbar', { name: 'Closing sessions…' })
  await page.user.click(screen.getByRole('button', { name: 'Details' }))
  const first = { sessionId: 'call-1', outcome: anOutcome() }
  await page.emit('closeRun.changed', aRun([first, { sessionId: 'call-2', state: 'sending' }, { sessionId: 'call-3' }]))
  expect(rows()).toEqual(['call-1: close accepted', 'call-2: sending…', 'call-3: waiting'])
  const items = [first, { sessionId: 'call-2', outcome: declined }, { sessionId: 'call-3', outcome: unknown }]
  await page.emit('closeRun.changed', aRun(items, { state: 'done' }))
  expect(rows()).toEqual(['call-1: close accepted', 'call-2: service refused: 2002, “gone”', 'call-3: outcome unknown'])
  const result = screen.getByText('1 of 3 accepted.').closest('[role=status]')
  expect(result?.textContent).toBe('1 of 3 accepted. Live count 12 → 11 in 4 s. 1 not closed. 1 with unknown outcome.')
  expect(screen.queryByRole('button', { name: 'Stop closing' })).toBeNull()
})

// Would catch "Live count 12 → 4", the difference of two applications.
test('the counts of a run over two applications are shown by application', async () => {
  const counted = (total: number, at: number) => ({ ...aConcurrency().latest, appId: fairAppId, total, at })
  const atFair = { appId: fairAppId, countBefore: counted(5, now), countAfter: counted(4, now + 5_000) }
  const items = [
    { sessionId: 'call-1', outcome: anOutcome() },
    { sessionId: 'call-2', outcome: anOutcome({}, { sessionId: 'call-2', ...atFair }) },
  ]
  open({
    'app.state': () => anAppState([aProfile({ protection: 'open', applications: twoApplications })]),
    'session.closeRuns': () => [aRun(items, { state: 'done' })],
  })
  const result = (await screen.findByText('2 of 2 accepted.')).closest('[role=status]')
  expect(result?.textContent).toBe(
    `2 of 2 accepted. Lobby kiosks: Live count 12 → 11 in 4 s. ${fairAppId}: Live count 5 → 4 in 5 s.`,
  )
})

// Would catch an undocumented text that counts as a close.
test('an answer in plain text is not counted as accepted', async () => {
  const text = anOutcome({ form: 'text', message: 'stopped' }, { sessionId: 'call-2' })
  const items = [
    { sessionId: 'call-1', outcome: anOutcome() },
    { sessionId: 'call-2', outcome: text },
  ]
  open({ 'session.closeRuns': () => [aRun(items, { state: 'done' })] })
  const result = (await screen.findByText('1 of 2 accepted.')).closest('[role=status]')
  expect(result?.textContent).toBe('1 of 2 accepted. Live count 12 → 11 in 4 s. 1 answered without details.')
})

// Would catch a stop that is sent for a different run, and a run that ended early without a reason.
test('Stop closing stops this run, and sessions that were not sent are shown with the reason', async () => {
  const items = [
    { sessionId: 'call-1', outcome: anOutcome() },
    { sessionId: 'call-2', state: 'sending' as const },
    { sessionId: 'call-3' },
  ]
  const page = open({
    'session.closeRuns': () => [aRun(items)],
    'session.stopCloseRun': () => aRun(items, { state: 'stopping', endedBy: 'operator' }),
  })
  await page.user.click(await screen.findByRole('button', { name: 'Stop closing' }))
  expect(page.callsOf('session.stopCloseRun')).toEqual([{ id: 'run-1' }])
  const ended = [
    items[0],
    { sessionId: 'call-2', outcome: declined },
    { sessionId: 'call-3', state: 'left-out' as const },
  ]
  await page.emit(
    'closeRun.changed',
    aRun(
      ended.flatMap((item) => item ?? []),
      { state: 'stopped', endedBy: 'rest' },
    ),
  )
  await page.user.click(screen.getByRole('button', { name: 'Details' }))
  expect(rows().at(-1)).toBe('call-3: not sent')
  screen.getByText('1 of 3 accepted.')
  screen.getByText(/^The computer slept or was offline\./)
})

// Would catch a "no answer" where the service answered that it is too busy, or where the disk failed.
test('a run that a failure ended reports only this failure', async () => {
  const busy = aFailure({ kind: 'http' }, { operation: 'sessionStop', sent: 'yes', httpStatus: 429 })
  const items = [
    { sessionId: 'call-1', outcome: anOutcome({}, { answer: null, failure: busy }) },
    { sessionId: 'call-2', state: 'left-out' as const },
  ]
  open({ 'session.closeRuns': () => [aRun(items, { state: 'stopped', endedBy: 'trouble' })] })
  const result = await screen.findByText('0 of 2 accepted.')
  expect(result.closest('[role=status]')?.textContent).toBe('0 of 2 accepted. Stopped after a failure. 1 not closed.')
})

// Would catch an answer in a list of a hundred whose code cannot be seen.
test('the code of each answer is one click away', async () => {
  const page = open({
    'session.closeRuns': () => [aRun([{ sessionId: 'call-2', outcome: declined }], { state: 'done' })],
  })
  const result = await screen.findByText('0 of 1 accepted.')
  // Would catch a drain caused by others that is attributed to closes without effect.
  expect(result.closest('[role=status]')?.textContent).toBe('0 of 1 accepted. 1 not closed.')
  await page.user.click(screen.getByRole('button', { name: 'Details' }))
  await page.user.click(await screen.findByText('Answer'))
  await page.user.click(await screen.findByText('Details', { selector: 'summary' }))
  screen.getByText('sessionStop')
})

// Would catch a run of yesterday that cannot be dismissed, a run that disappears while it is sent, or a run that hides
// the next run.
test('a finished run can be dismissed and stays dismissed; a running run cannot be dismissed, and a new run is shown', async () => {
  const items = [{ sessionId: 'call-1', outcome: anOutcome() }]
  const page = open({ 'session.closeRuns': () => [aRun([{ sessionId: 'call-1', state: 'sending' }])] })
  await screen.findByRole('button', { name: 'Stop closing' })
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  await page.emit('closeRun.changed', aRun(items, { state: 'done' }))
  await page.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('1 of 1 accepted.')).toBeNull()
  page.redraw(null)
  page.redraw(<SessionsSection />)
  await screen.findByRole('button', { name: 'Close all sessions' })
  expect(screen.queryByText('1 of 1 accepted.')).toBeNull()
  await page.emit('closeRun.changed', aRun(items, { id: 'run-2', state: 'done', startedAt: now + 1 }))
  await screen.findByText('1 of 1 accepted.')
})

// Would catch many results that hide the rows, a run that cannot be stopped because of a later close, and an older
// result that returns when the newest result is dismissed.
test('the newest result is shown, and earlier results that have not settled', async () => {
  const items = [{ sessionId: 'call-1', outcome: anOutcome() }]
  const sending = [{ sessionId: 'call-1', state: 'sending' as const }]
  const page = open({
    'session.closeRuns': () => [aRun(sending)],
    'session.closeAllResults': () => [aClosing({ sentAt: now + 1, outcome: 'fell' })],
  })
  const titles = (): readonly (string | null)[] =>
    [...document.querySelectorAll('[role=status] b')].map(({ textContent }) => textContent)
  await screen.findByRole('button', { name: 'Stop closing' })
  await screen.findByText('All sessions closed.')
  expect(titles()).toEqual(['All sessions closed.', 'Closing sessions…'])
  await page.emit('closeRun.changed', aRun(items, { state: 'done' }))
  expect(titles()).toEqual(['All sessions closed.'])
  await page.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(titles()).toEqual([])
})
