import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { RowMenuPopup } from '../../../src/renderer/ui/row-menu-popup.tsx'
import { refusal } from '../../../src/shared/failure.ts'
import { appId, sessionId } from '../../../src/shared/schemas/ids.ts'
import type { LinkedSession } from '../../../src/shared/schemas/inbox.ts'
import type { CloseOutcome } from '../../../src/shared/schemas/session.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { pasteInto, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aKnownSession, anInbox } from './inbox-stage.ts'
import { ShownBackground } from './shown-background.tsx'
import { aCloseTicket, aConcurrency, anOutcome, fairAppId, receptionAppId, now, twoApplications } from './stage.ts'

const openProfile = aProfile({ protection: 'open', applications: twoApplications })

const section = (
  <>
    <SessionsSection />
    <Toasts />
    <RowMenuPopup />
  </>
)

function open(handlers: Partial<Handlers> = {}): RenderedPage {
  return renderPage(section, {
    handlers: {
      'app.state': () => anAppState([openProfile]),
      'session.figures': ({ appId }) => aConcurrency({ appId }),
      'inbox.list': () => anInbox([aKnownSession('call-1')]),
      ...handlers,
    },
  })
}

/** Opens the page at the time of the test count. */
function openNow(handlers: Partial<Handlers>): RenderedPage {
  fakeTimers({ now, toFake: ['Date'] })
  return open(handlers)
}

const table = (): Promise<HTMLElement> => screen.findByRole('table', { name: 'Known sessions' })

async function row(id: string): Promise<HTMLElement> {
  const box = await within(await table()).findByRole('checkbox', { name: `Select ${id}` })
  const found = box.closest('tr')
  if (found === null) throw new Error(`no row of ${id}`)
  return found
}

async function openDetails(page: RenderedPage, id: string): Promise<void> {
  const found = await row(id)
  found.focus()
  await page.user.keyboard('{Enter}')
  await screen.findByRole('complementary', { name: 'Session details' })
}

/** Presses Undo in the toast with this text. */
async function undo(page: RenderedPage, text: string): Promise<void> {
  const toast = (await screen.findByText(text)).closest<HTMLElement>('[role=group]')
  if (toast === null) throw new Error(`no toast around ${text}`)
  await page.user.click(within(toast).getByRole('button', { name: 'Undo' }))
}

const order = async (): Promise<readonly string[]> =>
  within(await table())
    .getAllByRole('checkbox', { name: /^Select (?!all)/ })
    .map((box) => (box.getAttribute('aria-label') ?? '').replace('Select ', ''))

const three = [
  aKnownSession('young', { label: 'Front desk', firstSeenAt: 3_000 }),
  aKnownSession('middle', { note: 'a desk upstairs', firstSeenAt: 2_000 }),
  aKnownSession('old', { appId: null, firstSeenAt: 1_000 }),
]

// Would catch a row that omits a fact about a session.
test('a row shows all known facts about a session', async () => {
  const { answer, failure } = anOutcome({ form: 'envelope', code: '200', message: 'success' })
  const session = aKnownSession('call-1', {
    label: 'Front desk',
    note: 'asked to wait',
    source: { kind: 'watch', name: 'calls.log' },
    lastAction: { kind: 'close', at: Date.now() - 60_000, answer, failure },
  })
  const page = open({ 'inbox.list': () => anInbox([session]) })
  const found = await row('call-1')
  expect(
    within(await table())
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['', 'Label', 'Session ID', 'Known for', 'Last action', 'Actions'])
  expect(within(found).getByRole('textbox', { name: 'Label of call-1' })).toHaveProperty('value', 'Front desk')
  within(found).getByText('12 min')
  within(found).getByText(/^close accepted: 200, “success”, /)
  within(found).getByRole('button', { name: 'Copy session ID' })
  found.focus()
  await page.user.keyboard('{Enter}')
  const details = await screen.findByRole('complementary', { name: 'Session details' })
  expect(within(details).getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'asked to wait')
  within(details).getByText('Lobby kiosks')
  within(details).getByText('watched file calls.log')
  await page.user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary')).toBeNull()
})

// Would catch columns that are empty in every row, and a search that adds and removes columns.
test('labels and last actions have a column once any session has a value, even when the search hides that session', async () => {
  const { answer, failure } = anOutcome()
  let sessions = [aKnownSession('call-1'), aKnownSession('call-2')]
  const page = open({ 'inbox.list': () => anInbox(sessions) })
  const headings = async (): Promise<readonly string[]> =>
    within(await table())
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
  expect(await headings()).toEqual(['', 'Session ID', 'Known for', 'Actions'])
  sessions = [aKnownSession('call-1'), aKnownSession('call-2', { note: 'waits' })]
  await page.emit('inbox.changed', {})
  await waitFor(async () => expect(await headings()).toEqual(['', 'Label', 'Session ID', 'Known for', 'Actions']))
  const lastAction = { kind: 'close', at: now, answer, failure } as const
  sessions = [aKnownSession('call-1'), aKnownSession('call-2', { lastAction })]
  await page.emit('inbox.changed', {})
  const all = ['', 'Session ID', 'Known for', 'Last action', 'Actions']
  await waitFor(async () => expect(await headings()).toEqual(all))
  await page.user.type(screen.getByRole('textbox', { name: 'Session ID' }), 'call-1')
  await waitFor(async () => expect(await order()).toEqual(['call-1']))
  expect(await headings()).toEqual(all)
})

// Would catch details without the close of the session.
test('the details can close their session, and the confirmation stays when the session leaves the list', async () => {
  const sent = Promise.withResolvers<CloseOutcome>()
  let sessions = [aKnownSession('call-1')]
  const page = open({
    'inbox.list': () => anInbox(sessions),
    'session.openClose': ({ sessionId: id, appId: of }) => aCloseTicket({ sessionId: id, appId: of }),
    'session.close': () => sent.promise,
  })
  await openDetails(page, 'call-1')
  const details = screen.getByRole('complementary', { name: 'Session details' })
  await page.user.click(within(details).getByRole('button', { name: 'Close session' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close session' })
  expect(page.callsOf('session.close')).toEqual([])
  await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
  sessions = []
  await page.emit('inbox.changed', {})
  await screen.findByText('No known sessions')
  expect(details.isConnected).toBe(false)
  within(dialog).getByText("Sending. It can't be stopped now.")
  sent.resolve(anOutcome())
  await screen.findByText('call-1: close accepted.')
  expect(dialog.isConnected).toBe(false)
  expect(page.callsOf('session.close')).toEqual([{ ticket: 'ticket-1', typed: '' }])
})

// Would catch a keyboard that is nowhere once the closed session has left the list with its details.
test('the focus stays in the list when a session is closed from its details', async () => {
  let sessions = [aKnownSession('call-2'), aKnownSession('call-1')]
  const page = open({
    'inbox.list': () => anInbox(sessions),
    'session.openClose': ({ sessionId: id, appId: of }) => aCloseTicket({ sessionId: id, appId: of }),
    'session.close': () => anOutcome(),
  })
  await openDetails(page, 'call-1')
  const details = screen.getByRole('complementary', { name: 'Session details' })
  await page.user.click(within(details).getByRole('button', { name: 'Close session' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close session' })
  await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
  await screen.findByText('call-1: close accepted.')
  sessions = sessions.slice(0, 1)
  await page.emit('inbox.changed', {})
  await waitFor(() => expect(details.isConnected).toBe(false))
  expect(document.activeElement).toBe(await row('call-2'))
})

// Would catch a label that is saved at each letter or not at all, or that is lost when main cannot save it.
test('Enter saves a label, Escape discards it, and a label that could not be saved is kept', async () => {
  let saves = 0
  const page = open({
    'inbox.edit': () => {
      saves += 1
      if (saves === 2) throw refusal('wrong-state')
      return null
    },
  })
  await openDetails(page, 'call-1')
  const box = screen.getByRole('textbox', { name: 'Label of call-1' })
  await page.user.type(box, 'Desk{Escape}')
  expect(box).toHaveProperty('value', '')
  await page.user.type(box, 'Front desk{Enter}')
  expect(page.callsOf('inbox.edit')).toEqual([{ sessionId: 'call-1', label: 'Front desk' }])
  await page.user.type(box, ' 2')
  await page.user.tab()
  expect(page.callsOf('inbox.edit')[1]).toEqual({ sessionId: 'call-1', label: 'Front desk 2' })
  await screen.findByText(/^Not saved: /)
  expect(box).toHaveProperty('value', 'Front desk 2')
})

// Would catch a note that is lost because the operator left the section while writing it.
test('a note that is being written is saved when the operator leaves the section', async () => {
  const page = open({ 'inbox.edit': () => null })
  await openDetails(page, 'call-1')
  const box = screen.getByRole('textbox', { name: 'Note' })
  await page.user.type(box, 'one{Shift>}{Enter}{/Shift}two')
  page.redraw(null)
  await waitFor(() => expect(page.callsOf('inbox.edit')).toEqual([{ sessionId: 'call-1', note: 'one\ntwo' }]))
})

// Would catch an Escape for the candidates of an input method that closes the content around the box.
test('an input method handles its own Escape', async () => {
  const page = open()
  await openDetails(page, 'call-1')
  const details = screen.getByRole('complementary', { name: 'Session details' })
  const note = within(details).getByRole('textbox', { name: 'Note' })
  note.focus()
  fireEvent.keyDown(note, { key: 'Escape', isComposing: true })
  expect(details.isConnected).toBe(true)
  fireEvent.keyDown(note, { key: 'Escape' })
  expect(details.isConnected).toBe(true)
  expect(document.activeElement).toBe(note)
})

// Would catch a search of only ids, or an order that does not follow the age.
test('a search finds sessions by any of their texts, and rows are sorted by age', async () => {
  const page = open({ 'inbox.list': () => anInbox(three) })
  expect(await order()).toEqual(['young', 'middle', 'old'])
  const age = screen.getByRole('columnheader', { name: 'Known for' })
  expect(age.getAttribute('aria-sort')).toBe('ascending')
  await page.user.click(within(age).getByRole('button'))
  expect(await order()).toEqual(['old', 'middle', 'young'])
  expect(age.getAttribute('aria-sort')).toBe('descending')
  await page.user.type(screen.getByRole('textbox', { name: 'Session ID' }), 'DESK')
  expect(await order()).toEqual(['middle', 'young'])
  page.redraw(null)
  page.redraw(<SessionsSection />)
  expect(await order()).toEqual(['middle', 'young'])
})

// Would catch rows that are selected and then closed without having been shown.
test('300 sessions are shown and selected together, and older ones after Show more', async () => {
  const many = Array.from({ length: 301 }, (_, index) => aKnownSession(`call-${String(index)}`))
  open({ 'inbox.list': () => anInbox(many) })
  // By label and text, because computing the roles inside hundreds of rows takes seconds.
  const more = await screen.findByText('Show 1 more of 301')
  expect(document.querySelectorAll('tbody tr')).toHaveLength(300)
  fireEvent.click(screen.getByLabelText('Select all'))
  await screen.findByText('300 of 301 selected')
  fireEvent.click(more)
  await screen.findByText('300 selected')
})

// Would catch rows of other applications in the table of this application, or ended sessions that were not requested.
test('the table reads the sessions of this application, and ended or all sessions on request', async () => {
  const page = open()
  await table()
  expect(screen.queryByRole('columnheader', { name: 'Application' })).toBeNull()
  await page.user.click(screen.getByRole('checkbox', { name: 'Ended' }))
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Shown' }), 'All applications')
  await screen.findByRole('columnheader', { name: 'Application' })
  await waitFor(() =>
    expect(page.callsOf('inbox.list')).toEqual([
      { appId: receptionAppId, showsEnded: false },
      { appId: receptionAppId, showsEnded: true },
      { appId: null, showsEnded: true },
    ]),
  )
})

// Would catch marks on the wrong rows, and rows that one click removes permanently.
test('selected sessions can be marked as ended or live and removed, and each change can be undone', async () => {
  const page = open({
    'inbox.restore': () => null,
    'inbox.list': () => anInbox([aKnownSession('call-1'), aKnownSession('over', { endedAt: 5 })]),
    'inbox.markEnded': () => null,
    'inbox.remove': () => null,
  })
  await table()
  const all = screen.getByRole('checkbox', { name: 'Select all' })
  await page.user.click(screen.getByRole('checkbox', { name: 'Select over' }))
  expect(all).toMatchObject({ indeterminate: true })
  await page.user.click(all)
  screen.getByText('2 selected')
  expect(all).toMatchObject({ indeterminate: false, checked: true })
  await page.user.click(screen.getByRole('button', { name: 'Mark as ended' }))
  await undo(page, '1 marked as ended')
  await page.user.click(screen.getByRole('button', { name: 'Mark as live' }))
  await undo(page, '1 marked as live')
  expect(page.callsOf('inbox.markEnded')).toEqual([
    { sessionIds: ['call-1'], isEnded: true },
    { sessionIds: ['call-1'], isEnded: false },
    { sessionIds: ['over'], isEnded: false },
    { sessionIds: ['over'], isEnded: true },
  ])
  await page.user.click(screen.getByRole('button', { name: 'Remove' }))
  await undo(page, '2 removed')
  expect(page.callsOf('inbox.remove')).toEqual([{ sessionIds: ['call-1', 'over'] }])
  expect(page.callsOf('inbox.restore')).toEqual([{ sessionIds: ['call-1', 'over'] }])
})

// Would catch a Ctrl+A that selects the text of the page instead of the rows, or that selects rows that a search hides.
test('Ctrl+A selects the shown rows, and in a field its text', async () => {
  const page = open({ 'inbox.list': () => anInbox(three) })
  const found = await row('young')
  await page.user.type(screen.getByRole('textbox', { name: 'Session ID' }), 'desk{Control>}a{/Control}')
  expect(screen.queryByText(/\d selected/)).toBeNull()
  found.focus()
  await page.user.keyboard('{Control>}a{/Control}')
  screen.getByText('2 selected')
  expect(getSelection()?.toString()).toBe('')
})

// Would catch a selection that only a button clears, or a selection that an Escape for a different target clears too.
test('Escape closes a menu, the details, a toast, and then clears the selection', async () => {
  const page = open({ 'inbox.list': () => anInbox(three), 'inbox.markEnded': () => null })
  await table()
  await page.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await page.user.click(screen.getByRole('button', { name: 'Mark as ended' }))
  await openDetails(page, 'young')
  const undoButton = await screen.findByRole('button', { name: 'Undo' })
  fireEvent.contextMenu(await row('young'))
  const menu = await screen.findByRole('menu')
  // The menu takes the focus with the next frame.
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  screen.getByRole('complementary', { name: 'Session details' })
  undoButton.focus()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(undoButton.isConnected).toBe(false))
  const box = screen.getByRole('checkbox', { name: 'Select young' })
  box.closest('tr')?.focus()
  await page.user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary', { name: 'Session details' })).toBeNull()
  screen.getByText('3 selected')
  box.focus()
  await page.user.keyboard('{Escape}')
  expect(screen.queryByText('3 selected')).toBeNull()
})

/** An inbox of three sessions whose removals wait for `answer`. */
function removals() {
  const answer = Promise.withResolvers<null>()
  const page = open({
    'inbox.list': () => anInbox(three),
    'inbox.remove': () => answer.promise,
    'inbox.markEnded': () => answer.promise,
    'inbox.restore': () => null,
  })
  return { ...page, answer: () => answer.resolve(null) }
}

const undoButtons = (count: number) =>
  waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(count))

// Would catch one Undo for two sessions.
test('two removals before the first answer each have an Undo', async () => {
  const page = removals()
  for (const id of ['young', 'middle']) {
    const found = await row(id)
    found.focus()
    await page.user.keyboard('{Delete}')
  }
  page.answer()
  await undoButtons(2)
  for (let left = 2; left > 0; left -= 1) {
    const [first] = screen.getAllByRole('button', { name: 'Undo' })
    await page.user.click(first ?? expect.fail())
  }
  await waitFor(() =>
    expect(page.callsOf('inbox.restore')).toEqual([{ sessionIds: ['young'] }, { sessionIds: ['middle'] }]),
  )
})

// Would catch a held key that empties the inbox.
test('a held Delete removes one row', async () => {
  const page = removals()
  const found = await row('young')
  found.focus()
  await page.user.keyboard('{Delete>3/}')
  page.answer()
  await undoButtons(1)
  expect(page.callsOf('inbox.remove')).toEqual([{ sessionIds: ['young'] }])
})

// Would catch rows that are permanently removed because the operator left while main was busy.
test.each([
  ['Remove', 'inbox.remove', '3 removed'],
  ['Mark as ended', 'inbox.markEnded', '3 marked as ended'],
] as const)('%s has its Undo after the operator leaves the section', async (name, operation, text) => {
  const page = removals()
  await table()
  await page.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await page.user.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(page.callsOf(operation)).toHaveLength(1))
  page.redraw(<Toasts />)
  page.answer()
  await undo(page, text)
})

// Would catch a focus that restarts at the top of the window instead of the restored row.
test('the focus goes to the first session that Undo restores', async () => {
  const all = [aKnownSession('call-1'), aKnownSession('call-2')]
  let shown = all
  const page = open({
    'inbox.list': () => anInbox(shown),
    'inbox.remove': ({ sessionIds }) => {
      shown = all.filter(({ sessionId }) => !sessionIds.includes(sessionId))
      return null
    },
    'inbox.restore': () => {
      shown = all
      return null
    },
  })
  const removed = await row('call-1')
  removed.focus()
  await page.user.keyboard('{Delete}')
  await page.emit('inbox.changed', {})
  await waitFor(() => expect(removed.isConnected).toBe(false))
  await undo(page, '1 removed')
  await waitFor(async () => expect(document.activeElement).toBe(await row('call-1')))
})

// Would catch a link that changes a session, or a link whose row an earlier search hides.
test('an arriving session is visible first, is announced, and is not changed', async () => {
  const linked: LinkedSession[] = []
  const page = renderPage(<ShownBackground view={openProfile} />, {
    handlers: {
      'app.state': () => anAppState([openProfile]),
      'inbox.list': () => anInbox(three),
      'inbox.consumeLinked': () => ({ sessions: linked.splice(0), isAddAsked: false }),
    },
  })
  await pasteInto(page.user, await screen.findByRole('textbox', { name: 'Session ID' }), 'nothing like it')
  const before = page.calls.length
  linked.push({ sessionId: sessionId.parse('old'), appId: null, isNew: true })
  await page.emit('inbox.linked', {})
  const result = await screen.findByText('Added old from a link. No call was closed.')
  expect(result.closest('[role=status]')).not.toBeNull()
  expect(await order()).toEqual(['old', 'young', 'middle'])
  expect((await row('old')).hasAttribute('data-open')).toBe(true)
  expect(page.calls.slice(before).map(({ name }) => name)).not.toContain('session.openClose')
  linked.push({ sessionId: sessionId.parse('young'), appId: appId.parse(fairAppId), isNew: false })
  await page.emit('inbox.linked', {})
  screen.getByRole('main', { name: 'sessions' })
  await screen.findByText('young is on the list already. No call was closed.')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Application' })).toHaveProperty('value', fairAppId))
  await page.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/No call was closed/)).toBeNull()
})

// Would catch a link that starts the program and is lost because no page listened yet.
test('a session that arrived before the page was loaded is shown as well', async () => {
  const linked: LinkedSession[] = [{ sessionId: sessionId.parse('old'), appId: null, isNew: true }]
  renderPage(<ShownBackground view={openProfile} />, {
    handlers: {
      'app.state': () => anAppState([openProfile]),
      'inbox.list': () => anInbox(three),
      'inbox.consumeLinked': () => ({ sessions: linked.splice(0), isAddAsked: false }),
    },
  })
  await screen.findByText('Added old from a link. No call was closed.')
  screen.getByRole('main', { name: 'sessions' })
})

// Would catch a close in a hundred rows that main would refuse.
test('a read-only profile has its inbox but no close', async () => {
  const page = open({ 'app.state': () => anAppState([aProfile({ protection: 'read-only' })]) })
  await row('call-1')
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
  await page.user.click(screen.getByRole('checkbox', { name: 'Select call-1' }))
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
  screen.getByRole('button', { name: 'Mark as ended' })
  await openDetails(page, 'call-1')
  const details = within(screen.getByRole('complementary', { name: 'Session details' }))
  details.getByRole('button', { name: 'Remove' })
  expect(details.queryByRole('button', { name: 'Close session' })).toBeNull()
})

// Would catch an empty application without a link to the others, or live calls without a hint how to add them.
test('while no session is known, the other applications can be reached and live sessions can be added', async () => {
  const page = openNow({
    'session.figures': () => aConcurrency(),
    'inbox.list': ({ appId }) => anInbox(appId === null ? three : []),
  })
  await screen.findByText('No known sessions')
  screen.getByText("12 live sessions aren't known here.")
  await page.user.click(screen.getByRole('link', { name: 'Add session IDs' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Shown' }), 'All applications')
  await row('young')
})

// Would catch sessions that nobody can reach: their application was replaced in the profile, or only a link named it.
test('in a profile with one application, the sessions of an application that it does not list can be reached', async () => {
  const page = open({
    'app.state': () => anAppState([aProfile({ applications: twoApplications.slice(0, 1) })]),
    'inbox.list': ({ appId }) => (appId === null ? anInbox(three) : anInbox([], { elsewhere: 3 })),
  })
  await screen.findByText('No known sessions')
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Shown' }), 'All applications')
  await row('young')
})

// Would catch a list that is recreated for other sessions, so that its questions and messages are lost.
test('"Ended" adds rows to the existing list', async () => {
  const page = open({
    'inbox.list': async ({ showsEnded }) => {
      // As over IPC, the answer is never synchronous.
      await new Promise((resolve) => setTimeout(resolve, 0))
      const live = [aKnownSession('call-1')]
      return anInbox(showsEnded ? [...live, aKnownSession('call-2', { endedAt: Date.now() })] : live)
    },
  })
  const shown = await screen.findByRole('checkbox', { name: 'Ended' })
  await page.user.click(shown)
  expect(document.activeElement).toBe(shown)
  await row('call-2')
  expect(document.activeElement).toBe(shown)
})

// Would catch a row whose call was included in a close-all and that shows no action.
test.each([
  ['an accepted answer', { httpStatus: 200, code: '200', message: 'success' }, /close all, .*\d/],
  ['words of no documented meaning', { form: 'text', message: 'later' }, /close all: service says “later”, .*\d/],
] as const)(
  'a session that was included in a close-all with %s says so with the time',
  async (_what, changes, text) => {
    const answer = { ...anOutcome(changes).answer, at: now }
    open({
      'inbox.list': () =>
        anInbox([aKnownSession('call-1', { lastAction: { kind: 'close-all', at: now, answer, failure: null } })]),
    })
    await waitFor(async () => expect((await row('call-1')).textContent).toMatch(text))
  },
)
