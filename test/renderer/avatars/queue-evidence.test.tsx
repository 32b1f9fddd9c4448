import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { exchange as exchangeSchema } from '../../../src/shared/schemas/app.ts'
import type { Exchange } from '../../../src/shared/schemas/app.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import { taskId as taskIdSchema } from '../../../src/shared/schemas/ids.ts'
import { listenToCopies } from '../../support/clipboard.ts'
import { fail, renderPage } from '../../support/render.tsx'
import { today } from '../../support/world.ts'
import { aJob, avatarsMain, clock, facts, inspect, unknown } from './stage.ts'

const task = '1983775419508027393'

function open(jobs: readonly Job[], handlers: Partial<Handlers> = {}) {
  const main = avatarsMain({ jobs: [...jobs] })
  const page = renderPage(<AvatarsSection />, { ...main, handlers: { ...main.handlers, ...handlers } })
  // As in main, the pushed jobs are the stored jobs.
  const change = (changed: readonly Job[]) => {
    main.state.jobs = main.state.jobs.map((job) => changed.find(({ id }) => id === job.id) ?? job)
    return page.emit('jobs.changed', { changed, removed: [] })
  }
  return { ...page, change }
}

async function row(name: RegExp): Promise<HTMLElement> {
  return within(await screen.findByRole('table', { name: 'Avatar queue' })).findByRole('row', { name })
}

/** A poll of the task at 10:31:04 today. */
const anExchange = (id: string, durationMs: number): Exchange =>
  exchangeSchema.parse({
    id,
    operation: 'queryAvatar',
    method: 'GET',
    url: 'https://service.example/queryAvatar',
    startedAt: today(10, 31, 4),
    durationMs,
    requestHeaders: {},
    requestBody: null,
    httpStatus: 200,
    answerHeaders: {},
    isAnswerStored: true,
    answerExcerpt: '{}',
    problem: null,
  })

// Would catch a row that cannot be collapsed or expands again automatically, or a decision that is hidden at first.
test('the second line of an unknown outcome can be collapsed and expanded', async () => {
  const { user, change } = open([unknown()])
  const details = await screen.findByRole('button', { name: 'Details', expanded: true })
  screen.getByRole('button', { name: 'It was not created' })
  await user.click(details)
  expect(screen.queryByRole('button', { name: 'It was not created' })).toBeNull()
  await change([{ ...unknown(), lastContactAt: today(10, 40, 0) }])
  await user.click(screen.getByRole('button', { name: 'Details', expanded: false }))
  screen.getByRole('button', { name: 'It was not created' })
})

// Would catch an operator who must search the task ID in a recorded exchange, or who pays again instead.
test('an unknown outcome whose answer named a task shows the task ID and offers to enter it', async () => {
  let entered: unknown = null
  const named: Job = {
    ...unknown(),
    failure: { ...facts, kind: 'declined', sent: 'yes', httpStatus: 200, taskId: task },
  }
  const { user } = open([named], {
    'job.enterTaskId': (input) => {
      entered = input
      return { ...named, state: 'training', taskId: taskIdSchema.parse(task) }
    },
  })
  expect((await row(/Anna/)).textContent).toContain(`The answer names task ${task}.`)
  expect((await inspect(user, 'Anna')).textContent).toContain(`The answer names task ${task}.`)
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'Enter task ID' }))
  const dialog = await screen.findByRole('dialog', { name: 'Task ID of Anna' })
  expect(within(dialog).getByRole('textbox', { name: 'Task ID' })).toHaveProperty('value', task)
  await user.click(within(dialog).getByRole('button', { name: 'Watch this task' }))
  await waitFor(() => expect(entered).toEqual({ jobId: named.id, taskId: task }))
})

// Would catch a row with less information because the program was killed.
test('an unknown outcome without an answer says that Greenroom ended', async () => {
  const { user } = open([{ ...unknown(), failure: null }])
  expect((await row(/Anna/)).textContent).toMatch(/Greenroom quit before the answer arrived\..*Balance 37/)
  expect((await inspect(user, 'Anna')).textContent).toContain('Greenroom quit before the answer arrived.')
})

// Would catch an inspector without the exchange of a successful job, and an inspector that hides that the exchange is
// gone.
test('the inspector shows the last exchange of a sent job and its changes, or that the exchange is gone', async () => {
  const training = aJob({ state: 'training', taskId: task, submittedAt: 1_000 })
  let last: Exchange | null = null
  const { user, change } = open([training, aJob({ id: 'job-2', fields: { ...aJob().fields, name: 'Bo' } })], {
    'job.exchange': () => last?.id ?? null,
    'exchange.read': ({ exchangeId: id }) => (last?.id === id ? last : fail({ kind: 'not-found', what: 'exchange' })),
  })
  expect((await inspect(user, 'Bo')).textContent).not.toContain('Last exchange')
  const inspector = await inspect(user, 'Anna')
  await within(inspector).findByText('Last exchange: This item no longer exists.')
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
  await within(inspector).findByText('Last exchange: This item no longer exists.')
})

// Would catch an operator who returns to the old row and pays a third time.
test('a job that was tried again is part of the new row, whose details show the earlier attempts', async () => {
  const again = aJob({ id: 'job-2', state: 'training', taskId: task, fields: { ...aJob().fields, name: 'Bo' } })
  const createdAgain = { jobId: again.id, at: today(10, 40, 0) }
  const failed = aJob({
    id: 'job-3',
    state: 'failed',
    stateSince: today(10, 20, 0),
    fields: { ...aJob().fields, name: 'Cy' },
  })
  const { user, change } = open([unknown(), failed, again])
  await row(/Anna/)
  within(await row(/Cy/)).getByRole('button', { name: 'Try again' })
  await change([
    { ...unknown(), createdAgain },
    { ...failed, createdAgain },
  ])
  const table = await screen.findByRole('table', { name: 'Avatar queue' })
  await waitFor(() => expect(within(table).queryByRole('row', { name: /Anna|Cy/ })).toBeNull())
  expect(screen.queryByRole('button', { name: /Try again|Create again/ })).toBeNull()
  const earlier = within(await inspect(user, 'Bo')).getByRole('region', { name: 'Earlier attempts' })
  expect(earlier.textContent).toMatch(/Outcome unknown.*No answer within/)
  expect(earlier.textContent).toContain(`Failed at ${clock(20, 0)}`)
  await user.click(within(earlier).getByRole('button', { name: 'Enter task ID' }))
  await screen.findByRole('dialog', { name: 'Task ID of Anna' })
})

// Would catch details that stay open for a job whose row is gone, without a link to the new row.
test('open details of a job that was tried again say so, and offer no payment', async () => {
  const again = aJob({ id: 'job-2', state: 'training', taskId: task, fields: { ...aJob().fields, name: 'Bo' } })
  const { user, change } = open([unknown(), again])
  const inspector = await inspect(user, 'Anna')
  await change([{ ...unknown(), createdAgain: { jobId: again.id, at: today(10, 40, 0) } }])
  await waitFor(() => expect(inspector.textContent).toContain(`Created again at ${clock(40, 0)}: Training`))
  await change([{ ...again, state: 'ready' }])
  await waitFor(() => expect(inspector.textContent).toContain(`Created again at ${clock(40, 0)}: Ready`))
  expect(screen.queryByRole('button', { name: /Try again|Create again/ })).toBeNull()
})

// Would catch an exchange that is reported as gone while it is in flight.
test('the inspector mentions an exchange only once the creation was sent', async () => {
  const submitting = aJob({ state: 'submitting', submittedAt: 1_000 })
  const { user, callsOf, change } = open([submitting])
  const inspector = await inspect(user, 'Anna')
  expect(callsOf('job.exchange')).toEqual([])
  expect(inspector.textContent).not.toContain('Last exchange')
  await change([{ ...submitting, state: 'unknown' }])
  await within(inspector).findByText('Last exchange: This item no longer exists.')
})

// Would catch details of a removed job whose buttons still act on it.
test('the details of a job that a different window removed are closed', async () => {
  const other = aJob({ id: 'job-2', state: 'training', taskId: task, fields: { ...aJob().fields, name: 'Bo' } })
  const { user, emit } = open([unknown(), other])
  await inspect(user, 'Bo')
  await emit('jobs.changed', { changed: [], removed: [other.id] })
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

// Would catch a balance that looks current, and a drop that other creations caused.
test('the details show the balance before and after a creation, even when a reading is missing', async () => {
  const balanceBefore = { avatarCreationsLeft: 21, at: today(10, 31, 4) }
  const balanceAfter = { avatarCreationsLeft: 20, at: today(10, 31, 40) }
  const job = aJob({ state: 'ready', evidence: { balanceBefore, balanceAfter, sentAt: 1, endedAt: 2 } })
  const { user, change } = open([job])
  const inspector = await inspect(user, 'Anna')
  const balance = async (text: string) => {
    await within(inspector).findByText(text)
    expect(within(inspector).getByText('Balance').nextSibling?.textContent).toBe(text)
  }
  await balance('21 → 20')
  const of = (changes: Partial<NonNullable<Job['evidence']>>): Job => ({
    ...job,
    evidence: job.evidence && { ...job.evidence, ...changes },
  })
  await change([of({ othersSent: 1 })])
  await balance('21 → 20, 1 other sent')
  await change([of({ balanceAfter: null })])
  await balance('21 before')
  await change([of({ balanceBefore: null })])
  await balance('? → 20')
})

// Would catch the same word for two conversations: the avatar's own conversation and the conversation from which it was
// made.
test('the details distinguish the source conversation of an avatar from its own conversation', async () => {
  const copied = listenToCopies()
  const conversationId = '1871112223334445556'
  const job = unknown()
  const { user } = open([{ ...job, fields: { ...job.fields, conversationId } }], {
    'creator.conversations': () => [{ conversationId, name: 'Public: Studio host', source: 'practice' }],
  })
  const inspector = await inspect(user, 'Anna')
  await waitFor(() => expect(inspector.textContent).toContain('Made fromPublic: Studio host 1871…5556'))
  await user.click(within(inspector).getByRole('button', { name: 'Copy ID it was made from' }))
  expect(copied).toEqual([conversationId])
  expect(inspector.textContent).not.toContain('Conversation1871')
})

const noIds = { conversationId: null, name: null, modelSceneId: null, coverImage: null }

// Would catch a failure whose reason is only in a recorded exchange.
test('a failed training shows every reason that the service gave, in its row and in its details', async () => {
  const reasons = [
    { field: 'msg', text: 'No face found' },
    { field: 'failReason', text: 'blurred' },
  ]
  const { user, change } = open([aJob({ state: 'failed', status: 1, step: 'done', result: { ...noIds, reasons } })])
  expect((await row(/Anna/)).textContent).toContain('No face found · failReason: blurred')
  const inspector = await inspect(user, 'Anna')
  expect(within(inspector).getByText('failReason').nextSibling?.textContent).toBe('blurred')
  within(inspector).getByText('No face found')
  await change([aJob({ state: 'failed', status: 1, result: noIds })])
  await within(inspector).findByText('No reason given.')
  expect((await row(/Anna/)).textContent).toContain('training failed')
})

// Would catch a link to a conversation that does not exist.
test('a ready avatar without a conversation says so, and opens nothing', async () => {
  const { user } = open([aJob({ state: 'ready', status: 2, step: 'done', result: noIds })])
  expect((await row(/Anna/)).textContent).toContain('No conversation ID received')
  await inspect(user, 'Anna')
  expect(screen.queryByRole('button', { name: 'Open conversation' })).toBeNull()
})
