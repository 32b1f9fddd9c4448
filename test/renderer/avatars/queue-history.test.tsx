import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { showInQueue } from '../../../src/renderer/state/view-preferences-store.ts'
import { jobId, profileId } from '../../../src/shared/schemas/ids.ts'
import type { BatchProgress, Job, QueueState } from '../../../src/shared/schemas/avatar.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import { today } from '../../support/world.ts'
import { aDraft, aJob, avatarsMain, chooseForJob, chooseForQueue, inspect } from './stage.ts'

const named = (id: string, name: string, changes: Partial<Record<keyof Job, unknown>> = {}): Job =>
  aJob({ id, fields: { ...aJob().fields, name }, fileName: `${name}.jpg`, ...changes })

function open(jobs: readonly Job[], handlers: Partial<Handlers> = {}) {
  const main = avatarsMain({ jobs: [...jobs] })
  const page = (
    <>
      <AvatarsSection />
      <Toasts />
    </>
  )
  return {
    ...renderPage(page, { ...main, handlers: { ...main.handlers, ...handlers } }),
    saved: main.state,
  }
}

const queue = () => within(screen.getByRole('region', { name: 'Queue' }))

const names = (): readonly string[] =>
  queue()
    .queryAllByRole('row')
    .slice(1)
    .map((row) => /Anna|Bao|Carla|Dora/.exec(row.textContent)?.[0] ?? '')

const shows = (expected: readonly string[]): Promise<void> => waitFor(() => expect(names()).toEqual(expected))

const four = [
  named('job-4', 'Dora', { state: 'failed' }),
  named('job-3', 'Carla'),
  named('job-2', 'Bao', { state: 'ready', taskId: '77' }),
  named('job-1', 'Anna'),
]

// Would catch a search of only the drawn rows, and a page that loses its rows while main searches.
test('main searches, filters and sorts the rows, and all rows return afterwards', async () => {
  const { user, callsOf } = open(four)
  await shows(['Dora', 'Carla', 'Anna', 'Bao'])
  await chooseForQueue(user, 'Newest first')
  await shows(['Dora', 'Carla', 'Bao', 'Anna'])
  await user.click(queue().getByRole('button', { name: 'More for Queue' }))
  const items = await screen.findAllByRole('menuitem')
  const chosen = items.filter((item) => item.getAttribute('aria-current') === 'true')
  expect(chosen.map((item) => item.textContent)).toEqual(['Newest first'])
  await user.keyboard('{Escape}')
  const search = queue().getByRole('searchbox', { name: 'Find in queue' })
  await user.type(search, 'a')
  await user.clear(search)
  await user.type(search, '77')
  await shows(['Bao'])
  await user.clear(search)
  await user.click(queue().getByRole('button', { name: 'Waiting 2' }))
  await shows(['Carla', 'Anna'])
  await user.click(queue().getByRole('button', { name: 'Failed 1' }))
  await shows(['Dora', 'Carla', 'Anna'])
  expect(queue().getByRole('button', { name: 'Failed 1' }).getAttribute('aria-pressed')).toBe('true')
  await chooseForQueue(user, 'Name')
  await shows(['Anna', 'Carla', 'Dora'])
  await pasteInto(user, search, 'nobody')
  await queue().findByText('No avatar matches.')
  await user.click(queue().getByRole('button', { name: 'Show all' }))
  await shows(['Anna', 'Bao', 'Carla', 'Dora'])
  expect(callsOf('job.list')).toContainEqual({
    search: '',
    states: ['waiting', 'failed'],
    sort: 'name',
    archived: false,
    limit: 300,
  })
})

// Would catch a queue that seems empty because of a search in the previous profile.
test('a different profile shows all of its avatars', async () => {
  const { user, emit } = open(four)
  await shows(['Dora', 'Carla', 'Anna', 'Bao'])
  await pasteInto(user, queue().getByRole('searchbox'), 'nobody')
  await queue().findByText('No avatar matches.')
  await emit('profile.switched', { profileId: profileId.parse('profile-2') })
  await shows(['Dora', 'Carla', 'Anna', 'Bao'])
})

// Would catch months of old rows among today's work, and rows that cannot be found again.
test('archived rows are not in the working list, but a search finds them and a filter shows only them', async () => {
  const { user, saved, callsOf } = open(four)
  saved.archived = [jobId.parse('job-2')]
  await shows(['Dora', 'Carla', 'Anna'])
  await pasteInto(user, queue().getByRole('searchbox'), 'bao')
  await shows(['Bao'])
  await user.clear(queue().getByRole('searchbox'))
  await shows(['Dora', 'Carla', 'Anna'])
  await user.click(queue().getByRole('button', { name: 'Archive 1' }))
  await shows(['Bao'])
  expect(callsOf('job.list').at(-1)).toMatchObject({ states: [], archived: true })
  await chooseForQueue(user, 'Archive 1')
  await shows(['Dora', 'Carla', 'Anna'])
  expect(queue().getByRole('button', { name: 'Archive 1' }).getAttribute('aria-pressed')).toBe('false')
})

test('a working list whose rows are all archived links to the archive', async () => {
  const { user, saved } = open(four)
  saved.archived = four.map(({ id }) => id)
  await queue().findByText('All avatars are in the archive.')
  await user.click(queue().getByRole('button', { name: 'Show archive' }))
  await shows(['Dora', 'Carla', 'Anna', 'Bao'])
})

// Would catch an export of all rows when only a part is shown, and an export without a message.
test('the shown rows are exported, and a message names the file', async () => {
  const { user, callsOf } = open(four, { 'job.exportCsv': () => ({ fileName: 'avatars.csv' }) })
  await shows(['Dora', 'Carla', 'Anna', 'Bao'])
  await user.click(queue().getByRole('button', { name: 'Waiting 2' }))
  await chooseForQueue(user, 'Export CSV')
  await screen.findByText('Saved as avatars.csv')
  expect(callsOf('job.exportCsv')).toEqual([{ search: '', states: ['waiting'], sort: 'state', archived: false }])
})

test('without an avatar there is no search', async () => {
  open([])
  await queue().findByText('No avatars')
  expect(queue().queryByRole('searchbox')).toBeNull()
})

// Would catch positions counted from the wrong end, or only among the shown rows.
test('waiting rows show their position in the queue', async () => {
  const five = ['Dora', 'Dora', 'Carla', 'Bao', 'Anna'].map((name, index) => named(`job-${5 - index}`, name))
  const { user } = open(five)
  await shows(['Dora', 'Dora', 'Carla', 'Bao', 'Anna'])
  const places = (): readonly string[] =>
    queue()
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).queryByText(/^(next|place \d)$/)?.textContent ?? '')
  await waitFor(() => expect(places()).toEqual(['place 5', 'place 4', 'place 3', 'place 2', 'next']))
  await pasteInto(user, queue().getByRole('searchbox'), 'carla')
  await waitFor(() => expect(places()).toEqual(['place 3']))
})

// Would catch a change that is shown but not sent, or that is sent without required fields.
test('a waiting avatar can be edited, after a check of the required fields', async () => {
  const { user, callsOf } = open([named('job-1', 'Anna')])
  await shows(['Anna'])
  await chooseForJob(user, 'Anna', 'Edit')
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Anna' }))
  await user.clear(dialog.getByRole('combobox', { name: 'Voice' }))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(dialog.getByRole('combobox', { name: 'Voice' }).getAttribute('aria-invalid')).toBe('true')
  expect(callsOf('job.openEdit')).toEqual([])
  await user.type(dialog.getByRole('combobox', { name: 'Voice' }), 'Echo')
  await user.clear(dialog.getByRole('textbox', { name: 'Name' }))
  // Templates were expanded at the confirmation, so text typed now is sent unchanged, and the dialog says so.
  expect(dialog.queryByText('{filename} or {n}')).toBeNull()
  await user.click(dialog.getByRole('textbox', { name: 'Name' }))
  await user.paste('{n}')
  dialog.getByText('{n} stays as typed')
  await user.clear(dialog.getByRole('textbox', { name: 'Name' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Bao')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await shows(['Bao'])
  expect(callsOf('job.openEdit')).toMatchObject([{ jobId: 'job-1', fields: { voice: 'Echo', name: 'Bao' } }])
  expect(callsOf('job.edit')).toEqual([{ ticket: 'edit-job-1' }])
})

// Would catch an edit that is lost without a message because the avatar was sent meanwhile.
test('an edit that comes too late says so and keeps the typed text', async () => {
  const { user } = open([named('job-1', 'Anna')], {
    'job.edit': () => {
      throw refusal('wrong-state')
    },
  })
  await shows(['Anna'])
  await chooseForJob(user, 'Anna', 'Edit')
  await pasteInto(user, screen.getByRole('dialog').querySelector('textarea') ?? document.body, 'Hello')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await within(screen.getByRole('dialog')).findByText(/isn't possible now/)
  within(screen.getByRole('dialog')).getByDisplayValue('Hello')
})

// Would catch an Escape that is meant for a list of suggestions and discards the whole edit.
test('an edit with typed text is discarded only after a question', async () => {
  const { user, callsOf } = open([named('job-1', 'Anna')])
  await shows(['Anna'])
  const edit = async (): Promise<HTMLElement> => {
    await chooseForJob(user, 'Anna', 'Edit')
    return screen.findByRole('dialog', { name: 'Edit Anna' })
  }
  await edit()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await pasteInto(user, within(await edit()).getByRole('textbox', { name: 'Greeting' }), 'Hello')
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('dialog', { name: 'Discard unsaved changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  within(await screen.findByRole('dialog', { name: 'Edit Anna' })).getByDisplayValue('Hello')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('job.openEdit')).toEqual([])
})

const running: BatchProgress = {
  total: 50,
  finished: 19,
  ready: 17,
  failed: 2,
  rejected: 0,
  unknown: 1,
  waiting: 28,
  submitting: 0,
  training: 2,
}
const ended: BatchProgress = { ...running, finished: 49, ready: 47, waiting: 0, training: 0 }
const stateOf = (progress: BatchProgress): QueueState => ({
  held: null,
  paused: false,
  progress,
  batchIds: ['batch-7'],
})

// Would catch a batch whose end nobody sees after a break, and an end that cannot be dismissed.
test('a batch shows its progress and then its result, until the result is dismissed or a new batch begins', async () => {
  const { user, emit } = open(four, { 'queue.read': () => stateOf(running) })
  const bar = await queue().findByRole('progressbar', { name: 'Total progress' })
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['19', '50'])
  queue().getByText('19 of 50')
  await emit('queue.changed', stateOf(ended))
  const words = '49 of 50: 47 ready, 2 failed, 1 needs you'
  expect((await queue().findByText(words)).closest('[role="status"]')).not.toBeNull()
  expect(queue().queryByRole('progressbar', { name: 'Total progress' })).toBeNull()
  queue().getByRole('button', { name: 'Dismiss' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Queue' }))
  expect(queue().queryByText(words)).toBeNull()
  await emit('queue.changed', stateOf(running))
  queue().getByText('19 of 50')
  await emit('queue.changed', stateOf(ended))
  queue().getByText(words)
})

// Would catch a batch whose names and task IDs must be copied row by row.
test('the batch can be exported from its result, and later from the menu', async () => {
  const ended = { ...running, ready: 48, finished: 50, training: 0, waiting: 0, submitting: 0 }
  const { user, callsOf } = open(four, {
    'queue.read': () => stateOf(ended),
    'job.exportCsv': () => ({ fileName: 'avatars.csv' }),
  })
  const batch = { search: '', states: [], sort: 'oldest', archived: false, batches: ['batch-7'] }
  await user.click(await queue().findByRole('button', { name: 'Export CSV' }))
  await screen.findByText('Saved as avatars.csv')
  expect(callsOf('job.exportCsv')).toEqual([batch])
  await user.click(queue().getByRole('button', { name: 'Dismiss' }))
  await chooseForQueue(user, 'Export last batch as CSV')
  await waitFor(() => expect(callsOf('job.exportCsv')).toEqual([batch, batch]))
})

// Would catch an announcement for each of fifty avatars.
test('the progress is announced only at every tenth', async () => {
  const { emit } = open(four, { 'queue.read': () => stateOf(running) })
  const said = (): readonly string[] =>
    queue()
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .filter((text) => text.includes(' of '))
  await waitFor(() => expect(said()).toEqual(['15 of 50']))
  await emit('queue.changed', stateOf({ ...running, finished: 20, training: 1 }))
  expect(said()).toEqual(['20 of 50'])
  await emit('queue.changed', stateOf({ ...running, finished: 24, training: 1 }))
  expect(said()).toEqual(['20 of 50'])
})

const clock = (minutes: number): string =>
  new Intl.DateTimeFormat('en', { timeStyle: 'medium' }).format(today(14, minutes))
const reading = (avatarCreationsLeft: number, minutes: number) => ({
  avatarCreationsLeft,
  at: today(14, minutes),
})

// Would catch a refund that is claimed without a check, or a refund that no row shows.
test.each([
  [{ state: 'awaited', before: reading(11, 0), after: null }, 'waiting for the refund', 'waiting for the refund'],
  [
    { state: 'seen', before: reading(11, 0), after: reading(12, 3) },
    'creation refunded',
    `Refunded: 11 → 12 at ${clock(3)}; others may use the account`,
  ],
  [
    { state: 'seen', before: reading(11, 0), after: reading(11, 3) },
    'creation refunded',
    `Refunded: 11 → 11 at ${clock(3)}, including other creations; others may`,
  ],
  [
    { state: 'not-seen', before: reading(11, 0), after: reading(11, 10) },
    'no refund seen yet',
    `No refund seen by ${clock(10)}`,
  ],
  [{ state: 'not-seen', before: reading(11, 0), after: null }, 'refund unknown', 'refund unknown'],
  [null, 'training failed', 'Failed trainings are usually refunded.'],
])('a failed row shows the state of its refund: %o', async (refund, short, words) => {
  const { user } = open([named('job-1', 'Anna', { state: 'failed', status: 1, taskId: '77', refund })])
  await shows(['Anna'])
  expect(queue().getAllByRole('row')[1]?.textContent).toContain(short)
  expect((await inspect(user, 'Anna')).textContent).toContain(words)
})

const mixed = [
  named('job-6', 'Anna', { state: 'unknown' }),
  named('job-5', 'Bao', { state: 'rejected' }),
  named('job-4', 'Carla', { state: 'rejected' }),
  named('job-3', 'Dora', { state: 'failed' }),
  named('job-2', 'Anna', { state: 'ready', taskId: '77' }),
  named('job-1', 'Bao', { state: 'failed', createdAgain: { jobId: 'job-2', at: 1 } }),
]

// Would catch counts that omit failed avatars, or include avatars that were tried again.
test('the head of the page counts failed and rejected avatars too', async () => {
  open(mixed)
  await screen.findByText('1 ready · 1 failed · 2 rejected · 1 needs you')
})

test('the bar below the drafts counts failed and rejected avatars too', async () => {
  const main = avatarsMain({ jobs: [...mixed], drafts: [aDraft()] })
  renderPage(<AvatarsSection />, main)
  const show = await screen.findByRole('button', { name: 'Show queue' })
  const bar = show.closest('div')?.parentElement
  expect(bar?.textContent).toMatch(/Queue1 needs you1 ready1 failed2 rejected/)
})

// Would catch a button that leads to a queue whose search or collapsed row hides the decision.
test('Decide leads to the row of the decision, whatever the queue shows', async () => {
  const main = avatarsMain({ jobs: [...mixed], drafts: [aDraft()] })
  const { user } = renderPage(<AvatarsSection />, main)
  const decide = await screen.findByRole('button', { name: 'Decide' })
  await user.click(await queue().findByRole('button', { name: 'Details' }))
  expect(queue().queryByRole('button', { name: 'Enter task ID' })).toBeNull()
  await pasteInto(user, queue().getByRole('searchbox', { name: 'Find in queue' }), 'Dora')
  await shows(['Dora'])
  await user.click(decide)
  const row = (await queue().findByRole('button', { name: 'Enter task ID' })).closest('tr')
  expect(document.activeElement).toBe(row)
  expect(row?.textContent).toContain('Anna')
})

/** Answers as main does for a history of thousands, with two rows instead of 300. */
function twoAtOnce(jobs: readonly Job[]): Pick<Handlers, 'job.list'> {
  const { handlers } = avatarsMain({ jobs: [...jobs] })
  return {
    'job.list': async (query, context) => {
      const list = await handlers['job.list']?.({ ...query, limit: query.limit / 150 }, context)
      return list ?? fail({ kind: 'not-found', what: 'job' })
    },
  }
}

// Would catch keys that are typed into the search and act on a row, such as Backspace and Space.
test('the row that Show in queue led to does not take the focus from the search that finds it later', async () => {
  const { user } = open(four, twoAtOnce(four))
  await shows(['Dora', 'Carla'])
  act(() => showInQueue(jobId.parse('job-2')))
  await screen.findByRole('complementary', { name: 'Avatar details' })
  const search = queue().getByRole('searchbox', { name: 'Find in queue' })
  await pasteInto(user, search, 'Bao')
  await shows(['Bao'])
  expect(document.activeElement).toBe(search)
})

// Would catch rows that cannot be reached, and a search that reads as many rows as were shown.
test('Show more shows more avatars, and a search starts again with the first avatars', async () => {
  const { user, callsOf } = open(four, twoAtOnce(four))
  await shows(['Dora', 'Carla'])
  await user.click(queue().getByRole('button', { name: 'Show 2 more of 4' }))
  await shows(['Dora', 'Carla', 'Anna', 'Bao'])
  expect(queue().queryByRole('button', { name: /^Show \d+ more/ })).toBeNull()
  await pasteInto(user, queue().getByRole('searchbox', { name: 'Find in queue' }), 'a')
  await queue().findByRole('button', { name: 'Show 2 more of 4' })
  expect(callsOf('job.list').at(-1)).toEqual({ search: 'a', states: [], sort: 'state', archived: false, limit: 300 })
})
