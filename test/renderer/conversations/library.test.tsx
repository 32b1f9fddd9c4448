import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Library } from '../../../src/renderer/sections/conversations/library/library.tsx'
import { useSectionState } from '../../../src/renderer/state/location-store.ts'
import { useNewestFetch } from '../../../src/renderer/state/open-conversation.ts'
import { RowMenuPopup } from '../../../src/renderer/ui/row-menu-popup.tsx'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import { aHit, anEntry, anUnread, libraryMain } from './library-stage.ts'
import type { LibraryState } from './library-stage.ts'

/** Shows the snapshot and the id that the viewer and the id form beside the library would use. */
function Beside() {
  return (
    <p>
      shown {useSectionState('snapshotId')}, reading {useNewestFetch().id}
    </p>
  )
}

function open(start: Partial<LibraryState> = {}) {
  const { library, handlers } = libraryMain(start)
  const ui = (
    <>
      <Library />
      <Beside />
      <RowMenuPopup />
    </>
  )
  const page = renderPage(ui, {
    handlers: {
      ...handlers,
      'conversation.fetch': () => new Promise(() => undefined),
      'conversation.read': () => fail({ kind: 'not-found', what: 'snapshot' }),
    },
  })
  return { ...page, library }
}

const list = () => screen.findByRole('list', { name: 'Conversations' })
const rows = async () => within(await list()).getAllByRole('button')
const searchBox = () => screen.getByRole('searchbox', { name: 'Search the library' })

// Would catch a count and rows for a text that is no longer in the box.
test('while a different text is searched, nothing of the previous text is shown', async () => {
  const { library, handlers } = libraryMain({})
  const gate = Promise.withResolvers<undefined>()
  const found = (match: string) => ({ rows: [aHit('108', { match })], total: 1 })
  const page = renderPage(<Library />, {
    handlers: {
      ...handlers,
      'library.search': async ({ search }) => {
        if (search === 'concierge') return found(search)
        await gate.promise
        return { rows: [], total: 0 }
      },
    },
  })
  expect(library.entries).toEqual([])
  await page.user.click(await screen.findByRole('searchbox', { name: 'Search the library' }))
  await page.user.paste('concierge')
  await screen.findByText('1 found')
  await page.user.paste(' of the night')
  await screen.findByText('Searching…')
  expect(screen.queryByText('1 found')).toBeNull()
  expect(screen.queryByText('concierge')).toBeNull()
  gate.resolve(undefined)
  await screen.findByText('0 found')
})

// Would catch a library that needs the service to show saved snapshots, and rows that open a different snapshot.
test('a click opens the newest snapshot, without the service', async () => {
  const page = open({ entries: [anEntry('108', { name: 'Night desk' }), anEntry('109')] })
  await page.user.click(await screen.findByRole('button', { name: /Night desk/ }))
  await screen.findByText('shown snapshot-108, reading')
  expect(page.callsOf('conversation.fetch')).toEqual([])
})

// Would catch an id of a list that opens an empty viewer.
test('a click on the row of an ID that was never read fetches it', async () => {
  const page = open({ entries: [anUnread('1983775419508027393')] })
  const row = await screen.findByRole('button', { name: /1983775419508027393.*not read/ })
  await page.user.click(row)
  await screen.findByText('shown , reading 1983775419508027393')
})

// Would catch marks that only a colour distinguishes, and rows without a name.
test('a row shows the properties of its conversation as text', async () => {
  open({
    entries: [anEntry('1', { name: '', isFavourite: true, tags: ['lobby', 'night', 'vip', 'old'] }), anUnread('2')],
  })
  const [first, second] = await rows()
  expect(first?.textContent).toMatch(/1.*lobby.*night.*vip.*\+1/)
  within(first ?? document.body).getByRole('img', { name: 'Favourite' })
  expect(second?.textContent).toContain('not read')
})

// Would catch conversations that neither a key nor a button reaches.
test('a long library is drawn in steps, and its end says how many more there are', async () => {
  const page = open({ entries: Array.from({ length: 650 }, (_, index) => anUnread(String(index + 1))) })
  await screen.findByText('Show 300 more of 650')
  expect(searchBox().getAttribute('placeholder')).toBe('Find in 650 conversations')
  const drawn = (await list()).children
  drawn[0]?.querySelector('button')?.focus()
  await page.user.keyboard('{End}{ArrowDown}')
  expect(document.activeElement?.closest('li')).toBe(drawn[299])
  await page.user.tab()
  await page.user.keyboard('{Enter}')
  await screen.findByText('Show 50 more of 650')
  expect(document.activeElement?.textContent).toBe('Show 50 more of 650')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(drawn).toHaveLength(650))
  expect(screen.queryByText(/^Show .* more/)).toBeNull()
  // A different filter starts with its first rows.
  await page.user.click(screen.getByRole('button', { name: 'Not read yet 650' }))
  await screen.findByText('Show 300 more of 650')
})

// Would catch numbers of the whole library under the rows of a filter.
test('while the next filter is read, no number of the previous filter is shown', async () => {
  const { library, handlers } = libraryMain({
    entries: Array.from({ length: 301 }, (_, index) => anEntry(String(index + 1), { isFavourite: index === 0 })),
  })
  const gate = Promise.withResolvers<undefined>()
  const page = renderPage(<Library />, {
    handlers: {
      ...handlers,
      'library.list': async ({ show, limit }) => {
        const favourites = library.entries.filter(({ isFavourite }) => isFavourite)
        if (show === 'favourites') await gate.promise
        const shown = show === 'favourites' ? favourites : library.entries
        return { rows: shown.slice(0, limit), total: shown.length }
      },
    },
  })
  await screen.findByText('Show 1 more of 301')
  await page.user.click(screen.getByRole('button', { name: 'Favourites 1' }))
  await waitFor(() => expect(screen.queryByText('Show 1 more of 301')).toBeNull())
  const drawn = (await list()).children
  expect(drawn).toHaveLength(300)
  gate.resolve(undefined)
  await waitFor(() => expect(drawn).toHaveLength(1))
})

// Would catch unread conversations that are skipped because they are not on screen.
test('reading the unread conversations reads those below the end of the list too', async () => {
  const page = open({ entries: Array.from({ length: 310 }, (_, index) => anUnread(String(index + 1))) })
  await list()
  await page.user.click(screen.getByRole('button', { name: 'Not read yet 310' }))
  await page.user.click(await screen.findByRole('button', { name: 'Read 310 unread' }))
  await screen.findByText('0 of 310 read')
})

test('the button at the end of the hits shows more hits', async () => {
  const hits = Array.from({ length: 130 }, (_, index) => aHit(String(index + 1)))
  const page = open({ hits: { night: hits } })
  await pasteInto(page.user, searchBox(), 'night')
  await screen.findByText('130 found')
  await screen.findByText('Show 30 more of 130')
  await page.user.click(screen.getByRole('button', { name: 'Show 30 more of 130' }))
  await screen.findByRole('button', { name: /Conversation 130/ })
  expect(screen.getByRole('status').textContent).toBe('130 found')
})

// Would catch a list with a tab stop for each row, or arrow keys that leave it.
test('arrow keys move in the list, which is one tab stop; Enter opens', async () => {
  const page = open({ entries: Array.from({ length: 60 }, (_, index) => anEntry(String(index + 1))) })
  const [first] = await rows()
  first?.focus()
  await page.user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(document.activeElement?.textContent).toContain('Conversation 2')
  expect((await rows()).filter(({ tabIndex }) => tabIndex === 0)).toEqual([document.activeElement])
  await page.user.keyboard('{Enter}')
  await screen.findByText(/shown snapshot-2,/)
  await page.user.keyboard('{Home}{ArrowUp}')
  expect(document.activeElement?.textContent).toContain('Conversation 1')
})

// Would catch arrow keys that continue from the old position of a row that a background read moved.
test('the arrow keys continue from the focused row when the list is sorted again', async () => {
  const page = open({ entries: ['1', '2', '3', '4', '5'].map((id) => anEntry(id)) })
  const focused = (await rows())[3]
  focused?.focus()
  page.library.entries = ['4', '1', '2', '3', '5'].map((id) => anEntry(id))
  await page.emit('library.changed', {})
  await waitFor(async () => {
    expect((await rows())[0]).toBe(focused)
  })
  expect((await rows()).filter(({ tabIndex }) => tabIndex === 0)).toEqual([focused])
  await page.user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Conversation 1')
})

// Would catch a Tab that goes to the second row because the first row was added after the list was drawn.
test('until a row has had the focus, Tab goes to the first row', async () => {
  const page = open({ entries: [anEntry('1')] })
  await rows()
  page.library.entries = ['2', '1'].map((id) => anEntry(id))
  await page.emit('library.changed', {})
  await waitFor(async () => {
    expect((await rows()).map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
  })
})

test('a part of the library is shown with its count, and a second press shows all entries again', async () => {
  const page = open({
    entries: [anEntry('1', { isFavourite: true }), anEntry('2'), anEntry('3'), anUnread('4')],
  })
  await list()
  await page.user.click(screen.getByRole('button', { name: 'Favourites 1' }))
  await waitFor(async () => {
    expect(await rows()).toHaveLength(1)
  })
  screen.getByRole('button', { name: /Conversation 1/ })
  await page.user.click(screen.getByRole('button', { name: 'Favourites 1' }))
  await waitFor(async () => {
    expect(await rows()).toHaveLength(4)
  })
  page.library.entries = [anEntry('1'), anEntry('2')]
  await page.emit('library.changed', {})
  await page.user.click(screen.getByRole('button', { name: 'Favourites' }))
  await screen.findByText('Nothing found')
  await page.user.click(screen.getByRole('button', { name: 'Show all' }))
  await list()
})

test('a tag filter shows only entries with the tag, in combination with the chosen part', async () => {
  const page = open({
    entries: [anEntry('1', { tags: ['lobby'], isFavourite: true }), anEntry('2', { tags: ['lobby'] }), anEntry('3')],
  })
  await list()
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Tag' }), 'Tagged lobby')
  await waitFor(async () => {
    expect(await rows()).toHaveLength(2)
  })
  await page.user.click(screen.getByRole('button', { name: 'Favourites 1' }))
  await waitFor(async () => {
    expect(await rows()).toHaveLength(1)
  })
})

// Would catch a search that loses the place of the words, or opens a snapshot without them.
test('a hit names the place of its words and opens the snapshot that contains them', async () => {
  const old = aHit('109', { snapshotId: 'snapshot-old', isOld: true, place: 'script', match: '欢迎光临' })
  const page = open({ entries: [anEntry('108')], hits: { concierge: [aHit('108'), old] } })
  await list()
  await pasteInto(page.user, searchBox(), ' concierge ')
  const hits = await screen.findByRole('list', { name: 'Search results' })
  expect(screen.getByRole('status').textContent).toBe('2 found')
  const [first, second] = within(hits).getAllByRole('button')
  expect(first?.textContent).toContain('PromptYou are a concierge of the hotel')
  expect(second?.querySelector('mark')?.textContent).toBe('欢迎光临')
  expect(second?.textContent).toContain('older snapshot')
  expect(second?.textContent).toContain('Script')
  await page.user.click(second ?? document.body)
  await screen.findByText(/shown snapshot-old,/)
})

// Would catch hits that have no menu although the rows of the library have one.
test('a hit is copied like a row of the library', async () => {
  const page = open({ entries: [anEntry('108')], hits: { concierge: [aHit('108')] } })
  const items = async (row: HTMLElement | undefined): Promise<readonly (string | null)[]> => {
    fireEvent.contextMenu(row ?? document.body)
    const texts = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    return texts
  }
  const ofRow = await items((await rows())[0])
  await pasteInto(page.user, searchBox(), 'concierge')
  const hits = await screen.findByRole('list', { name: 'Search results' })
  expect(await items(within(hits).getAllByRole('button')[0])).toEqual(ofRow)
})

test('a search without hits says so, and an empty box shows the library again', async () => {
  const page = open({ entries: [anEntry('108')] })
  await list()
  await pasteInto(page.user, searchBox(), 'nowhere')
  await screen.findByText('Nothing found')
  await page.user.clear(searchBox())
  await list()
})

// Would catch text of the service that reorders or hides the text around it.
test('direction marks in a name are shown as marks', async () => {
  open({ entries: [anEntry('1', { name: 'Desk \u202E108' })] })
  const [row] = await rows()
  expect(row?.querySelector('[data-hidden]')).not.toBeNull()
})

// Would catch hits that only a pointer reaches, and an Enter that opens a hit of an earlier search.
test('from the search, Enter opens the first hit and the arrow key moves into the list', async () => {
  const page = open({ hits: { night: [aHit('1'), aHit('2')] } })
  await page.user.type(searchBox(), 'night{Enter}')
  await screen.findByText(/shown snapshot-1,/)
  await screen.findByRole('button', { name: /Conversation 2/ })
  await page.user.click(searchBox())
  await page.user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Conversation 1')
  await page.user.keyboard('{ArrowDown}{Enter}')
  await screen.findByText(/shown snapshot-2,/)
})

// Would catch the search or part of one profile in the library of a different profile.
test('the search and the shown part survive leaving the section', async () => {
  const page = open({ entries: [anEntry('1', { isFavourite: true }), anEntry('2')] })
  await list()
  await page.user.click(screen.getByRole('button', { name: 'Favourites 1' }))
  page.redraw(null)
  page.redraw(<Library />)
  await waitFor(async () => {
    expect(await rows()).toHaveLength(1)
  })
  await page.emit('app.changed', anAppState([aProfile({ id: profileId.parse('profile-2') })]))
  await waitFor(async () => {
    expect(await rows()).toHaveLength(2)
  })
})

test('an empty library describes its future content, and offers to add ids', async () => {
  const page = open()
  await screen.findByText('The library is empty')
  const [, offer] = screen.getAllByRole('button', { name: 'Add IDs' })
  await page.user.click(offer ?? document.body)
  screen.getByRole('dialog', { name: 'Add IDs' })
})

test('a library that cannot be read says so', async () => {
  const { handlers } = libraryMain()
  const broken = { ...handlers, 'library.list': () => fail({ kind: 'storage', reason: 'corrupt', detail: 'x' }) }
  renderPage(<Library />, { handlers: broken })
  await screen.findByText("Couldn't open the library:")
})

// Would catch a list that only a reload updates.
test('entries that main reports as changed are read again', async () => {
  const page = open({ entries: [anEntry('1')] })
  await list()
  page.library.entries = [anEntry('2', { name: 'Fresh' }), ...page.library.entries]
  await page.emit('library.changed', {})
  await screen.findByRole('button', { name: /Fresh/ })
})
