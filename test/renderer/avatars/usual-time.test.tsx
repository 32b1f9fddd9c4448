/** The usual time in the queue, and the expected end of a batch. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import type { BatchProgress, Job, QueueState, UsualTime } from '../../../src/shared/schemas/avatar.ts'
import { renderPage } from '../../support/render.tsx'
import { today } from '../../support/world.ts'
import { aJob, avatarsMain, inspect } from './stage.ts'

const minute = 60_000
const usualTime: UsualTime = {
  fromMs: 18 * minute,
  toMs: 41 * minute,
  trainings: 38,
  lastReadyAt: today(14, 0),
}
const progress: BatchProgress = {
  total: 40,
  finished: 0,
  ready: 0,
  failed: 0,
  rejected: 0,
  unknown: 0,
  waiting: 0,
  submitting: 0,
  training: 40,
}
const queue: QueueState = { held: null, paused: false, progress, batchIds: ['batch-1'] }

/** A job that was last polled in training after `minutes` minutes. */
const trainingFor = (minutes: number): Job => {
  const submittedAt = Date.now() - minutes * minute
  return aJob({ state: 'training', taskId: '77', submittedAt, lastContactAt: Date.now(), step: 'processing' })
}

function open(job: Job, state: QueueState) {
  const main = avatarsMain({ jobs: [job] })
  return renderPage(<AvatarsSection />, { ...main, handlers: { ...main.handlers, 'queue.read': () => state } })
}

const inQueue = () => within(screen.getByRole('region', { name: 'Queue' }))

test('a training row shows the usual time, and the details show its source', async () => {
  const { user } = open(trainingFor(5), { ...queue, usualTime })
  await screen.findByText('usually 18–41 min')
  const details = within(await inspect(user, 'Anna'))
  details.getByText('Usual time')
  details.getByText('18–41 min')
  details.getByText(/^10th to 90th percentile of 38 trainings, the last/)
})

test('a training row says when it takes longer than nine of ten trainings', async () => {
  const { user } = open(trainingFor(42), { ...queue, usualTime })
  await screen.findByText('longer than 9 of 10')
  within(await inspect(user, 'Anna')).getByText('18–41 min, longer than 9 of 10')
})

test('without a usual time nothing is shown', async () => {
  const { user } = open(trainingFor(5), queue)
  await screen.findByText('processing')
  expect(screen.queryByText(/usually|longer than/)).toBeNull()
  expect(within(await inspect(user, 'Anna')).queryByText('Usual time')).toBeNull()
})

test.each([
  [{ fromMs: 20_000, toMs: 75_000 }, 'usually 20–75 s'],
  [{ fromMs: 40_000, toMs: 12 * minute }, 'usually 1–12 min'],
  [{ fromMs: 18 * minute, toMs: 18 * minute + 1 }, 'usually 18 min'],
])('a usual time of %o has the unit of its longer end', async (times, text) => {
  open(trainingFor(0), { ...queue, usualTime: { ...usualTime, ...times } })
  await screen.findByText(text)
})

test('the head of the queue shows the expected end of the batch, until it has passed or is unknown', async () => {
  const { emit } = open(trainingFor(5), { ...queue, doneAt: Date.now() + 50 * minute })
  await inQueue().findByText(/^done about \d+:\d\d [AP]M$/)
  await emit('queue.changed', { ...queue, progress: { ...progress, finished: 3 } })
  await inQueue().findAllByText('3 of 40')
  expect(inQueue().queryByText(/done about/)).toBeNull()
  await emit('queue.changed', { ...queue, progress: { ...progress, finished: 5 }, doneAt: Date.now() - minute })
  await inQueue().findAllByText('5 of 40')
  expect(inQueue().queryByText(/done about/)).toBeNull()
})

test('the end of a batch shows how long its avatars took', async () => {
  const ended = { ...progress, training: 0, ready: 38, unknown: 2, finished: 38 }
  open(aJob({ state: 'ready' }), { ...queue, progress: ended, readyMs: 26 * minute })
  await inQueue().findByText('38 of 40: 38 ready in 26 min, 2 need you')
})

// Would catch a night with a closed laptop that is shown as a training of nine hours.
test.each([
  [20 * minute, '20 min'],
  [null, '≤ 9 h'],
])(
  'a ready avatar shows how long it took, or at most took where nobody saw the end: %o',
  async (trainedMs, elapsed) => {
    const submittedAt = today(14, 0) - 540 * minute
    const stateSince = trainedMs === null ? today(14, 0) : submittedAt + trainedMs
    const { user } = open(aJob({ state: 'ready', taskId: '77', submittedAt, stateSince, trainedMs }), queue)
    const details = within(await inspect(user, 'Anna'))
    expect(details.getByText('Elapsed').nextElementSibling?.textContent).toBe(elapsed)
  },
)
