import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { FailureError } from '../../../src/shared/failure.ts'
import { conversationId as conversationIdSchema, snapshotId } from '../../../src/shared/schemas/ids.ts'
import { pasteInto, renderPage } from '../../support/render.tsx'
import { aDraft, avatarsMain, blank, filled } from './stage.ts'

// Would catch a name that a script or screen reader no longer finds, or finds twice.
test('each shared field exists once under its name', async () => {
  renderPage(<AvatarsSection />, avatarsMain({ shared: blank, drafts: [aDraft()] }))
  await screen.findAllByDisplayValue('English')
  for (const name of ['Voice', 'Conversation ID', 'Language'])
    expect(screen.getAllByRole('combobox', { name })).toHaveLength(1)
  for (const name of ['Name', 'Greeting', 'Profile text']) {
    expect(screen.getAllByRole('textbox', { name })).toHaveLength(1)
  }
  expect(screen.getByRole('textbox', { name: 'Greeting' }).getAttribute('placeholder')).toBe('Written by the service')
})

// Would catch text that is kept only in the page, where a crash or a different section loses it.
test('typed text is saved after a pause and restored with the section', async () => {
  const main = avatarsMain({ shared: blank, drafts: [aDraft()] })
  const { user, redraw } = renderPage(<AvatarsSection />, main)
  await screen.findAllByDisplayValue('English')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Anna')
  await waitFor(() => expect(main.state.shared.name).toBe('Anna'))
  await pasteInto(user, screen.getByRole('textbox', { name: 'Greeting' }), 'Hello')
  redraw(<p>elsewhere</p>)
  await waitFor(() => expect(main.state.shared).toEqual({ ...blank, name: 'Anna', greeting: 'Hello' }))
  redraw(<AvatarsSection />)
  await screen.findByDisplayValue('Hello')
})

// Would catch a confirmation that opens with the fields from before the last typing.
test('typed text is saved before the confirmation opens', async () => {
  const main = avatarsMain({ shared: blank, drafts: [aDraft()] })
  const { user, calls } = renderPage(<AvatarsSection />, main)
  await screen.findByRole('list', { name: 'Drafts' })
  await user.type(await screen.findByRole('combobox', { name: 'Voice' }), 'Echo')
  await pasteInto(user, screen.getByRole('combobox', { name: 'Conversation ID' }), '1983775419508027393')
  await user.click(screen.getByRole('button', { name: 'Create 1 avatar' }))
  await screen.findByText('Uses 1 of 37, leaves 36')
  const order = calls.map(({ name }) => name)
  expect(order.lastIndexOf('creator.setShared')).toBeLessThan(order.indexOf('creation.open'))
  expect(main.state.shared).toMatchObject({ voice: 'Echo', conversationId: '1983775419508027393' })
})

// Would catch "Correct the marked fields" without a marked field, and a pasted text that is truncated without a
// message.
test('a text over its limit stays, is marked and shows the limit, for all drafts and for one draft', async () => {
  const main = avatarsMain({ shared: blank, drafts: [aDraft()] })
  const { user } = renderPage(<AvatarsSection />, main)
  const expectMarked = async (scope: HTMLElement): Promise<void> => {
    const field = within(scope).getByRole('textbox', { name: 'Name' })
    await user.click(field)
    await user.paste('n'.repeat(501))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    within(scope).getByText('Over 500 characters')
    await user.keyboard('{Backspace}')
    expect(screen.queryByText('Over 500 characters')).toBeNull()
  }
  await screen.findAllByDisplayValue('English')
  await expectMarked(document.body)
  await user.click(screen.getByRole('button', { name: 'Custom fields' }))
  await expectMarked(screen.getByRole('dialog'))
})

// Would catch a spreadsheet apostrophe in a paid creation, and an apostrophe that is removed without a message.
test('characters around a conversation ID are left out, and a message says so', async () => {
  const { user } = renderPage(<AvatarsSection />, avatarsMain({ shared: blank, drafts: [aDraft()] }))
  await pasteInto(user, await screen.findByRole('combobox', { name: 'Conversation ID' }), "'1983775419508027393")
  await screen.findByText('Used as 1983775419508027393.')
})

// Would catch a paid creation with the id of a task.
test('a task typed as Conversation ID is recognised, and a press fills in its conversation', async () => {
  const main = avatarsMain({ shared: blank, drafts: [aDraft()] })
  const taskId = '1712345678901234567'
  const conversationId = conversationIdSchema.parse('1983775419508027393')
  const handlers = {
    ...main.handlers,
    'inbox.recognise': ({ id }: { readonly id: string }) =>
      id === taskId ? [{ kind: 'task' as const, name: 'Ada', conversationId }] : [],
  }
  const { user } = renderPage(<AvatarsSection />, { ...main, handlers })
  await pasteInto(user, await screen.findByRole('combobox', { name: 'Conversation ID' }), taskId)
  await user.click(await screen.findByRole('button', { name: 'Use its conversation ID' }))
  expect(screen.getByRole('combobox', { name: 'Conversation ID' })).toHaveProperty('value', conversationId)
})

// Would catch a typing error in braces that appears only in the names of paid avatars.
test('text that looks like a template but is none is named under its field', async () => {
  const main = avatarsMain({ shared: { ...blank, name: '{Filename} {bogus}' }, drafts: [aDraft()] })
  renderPage(<AvatarsSection />, main)
  await screen.findByText('{bogus} stays as typed')
  expect(screen.getAllByText(/stays as typed/)).toHaveLength(1)
})

// Would catch typed text that is dropped because the disk was full at that moment.
test('text that cannot be saved stays, and the failure is shown', async () => {
  const main = avatarsMain({ shared: blank, drafts: [aDraft()] })
  let isFull = true
  const save = main.handlers['creator.setShared']
  const { user } = renderPage(<AvatarsSection />, {
    ...main,
    handlers: {
      ...main.handlers,
      'creator.setShared': (fields, context) => {
        if (isFull) throw new FailureError({ kind: 'storage', reason: 'full', detail: '' })
        return save?.(fields, context) ?? null
      },
    },
  })
  await screen.findAllByDisplayValue('English')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Anna')
  await user.tab()
  await screen.findByText(/The disk is full/)
  screen.getByDisplayValue('Anna')
  isFull = false
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' B')
  await user.tab()
  await waitFor(() => expect(main.state.shared.name).toBe('Anna B'))
})

// Would catch suggestions without earlier successes, or numbers that differ from main's counts.
test('voices are proposed in main’s order, with the known facts of each voice', async () => {
  const main = avatarsMain({ shared: { ...filled, voice: '' }, drafts: [aDraft()] })
  const nothing = { uses: 0, ready: 0, failed: 0, conversations: 0, public: false, sample: null }
  const { user } = renderPage(<AvatarsSection />, {
    ...main,
    handlers: {
      ...main.handlers,
      'voice.list': () => [
        { ...nothing, voice: 'Proven', uses: 12, ready: 11, failed: 1, conversations: 2 },
        { ...nothing, voice: 'Heard', conversations: 3 },
        { ...nothing, voice: 'Marin', public: true },
      ],
    },
  })
  await user.click(await screen.findByRole('combobox', { name: 'Voice' }))
  const options = await within(await screen.findByRole('listbox')).findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual([
    'Provenused 12×, 11 ready',
    'Heardconversations: 3',
    'Marinpublic',
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  screen.getAllByDisplayValue('Proven')
})

// Would catch an id that operators must remember although Greenroom knows it.
test('conversations are proposed by name, grouped by source, and the id is filled in', async () => {
  const main = avatarsMain({ shared: { ...filled, conversationId: '' }, drafts: [aDraft()] })
  const { user } = renderPage(<AvatarsSection />, {
    ...main,
    handlers: {
      ...main.handlers,
      'creator.conversations': () => [
        { conversationId: '1871234567890123473', name: 'Studio host', source: 'practice' },
        { conversationId: '108', name: null, source: 'ready' },
        { conversationId: '1871234567890123457', name: 'Lobby Receptionist', source: 'library' },
      ],
    },
  })
  const field = await screen.findByRole('combobox', { name: 'Conversation ID' })
  await user.click(field)
  const groups = await within(await screen.findByRole('listbox')).findAllByRole('group')
  expect(groups.map((group) => group.textContent)).toEqual([
    'Practice samplesStudio host1871…3473',
    'From ready avatars108',
    'LibraryLobby Receptionist1871…3457',
  ])
  await pasteInto(user, field, 'recep')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field).toHaveProperty('value', '1871234567890123457')
  screen.getByText('Lobby Receptionist')
})

// Would catch a sample that the page does not fetch from main, a sample that cannot be stopped, and a sample that plays
// over a different sound.
test('the chosen voice can be played when a snapshot contains its sound', async () => {
  const main = avatarsMain({ shared: { ...filled, voice: 'Heard' }, drafts: [aDraft()] })
  const nothing = { uses: 0, ready: 0, failed: 0, conversations: 1, public: false }
  const sample = { snapshotId: snapshotId.parse('snapshot-1'), url: 'https://media.example/heard.mp3' }
  const { user } = renderPage(<AvatarsSection />, {
    ...main,
    handlers: {
      ...main.handlers,
      'voice.list': () => [
        { ...nothing, voice: 'Heard', sample },
        { ...nothing, voice: 'Mute', sample: null },
      ],
    },
  })
  const play = await screen.findByRole('button', { name: 'Play sample' })
  expect([...document.querySelectorAll('audio')].map((audio) => audio.getAttribute('src'))).toEqual([
    '/media/snapshot-1/voice-sample',
  ])
  const other = document.body.appendChild(document.createElement('audio'))
  onTestFinished(() => other.remove())
  Object.defineProperty(other, 'paused', { value: false })
  const silenced = vi.spyOn(other, 'pause')
  await user.click(play)
  expect(silenced).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Stop sample' }))
  screen.getByRole('button', { name: 'Play sample' })
  await user.clear(screen.getByRole('combobox', { name: 'Voice' }))
  await user.type(screen.getByRole('combobox', { name: 'Voice' }), 'Mute')
  expect(screen.queryByRole('button', { name: 'Play sample' })).toBeNull()
})

// Would catch a sample that failed offline and then fails at each press.
test('a sample that failed is fetched again by the next press', async () => {
  const main = avatarsMain({ shared: { ...filled, voice: 'Heard' }, drafts: [aDraft()] })
  const nothing = { uses: 0, ready: 0, failed: 0, conversations: 1, public: false }
  const sample = { snapshotId: snapshotId.parse('snapshot-1'), url: 'https://media.example/heard.mp3' }
  const load = vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
  onTestFinished(() => load.mockRestore())
  const { user } = renderPage(<AvatarsSection />, {
    ...main,
    handlers: { ...main.handlers, 'voice.list': () => [{ ...nothing, voice: 'Heard', sample }] },
  })
  await user.click(await screen.findByRole('button', { name: 'Play sample' }))
  const audio = document.querySelector('audio') ?? document.createElement('audio')
  Object.defineProperty(audio, 'error', { value: { code: 4 } })
  fireEvent.error(audio)
  await user.click(screen.getByRole('button', { name: 'Play sample' }))
  expect(load).toHaveBeenCalledOnce()
})

// Would catch a list of languages that prevents typing a different language.
test('any language can be typed', async () => {
  const main = avatarsMain({ shared: blank, drafts: [aDraft()] })
  const { user } = renderPage(<AvatarsSection />, main)
  const language = await screen.findByRole('combobox', { name: 'Language' })
  await screen.findAllByDisplayValue('English')
  await user.click(language)
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(50)
  await user.clear(language)
  await pasteInto(user, language, 'Klingon')
  await waitFor(() => expect(main.state.shared.language).toBe('Klingon'))
})
