import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { exchange as exchangeSchema } from '../../../src/shared/schemas/app.ts'
import type { Exchange } from '../../../src/shared/schemas/app.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import { jobId } from '../../../src/shared/schemas/ids.ts'
import { fail, renderPage } from '../../support/render.tsx'
import { today } from '../../support/world.ts'
import { aJob, avatarsMain, clock, inspect, unknown } from './stage.ts'

const task = '1983775419508027393'

function open(jobs: readonly Job[], handlers: Partial<Handlers> = {}) {
  const main = avatarsMain({ jobs: [...jobs] })
  const page = renderPage(<AvatarsSection />, { ...main, handlers: { ...main.handlers, ...handlers } })
  return { ...page, change: (changed: readonly Job[]) => page.emit('jobs.changed', { changed, removed: [] }) }
}

async function row(name: RegExp): Promise<HTMLElement> {
  return within(await screen.findByRole('table', { name: 'Avatar queue' })).findByRole('row', { name })
}

/** A look at the task at 10:31:04 of today. */
const anExchange = (id: string, durationMs: number): Exchange =>
  exchangeSchema.parse({
    ...{ id, operation: 'queryAvatar', method: 'GET', url: 'https://service.example/queryAvatar' },
    ...{ startedAt: today(10, 31, 4), durationMs, requestHeaders: {}, requestBody: null },
    ...{ httpStatus: 200, answerHeaders: {}, isAnswerStored: true, answerExcerpt: '{}', problem: null },
  })

// Would catch a row that cannot be put away, or comes up again by itself, or a decision that is hidden at first.
test('the second line of an unknown outcome is put away and back', async () => {
  const { user, change } = open([unknown()])
  const details = await screen.findByRole('button', { name: 'Details', expanded: true })
  screen.getByRole('button', { name: 'It was not created' })
  await user.click(details)
  expect(screen.queryByRole('button', { name: 'It was not created' })).toBeNull()
  await change([{ ...unknown(), lastContactAt: today(10, 40, 0) }])
  await user.click(screen.getByRole('button', { name: 'Details', expanded: false }))
  screen.getByRole('button', { name: 'It was not created' })
})

// Would catch a row that says less than before because the program was killed.
test('an unknown outcome without an answer says that Greenroom ended', async () => {
  const { user } = open([{ ...unknown(), failure: null }])
  expect((await row(/Anna/)).textContent).toMatch(/Greenroom ended before the answer came\..*Balance 37/)
  expect((await inspect(user, 'Anna')).textContent).toContain('Greenroom ended before the answer came.')
})

// Would catch an inspector that shows no exchange of what went well, and one that hides that it is gone.
test('the inspector shows the last exchange of a job that was sent, as it changes, or that it is gone', async () => {
  const training = aJob({ state: 'training', taskId: task, submittedAt: 1_000 })
  let last: Exchange | null = null
  const { user, change } = open([training, aJob({ id: 'job-2', fields: { ...aJob().fields, name: 'Bo' } })], {
    'job.exchange': () => last?.id ?? null,
    'exchange.read': ({ exchangeId: id }) => (last?.id === id ? last : fail({ kind: 'not-found', what: 'exchange' })),
  })
  expect((await inspect(user, 'Bo')).textContent).not.toContain('Last exchange')
  const inspector = await inspect(user, 'Anna')
  await within(inspector).findByText('Last exchange: It no longer exists.')
  last = anExchange('x1', 182)
  await change([training])
  await user.click(await within(inspector).findByText('Last exchange · HTTP 200 · 182 ms'))
  const shown = await within(inspector).findByRole('region', { name: 'Exchange, without secrets' })
  expect(shown.textContent).toContain('GET https://service.example/queryAvatar')
  expect(shown.textContent).toContain(clock(31, 4))
  last = anExchange('x2', 90)
  await change([{ ...training, step: 'processing' }])
  await within(inspector).findByText('Last exchange · HTTP 200 · 90 ms')
  last = null
  await change([{ ...training, step: 'done' }])
  await within(inspector).findByText('Last exchange: It no longer exists.')
})

// Would catch an operator who comes back to the row, and pays a third time.
test('what was created again says so on its row and before it is created once more', async () => {
  const again = aJob({ id: 'job-2', state: 'training', taskId: task, fields: { ...aJob().fields, name: 'Bo' } })
  const { user, change } = open([
    { ...unknown(), createdAgain: { jobId: again.id, at: today(10, 40, 0) } },
    aJob({
      id: 'job-3',
      state: 'failed',
      createdAgain: { jobId: 'gone', at: 1 },
      fields: { ...aJob().fields, name: 'Cy' },
    }),
    again,
  ])
  const said = (state: string): string => `Created again at ${clock(40, 0)}: ${state}`
  await waitFor(async () => expect((await row(/Anna/)).textContent).toContain(said('Training')))
  expect((await inspect(user, 'Anna')).textContent).toContain(said('Training'))
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'Create again' }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm creation' })
  await within(dialog).findByText(said('Training'))
  await change([{ ...again, state: 'ready' }])
  await within(dialog).findByText(said('Ready'))
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  const failed = await row(/Cy/)
  await within(failed).findByText(/^Created again at /)
  // A row has one state, by which it is found.
  expect(failed.textContent).not.toContain('Removed')
  await user.click(within(failed).getByRole('button', { name: 'Try again' }))
  await within(screen.getByRole('dialog')).findByText(/^Created again at .*: Removed$/)
})

// Would catch a third payment because the avatar that was created again could not be read.
test('what was created again says so while that one cannot be read', async () => {
  const asked = { ...unknown(), createdAgain: { jobId: jobId.parse('job-2'), at: today(10, 40, 0) } }
  const { user } = open([asked], {
    'job.read': ({ ids }) =>
      ids.includes(asked.id) ? [asked] : fail({ kind: 'storage', reason: 'other', detail: '' }),
  })
  const said = `Created again at ${clock(40, 0)}: –`
  await waitFor(async () => expect((await row(/Anna/)).textContent).toContain(`${said} · No answer within`))
  expect((await inspect(user, 'Anna')).textContent).toContain(said)
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'Create again' }))
  within(await screen.findByRole('dialog', { name: 'Confirm creation' })).getByText(said)
})

// Would catch an exchange that is told to be gone while it takes place.
test('the inspector speaks of an exchange only once the creation was sent', async () => {
  const submitting = aJob({ state: 'submitting', submittedAt: 1_000 })
  const { user, callsOf, change } = open([submitting])
  const inspector = await inspect(user, 'Anna')
  expect(callsOf('job.exchange')).toEqual([])
  expect(inspector.textContent).not.toContain('Last exchange')
  await change([{ ...submitting, state: 'unknown' }])
  await within(inspector).findByText('Last exchange: It no longer exists.')
})

// Would catch the state of a job that is no more, and details whose buttons act on it.
test('a job that another window removed is told as removed, and its details go', async () => {
  const again = aJob({ id: 'job-2', state: 'training', taskId: task, fields: { ...aJob().fields, name: 'Bo' } })
  const { user, emit } = open([{ ...unknown(), createdAgain: { jobId: again.id, at: today(10, 40, 0) } }, again])
  const said = (state: string): string => `Created again at ${clock(40, 0)}: ${state}`
  await waitFor(async () => expect((await row(/Anna/)).textContent).toContain(said('Training')))
  await inspect(user, 'Bo')
  await emit('jobs.changed', { changed: [], removed: [again.id] })
  await waitFor(async () => expect((await row(/Anna/)).textContent).toContain(said('Removed')))
  expect(screen.queryByRole('complementary')).toBeNull()
})

// Would catch a balance that seems to be of now, or one after the creation that stands for the one before it.
test('each balance carries its time, also one that was read only before, or only afterwards', async () => {
  const job = unknown()
  const evidence = job.evidence && { ...job.evidence, balanceBefore: null }
  const { user, change } = open([{ ...job, evidence }])
  const inspector = await inspect(user, 'Anna')
  expect(inspector.textContent).toContain(`Balance? → 36 · ${clock(31, 40)}`)
  await change([{ ...job, state: 'ready', evidence: job.evidence && { ...job.evidence, balanceAfter: null } }])
  await waitFor(() => expect(inspector.textContent).toContain(`Balance37 · ${clock(31, 4)} → ?`))
})

// Would catch two conversations under one word: the avatar's own, and that from which it was made.
test('the conversation that an avatar was made from is not called its conversation', async () => {
  const job = unknown()
  const { user } = open([{ ...job, fields: { ...job.fields, conversationId: '1871112223334445556' } }])
  const inspector = await inspect(user, 'Anna')
  expect(inspector.textContent).toContain('Made from1871112223334445556')
  expect(inspector.textContent).not.toContain('Conversation ID1871112223334445556')
})
