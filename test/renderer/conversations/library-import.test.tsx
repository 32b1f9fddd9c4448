import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Library } from '../../../src/renderer/sections/conversations/library/library.tsx'
import { conversationId, fileHandle } from '../../../src/shared/schemas/ids.ts'
import type { IdCandidatesOfFile, IdCandidate } from '../../../src/shared/schemas/library.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import { libraryMain } from './library-stage.ts'
import type { LibraryState } from './library-stage.ts'

const likely = '1983775419508027393'
const known = '1983775419508027394'

// Finds ids for this test: words of digits, of which the long words are likely ids.
function proposed(text: string): IdCandidate[] {
  return [...new Set(text.match(/\d+/g) ?? [])].map((id) => ({
    conversationId: conversationId.parse(id),
    isLikely: id.length > 14,
    isKnown: id === known,
  }))
}

const textFiles: Readonly<Record<string, IdCandidatesOfFile>> = {
  'ids-csv': { fileName: 'ids.csv', bytes: 23, proposals: proposed(likely) },
  'more-txt': { fileName: 'more.txt', bytes: 19, proposals: proposed(known) },
}

function open(start: Partial<LibraryState> = {}) {
  const { library, handlers } = libraryMain(start)
  const ui = (
    // Long lists draw only the visible part of the scrolling box.
    <div style={{ overflowY: 'auto' }}>
      <Library />
    </div>
  )
  const page = renderPage(ui, {
    handlers: {
      ...handlers,
      // Never answers, because a different test covers reading.
      'conversation.fetch': () => Promise.withResolvers<never>().promise,
      'library.findIds': ({ text }) => proposed(text),
      'library.findIdsInFile': ({ handle }) =>
        textFiles[handle] ?? fail({ kind: 'refused', reason: 'text-too-large', detail: '20' }),
    },
    // Here main's handle is the file's name.
    dropped: (files) => files.map(({ name }) => ({ handle: fileHandle.parse(name.replace('.', '-')), fileName: name })),
  })
  return { ...page, library }
}

async function openDialog({ user }: ReturnType<typeof open>): Promise<HTMLElement> {
  await user.click((await screen.findAllByRole('button', { name: 'Add IDs' }))[0] ?? document.body)
  return screen.findByRole('dialog', { name: 'Add IDs' })
}

const box = () => screen.getByRole('textbox', { name: 'Text with IDs' })
const tick = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })

// Would catch ids, including doubtful ids, that are read before the operator confirmed them.
test('ids of a pasted text are shown before any is added: likely ids selected, known and doubtful ids marked', async () => {
  const page = open()
  const dialog = await openDialog(page)
  await page.user.click(box())
  await page.user.paste(`call ${likely} and ${known}, room 12`)
  expect((await tick(new RegExp(likely))).checked).toBe(true)
  expect((await tick(/already in library/)).checked).toBe(false)
  expect((await tick(/12.*may not be an ID/)).checked).toBe(false)
  expect(within(dialog).getByText('1 of 3 selected')).not.toBeNull()
  expect(page.callsOf('library.add')).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Select all' }))
  screen.getByRole('button', { name: 'Add and read 3' })
  await page.user.click(screen.getByRole('button', { name: 'Select none' }))
  expect(within(dialog).getByRole('button', { name: 'Add IDs' })).toHaveProperty('disabled', true)
  await page.user.click(await tick(/may not be an ID/))
  await page.user.click(await tick(new RegExp(likely)))
  await page.user.click(screen.getByRole('button', { name: 'Add and read 2' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.callsOf('library.add')).toEqual([{ conversationIds: [likely, '12'] }])
  await screen.findByText('0 of 2 read')
})

// Would catch a pasted text that Escape loses, and a text that is offered again after its ids were added.
test('a text that was not added is restored when the dialog opens again', async () => {
  const page = open()
  await openDialog(page)
  await page.user.click(box())
  await page.user.paste(likely)
  await page.user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await openDialog(page)
  expect(box()).toHaveProperty('value', likely)
  await tick(new RegExp(likely))
  await page.user.click(screen.getByRole('button', { name: 'Add and read 1' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openDialog(page)
  expect(box()).toHaveProperty('value', '')
})

test('a text without ids says so', async () => {
  const page = open()
  await openDialog(page)
  await pasteInto(page.user, box(), 'nothing here')
  await screen.findByText('No IDs found')
})

// Would catch a file whose text enters the page: here the files are empty, and only main knows their content.
test('main reads a chosen or dropped text file; a file that is too large is reported', async () => {
  const page = open()
  const dialog = await openDialog(page)
  await page.user.upload(
    within(dialog).getByLabelText('Choose a file', { selector: 'input' }),
    new File([], 'ids.csv', { type: 'text/csv' }),
  )
  await screen.findByText('ids.csv (23 B)')
  await tick(new RegExp(likely))
  await page.user.click(screen.getByRole('button', { name: 'Use other text' }))
  fireEvent.drop(box(), { dataTransfer: { files: [new File([], 'more.txt')], types: ['Files'] } })
  await screen.findByText('more.txt (19 B)')
  await tick(new RegExp(known))
  fireEvent.drop(dialog.querySelector('[data-takes-files]') ?? dialog, {
    dataTransfer: { files: [new File([], 'dump.log')], types: ['Files'] },
  })
  await screen.findByText('Larger than 20 MB.')
})

// Would catch ids that are omitted because they are not drawn yet.
test('the IDs of a long text are drawn in steps, and all of them are added', async () => {
  const page = open()
  await openDialog(page)
  const ids = Array.from({ length: 1_000 }, (_, index) => String(1_983_775_419_508_000 + index))
  await page.user.click(box())
  await page.user.paste(ids.join('\n'))
  await screen.findByText('1,000 of 1,000 selected')
  screen.getByText('Show 300 more of 1,000')
  const drawn = screen.getByRole('list', { name: 'IDs found' }).children
  await page.user.click(screen.getByRole('button', { name: 'Show 300 more of 1,000' }))
  expect(drawn).toHaveLength(600)
  await page.user.click(screen.getByRole('button', { name: 'Add and read 1,000' }))
  await waitFor(() => expect(page.callsOf('library.add')).toEqual([{ conversationIds: ids }]))
})
