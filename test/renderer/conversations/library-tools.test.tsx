import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FavouriteButton, LibraryTools } from '../../../src/renderer/sections/conversations/library/library-tools.tsx'
import type { LibraryEntry } from '../../../src/shared/schemas/library.ts'
import { fail, renderPage } from '../../support/render.tsx'
import { anEntry, libraryMain } from './library-stage.ts'

function open(entries: readonly LibraryEntry[]) {
  const { library, handlers } = libraryMain({ entries: [...entries] })
  const ui = (
    <>
      <FavouriteButton conversationId="108" />
      <LibraryTools conversationId="108" />
    </>
  )
  const page = renderPage(ui, { handlers })
  const entry = (id = '108') => library.entries.find(({ conversationId }) => conversationId === id)
  return { ...page, library, handlers, entry }
}

const tagBox = () => screen.findByRole('combobox', { name: 'Add a tag' })
const tags = () => within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem')
const noteBox = () => screen.findByRole('textbox', { name: 'Conversation note' })

test('a favourite stays pressed until the next press', async () => {
  const page = open([anEntry('108')])
  const star = await screen.findByRole('button', { name: 'Favourite', pressed: false })
  await page.user.click(star)
  await screen.findByRole('button', { name: 'Favourite', pressed: true })
  expect(page.entry()?.isFavourite).toBe(true)
  await page.user.click(star)
  await screen.findByRole('button', { name: 'Favourite', pressed: false })
})

// Would catch a tag that replaces the other tags, a duplicate tag, and a lost focus.
test('Enter adds tags, and their buttons remove them', async () => {
  const page = open([anEntry('108', { tags: ['lobby'] })])
  await page.user.type(await tagBox(), '  night desk {Enter}')
  await waitFor(() => expect(tags().map(({ textContent }) => textContent)).toEqual(['lobby', 'night desk']))
  expect(await tagBox()).toHaveProperty('value', '')
  await page.user.type(await tagBox(), 'lobby{Enter}')
  expect(page.callsOf('library.editTags')).toHaveLength(1)
  await page.user.click(screen.getByRole('button', { name: 'Remove tag lobby' }))
  await waitFor(() => expect(tags().map(({ textContent }) => textContent)).toEqual(['night desk']))
  expect(document.activeElement).toBe(await tagBox())
  expect(page.entry()?.tags).toEqual(['night desk'])
})

test('a tag that is used elsewhere is proposed, and choosing it adds it', async () => {
  const page = open([anEntry('108', { tags: ['vip'] }), anEntry('109', { tags: ['lobby', 'vip'] })])
  await page.user.type(await tagBox(), 'lo')
  await page.user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(tags().map(({ textContent }) => textContent)).toEqual(['vip', 'lobby']))
  await page.user.click(await tagBox())
  expect(screen.queryByRole('option', { name: 'vip' })).toBeNull()
})

// Would catch a tag that is truncated without a message, and a second tag that differs only in case.
test('the box accepts no more characters than the limit of a tag, and a known tag in any case', async () => {
  const page = open([anEntry('108', { tags: ['VIP'] }), anEntry('109', { tags: ['Lobby'] })])
  expect(await tagBox()).toHaveProperty('maxLength', 60)
  await page.user.type(await tagBox(), 'vip{Enter}lobby{Enter}')
  await waitFor(() => expect(tags().map(({ textContent }) => textContent)).toEqual(['VIP', 'Lobby']))
})

test('a note is saved after a pause in typing, and says so', async () => {
  const page = open([anEntry('108')])
  await page.user.click(await screen.findByRole('button', { name: 'Note' }))
  expect(document.activeElement).toBe(await noteBox())
  await page.user.type(await noteBox(), 'ask Ms Li')
  await screen.findByText('Saved')
  expect(page.entry()?.note).toBe('ask Ms Li')
  expect(page.callsOf('library.setNote')).toHaveLength(1)
  await page.user.click(screen.getByRole('button', { name: 'Note' }))
  screen.getByText('ask Ms Li')
})

// Would catch the last words lost by a click on a different conversation.
test('a note that was just typed is saved when its box is removed', async () => {
  const page = open([anEntry('108'), anEntry('109', { note: 'of another' })])
  await page.user.click(await screen.findByRole('button', { name: 'Note' }))
  await page.user.type(await noteBox(), 'half a sen')
  page.redraw(<LibraryTools conversationId="109" />)
  await screen.findByText('of another')
  await waitFor(() => expect(page.entry()?.note).toBe('half a sen'))
  expect(page.entry('109')?.note).toBe('of another')
})

test('a note is saved immediately when the operator leaves its box', async () => {
  const page = open([anEntry('108')])
  await page.user.click(await screen.findByRole('button', { name: 'Note' }))
  await page.user.type(await noteBox(), 'x')
  expect(page.entry()?.note).toBe('')
  await page.user.tab()
  expect(page.callsOf('library.setNote')).toEqual([{ conversationId: '108', note: 'x' }])
})

// Would catch text that a full disk loses together with its box.
test('a note that could not be saved is reported, kept, and saved by a retry', async () => {
  const main = libraryMain({ entries: [anEntry('108')] })
  let isFull = true
  const { 'library.setNote': write } = main.handlers
  const page = renderPage(<LibraryTools conversationId="108" />, {
    handlers: {
      ...main.handlers,
      'library.setNote': (input, context) =>
        isFull || write === undefined ? fail({ kind: 'storage', reason: 'full', detail: '' }) : write(input, context),
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Note' }))
  await page.user.type(await noteBox(), 'dear to me')
  await screen.findByText("Couldn't save the note:")
  page.redraw(null)
  page.redraw(<LibraryTools conversationId="108" />)
  expect(await noteBox()).toHaveProperty('value', 'dear to me')
  isFull = false
  await page.user.type(await noteBox(), '!')
  await screen.findByText('Saved')
  expect(main.library.entries[0]?.note).toBe('dear to me!')
})
