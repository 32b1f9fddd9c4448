import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { Library } from '../../../src/renderer/sections/conversations/library/library.tsx'
import { readAll } from '../../../src/renderer/sections/conversations/library/read-all-store.ts'
import { conversationId, profileId } from '../../../src/shared/schemas/ids.ts'
import type { ServiceProblem } from '../../../src/shared/failure.ts'
import { aProfile, anAppState, profileId as openProfile } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import { anEntry, anUnread, libraryMain } from './library-stage.ts'
import { aFailure, aSavedSnapshot } from './stage.ts'

const tower = profileId.parse('profile-2')

/** A service whose reads the test answers one after the other; the library contains five unread IDs. */
async function open(ids: readonly string[] = ['1', '2', '3', '4', '5'], handlers: Partial<Handlers> = {}) {
  const { library, handlers: ofLibrary } = libraryMain({ entries: [anEntry('9'), ...ids.map((id) => anUnread(id))] })
  const asked: string[] = []
  let answer = Promise.withResolvers<ServiceProblem | null>()
  let shown = profileId.parse(openProfile)
  const ui = (
    <>
      <Library />
      <Toasts />
    </>
  )
  const page = renderPage(ui, {
    handlers: {
      ...ofLibrary,
      'conversation.fetch': async ({ conversationId: id }, { profileId: of }) => {
        if (of !== shown) return fail({ kind: 'refused', reason: 'profile-moved', detail: null })
        asked.push(id)
        const problem = await answer.promise
        if (problem !== null) return fail(aFailure(problem))
        library.entries = library.entries.map((entry) => (entry.conversationId === id ? anEntry(id) : entry))
        return aSavedSnapshot(undefined, { conversationId: id, id: `snapshot-${id}` }).summary
      },
      ...handlers,
    },
  })
  await page.emit('app.changed', anAppState())
  return {
    ...page,
    asked,
    /** Ends the read in flight. */
    answer: async (problem: ServiceProblem | null = null) => {
      await waitFor(() => expect(asked.length).toBeGreaterThan(0))
      const { resolve } = answer
      answer = Promise.withResolvers()
      await act(async () => {
        resolve(problem)
        await Promise.resolve()
      })
    },
    switchTo: async (id: typeof tower) => {
      shown = id
      const both = [aProfile(), aProfile({ id: tower })]
      await page.emit('app.changed', anAppState(both, { openProfileId: id }))
    },
  }
}

async function readUnread({ user }: Pick<Awaited<ReturnType<typeof open>>, 'user'>, count: number): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Not read yet ${String(count)}` }))
  await user.click(await screen.findByRole('button', { name: `Read ${String(count)} unread` }))
}

const progress = () => screen.queryByRole('region', { name: 'Reading conversations' })
const press = (page: Awaited<ReturnType<typeof open>>, name: string) =>
  page.user.click(screen.getByRole('button', { name }))

// Would catch reads that are sent all at the same time, and an end without a message.
test('unread conversations are read one after the other, with their progress, and a message at the end', async () => {
  const page = await open(['1', '2', '3'])
  await readUnread(page, 3)
  await screen.findByText('0 of 3 read')
  expect(page.asked).toEqual(['1'])
  await page.answer()
  await screen.findByText('1 of 3 read')
  expect(screen.getByRole('progressbar', { name: 'Reading conversations' }).getAttribute('aria-valuenow')).toBe('1')
  await waitFor(() => expect(page.asked).toEqual(['1', '2']))
  await page.answer()
  await screen.findByText('2 of 3 read')
  await waitFor(() => expect(page.asked).toHaveLength(3))
  await page.answer()
  await screen.findByText('3 conversations read')
  expect(progress()).toBeNull()
  expect(page.asked).toEqual(['1', '2', '3'])
})

// Would catch a Stop that aborts the read in flight, and a Continue that starts from the beginning.
test('Stop lets the read in flight finish, and Continue reads the rest', async () => {
  const page = await open(['1', '2', '3'])
  await readUnread(page, 3)
  await screen.findByText('0 of 3 read')
  await press(page, 'Stop')
  screen.getByRole('button', { name: 'Stop', busy: true })
  await page.answer()
  await screen.findByRole('button', { name: 'Continue' })
  screen.getByText('1 of 3 read')
  expect(page.asked).toEqual(['1'])
  await press(page, 'Continue')
  await waitFor(() => expect(page.asked).toEqual(['1', '2']))
  await page.answer()
  await waitFor(() => expect(page.asked).toEqual(['1', '2', '3']))
  await page.answer()
  await waitFor(() => expect(progress()).toBeNull())
})

test('Clear forgets the rest', async () => {
  const page = await open(['1', '2'])
  await readUnread(page, 2)
  await screen.findByText('0 of 2 read')
  await press(page, 'Stop')
  await page.answer()
  await screen.findByRole('button', { name: 'Continue' })
  await press(page, 'Clear')
  expect(progress()).toBeNull()
})

// Would catch an ID that stops all other reads, and failures that are counted but not named.
test('a failure of one conversation is listed with its reason, and reading continues', async () => {
  const page = await open(['404', '405', '406'])
  await readUnread(page, 3)
  await screen.findByText('0 of 3 read')
  await page.answer({ kind: 'declined' })
  await waitFor(() => expect(page.asked).toEqual(['404', '405']))
  await page.answer({ kind: 'too-large', limitBytes: 2_000_000, bytes: null })
  await waitFor(() => expect(page.asked).toHaveLength(3))
  await page.answer()
  await screen.findByText('1 of 3 read')
  // The failed reads stay on screen, so a message beside them would repeat the same.
  expect(screen.queryByText(/conversations? read$/)).toBeNull()
  await page.user.click(screen.getByText("Couldn't read 2"))
  const list = await screen.findByRole('list', { name: "Couldn't read 2" })
  expect(list.textContent).toContain('404refused by service')
  expect(list.textContent).toContain('405answer too large')
})

// Would catch a retry of one ID that drops the other failures and the rest.
test('a button retries a failed read; the other failures and the rest stay', async () => {
  const page = await open(['404', '405', '406'])
  await readUnread(page, 3)
  await screen.findByText('0 of 3 read')
  await page.answer({ kind: 'declined' })
  await waitFor(() => expect(page.asked).toHaveLength(2))
  await page.answer({ kind: 'declined' })
  await waitFor(() => expect(page.asked).toHaveLength(3))
  await press(page, 'Stop')
  await page.answer({ kind: 'offline' })
  await screen.findByRole('button', { name: 'Continue' })
  await page.user.click(screen.getByText("Couldn't read 2"))
  await press(page, 'Try again: 404')
  await waitFor(() => expect(page.asked.slice(3)).toEqual(['406']))
  await page.answer()
  await waitFor(() => expect(page.asked.slice(3)).toEqual(['406', '404']))
  await page.answer()
  await screen.findByText('2 of 3 read')
  expect((await screen.findByRole('list', { name: "Couldn't read 1" })).textContent).toContain('405refused by service')
})

// Would catch two thousand failures with the same cause, and a stop without a message.
test('a failure that affects every conversation stops the reading and shows the reason; Continue tries again', async () => {
  const page = await open(['1', '2'])
  await readUnread(page, 2)
  await screen.findByText('0 of 2 read')
  await page.answer({ kind: 'offline' })
  await screen.findByText('Reading stopped:')
  expect(page.asked).toEqual(['1'])
  expect(screen.queryByText(/^Couldn't read/)).toBeNull()
  await press(page, 'Continue')
  await waitFor(() => expect(page.asked).toEqual(['1', '1']))
  expect(screen.queryByText('Reading stopped:')).toBeNull()
})

// Would catch reads for an account that is not on screen, and progress under the library of a different profile.
test('a switch of the profile stops the reading, which can be continued when the profile is back', async () => {
  const page = await open(['1', '2', '3'])
  await readUnread(page, 3)
  await screen.findByText('0 of 3 read')
  await page.switchTo(tower)
  expect(progress()).toBeNull()
  await page.answer()
  await page.answered('conversation.fetch')
  expect(page.asked).toEqual(['1'])
  await page.switchTo(profileId.parse(openProfile))
  await screen.findByText('1 of 3 read')
  // The operator switched, so no explanation is needed.
  expect(screen.queryByText('Reading stopped:')).toBeNull()
  await press(page, 'Continue')
  await waitFor(() => expect(page.asked).toEqual(['1', '2']))
})

// Would catch a second loop beside the first, which reads some IDs twice and skips others.
test.each([
  ['during the reading', false],
  ['while it is being stopped', true],
])('IDs that are added %s are read after the others, each once', async (_when, isStopped) => {
  const page = await open(['1', '2'])
  await readUnread(page, 2)
  await screen.findByText('0 of 2 read')
  if (isStopped) await press(page, 'Stop')
  act(() => void readAll(['2', '3'].map((id) => conversationId.parse(id))))
  await screen.findByText('0 of 3 read')
  for (const [count, id] of ['1', '2', '3'].entries()) {
    await waitFor(() => expect(page.asked[count]).toBe(id))
    await page.answer()
  }
  await screen.findByText('3 conversations read')
  expect(page.asked).toEqual(['1', '2', '3'])
})

test('added IDs are read immediately', async () => {
  const id = '1983775419508027393'
  const page = await open([], {
    'library.findIds': () => [{ conversationId: conversationId.parse(id), isLikely: true, isKnown: false }],
  })
  await page.user.click(screen.getByRole('button', { name: 'Add IDs' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add IDs' }))
  await pasteInto(page.user, dialog.getByRole('textbox', { name: 'Text with IDs' }), id)
  await page.user.click(await dialog.findByRole('button', { name: 'Add and read 1' }))
  await screen.findByText('0 of 1 read')
  expect(page.asked).toEqual([id])
  await page.answer()
  await screen.findByText('1 conversation read')
})
