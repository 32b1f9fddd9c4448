import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { refusal } from '../../../src/shared/failure.ts'
import { limits } from '../../../src/shared/model/limits.ts'
import { fileHandle } from '../../../src/shared/schemas/ids.ts'
import { proposedSession, watchedFile } from '../../../src/shared/schemas/inbox.ts'
import { sessionCandidate } from '../../../src/shared/schemas/session.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aKnownSession, anInbox } from './inbox-stage.ts'
import { aCloseTicket, aConcurrency, anOutcome, fairAppId, receptionAppId, twoApplications } from './stage.ts'

const openProfile = aProfile({ protection: 'open', applications: twoApplications })

const section = (
  <>
    <SessionsSection />
    <Toasts />
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

async function openAdd(page: RenderedPage): Promise<HTMLElement> {
  await page.user.click(await screen.findByRole('button', { name: 'Add session IDs' }))
  return screen.findByRole('textbox', { name: 'Paste any text' })
}

const proposed = [
  { sessionId: 'call-7', isLikely: true, isKnown: false },
  { sessionId: 'call-1', isLikely: true, isKnown: true },
  { sessionId: '42', isLikely: false, isKnown: false },
].map((candidate) => sessionCandidate.parse(candidate))

// Would catch ids that are added without being shown, doubtful ids among them, and a source that is lost.
test('ids of a pasted text are proposed, and only the selected ones are added', async () => {
  const page = open({
    'inbox.findIds': () => proposed,
    'inbox.add': () => ({ added: 1 }),
  })
  const box = await openAdd(page)
  expect(document.activeElement).toBe(box)
  await page.user.paste('call-7 began, call-1 too, 42 of them')
  const list = await screen.findByRole('list', { name: 'IDs found' })
  expect(page.callsOf('inbox.findIds')).toEqual([{ text: 'call-7 began, call-1 too, 42 of them' }])
  const boxes = within(list).getAllByRole('checkbox')
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, false])
  expect(boxes[1]).toHaveProperty('disabled', true)
  expect(list.textContent).toBe('call-7call-1already known42may not be a session ID')
  expect(page.callsOf('inbox.add')).toEqual([])
  await page.user.click(box)
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('1 added')
  expect(page.callsOf('inbox.add')).toEqual([
    { sessionIds: ['call-7'], labels: {}, appId: receptionAppId, source: { kind: 'paste', name: null } },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await openAdd(page)).toHaveProperty('value', '')
})

// Would catch a label that is added without having been shown, or a label that is lost.
test('the labels in the lines are proposed beside their ids, and added with them', async () => {
  const found = [
    { sessionId: 'call-7', isLikely: true, isKnown: false, label: 'Gate 1' },
    { sessionId: 'call-8', isLikely: true, isKnown: false },
    { sessionId: 'call-9', isLikely: false, isKnown: false, label: 'Gate 3' },
  ]
  const page = open({
    'inbox.findIds': () => found.map((candidate) => sessionCandidate.parse(candidate)),
    'inbox.add': () => ({ added: 2 }),
  })
  await openAdd(page)
  await page.user.paste('Gate 1 call-7')
  const list = await screen.findByRole('list', { name: 'IDs found' })
  within(list).getByRole('checkbox', { name: 'call-7 Gate 1', checked: true })
  await page.user.click(screen.getByRole('button', { name: 'Add 2 sessions' }))
  await screen.findByText('2 added')
  expect(page.callsOf('inbox.add')).toEqual([
    {
      sessionIds: ['call-7', 'call-8'],
      labels: { 'call-7': 'Gate 1' },
      appId: receptionAppId,
      source: { kind: 'paste', name: null },
    },
  ])
})

// Would catch ids of a previous text that are added while the new text is lost with its dialog.
test('while a changed text is searched, nothing of the previous text is added', async () => {
  const found = (sessionId: string) => [sessionCandidate.parse({ sessionId, isLikely: true, isKnown: false })]
  const page = open({ 'inbox.findIds': ({ text }) => found(text), 'inbox.add': () => ({ added: 1 }) })
  const box = await openAdd(page)
  fireEvent.change(box, { target: { value: 'call-7' } })
  await screen.findByText('1 of 1 selected')
  fireEvent.change(box, { target: { value: 'call-8' } })
  await page.user.click(screen.getByRole('button', { name: 'Add 1 session' }))
  await page.user.type(box, '{Control>}{Enter}{/Control}')
  expect(page.callsOf('inbox.add')).toEqual([])
  await page.user.click(await screen.findByRole('checkbox', { name: 'call-8', checked: true }))
  fireEvent.change(box, { target: { value: '' } })
})

// Would catch sessions that are assigned to an application that nobody chose, and known sessions that count as new.
test('doubtful ids can be selected, and sessions without an application can be added', async () => {
  const page = open({ 'inbox.findIds': () => proposed, 'inbox.add': () => ({ added: 1 }) })
  await page.user.type(await openAdd(page), '42 call-7')
  const list = await screen.findByRole('list', { name: 'IDs found' })
  await page.user.click(within(list).getByRole('checkbox', { name: /^42/ }))
  await page.user.selectOptions(
    within(screen.getByRole('dialog')).getByRole('combobox', { name: 'Application' }),
    'not known',
  )
  await page.user.click(screen.getByRole('button', { name: 'Add 2 sessions' }))
  await screen.findByText('1 added, 1 already known')
  expect(page.callsOf('inbox.add')).toEqual([
    { sessionIds: ['call-7', '42'], labels: {}, appId: null, source: { kind: 'typed', name: null } },
  ])
})

// Would catch a file that the page reads, or whose name is lost.
test('chosen files are sent to main by handle, and their ids are proposed', async () => {
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
  await openAdd(page)
  await page.user.upload(await screen.findByLabelText('Choose files', { selector: 'input' }), [
    new File(['x'], 'monday.log'),
    new File(['x'], 'tuesday.log'),
  ])
  await screen.findByText('1 of 3 selected')
  expect(page.callsOf('inbox.findIdsInFiles')).toEqual([{ handles: ['monday', 'tuesday'] }])
  await page.user.click(screen.getByRole('button', { name: 'Add 1 session' }))
  expect(page.callsOf('inbox.add')).toEqual([
    {
      sessionIds: ['call-7'],
      labels: {},
      appId: receptionAppId,
      source: { kind: 'file', name: 'monday.log, tuesday.log' },
    },
  ])
})

// Would catch a missing file that is reported as a file without ids.
test('files that cannot be read are shown with the reason', async () => {
  const page = renderPage(<SessionsSection />, {
    handlers: {
      'inbox.findIdsInFiles': () => {
        throw refusal('file-gone')
      },
    },
    dropped: (files) => files.map(({ name }) => ({ handle: fileHandle.parse('handle-1'), fileName: name })),
  })
  await openAdd(page)
  const input = await screen.findByLabelText('Choose files', { selector: 'input' })
  await page.user.upload(input, new File(['x'], 'monday.log'))
  await screen.findByText("Couldn't read the files:")
})

// Would catch a file that is watched without an application, and a problem that is not shown.
test('the watched file shows its ids and its problem, and can be replaced or removed', async () => {
  const file = { path: '/var/log/calls.log', appId: receptionAppId, lastReadAt: null, found: 3, problem: 'gone' }
  const page = open({
    'inbox.watchedFile': () => watchedFile.parse(file),
    'inbox.watch': () => null,
    'inbox.unwatch': () => null,
  })
  await openAdd(page)
  const part = await screen.findByRole('region', { name: 'Watched file' })
  await within(part).findByText('/var/log/calls.log')
  expect(part.textContent).toContain('This file is missing. Greenroom reads it once it returns.3 found · not read yet')
  await page.user.click(screen.getByRole('button', { name: 'Watch a different file' }))
  // Would catch ids that are proposed for an application other than the chosen application.
  await page.user.selectOptions(
    within(screen.getByRole('dialog')).getByRole('combobox', { name: 'Application' }),
    fairAppId,
  )
  await page.user.click(screen.getByRole('button', { name: 'Watch a different file' }))
  expect(page.callsOf('inbox.watch')).toEqual([{ appId: receptionAppId }, { appId: fairAppId }])
  await page.user.click(screen.getByRole('button', { name: 'Stop watching /var/log/calls.log' }))
  expect(page.callsOf('inbox.unwatch')).toEqual([{}])
})

// Would catch a dialog in which the first file cannot be chosen.
test('a file to watch can be chosen when no file is watched', async () => {
  const page = open({ 'inbox.watch': () => null })
  await openAdd(page)
  await page.user.click(await screen.findByRole('button', { name: 'Watch file' }))
  expect(page.callsOf('inbox.watch')).toEqual([{ appId: receptionAppId }])
})

// Would catch ids of a watched file that are added without a request, and an unmarked id of a different kind among
// them.
test('ids of watched files are proposed, marked when they look like a different kind, and added by a person', async () => {
  const source = { kind: 'watch', name: 'calls.log' } as const
  const found = [
    { sessionId: 'call-7', isLikely: true, isKnown: false, appId: receptionAppId, source },
    { sessionId: '1983775419508027393', isLikely: false, isKnown: false, looksLike: 'digits', appId: null, source },
    { sessionId: 'call-8', isLikely: true, isKnown: false, appId: fairAppId, source },
  ] as const
  const page = open({
    'inbox.proposed': () => found.map((one) => proposedSession.parse(one)),
    'inbox.dismiss': () => null,
    'inbox.add': () => ({ added: 1 }),
  })
  const line = await screen.findByText(/^2 session IDs found in calls\.log\./)
  expect(page.callsOf('inbox.add')).toEqual([])
  await page.user.click(within(line).getByRole('button', { name: 'Dismiss' }))
  expect(page.callsOf('inbox.dismiss')).toEqual([{ sessionIds: ['call-7', '1983775419508027393'] }])
  await page.user.click(within(line).getByRole('button', { name: 'Review' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add session IDs' }))
  expect(dialog.getByRole('checkbox', { name: 'call-7' })).toHaveProperty('checked', true)
  const flagged = dialog.getByRole('checkbox', { name: /^1983775419508027393\s*may be a conversation or task ID$/ })
  expect(flagged).toHaveProperty('checked', false)
  await page.user.click(dialog.getByRole('button', { name: 'Add 1 session' }))
  expect(page.callsOf('inbox.add')).toEqual([{ sessionIds: ['call-7'], labels: {}, appId: receptionAppId, source }])
})

// Would catch ids that no page proposes after the ID of an application was corrected in the profile.
test('ids of a watched file for an application that the profile no longer lists are proposed', async () => {
  const source = { kind: 'watch', name: 'calls.log' } as const
  const found = { sessionId: 'call-8', isLikely: true, isKnown: false, appId: fairAppId, source }
  open({
    'app.state': () => anAppState([aProfile({ applications: twoApplications.slice(0, 1) })]),
    'inbox.proposed': () => [proposedSession.parse(found)],
  })
  await screen.findByText(/^1 session ID found in calls\.log\./)
})

// Would catch the id of a task that is closed as a session.
test('a different kind of id in the box for session IDs is marked', async () => {
  const page = open({ 'inbox.recognise': () => [{ kind: 'task', name: 'Ada', conversationId: null }] })
  await pasteInto(page.user, await screen.findByRole('textbox', { name: 'Session ID' }), '1712345678901234567')
  await screen.findByText('This is the task of “Ada”.')
})

// Would catch a text that main refuses to store, so that no typed text is stored any more.
test('of a text over the search limit, only the announced part stays', async () => {
  const box = await openAdd(open())
  fireEvent.change(box, { target: { value: 'x'.repeat(limits.searchedText + 10) } })
  expect((box as HTMLTextAreaElement).value).toHaveLength(limits.searchedText + 1)
  fireEvent.change(box, { target: { value: '' } })
})

// Would catch a paste into a label that is interpreted as session ids, and a paste on the page that is ignored.
test('a text pasted on the page opens the dialog with the text; a text pasted into a field stays there', async () => {
  const page = open({ 'inbox.findIds': () => proposed })
  await page.user.click(await screen.findByRole('textbox', { name: 'Session ID' }))
  await page.user.paste('call-1')
  expect(screen.queryByRole('dialog')).toBeNull()
  await page.user.clear(screen.getByRole('textbox', { name: 'Session ID' }))
  screen.getByRole('button', { name: 'Add session IDs' }).focus()
  await page.user.paste('call-7 began')
  const dialog = await screen.findByRole('dialog', { name: 'Add session IDs' })
  expect(within(dialog).getByRole('textbox', { name: 'Paste any text' })).toHaveProperty('value', 'call-7 began')
  await within(dialog).findByText('1 of 3 selected')
  expect(page.callsOf('inbox.add')).toEqual([])
  await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch a close that is offered where main refuses it, a close of one among several ids, and a refusal that is
// not shown.
test('the only found ID can be closed, except in a read-only profile', async () => {
  const found = proposed.slice(0, 1)
  const page = open({
    'inbox.findIds': ({ text }) => (text === 'several' ? proposed : found),
    'session.openClose': () => fail(refusal('wrong-state').failure),
  })
  const box = await openAdd(page)
  await pasteInto(page.user, box, 'several')
  await screen.findByText('1 of 3 selected')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).queryByRole('button', { name: 'Close session' })).toBeNull()
  await page.user.clear(box)
  await page.user.type(box, 'one')
  await page.user.click(await within(dialog).findByRole('button', { name: 'Close session' }))
  await within(dialog).findByText("Couldn't close the session:")
  expect(page.callsOf('session.openClose')).toEqual([{ sessionId: 'call-7', appId: receptionAppId }])
  await page.emit('app.changed', anAppState([aProfile({ protection: 'read-only', applications: twoApplications })]))
  await within(dialog).findByText('call-7')
  expect(within(dialog).queryByRole('button', { name: 'Close session' })).toBeNull()
})

// Would catch an ID that is lost after a cancelled close, and an ID that is offered again after it was closed.
test('an ID of a pasted text is closed only after its confirmation, and stays when the confirmation is cancelled', async () => {
  const page = open({
    'inbox.findIds': () => proposed.slice(0, 1),
    'session.openClose': ({ sessionId, appId }) => aCloseTicket({ sessionId, appId }),
    'session.close': () => anOutcome(),
  })
  const box = await openAdd(page)
  await page.user.paste('please close call-7')
  const dialog = screen.getByRole('dialog', { name: 'Add session IDs' })
  const ask = async (): Promise<HTMLElement> => {
    await page.user.click(await within(dialog).findByRole('button', { name: 'Close session' }))
    return screen.findByRole('dialog', { name: 'Close session' })
  }
  const cancelled = await ask()
  within(cancelled).getByText('call-7')
  await page.user.click(within(cancelled).getByRole('button', { name: 'Cancel' }))
  expect(box).toHaveProperty('value', 'please close call-7')
  expect(page.callsOf('session.close')).toEqual([])

  await page.user.dblClick(within(await ask()).getByRole('button', { name: 'Close session' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(page.callsOf('session.close')).toHaveLength(1)
})
