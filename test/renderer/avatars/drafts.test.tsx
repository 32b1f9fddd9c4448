import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ImagesInput } from '../../../src/renderer/app/images-input.tsx'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { isTakingFiles } from '../../../src/renderer/sections/avatars/drafts/use-intake.ts'
import { FailureError, refusal } from '../../../src/shared/failure.ts'
import { refusedFormats } from '../../../src/shared/model/refused-formats.ts'
import type { RefusedFormat } from '../../../src/shared/model/refused-formats.ts'
import type { FindingId } from '../../../src/shared/model/finding-kinds.ts'
import type { Finding } from '../../../src/shared/schemas/avatar.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { pasteInto, renderPage } from '../../support/render.tsx'
import { aDraft, anImage, avatarsMain, filled } from './stage.ts'
import type { AvatarsState } from './stage.ts'

function Avatars() {
  return (
    <>
      <AvatarsSection />
      <ImagesInput />
    </>
  )
}

function open(start: Partial<AvatarsState> = {}) {
  const main = avatarsMain(start)
  const shown = (
    <>
      <Avatars />
      <Toasts />
    </>
  )
  const page = renderPage(shown, main)
  return { ...page, saved: main.state }
}

const portrait = (name = 'bao.png'): File => new File(['pixels'], name, { type: 'image/png' })

async function cards(): Promise<HTMLElement[]> {
  return within(await screen.findByRole('list', { name: 'Drafts' })).getAllByRole('listitem')
}

async function firstCard(): Promise<HTMLElement> {
  const [first] = await cards()
  if (first === undefined) throw new Error('no card')
  return first
}

function fileInput(): Promise<HTMLInputElement> {
  return screen.findByLabelText<HTMLInputElement>('Choose images', { selector: 'input' })
}

// jsdom has no DragEvent, and a plain event has no target that the pointer entered.
function leave(relatedTarget: Element | null): void {
  const event = new MouseEvent('dragleave', { bubbles: true, relatedTarget })
  fireEvent(document.body, Object.assign(event, { dataTransfer: filesIn() }))
}

const filesIn = (...files: readonly File[]) => ({ types: ['Files'], files, dropEffect: 'none' })

// Would catch a file dialog whose files never reach main, or a card without the facts by which operators judge an
// image.
test('a chosen image becomes a card with name, pixels and size', async () => {
  const { user } = open()
  await screen.findByText('Drop portraits anywhere')
  await user.upload(await fileInput(), [portrait(), portrait('carla.png')])
  const [first, second] = await cards()
  expect(first?.textContent).toContain('bao.png')
  expect(first?.textContent).toContain('1080 × 1920 · 1.2 MB')
  expect(second?.textContent).toContain('carla.png')
  screen.getByText('2 added')
})

// Would catch files that only the screen lists: a screen reader would say "Adding 1" and nothing more.
test('the number of files that were not added is announced, and no more once they are dismissed', async () => {
  const { user } = open()
  await screen.findByText('Drop portraits anywhere')
  const regions = screen.getAllByRole('status')
  const said = (): string => regions.map(({ textContent }) => textContent).join('')
  fireEvent.drop(window, { dataTransfer: filesIn(new File(['x'], 'notes.txt')) })
  await screen.findByText('notes.txt')
  expect(said()).toBe('1 not added')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(said()).toBe('')
})

// Would catch "adding 4 of 2", which mixes the files of two drops.
test('two drops in a row are counted separately', async () => {
  const main = avatarsMain({})
  const gates: PromiseWithResolvers<undefined>[] = []
  const { user } = renderPage(<Avatars />, {
    ...main,
    handlers: {
      ...main.handlers,
      'draft.add': async () => {
        gates.push(Promise.withResolvers())
        await gates.at(-1)?.promise
        return { added: [], refused: [], manifests: [] }
      },
    },
  })
  await screen.findByText('Drop portraits anywhere')
  for (const count of [6, 2]) {
    await user.upload(
      await fileInput(),
      Array.from({ length: count }, (_, place) => portrait(`${String(place)}.png`)),
    )
  }
  await screen.findByText('adding 0 of 6')
  for (const text of ['adding 4 of 6', 'adding 0 of 2']) {
    gates.at(-1)?.resolve(undefined)
    await screen.findByText(text)
  }
  gates.at(-1)?.resolve(undefined)
  await waitFor(() => expect(screen.queryByText(/^adding/)).toBeNull())
})

// Would catch "Adding 0", and the number of the previous files while new files are added.
test('the announcement names the number of the files that are being added, and no other', async () => {
  const { user } = open()
  await screen.findByText('Drop portraits anywhere')
  const announced: string[] = []
  const note = (): void => {
    const text = screen.queryByText(/^Adding /)?.textContent
    if (text !== undefined && announced.at(-1) !== text) announced.push(text)
  }
  const observer = new MutationObserver(note)
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  await user.upload(await fileInput(), [portrait('a.png'), portrait('b.png'), portrait('c.png')])
  await screen.findByText('3 added')
  await user.upload(await fileInput(), [portrait('d.png')])
  await screen.findByText('1 added')
  expect(announced).toEqual(['Adding 3', 'Adding 1'])
})

const fails = new FailureError({ kind: 'storage', reason: 'full', detail: '' })

/**
 * The page with a `draft.add` that the test answers: each call waits for its gate, and is then refused or adds its
 * files.
 */
function gatedIntake() {
  const main = avatarsMain({})
  const add = main.handlers['draft.add']
  const gates: PromiseWithResolvers<boolean>[] = []
  const page = renderPage(
    <>
      <Avatars />
      <Toasts />
    </>,
    {
      ...main,
      handlers: {
        ...main.handlers,
        'draft.add': async (input, context) => {
          const gate = Promise.withResolvers<boolean>()
          gates.push(gate)
          if (!(await gate.promise) || add === undefined) throw fails
          return add(input, context)
        },
      },
    },
  )
  const answer = async (at: number, isGood: boolean): Promise<void> => {
    await waitFor(() => expect(gates).toHaveLength(at + 1))
    gates[at]?.resolve(isGood)
  }
  const drop = async (...names: readonly string[]) => page.user.upload(await fileInput(), names.map(portrait))
  return { ...page, saved: main.state, answer, drop }
}

const portraitNames = (count: number): string[] => Array.from({ length: count }, (_, place) => `${String(place)}.png`)

// Would catch six portraits that are neither drafts nor listed because two more were dropped before the failure.
test('a failed drop is reported file by file, even when another drop follows', async () => {
  const { drop, answer } = gatedIntake()
  await screen.findByText('Drop portraits anywhere')
  await drop(...portraitNames(6))
  await drop('late.png', 'later.png')
  await answer(0, false)
  await answer(1, true)
  const list = await screen.findByRole('list', { name: '6 not added' })
  for (const name of portraitNames(6)) within(list).getByText(name)
  expect(within(list).getAllByText(/The disk is full/)).toHaveLength(6)
  await waitFor(async () => expect((await cards()).map((card) => card.textContent)).toHaveLength(2))
  screen.getAllByText('2 added')
})

// Would catch files that are drafts and are listed as not added, or files of a drop that are not listed.
test('after a drop that fails half-way, the files that did not become drafts are listed', async () => {
  const { drop, answer } = gatedIntake()
  await screen.findByText('Drop portraits anywhere')
  await drop(...portraitNames(6))
  await answer(0, true)
  await answer(1, false)
  const list = await screen.findByRole('list', { name: '2 not added' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent.slice(0, 5)),
  ).toEqual(['4.png', '5.png'])
  expect(await cards()).toHaveLength(4)
})

// Would catch a file that is listed as not added beside its own draft.
test('a file is not listed when main has its draft although the answer failed', async () => {
  const { drop, answer, saved } = gatedIntake()
  await screen.findByText('Drop portraits anywhere')
  await drop('kept.png', 'lost.png')
  saved.drafts = [aDraft({ fileName: 'kept.png', original: anImage({ bytes: 6 }) })]
  await answer(0, false)
  const list = await screen.findByRole('list', { name: '1 not added' })
  within(list).getByText('lost.png')
})

// Would catch a failure that is not shown because the operator visited Sessions meanwhile.
test('files of a drop that fails while a different section is open are listed on return', async () => {
  const { drop, answer, redraw } = gatedIntake()
  await screen.findByText('Drop portraits anywhere')
  await drop('lost.png')
  redraw(<p>Sessions</p>)
  await answer(0, false)
  await waitFor(() => expect(isTakingFiles()).toBe(false))
  redraw(<Avatars />)
  within(await screen.findByRole('list', { name: '1 not added' })).getByText('lost.png')
})

// Would catch "2 added" that stays for hours after the avatars were created.
test('the message about added drafts disappears with the last draft', async () => {
  const { user, saved, emit } = open({ drafts: [aDraft()] })
  await cards()
  await user.upload(await fileInput(), [portrait(), portrait('carla.png')])
  await screen.findByText('2 added')
  saved.drafts = saved.drafts.slice(0, 2)
  await emit('creator.changed', {})
  await waitFor(async () => expect(await cards()).toHaveLength(2))
  screen.getByText('2 added')
  saved.drafts = saved.drafts.slice(0, 1)
  await emit('creator.changed', {})
  await waitFor(() => expect(screen.queryByText('2 added')).toBeNull())
})

// Would catch files of a drop that are lost in a crash because main did not know about them.
test('each batch of a drop reports how many files follow', async () => {
  const { user, callsOf } = open()
  await screen.findByText('Drop portraits anywhere')
  await user.upload(
    await fileInput(),
    Array.from({ length: 14 }, (_, index) => portrait(`${index}.png`)),
  )
  await screen.findByText('14 added')
  expect(callsOf('draft.add').map((input) => (input as { remaining: number }).remaining)).toEqual([10, 6, 2, 0])
})

// Would catch a button that opens no file dialog, the only way for automation and the keyboard.
test('Choose images opens the file dialog', async () => {
  const { user } = open()
  const clicked = vi.spyOn(await fileInput(), 'click')
  await user.click(screen.getByRole('button', { name: 'Choose images' }))
  expect(clicked.mock.instances).toHaveLength(1)
})

// Would catch a file that disappears without a message.
test('a refused file is listed with its reason until it is dismissed', async () => {
  const { user } = open()
  await screen.findByText('Drop portraits anywhere')
  fireEvent.drop(window, { dataTransfer: filesIn(new File(['x'], 'notes.txt'), portrait()) })
  expect(await cards()).toHaveLength(1)
  const refused = screen.getByRole('list', { name: '1 not added' })
  expect(refused.textContent).toContain("notes.txtThis isn't a supported image.")
  await user.click(screen.getByRole('button', { name: 'Dismiss notes.txt' }))
  expect(screen.queryByRole('list', { name: '1 not added' })).toBeNull()
})

// Would catch a list that grows with every drop of the same folder.
test('a file that is dropped again and refused again is listed once', async () => {
  open()
  await screen.findByText('Drop portraits anywhere')
  fireEvent.drop(window, { dataTransfer: filesIn(new File(['x'], 'notes.txt')) })
  await screen.findByRole('list', { name: '1 not added' })
  fireEvent.drop(window, { dataTransfer: filesIn(portrait(), new File(['x'], 'notes.txt')) })
  expect(await cards()).toHaveLength(1)
  screen.getByRole('list', { name: '1 not added' })
})

// Would catch an overlay that covers the page permanently after the drag has left.
test('dragging files over the window says what dropping will do', async () => {
  open()
  await screen.findByText('Drop portraits anywhere')
  fireEvent.dragEnter(document.body, { dataTransfer: filesIn() })
  screen.getByText('Drop to add drafts')
  screen.getByText('Nothing is sent yet.')
  leave(screen.getByRole('heading', { level: 1 }))
  screen.getByText('Drop to add drafts')
  leave(null)
  expect(screen.queryByText('Drop to add drafts')).toBeNull()
})

// Would catch a drag of selected text that covers the window, or text pasted into a field that is lost.
test('text is neither dropped nor taken from a field', async () => {
  const { callsOf } = open({ drafts: [aDraft()] })
  await cards()
  fireEvent.dragEnter(document.body, { dataTransfer: { types: ['text/plain'], files: [] } })
  expect(screen.queryByText('Drop to add drafts')).toBeNull()
  const pasted = { types: ['text/plain', 'Files'], files: [portrait()] }
  fireEvent.paste(await screen.findByRole('combobox', { name: 'Voice' }), { clipboardData: pasted })
  expect(callsOf('draft.add')).toHaveLength(0)
})

// Would catch a paste that works only in one place of the section.
test('a pasted image becomes a card', async () => {
  open()
  await screen.findByText('Drop portraits anywhere')
  fireEvent.paste(document.body, { clipboardData: { types: ['Files'], files: [portrait('image.png')] } })
  expect(await cards()).toHaveLength(1)
})

// Would catch files that are accepted behind an open dialog, where the card is not visible.
test('an open dialog accepts no drop', async () => {
  const { user, callsOf } = open({ drafts: [aDraft()] })
  await user.click(within(await firstCard()).getByRole('button', { name: 'Custom fields' }))
  fireEvent.drop(window, { dataTransfer: filesIn(portrait()) })
  fireEvent.paste(document.body, { clipboardData: { types: ['Files'], files: [portrait()] } })
  expect(callsOf('draft.add')).toHaveLength(0)
})

const finding = (id: FindingId, details: Finding['facts'] = {}): Finding => ({ id, facts: details })

// Would catch a problem that is shown only by colour.
test('a card names its problems', async () => {
  open({ drafts: [aDraft({ findings: [finding('aspect', { ratios: '16:9' }), finding('truncated')] })] })
  const [card] = await cards()
  expect(card?.textContent).toContain('Not exactly 16:9')
  expect(card?.textContent).toContain('The file is cut off')
  screen.getByText('1 draft, 1 to review')
})

// Would catch names that are truncated before the part in which they differ.
test('a card has the name of its file without the extension', async () => {
  open({ drafts: [aDraft({ fileName: 'Ada.v2.jpg' })] })
  const card = await screen.findByRole('listitem', { name: 'Ada.v2' })
  expect(card.textContent).toContain('Ada.v2.jpg · ')
})

// Would catch a card that still shows emi-tanaka after the manifest has named the avatar.
test('a card has the name of its avatar, and a mark for custom fields', async () => {
  const { user } = open({
    shared: { ...filled, name: 'Host {filename}' },
    drafts: [
      aDraft(),
      aDraft({ id: draftId.parse('emi'), fileName: 'emi.jpg', overrides: { name: 'Emi Tanaka', voice: 'Nova' } }),
    ],
  })
  await screen.findByRole('listitem', { name: 'Host anna' })
  const card = screen.getByRole('listitem', { name: 'Emi Tanaka' })
  expect(card.textContent).toContain('Custom fields: Voice and Name')
  await user.hover(card.querySelector('svg[class*="custom"]') ?? expect.fail())
  await screen.findAllByText('Custom fields: Voice and Name', { ignore: '.visually-hidden' })
})

// Would catch reasons that only a mouse reaches, or marks that leave no room for the name.
test('several findings are one mark with their number, and a press shows the reasons', async () => {
  const { user } = open({ drafts: [aDraft({ findings: [finding('no-face'), finding('blurred'), finding('dark')] })] })
  const [card = expect.fail()] = await cards()
  const mark = within(card).getByRole('button', { name: 'Blurred. Too dark. No face found.' })
  expect(mark.textContent).toMatch(/^3/)
  await user.click(mark)
  await screen.findByText('Blurred Too dark No face found')
})

test('a single finding is a mark without a number', async () => {
  const { user } = open({ drafts: [aDraft({ findings: [finding('blurred')] })] })
  const [card = expect.fail()] = await cards()
  const mark = within(card).getByRole('button', { name: 'Blurred' })
  expect(mark.textContent).toBe('Blurred')
  await user.click(mark)
  await screen.findByText('Blurred', { ignore: '.visually-hidden' })
})

// Would catch a card that cannot be removed, and a card that an accidental click removes permanently.
test('a draft is removed immediately, and Undo restores and focuses it', async () => {
  const { user, saved } = open({ drafts: [aDraft()] })
  const remove = async (): Promise<void> => {
    await user.click(within(await firstCard()).getByRole('button', { name: 'Remove' }))
    await screen.findByText('Drop portraits anywhere')
    await screen.findByText('1 removed')
  }
  await remove()
  expect(saved.drafts).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect((await firstCard()).contains(document.activeElement)).toBe(true))
  expect(saved.drafts).toHaveLength(1)
})

// Would catch two removals for two quick presses, or a separate Undo for each of several drafts.
test('one command with one Undo removes several drafts', async () => {
  const drafts = ['anna', 'bo', 'cem'].map((name) => aDraft({ id: draftId.parse(name), fileName: `${name}.jpg` }))
  const { user, saved, callsOf } = open({ drafts })
  await cards()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  const [remove] = screen.getAllByRole('button', { name: 'Remove' })
  await user.dblClick(remove ?? expect.fail())
  await screen.findByText('3 removed')
  expect(callsOf('draft.remove')).toEqual([{ draftIds: ['anna', 'bo', 'cem'] }])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(saved.drafts).toHaveLength(3))
  expect(callsOf('draft.restore')).toEqual([{ draftIds: ['anna', 'bo', 'cem'] }])
})

// Would catch custom fields that leak into the shared fields, or an empty or blank custom field that is sent instead of
// the shared value.
test('custom fields apply to one draft only, and an empty custom field falls back to the shared value', async () => {
  const { user, callsOf, saved } = open({ drafts: [aDraft({ overrides: { voice: 'Echo', name: 'Old' } })] })
  await user.click(within(await firstCard()).getByRole('button', { name: 'Custom fields' }))
  const dialog = screen.getByRole('dialog', { name: 'Custom fields of anna.jpg' })
  await user.clear(within(dialog).getByRole('textbox', { name: 'Name' }))
  await pasteInto(user, within(dialog).getByRole('textbox', { name: 'Greeting' }), 'Hello')
  await user.type(within(dialog).getByRole('textbox', { name: 'Profile text' }), '  ')
  await user.click(within(dialog).getByRole('button', { name: 'Save custom fields' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(callsOf('draft.setOverrides')).toEqual([
    { draftId: 'draft-1', overrides: { voice: 'Echo', greeting: 'Hello' } },
  ])
  expect(saved.shared.greeting).toBe('')
})

// Would catch a long greeting that an extra Escape loses, and a dismissed greeting that returns and is saved.
test('typed custom fields are discarded only after a confirmation, and then permanently', async () => {
  const { user, callsOf } = open({ drafts: [aDraft({ overrides: { name: 'Old' } })] })
  const greeting = (): HTMLElement =>
    within(screen.getByRole('dialog', { name: /^Custom fields/ })).getByRole('textbox', { name: 'Greeting' })
  const press = (name: string): Promise<void> =>
    user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
  const edit = async (): Promise<void> =>
    user.click(within(await firstCard()).getByRole('button', { name: 'Custom fields' }))
  await edit()
  await press('Cancel')
  expect(screen.queryByRole('dialog')).toBeNull()
  await edit()
  await pasteInto(user, greeting(), 'Hello')
  await user.keyboard('{Escape}')
  screen.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await user.keyboard('{Escape}')
  expect(greeting()).toHaveProperty('value', 'Hello')
  await press('Cancel')
  await press('Discard changes')
  expect(screen.queryByRole('dialog')).toBeNull()
  await edit()
  expect(greeting()).toHaveProperty('value', '')
  expect(callsOf('draft.setOverrides')).toEqual([])
})

// Would catch a dialog that saves the fields of a draft that a different window removed, or that closes and loses the
// typed text.
test('the custom fields of a removed draft say so, keep the typed text, and cannot be saved', async () => {
  const { user, saved, emit } = open({ drafts: [aDraft()] })
  await user.click(within(await firstCard()).getByRole('button', { name: 'Custom fields' }))
  const dialog = screen.getByRole('dialog', { name: 'Custom fields of anna.jpg' })
  await pasteInto(user, within(dialog).getByRole('textbox', { name: 'Greeting' }), 'Hello')
  saved.drafts = []
  await emit('creator.changed', {})
  await within(dialog).findByText('This item no longer exists.')
  expect(within(dialog).getByRole('button', { name: 'Save custom fields' })).toHaveProperty('disabled', true)
  within(dialog).getByDisplayValue('Hello')
})

// Would catch fields that overwrite the values that a different window saved while the dialog was open.
test('custom fields of several drafts are added to the current fields of each draft', async () => {
  const drafts = [aDraft(), aDraft({ id: draftId.parse('draft-2'), fileName: 'bo.jpg' })]
  const { user, saved, emit, callsOf } = open({ drafts })
  await cards()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  const [ofSelected] = screen.getAllByRole('button', { name: 'Custom fields' })
  await user.click(ofSelected ?? expect.fail())
  const dialog = screen.getByRole('dialog', { name: 'Custom fields of 2 drafts' })
  await pasteInto(user, within(dialog).getByRole('textbox', { name: 'Greeting' }), 'Hello')
  saved.drafts = saved.drafts.map((draft) => ({ ...draft, overrides: { voice: 'Echo' } }))
  await emit('creator.changed', {})
  await screen.findAllByText(/Custom fields$/)
  await user.click(within(dialog).getByRole('button', { name: 'Save custom fields' }))
  await waitFor(() => expect(callsOf('draft.setOverrides')).toHaveLength(2))
  expect(callsOf('draft.setOverrides')).toEqual([
    { draftId: 'draft-1', overrides: { voice: 'Echo', greeting: 'Hello' } },
    { draftId: 'draft-2', overrides: { voice: 'Echo', greeting: 'Hello' } },
  ])
})

// Would catch a page that shows "nothing here" while main's database cannot be read.
test('drafts that cannot be read are shown as an error with a retry', async () => {
  const main = avatarsMain({ drafts: [aDraft()] })
  let isFull = true
  const read = main.handlers['creator.read']
  const { user } = renderPage(<Avatars />, {
    ...main,
    handlers: {
      ...main.handlers,
      'creator.read': (input, context) => {
        if (isFull) throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: 'data.sqlite' })
        if (read === undefined) throw new Error('no handler')
        return read(input, context)
      },
    },
  })
  await screen.findByText(/data file is damaged/)
  isFull = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await cards()).toHaveLength(1)
})

// Would catch a picture from a web page that is lost, or whose link is fetched instead.
test('an image dragged from a web page is fetched by main; a drag without one says so', async () => {
  const main = avatarsMain({})
  const added = aDraft({ fileName: 'bao.png' })
  const { callsOf } = renderPage(<Avatars />, {
    ...main,
    handlers: {
      ...main.handlers,
      'draft.addAddress': () => {
        main.state.drafts = [added]
        return { added: [added], refused: [], manifests: [] }
      },
    },
  })
  await screen.findByText('Drop portraits anywhere')
  const dragged = (html: string) => ({
    types: ['text/uri-list', 'text/html'],
    files: [],
    dropEffect: 'none',
    getData: (type: string) => (type === 'text/html' ? html : ''),
  })
  fireEvent.dragOver(window, { dataTransfer: dragged('') })
  screen.getByText('Drop to add drafts')
  fireEvent.drop(window, { dataTransfer: dragged('<p>words</p>') })
  await screen.findByText('No images to add')
  fireEvent.drop(window, { dataTransfer: dragged('<img src="https://site.example/bao.png">') })
  expect((await firstCard()).textContent).toContain('bao.png')
  const tooLong = `data:image/png;base64,${'A'.repeat(2 ** 22)}`
  fireEvent.drop(window, { dataTransfer: dragged(`<img src="${tooLong}">`) })
  await screen.findByText(/Larger than 3 MB. Download the image/)
  screen.getByRole('button', { name: 'Dismiss Unnamed' })
  expect(callsOf('draft.addAddress')).toEqual([{ address: 'https://site.example/bao.png' }])
  expect(screen.queryByText('No images to add')).toBeNull()
})

// Would catch "not named is not an image" for dragged content without a name.
test('content without a name has a different text than a file, an empty file is called empty, and a long folder is truncated', async () => {
  const main = avatarsMain({})
  const refused = (fileName: string, ...of: Parameters<typeof refusal>) => ({
    fileName,
    failure: refusal(...of).failure,
  })
  const { user } = renderPage(<Avatars />, {
    ...main,
    handlers: {
      ...main.handlers,
      'draft.add': () => ({
        added: [],
        manifests: [],
        refused: [
          refused('', 'not-an-image'),
          refused('blank.png', 'file-empty'),
          refused('all', 'too-many-in-folder', '10000'),
        ],
      }),
    },
  })
  await screen.findByText('Drop portraits anywhere')
  await user.upload(await fileInput(), [portrait()])
  const result = (name: string): string | null | undefined => screen.getByText(name).nextElementSibling?.textContent
  await screen.findByText('blank.png')
  expect(result('Unnamed')).toMatch(/^This isn't a supported image\./)
  expect(result('blank.png')).toMatch(/^The file is empty\./)
  expect(result('all')).toMatch(/^Only 10000 files were added\./)
})

// Would catch one sentence for all files: the next step depends on the kind of file.
test('content that is not accepted is named with its next step', async () => {
  const main = avatarsMain({})
  const files = refusedFormats.map((format) => ({
    fileName: `${format}.jpg`,
    failure: refusal('unsupported-image', format).failure,
  }))
  const { user } = renderPage(<Avatars />, {
    ...main,
    handlers: { ...main.handlers, 'draft.add': () => ({ added: [], refused: files, manifests: [] }) },
  })
  await screen.findByText('Drop portraits anywhere')
  await user.upload(await fileInput(), [portrait()])
  await screen.findByText('tiff.jpg')
  const texts = files.map(({ fileName }) => screen.getByText(fileName).nextElementSibling?.textContent ?? '')
  expect(new Set(texts).size).toBe(refusedFormats.length)
  const textOf = (format: RefusedFormat): string | undefined => texts[refusedFormats.indexOf(format)]
  expect(textOf('tiff')).toBe('This is a TIFF. Save the picture as JPEG or PNG.')
  expect(textOf('archive')).toBe('This is an archive, such as a ZIP. Unpack the archive, then add the pictures.')
  expect(textOf('video')).toBe('This is a video. Choose a JPEG or PNG.')
  expect(textOf('arithmetic-jpeg')).toBe(
    'This JPEG uses arithmetic coding. Save the picture again as an ordinary JPEG.',
  )
})

// Would catch a Create button that does nothing for hours without a reason.
test('offline, the creator says that avatars wait', async () => {
  const { handlers } = avatarsMain({ drafts: [aDraft()] })
  renderPage(<Avatars />, {
    handlers: { ...handlers, 'app.state': () => anAppState([aProfile()], { isOffline: true }) },
  })
  const result = await screen.findByText('Offline: new avatars wait in the queue.')
  expect(result.closest('[role=status]')).not.toBeNull()
})
