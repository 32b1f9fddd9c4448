import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ActivitySection } from '../../../src/renderer/sections/activity/activity-section.tsx'
import type { ServiceFailure } from '../../../src/shared/failure.ts'
import type { ActivityEntry } from '../../../src/shared/schemas/activity.ts'
import { activityAction, activityEntry } from '../../../src/shared/schemas/activity.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'

let entries = 0

function anEntry(changes: Partial<ActivityEntry>): ActivityEntry {
  entries += 1
  return activityEntry.parse({
    id: entries,
    at: 1_795_000_000_000,
    profileId: 'profile-1',
    profileName: 'Lobby, production',
    operator: 'mei',
    action: 'session.close',
    target: 'call-1',
    outcome: 'done',
    facts: {},
    failure: null,
    ...changes,
  })
}

function open(list: readonly ActivityEntry[]): RenderedPage {
  return renderPage(<ActivitySection />, {
    handlers: {
      'activity.list': ({ limit, before }) => list.filter(({ id }) => before === null || id < before).slice(0, limit),
    },
  })
}

const rows = async (): Promise<readonly HTMLElement[]> =>
  within(await screen.findByRole('table', { name: 'Activity journal' }))
    .getAllByRole('row')
    .slice(1)

async function rowText(entry: ActivityEntry): Promise<string> {
  open([entry])
  return (await rows())[0]?.textContent ?? ''
}

// Would catch an empty page that looks like a broken one.
test('before anything happened the section says so', async () => {
  open([])
  await screen.findByText('Nothing has happened yet')
})

// Would catch an action that main notes and the page shows as its own key.
test('every action of the contract has words', async () => {
  open(activityAction.options.map((action) => anEntry({ action })))
  for (const row of await rows()) expect(row.textContent).not.toMatch(/[a-z]\.[a-zA-Z]+|action/)
})

// Would catch an intent that reads as an outcome: it was about to be sent, nothing more.
test('an intent reads "sending"', async () => {
  const text = await rowText(anEntry({ outcome: 'unknown', facts: { appId: '1377', step: 'intent' } }))
  expect(text).toContain('sending')
  expect(text).not.toContain('unknown')
  expect(text).not.toContain('intent')
})

// Would catch facts under the program's own names.
test.each<[ActivityEntry['facts'], string]>([
  [{ jobId: 'job-1', taskId: '1983775419508027393' }, 'task 1983775419508027393'],
  [{ count: 1, creationsLeft: 37 }, '1 avatar · 37 creations left before it'],
  [{ count: 12, creationsLeft: null }, '12 avatars'],
  [
    {
      appId: '1377',
      form: 'envelope',
      httpStatus: 200,
      code: '200',
      message: 'success',
      countBefore: 12,
      countAfter: 11,
    },
    'application 1377 · answered · HTTP 200 · code 200 · “success” · 12 live before · 11 live after',
  ],
  [{ form: 'empty', httpStatus: 204, code: null, message: null }, 'answered without a word · HTTP 204'],
  [
    { result: 'fell', countBefore: 12, countAfter: 0, seconds: 6 },
    'fell to none · 12 live before · 0 live after · watched for 6 s',
  ],
  [{ avatarCreationsLeft: 37, durationLeft: 36_000 }, '37 avatar creations left · conversation duration left 36,000'],
  [{ name: 'Unnamed-18:04' }, 'named “Unnamed-18:04”'],
])('the facts %j read: %s', async (facts, words) => {
  open([anEntry({ facts })])
  const [row] = await rows()
  expect(within(row ?? document.body).getAllByRole('cell')[1]?.textContent).toBe(`Close session call-1${words}`)
})

// Would catch a fact of a later version that is hidden, or one whose text is taken for a key.
test('facts that the page does not know stay readable', async () => {
  const text = await rowText(anEntry({ facts: { watchedCalls: 3, 'odd.name': 'x:y', form: 'chunked' } }))
  expect(text).toContain('watched calls: 3 · odd.name: x:y · form: chunked')
})

const failure: ServiceFailure = {
  kind: 'timeout',
  phase: 'answer',
  timeoutMs: 15_000,
  operation: 'sessionStop',
  sent: 'maybe',
  at: 1,
  httpStatus: null,
  code: null,
  message: null,
  exchangeId: null,
}

// Would catch an outcome that nobody knows, told as a failure.
test('a failure is told in words, and doubt stays doubt', async () => {
  const text = await rowText(anEntry({ outcome: 'unknown', failure }))
  expect(text).toContain('No answer within 15 s.')
  expect(text).toContain('Outcome unknown: it may have happened.')
  expect(text).not.toContain('failed')
})

// Would catch a filter that knows the words on screen but not the ids, or the other way round.
test('the filter takes words, ids and names, all of which must fit', async () => {
  const { user } = open([
    anEntry({ target: 'anna.jpg', action: 'avatar.ready', outcome: 'seen', facts: { taskId: '1983775419508027393' } }),
    anEntry({ target: 'call-2', operator: 'jo' }),
    anEntry({ target: 'call-3' }),
  ])
  const filter = await screen.findByRole('searchbox', { name: 'Filter activity' })
  screen.getByText('3 of 3 entries')
  await user.type(filter, 'CLOSE jo')
  expect(await rows()).toHaveLength(1)
  screen.getByText('call-2')
  screen.getByText('1 of 3 entries')
  await user.clear(filter)
  await user.type(filter, '508027393')
  screen.getByText('anna.jpg')
  expect(await rows()).toHaveLength(1)
  await user.type(filter, ' nobody')
  screen.getByText('No entry has all of these words.')
})

// Would catch a journal that must be opened anew to see what just happened.
test('a new entry comes on top by itself', async () => {
  const { emit } = open([anEntry({ target: 'call-1' })])
  await rows()
  await emit('activity.added', anEntry({ target: 'call-2' }))
  const [newest] = await rows()
  expect(newest?.textContent).toContain('call-2')
})

// Would catch a journal that ends at its first page, or a first page that draws thousands of rows.
test('older entries are drawn, and read, when asked for', async () => {
  const list = Array.from({ length: 250 }, (_, index) => anEntry({ target: `call-${String(index)}` })).reverse()
  const { user, callsOf } = open(list)
  expect(await rows()).toHaveLength(100)
  screen.getByText('200 of the newest 200 entries')
  const older = (): HTMLElement => screen.getByRole('button', { name: 'Show older entries' })
  await user.click(older())
  expect(await rows()).toHaveLength(200)
  expect(callsOf('activity.list')).toHaveLength(1)
  await user.click(older())
  await waitFor(async () => {
    expect(await rows()).toHaveLength(250)
  })
  screen.getByText('call-0')
  screen.getByText('250 of 250 entries')
  expect(callsOf('activity.list')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull()
})

// Would catch a journal that cannot be read and looks empty.
test('a journal that cannot be read says so', async () => {
  renderPage(<ActivitySection />, {
    handlers: { 'activity.list': () => fail({ kind: 'storage', reason: 'corrupt', detail: 'malformed' }) },
  })
  await screen.findByText('The journal could not be read:')
  expect(screen.queryByText('Nothing has happened yet')).toBeNull()
})
