import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { refusal } from '../../../src/shared/failure.ts'
import { appId, fileHandle, sessionId } from '../../../src/shared/schemas/ids.ts'
import type { LinkedSession } from '../../../src/shared/schemas/inbox.ts'
import { watchedPath } from '../../../src/shared/schemas/inbox.ts'
import { sessionCandidate } from '../../../src/shared/schemas/session.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aKnownSession, anInbox } from './inbox-stage.ts'
import { ShownBackground } from './shown-background.tsx'
import {
  aCloseTicket,
  aConcurrency,
  aFailure,
  anOutcome,
  fairAppId,
  receptionAppId,
  now,
  twoApplications,
} from './stage.ts'

const openProfile = aProfile({ protection: 'open', applications: twoApplications })

afterEach(() => {
  vi.useRealTimers()
})

function open(handlers: Partial<Handlers> = {}): RenderedPage {
  return renderPage(<SessionsSection />, {
    handlers: {
      'app.state': () => anAppState([openProfile]),
      'session.figures': ({ appId }) => aConcurrency({ appId }),
      'inbox.list': () => anInbox([aKnownSession('call-1')]),
      ...handlers,
    },
  })
}

/** The same while the made count is of now. */
function openNow(handlers: Partial<Handlers>): RenderedPage {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  return open(handlers)
}

const table = (): Promise<HTMLElement> => screen.findByRole('table', { name: 'Known sessions' })

async function row(id: string): Promise<HTMLElement> {
  const cell = await within(await table()).findByText(id)
  const found = cell.closest('tr')
  if (found === null) throw new Error(`no row of ${id}`)
  return found
}

const order = async (): Promise<readonly string[]> =>
  within(await table())
    .getAllByRole('checkbox')
    .map((box) => (box.getAttribute('aria-label') ?? '').replace('Select ', ''))

// Would catch a line that counts the uncounted: unknown calls as none, or ended ones as live.
test.each([
  [12, 7, '12 live, 7 known here, 5 not known'],
  [7, 7, '7 live, 7 known here, 0 not known'],
  [5, 7, '5 live, 7 known here: 2 have probably ended'],
  [6, 7, '6 live, 7 known here: 1 has probably ended'],
])('%i live and %i known read: %s', async (total, known, words) => {
  openNow({
    'session.figures': () => aConcurrency({ latest: { ...aConcurrency().latest, total } }),
    'inbox.list': () => anInbox([aKnownSession('call-1')], { known }),
  })
  const result = await screen.findByText(words)
  expect(result.getAttribute('role')).toBe('status')
  expect(result.parentElement?.textContent).toMatch(/counted \d+ .* ago$/)
})

// Would catch a certainty that is none: a session of no application may be a call of another one.
test('sessions whose application is not known need not have ended', async () => {
  openNow({
    'session.figures': () => aConcurrency({ latest: { ...aConcurrency().latest, total: 0 } }),
    'inbox.list': () => anInbox([aKnownSession('call-1', { appId: null })]),
  })
  await screen.findByText('0 live, 1 known here: 1 has probably ended or belongs to another application')
  expect(screen.queryByRole('button', { name: 'Mark as ended' })).toBeNull()
})

// Would catch rows that offer to close what the line above calls ended, with no way to say that it is.
test('with no call live, the sessions of this application can be marked as ended', async () => {
  const { user, callsOf } = openNow({
    'session.figures': () => aConcurrency({ latest: { ...aConcurrency().latest, total: 0 } }),
    'inbox.list': () => anInbox([aKnownSession('call-1'), aKnownSession('call-2')]),
    'inbox.markEnded': () => null,
  })
  await screen.findByText('0 live, 2 known here: 2 have probably ended')
  await user.click(screen.getByRole('button', { name: 'Mark as ended' }))
  expect(callsOf('inbox.markEnded')).toEqual([{ sessionIds: ['call-1', 'call-2'], isEnded: true }])
})

// Would catch a conclusion from a count that is no longer one.
test('nothing is concluded from a stale count', async () => {
  openNow({
    'session.figures': () =>
      aConcurrency({
        latest: { ...aConcurrency().latest, total: 0 },
        failure: { failure: aFailure({ kind: 'timeout', timeoutMs: 1, phase: 'answer' }), at: now },
      }),
  })
  await screen.findByText('was 0 live, 1 known here')
  expect(screen.queryByRole('button', { name: 'Mark as ended' })).toBeNull()
})

// Would catch a zero that nobody read.
test('before the first count the line says so', async () => {
  open({ 'session.figures': () => aConcurrency({ latest: null }) })
  await screen.findByText('1 known here; the live count was not read yet')
})

const proposed = [
  { sessionId: 'call-7', isLikely: true, isKnown: false },
  { sessionId: 'call-1', isLikely: true, isKnown: true },
  { sessionId: '42', isLikely: false, isKnown: false },
].map((candidate) => sessionCandidate.parse(candidate))

// Would catch ids that are added unseen, doubtful ones that come along, and a source that is forgotten.
test('ids of a pasted text are proposed, and only the selected ones are added', async () => {
  const page = open({
    'inbox.findIds': () => proposed,
    'inbox.add': () => ({ added: 1 }),
  })
  await page.user.click(await screen.findByRole('textbox', { name: 'Paste any text' }))
  await page.user.paste('call-7 began, call-1 too, 42 of them')
  const list = await screen.findByRole('list', { name: 'Session IDs found' })
  expect(page.callsOf('inbox.findIds')).toEqual([{ text: 'call-7 began, call-1 too, 42 of them' }])
  const boxes = within(list).getAllByRole('checkbox')
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, false])
  expect(boxes[1]).toHaveProperty('disabled', true)
  expect(list.textContent).toBe('call-7call-1known already42perhaps not a session ID')
  expect(page.callsOf('inbox.add')).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Add 1 session' }))
  await screen.findByText('1 session added.')
  expect(page.callsOf('inbox.add')).toEqual([
    { sessionIds: ['call-7'], appId: receptionAppId, source: { kind: 'paste', name: null } },
  ])
  expect(screen.getByRole('textbox', { name: 'Paste any text' })).toHaveProperty('value', '')
  expect(screen.queryByRole('list', { name: 'Session IDs found' })).toBeNull()
})

// Would catch sessions that are given to an application nobody chose, and known ones counted as new.
test('doubtful ids can be selected, and calls of nobody known be added', async () => {
  const page = open({ 'inbox.findIds': () => proposed, 'inbox.add': () => ({ added: 1 }) })
  await page.user.type(await screen.findByRole('textbox', { name: 'Paste any text' }), '42 call-7')
  const list = await screen.findByRole('list', { name: 'Session IDs found' })
  await page.user.click(within(list).getByRole('checkbox', { name: /^42/ }))
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Calls of' }), 'not known whose')
  await page.user.click(screen.getByRole('button', { name: 'Add 2 sessions' }))
  await screen.findByText('1 session added. 1 was known already.')
  expect(page.callsOf('inbox.add')).toEqual([
    { sessionIds: ['call-7', '42'], appId: null, source: { kind: 'typed', name: null } },
  ])
})

// Would catch a file that is read by the page, or whose name is not kept.
test('files that are chosen go to main by handle, and their ids are proposed', async () => {
  const page = renderPage(<SessionsSection />, {
    handlers: {
      'app.state': () => anAppState([openProfile]),
      'inbox.findIdsInFiles': ({ handles }) => ({
        fileNames: handles.map((handle) => `${handle}.log`),
        candidates: proposed,
      }),
      'inbox.add': () => ({ added: 1 }),
    },
    dropped: (files) =>
      files.map(({ name }) => ({ handle: fileHandle.parse(name.replace('.log', '')), fileName: name })),
  })
  await page.user.upload(await screen.findByLabelText('Choose files', { selector: 'input' }), [
    new File(['x'], 'monday.log'),
    new File(['x'], 'tuesday.log'),
  ])
  await screen.findByText('3 IDs in monday.log, tuesday.log, 1 selected')
  expect(page.callsOf('inbox.findIdsInFiles')).toEqual([{ handles: ['monday', 'tuesday'] }])
  await page.user.click(screen.getByRole('button', { name: 'Add 1 session' }))
  expect(page.callsOf('inbox.add')).toEqual([
    { sessionIds: ['call-7'], appId: receptionAppId, source: { kind: 'file', name: 'monday.log, tuesday.log' } },
  ])
})

// Would catch a file that vanished told as a file without ids.
test('files that cannot be looked at say why', async () => {
  const page = renderPage(<SessionsSection />, {
    handlers: {
      'inbox.findIdsInFiles': () => {
        throw refusal('file-gone')
      },
    },
    dropped: (files) => files.map(({ name }) => ({ handle: fileHandle.parse('handle-1'), fileName: name })),
  })
  const input = await screen.findByLabelText('Choose files', { selector: 'input' })
  await page.user.upload(input, new File(['x'], 'monday.log'))
  await screen.findByText("Couldn't read the files:")
})

// Would catch a watch that is added for no application, or a problem that is not told.
test('watched files tell what was found and what is wrong, and can be left alone again', async () => {
  const watch = { id: 'watch-1', kind: 'folder', path: '/var/log/calls', appId: receptionAppId, addedAt: 1 }
  const page = open({
    'inbox.watches': () => [watchedPath.parse({ ...watch, lastReadAt: null, found: 3, problem: 'gone' })],
    'inbox.watch': () => null,
    'inbox.unwatch': () => null,
  })
  const list = await screen.findByRole('list', { name: 'Watched files and folders' })
  expect(list.textContent).toBe('/var/log/callsIt is not there any more.3 sessions found · not read yet')
  await page.user.click(screen.getByRole('button', { name: 'Watch a file' }))
  expect(page.callsOf('inbox.watch')).toEqual([{ kind: 'file', appId: receptionAppId }])
  await page.user.click(screen.getByRole('button', { name: 'Stop watching /var/log/calls' }))
  expect(page.callsOf('inbox.unwatch')).toEqual([{ id: 'watch-1' }])
})

// Would catch a row that keeps something of a session to itself.
test('a row tells everything that is known of a session', async () => {
  const { answer, failure } = anOutcome({ form: 'envelope', code: '200', message: 'success' })
  const session = aKnownSession('call-1', {
    label: 'Front desk',
    note: 'asked to wait',
    source: { kind: 'watch', name: 'calls.log' },
    lastAction: { kind: 'close', at: Date.now() - 60_000, answer, failure },
  })
  open({ 'inbox.list': () => anInbox([session]) })
  const found = await row('call-1')
  expect(
    within(await table())
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Selected',
    'Label',
    'Session ID',
    'Application',
    'First seen',
    'Age',
    'Source',
    'Note',
    'Last action',
    'Actions',
  ])
  expect(within(found).getByRole('textbox', { name: 'Label of call-1' })).toHaveProperty('value', 'Front desk')
  expect(within(found).getByRole('textbox', { name: 'Note on call-1' })).toHaveProperty('value', 'asked to wait')
  expect(within(found).getAllByText('Lobby kiosks')).not.toHaveLength(0)
  within(found).getByText('12 min')
  within(found).getByText('accepted: 200, “success”')
  expect(within(found).getAllByText('watched calls.log')).not.toHaveLength(0)
  within(found).getByRole('button', { name: 'Copy session ID' })
})

// Would catch a label that is saved at each letter, not at all, or lost when main cannot save it.
test('a label is saved by Enter, given up by Escape, and kept when it could not be saved', async () => {
  let saves = 0
  const page = open({
    'inbox.edit': () => {
      saves += 1
      if (saves === 2) throw refusal('wrong-state')
      return null
    },
  })
  const box = within(await row('call-1')).getByRole('textbox', { name: 'Label of call-1' })
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

// Would catch a note that is lost because the operator left the section with the cursor in it.
test('a note that is being written is saved when the section is left', async () => {
  const page = open({ 'inbox.edit': () => null })
  const box = within(await row('call-1')).getByRole('textbox', { name: 'Note on call-1' })
  await page.user.type(box, 'one{Shift>}{Enter}{/Shift}two')
  page.redraw(null)
  await waitFor(() => {
    expect(page.callsOf('inbox.edit')).toEqual([{ sessionId: 'call-1', note: 'one\ntwo' }])
  })
})

const three = [
  aKnownSession('young', { label: 'Front desk', firstSeenAt: 3_000 }),
  aKnownSession('middle', { note: 'a desk upstairs', firstSeenAt: 2_000 }),
  aKnownSession('old', { appId: null, firstSeenAt: 1_000 }),
]

// Would catch a search that knows ids alone, or an order that does not follow the age.
test('sessions are found by any of their words, and sorted by age', async () => {
  const page = open({ 'inbox.list': () => anInbox(three) })
  expect(await order()).toEqual(['young', 'middle', 'old'])
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Oldest first')
  expect(await order()).toEqual(['old', 'middle', 'young'])
  await page.user.type(screen.getByRole('searchbox', { name: 'Search known sessions' }), 'DESK')
  expect(await order()).toEqual(['middle', 'young'])
  page.redraw(null)
  page.redraw(<SessionsSection />)
  expect(await order()).toEqual(['middle', 'young'])
})

// Would catch rows of other applications in this one's table, or ended ones that nobody asked for.
test('the table asks for this application, and for ended ones and all when told', async () => {
  const page = open()
  await table()
  await page.user.click(screen.getByRole('switch', { name: 'Show ended' }))
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Shown' }), 'Every application')
  await waitFor(() => {
    expect(page.callsOf('inbox.list')).toEqual([
      { appId: receptionAppId, showsEnded: false },
      { appId: receptionAppId, showsEnded: true },
      { appId: null, showsEnded: true },
    ])
  })
})

// Would catch marks that go to the wrong rows, and rows that vanish with one click.
test('selected sessions are marked as ended or live, and removed after a question', async () => {
  const page = open({
    'inbox.list': () => anInbox([aKnownSession('call-1'), aKnownSession('over', { endedAt: 5 })]),
    'inbox.markEnded': () => null,
    'inbox.remove': () => null,
  })
  await table()
  await page.user.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
  screen.getByText('2 selected')
  await page.user.click(screen.getByRole('button', { name: 'Mark ended' }))
  await page.user.click(screen.getByRole('button', { name: 'Mark live' }))
  expect(page.callsOf('inbox.markEnded')).toEqual([
    { sessionIds: ['call-1'], isEnded: true },
    { sessionIds: ['over'], isEnded: false },
  ])
  await page.user.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove from the inbox' })
  expect(dialog.textContent).toContain('The service is not told, and the calls go on.')
  expect(page.callsOf('inbox.remove')).toEqual([])
  await page.user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(page.callsOf('inbox.remove')).toEqual([{ sessionIds: ['call-1', 'over'] }])
})

// Would catch a link that acts, or one whose row is hidden by a search of an hour ago.
test('a session that arrives is first in sight, is told, and nothing is done to it', async () => {
  const linked: LinkedSession[] = []
  const page = renderPage(<ShownBackground view={openProfile} />, {
    handlers: {
      'app.state': () => anAppState([openProfile]),
      'inbox.list': () => anInbox(three),
      'inbox.consumeLinked': () => ({ sessions: linked.splice(0), isAddAsked: false }),
    },
  })
  await page.user.type(await screen.findByRole('searchbox', { name: 'Search known sessions' }), 'nothing like it')
  const before = page.calls.length
  linked.push({ sessionId: sessionId.parse('old'), appId: null, isNew: true })
  await page.emit('inbox.linked', {})
  const result = await screen.findByText('old was handed to Greenroom and added. Nothing was done to it.')
  expect(result.closest('[role=status]')).not.toBeNull()
  expect(await order()).toEqual(['old', 'young', 'middle'])
  expect((await row('old')).hasAttribute('data-arrived')).toBe(true)
  expect(page.calls.slice(before).map(({ name }) => name)).not.toContain('session.openClose')
  linked.push({ sessionId: sessionId.parse('young'), appId: appId.parse(fairAppId), isNew: false })
  await page.emit('inbox.linked', {})
  screen.getByRole('main', { name: 'sessions' })
  await screen.findByText('young was handed to Greenroom and was known already. Nothing was done to it.')
  await waitFor(() => {
    expect(screen.getByRole('combobox', { name: 'Application' })).toHaveProperty('value', fairAppId)
  })
  await page.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/handed to Greenroom/)).toBeNull()
})

// Would catch a link that starts the program and is lost, as no page listened yet.
test('a session that came before the page is shown as well', async () => {
  const linked: LinkedSession[] = [{ sessionId: sessionId.parse('old'), appId: null, isNew: true }]
  renderPage(<ShownBackground view={openProfile} />, {
    handlers: {
      'app.state': () => anAppState([openProfile]),
      'inbox.list': () => anInbox(three),
      'inbox.consumeLinked': () => ({ sessions: linked.splice(0), isAddAsked: false }),
    },
  })
  await screen.findByText('old was handed to Greenroom and added. Nothing was done to it.')
  screen.getByRole('main', { name: 'sessions' })
})

// Would catch closing that main refuses, offered in a hundred rows.
test('a read-only profile keeps its inbox and closes nothing', async () => {
  open({ 'app.state': () => anAppState([aProfile({ protection: 'read-only' })]) })
  await row('call-1')
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
  screen.getByRole('button', { name: 'Mark ended' })
})

// Would catch a row whose button opens the confirmation of another session.
test('a row opens the same light confirmation, and tells what became of it', async () => {
  const page = open({
    'session.openClose': (target) => aCloseTicket({ ...target, firstSeenAt: 1 }),
    'session.close': () => anOutcome(),
  })
  await page.user.click(within(await row('call-1')).getByRole('button', { name: 'Close session call-1' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close session' })
  await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
  await screen.findByText(/^Close of call-1 sent at /)
  expect(page.callsOf('session.openClose')).toEqual([{ sessionId: 'call-1', appId: receptionAppId }])
})

// Would catch tools for rows that are not there, or an empty application from which the others cannot be reached.
test('while nothing is known there is nothing to search or sort', async () => {
  const page = open({ 'inbox.list': ({ appId }) => anInbox(appId === null ? three : []) })
  await screen.findByText('No sessions are known here yet')
  expect(screen.queryByRole('searchbox', { name: 'Search known sessions' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull()
  expect(screen.queryByRole('switch', { name: 'Show ended' })).toBeNull()
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Shown' }), 'Every application')
  await screen.findByRole('searchbox', { name: 'Search known sessions' })
})

// Would catch a note that looks whole and is cut after its third line.
test('a note and a label tell their full text, of which the row shows the beginning', async () => {
  const note = ['one', 'two', 'three', 'four'].join('\n')
  open({ 'inbox.list': () => anInbox([aKnownSession('call-1', { note })]) })
  const box = within(await row('call-1')).getByRole('textbox', { name: 'Note on call-1' })
  expect(box.title).toBe(note)
})

// Would catch a list that is drawn anew for other sessions: what was selected, asked and told would be gone.
test('"Show ended" and another scope keep the selection, and an open confirmation', async () => {
  const linked: LinkedSession[] = []
  const page = renderPage(<ShownBackground view={openProfile} />, {
    handlers: {
      'app.state': () => anAppState([openProfile]),
      'inbox.consumeLinked': () => ({ sessions: linked.splice(0), isAddAsked: false }),
      'inbox.list': async ({ showsEnded }) => {
        // As over IPC: never at once.
        await new Promise((resolve) => setTimeout(resolve, 0))
        const live = [aKnownSession('call-1'), aKnownSession('call-2')]
        return anInbox(showsEnded ? [...live, aKnownSession('call-3', { endedAt: Date.now() })] : live)
      },
      'session.openClose': ({ sessionId }) => aCloseTicket({ sessionId }),
    },
  })
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select call-2' }))
  const shown = screen.getByRole('switch', { name: 'Show ended' })
  await page.user.click(shown)
  expect(shown.isConnected).toBe(true)
  expect(document.activeElement).toBe(shown)
  await row('call-3')
  expect(screen.getByRole('checkbox', { name: 'Select call-2' })).toHaveProperty('checked', true)

  await page.user.click(within(await row('call-1')).getByRole('button', { name: /^Close session/ }))
  const dialog = await screen.findByRole('dialog')
  // A call of an application that the profile does not list comes by a link: all of them are shown behind the dialog.
  linked.push({ sessionId: sessionId.parse('call-9'), appId: appId.parse('elsewhere'), isNew: false })
  await page.emit('inbox.linked', {})
  await waitFor(() => {
    expect(page.callsOf('inbox.list')).toContainEqual({ appId: null, showsEnded: true })
  })
  expect(dialog.isConnected).toBe(true)
  expect(screen.getByRole('checkbox', { name: 'Select call-2', hidden: true })).toHaveProperty('checked', true)
})
