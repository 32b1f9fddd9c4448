import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { useTexts } from '../../../src/renderer/i18n/use-texts.ts'
import { ActivitySection } from '../../../src/renderer/sections/activity/activity-section.tsx'
import type { ServiceFailure } from '../../../src/shared/failure.ts'
import type { activityFacts, ActivityEntry, ActivityRow } from '../../../src/shared/schemas/activity.ts'
import { activityAction } from '../../../src/shared/schemas/activity.ts'
import { exchange } from '../../../src/shared/schemas/app.ts'
import { exchangeId } from '../../../src/shared/schemas/ids.ts'
import { fail, renderPage } from '../../support/render.tsx'
import { listenToCopies } from '../../support/clipboard.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { layOut } from '../../support/lay-out.ts'
import { aBatch, anEntry, earlierOf, openSection, rows } from './stage.tsx'

async function rowText(entry: ActivityRow): Promise<string> {
  openSection([entry])
  return (await rows())[0]?.textContent ?? ''
}

// Would catch yesterday's actions under the heading of today, in a window that was left open overnight.
test('the heading of a day changes at midnight', async () => {
  const evening = new Date(2026, 10, 20, 23, 59).getTime()
  fakeTimers({ now: evening, toFake: ['Date', 'setInterval', 'clearInterval'] })
  openSection([anEntry({ at: evening })])
  const head = () => document.querySelector('th[scope=rowgroup]')?.textContent
  await waitFor(() => expect(head()).toMatch(/^Today/))
  act(() => {
    vi.advanceTimersByTime(120_000)
  })
  expect(head()).toMatch(/^Yesterday/)
})

// Would catch an empty page that looks like a broken one.
test('without entries the section says that nothing happened yet', async () => {
  openSection([])
  await screen.findByText('No activity yet')
})

// Would catch an action that main records and the page shows as a key.
test('every action of the contract has a text', async () => {
  openSection(activityAction.options.map((action) => anEntry({ action })))
  for (const row of await rows()) expect(row.textContent).not.toMatch(/[a-z]\.[a-zA-Z]+|action/)
})

const intent = { outcome: 'unknown', isIntent: true, facts: { appId: '1377' } } as const

// Would catch an intent that reads as an outcome while its answer is awaited.
test('an action that waits for its answer is in progress', async () => {
  const text = await rowText(anEntry({ ...intent, isInProgress: true }))
  expect(text).toContain('in progress')
  expect(text).not.toContain('unknown')
  expect(text).not.toContain('intent')
})

// Would catch a close that stays "sending" forever because the program ended before its answer.
test('an action whose answer is no longer awaited is unknown', async () => {
  const text = await rowText(anEntry(intent))
  expect(text).toContain('unknown')
  expect(text).toContain('Greenroom quit before the answer arrived.')
  expect(text).not.toMatch(/in progress|sending/)
})

// Would catch an unknown outcome of a creation that is shown only by a symbol.
test('an unknown outcome is shown as text', async () => {
  expect(await rowText(anEntry({ action: 'avatar.unknown', outcome: 'unknown' }))).toMatch(/Create avatar.*unknown$/)
})

// Would catch an arrow key that leads to a failed close, of which a screen reader says everything but the outcome.
test('the name of a row contains its outcome', async () => {
  openSection([anEntry({ action: 'session.close', outcome: 'failed', target: 'call-1' })])
  await screen.findByRole('row', { name: /failed.*call-1/ })
})

// Would catch an intent that keeps its own row beside its outcome, on whichever page it was read.
test('an action is one row, and its details name its entries with their hashes', async () => {
  const copies = listenToCopies()
  const begun = anEntry({ ...intent, hash: 'c93e'.repeat(16) })
  const { id, hash } = begun
  const ended = anEntry({ earlier: earlierOf(begun) })
  const { user } = openSection([ended])
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  await user.click(row ?? document.body)
  const details = screen.getByRole('complementary', { name: 'Activity details' })
  const entries = within(details).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(new RegExp(`^#${String(id)}Requested`)),
    expect.stringMatching(new RegExp(`^#${String(ended.id)}Close session`)),
  ])
  await user.click(within(entries[0] ?? details).getByRole('button', { name: 'Copy hash' }))
  await user.click(within(details).getByRole('button', { name: 'Copy as JSON' }))
  expect(copies[0]).toBe(hash)
  expect(JSON.parse(copies[1] ?? '')).toEqual(ended)
})

// Would catch a creation that seems to have been decided in the minute in which it was sent.
test('the entries of an action that continued on a different day show their days', async () => {
  const sentAt = new Date(2026, 10, 16, 23, 50, 7).getTime()
  const sent = anEntry({ action: 'avatar.unknown', outcome: 'unknown', at: sentAt })
  const decidedAt = new Date(2026, 10, 19, 23, 51, 8).getTime()
  const decided = anEntry({ action: 'avatar.markedNotCreated', at: decidedAt, earlier: earlierOf(sent) })
  const { user } = openSection([decided])
  const [row] = await rows()
  await user.click(row ?? document.body)
  const details = screen.getByRole('complementary', { name: 'Activity details' })
  expect(
    within(details)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Nov 16, 2026'), expect.stringContaining('Nov 19, 2026')])
})

// Would catch details that show an exchange only after a failure.
test('the details of a successful action show its exchange', async () => {
  const { user } = openSection([anEntry({ exchangeId: exchangeId.parse('x1') }), anEntry({ target: 'call-2' })], {
    'exchange.read': () =>
      exchange.parse({
        id: 'x1',
        operation: 'sessionStop',
        method: 'GET',
        url: 'https://service.example/sessionStop',
        startedAt: 1,
        durationMs: 182,
        requestHeaders: {},
        requestBody: null,
        httpStatus: 200,
        problem: null,
        answerHeaders: {},
        isAnswerStored: true,
        answerExcerpt: '{"success":true}',
      }),
  })
  const [other, first] = await rows()
  await user.click(other ?? document.body)
  const details = screen.getByRole('complementary', { name: 'Activity details' })
  expect(details.textContent).not.toContain('Last exchange')
  await user.click(first ?? document.body)
  await user.click(await within(details).findByText('Last exchange · HTTP 200 · 182 ms'))
  await within(details).findByText(/"success":true/)
})

// Would catch "Conversation opened · failed".
test.each<[ActivityEntry['action'], string]>([
  ['profile.tested', 'Test connection'],
  ['avatar.submitted', 'Create avatar'],
  ['avatar.rejected', 'Create avatar'],
  ['conversation.opened', 'Open conversation'],
  ['account.read', 'Read account'],
  ['activity.verified', 'Verify journal'],
  ['activity.exported', 'Export journal'],
])('a failed %s is not reported as done', async (action, words) => {
  const failed = await rowText(anEntry({ action, outcome: 'failed' }))
  expect(failed).toContain(`${words}call-1`)
})

const alert = { severity: 'warning', isOn: true } as const

// Would catch facts with the program's internal names.
const readings: readonly (readonly [facts: z.input<typeof activityFacts>, words: string])[] = [
  [{ jobId: 'job-1', enteredTaskId: '1983775419508027393' }, 'task 1983775419508027393'],
  [{ sessions: 1 }, '1 session'],
  [{ sessions: 12, endedBy: 'operator', creationsLeft: null }, '12 sessions · by operator'],
  [{ endedBy: 'trouble' }, 'after a failure'],
  [
    { ...alert, condition: { kind: 'at-or-above', value: 40, minutes: 5 }, value: 41, told: 'notified' },
    'At or above 40 calls for 5 min · Warning · on · was 41 calls · notified',
  ],
  [
    { ...alert, isOn: false, condition: { kind: 'at-or-above', value: 80, minutes: 0 } },
    'At or above 80 calls · Warning · off',
  ],
  [{ condition: { kind: 'time-to-empty', value: 0, minutes: 90 } }, 'Conversation duration empty within 1 h 30 min'],
  [
    { condition: { kind: 'creations-below', value: 5, minutes: 0 }, severity: 'critical' },
    'Fewer than 5 creations left · Critical',
  ],
  [{ condition: { kind: 'drop-to-zero', value: 0, minutes: 0 }, snoozedUntilAt: null }, 'Drop to zero'],
  [{ condition: { kind: 'no-change', value: 0, minutes: 10 } }, 'Same count for 10 min'],
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
    '12 → 11 live · answered · HTTP 200 · code 200 · “success”',
  ],
  [{ form: 'empty', httpStatus: 204, code: null, message: null }, 'empty answer · HTTP 204'],
  [{ result: 'fell', countBefore: 12, countAfter: 0, seconds: 6 }, '12 → 0 in 6 s'],
  [{ result: 'still-live', countBefore: 12, countAfter: 2, seconds: 60 }, '12 → 2, still live after 1 min'],
  [{ result: 'still-live', countBefore: 4, countAfter: 5, seconds: 60 }, '5 live · still live · counted for 60 s'],
  [{ note: 'Handed over at 14:00' }, 'Handed over at 14:00'],
  // A failed read is shown beside the known count.
  [{ countBefore: 12, countAfter: null, result: 'not-seen' }, '12 → ? live · count not read'],
  [{ countBefore: null, countAfter: 11 }, '? → 11 live'],
  // A higher count is no effect of a close.
  [{ countBefore: 4, countAfter: 5 }, '5 live'],
  [{ countBefore: 4, countAfter: 4 }, '4 → 4 live'],
  [{ countBefore: 12, appId: '1377' }, '12 live'],
  [{ balanceBefore: 36, balanceAfter: 37 }, '36 → 37 creations left'],
  [{ entries: 40, problem: 'altered', entryId: 12 }, '40 entries · Entry 12 was changed.'],
  [{ copy: 'csv', entries: 3 }, 'for spreadsheets · 3 entries'],
  [{ source: 'paste', name: 'ids.csv' }, 'pasted · named “ids.csv”'],
  [{ creationsLeft: 37, durationLeft: 36_000 }, '37 creations left · duration left 36,000'],
  [{ name: 'Unnamed-18:04' }, 'named “Unnamed-18:04”'],
  [
    { accepted: 5, said: 4, unknown: 3, failed: 2, leftOut: 1 },
    '5 accepted · 4 answered without details · 3 unknown · 2 failed · 1 not sent',
  ],
  // Would catch a row whose unknown outcome is truncated behind zeros.
  [
    { runId: 'run-1', sessions: 4, accepted: 3, said: 0, unknown: 1, failed: 0, leftOut: 0 },
    '4 sessions · 3 accepted · 1 unknown',
  ],
  [{ sessions: 2, markedAs: 'ended' }, '2 sessions · as ended'],
  [{ fields: 'voice, greeting' }, 'changed voice, greeting'],
  [{ creationsBefore: 37, trainingMs: 26 * 60_000 }, '26 min · 37 creations left before'],
]
test('facts are shown as text', async () => {
  layOut(100_000)
  // Failed, so that similar actions are not bundled.
  openSection(readings.map(([facts]) => anEntry({ facts, outcome: 'failed' })))
  await waitFor(async () => {
    expect(await rows()).toHaveLength(readings.length)
  })
  const cells = (await rows()).map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
  const expected = readings.map(([, words]) => expect.arrayContaining(['call-1', words]) as string[])
  expect(cells).toEqual(expected.toReversed())
})

// Would catch a row that lists the service's answers although the action succeeded.
test('a row names the subject of an action by its label, and the details add its id', async () => {
  const closed = anEntry({
    action: 'session.closeAll',
    target: 'app-1',
    label: 'Lobby kiosk',
    facts: {
      result: 'fell',
      countBefore: 9,
      countAfter: 0,
      seconds: 5,
      httpStatus: 200,
      code: '200',
      form: 'envelope',
    },
  })
  const { user } = openSection([closed])
  const [row] = await rows()
  expect(row?.textContent).toMatch(/Close all sessionsLobby kiosk9 → 0 in 5 s$/)
  await user.click(row ?? document.body)
  const details = screen.getByRole('complementary', { name: 'Activity details' })
  expect(details.textContent).toMatch(/Lobby kiosk.*app-1.*HTTP 200/)
})

test('a row names a conversation once', async () => {
  const text = await rowText(
    anEntry({ action: 'conversation.opened', target: '108', label: 'Receptionist', facts: { name: 'Receptionist' } }),
  )
  expect(text).toMatch(/Open conversationReceptionist$/)
})

// Would catch content that only the mouse can reach.
test('no content of a row or its details is only in a tooltip', async () => {
  const { user } = openSection([anEntry({ facts: { message: 'x'.repeat(400) }, outcome: 'failed' })])
  const [row] = await rows()
  await user.click(row ?? document.body)
  const details = screen.getByRole('complementary', { name: 'Activity details' })
  for (const element of [row, details]) {
    for (const titled of element?.querySelectorAll('[title]:not(button)') ?? [])
      expect(titled.textContent).toContain(titled.getAttribute('title') ?? '')
  }
  expect(details.textContent).toContain('x'.repeat(400))
})

// Would catch a batch with one unknown avatar that looks successful.
test('a batch shows the outcomes of its avatars, the most urgent first', async () => {
  const batch = aBatch(8, { accepted: 6, unknown: 1, rejected: 1 })
  const text = await rowText(anEntry({ action: 'avatar.confirmed', target: 'anna', batch }))
  expect(text).toMatch(/unknownCreate 8 avatarsanna and 7 more6 accepted, 1 unknown, 1 refused$/)
})

test('the end of a batch says how many are ready', async () => {
  const ended = { action: 'avatar.batchEnded', outcome: 'seen', target: 'anna' } as const
  const text = await rowText(anEntry({ ...ended, batch: aBatch(32, { accepted: 32, ready: 32 }) }))
  expect(text).toMatch(/observedCreate 32 avatars.*32 of 32 ready$/)
})

// Would catch "OK" for five paid avatars of which none exists.
test.each([
  ['observedCreate 5 avatars', { accepted: 5, failed: 4, ready: 1 }],
  ['failedCreate 5 avatars', { accepted: 5, failed: 5 }],
  ['failedCreate 5 avatars', { accepted: 3, failed: 3, rejected: 2 }],
])('a batch is "%s…" with the outcomes %o', async (expected, outcomes) => {
  const ended = { action: 'avatar.batchEnded', outcome: 'seen', target: 'anna' } as const
  expect(await rowText(anEntry({ ...ended, batch: aBatch(5, outcomes) }))).toContain(expected)
})

// Would catch a batch that reads like a single avatar.
test('the name of a batch contains its number of avatars', async () => {
  const text = await rowText(anEntry({ action: 'avatar.confirmed', facts: { avatars: 12, creationsBefore: 37 } }))
  expect(text).toContain('Create 12 avatars')
  expect(text).toMatch(/37 creations left before$/)
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

// Would catch an unknown outcome that is reported as a failure.
test('a failure is shown as text, and an unknown outcome stays unknown', async () => {
  const text = await rowText(anEntry({ outcome: 'unknown', failure }))
  expect(text).toContain('No answer within 15 s.')
  expect(text).toContain('Outcome unknown: it may have happened.')
  expect(text).not.toContain('failed')
})

// Would catch a batch that fills the screen, or a bundle that hides a failure.
test('similar actions are one row until it is opened; a failed action has its own row', async () => {
  const ready = ['anna', 'bao', 'carla'].map((target) => anEntry({ action: 'avatar.ready', outcome: 'seen', target }))
  const failed = ['emi', 'finn', 'gus'].map((target) => anEntry({ action: 'avatar.failed', outcome: 'failed', target }))
  const { user } = openSection([...ready, ...failed])
  expect(await rows()).toHaveLength(4)
  const bundle = (await rows()).at(-1) ?? document.body
  expect(bundle.textContent).toContain('3 events')
  expect(bundle.textContent).toContain('carla · bao · anna')
  await user.click(within(bundle).getByRole('button', { name: 'Each event' }))
  expect((await rows()).slice(-3).map((row) => row.querySelector('bdi')?.textContent)).toEqual(['carla', 'bao', 'anna'])
  await user.click(within(bundle).getByRole('button', { name: 'Each event', expanded: true }))
  expect(await rows()).toHaveLength(4)
})

// Would catch a bundle that closes when an action joins at its newest or its oldest end.
test('an open bundle stays open when an action joins it or continues', async () => {
  const ready = (target: string, changes: Partial<ActivityRow> = {}) =>
    anEntry({ action: 'avatar.ready', outcome: 'seen', target, ...changes })
  const journal = [ready('anna', { act: 'anna' }), ready('bao'), ready('carla')]
  const { user, emit } = openSection(journal)
  await user.click(await screen.findByRole('button', { name: 'Each event' }))
  journal.push(ready('dora'))
  await emit('activity.added', {})
  await waitFor(async () => {
    expect(await rows()).toHaveLength(5)
  })
  const [oldest] = journal.splice(0, 1)
  journal.push(ready('anna, ended', { act: 'anna', earlier: earlierOf(oldest ?? ready('anna')) }))
  await emit('activity.added', {})
  await screen.findAllByText('anna, ended')
  expect(await rows()).toHaveLength(5)
  screen.getByRole('button', { name: 'Each event', expanded: true })
})

// Would catch a focus that moves to the page's start when the outcome of an action arrives.
test('the row of an action that continues keeps the focus and its details', async () => {
  const begun = anEntry({ act: 'close-1', target: 'call-1' })
  const journal = [begun]
  const { user, emit } = openSection(journal)
  await user.click((await rows())[0] ?? document.body)
  journal[0] = anEntry({ act: 'close-1', target: 'call-1, ended', earlier: earlierOf(begun) })
  await emit('activity.added', {})
  expect(within(screen.getByRole('table')).getByText('call-1, ended').closest('tr')).toBe(document.activeElement)
  screen.getByRole('complementary', { name: 'Activity details' })
})

// Would catch a Next that opens actions outside the shown list.
test('Previous and Next follow the shown list', async () => {
  const older = anEntry({ target: 'older', outcome: 'failed' })
  const ready = ['anna', 'bao', 'carla'].map((target) => anEntry({ action: 'avatar.ready', outcome: 'seen', target }))
  const newer = anEntry({ target: 'newer', outcome: 'failed' })
  const { user } = openSection([older, ...ready, newer])
  const [first, bundle] = await rows()
  await user.click(first ?? document.body)
  const details = screen.getByRole('complementary', { name: 'Activity details' })
  const go = async (name: string, target: string): Promise<void> => {
    await user.click(within(details).getByRole('button', { name }))
    expect(details.textContent).toContain(target)
  }
  await go('Next', 'older')
  await go('Previous', 'newer')
  await user.click(within(bundle ?? document.body).getByRole('button', { name: 'Each event' }))
  await go('Next', 'carla')
  await user.click(screen.getByRole('button', { name: 'Each event', expanded: true }))
  await go('Next', 'older')
})

// Would catch two days without a separation, or a heading where the arrow keys stop.
test('days have headings, and the keyboard moves from action to action', async () => {
  const now = Date.now()
  const { user } = openSection([
    anEntry({ at: now - 86_400_000 * 40, target: 'old' }),
    anEntry({ at: now, target: 'new' }),
  ])
  const [newest, oldest] = await rows()
  const heads = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(heads[0]).toMatch(/^Today/)
  expect(heads[1]).toMatch(/\d{4}$/)
  newest?.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(oldest)
  await user.keyboard('{Enter}')
  expect(screen.getByRole('complementary', { name: 'Activity details' }).textContent).toContain('old')
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(newest)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary')).toBeNull()
})

// Would catch actions under the heading of a different day after the clock was set back.
test('a day that occurs again has its own heading', async () => {
  const at = Date.now()
  openSection([at, at - 86_400_000 * 3, at].map((instant) => anEntry({ at: instant })))
  await rows()
  expect(screen.getAllByRole('rowheader')).toHaveLength(3)
})

// Would catch a journal that shows a new entry only after it is opened again.
test('a new entry appears on top automatically', async () => {
  const journal = [anEntry({ target: 'call-1' })]
  const { emit } = openSection(journal)
  await rows()
  const added = anEntry({ target: 'call-2' })
  journal.push(added)
  await emit('activity.added', {})
  await screen.findByText('call-2')
  const [newest] = await rows()
  expect(newest?.textContent).toContain('call-2')
})

// Would catch columns, rows or lines that are created again in each render, so that every entry draws all rows again.
test('a new entry draws only its own row', async () => {
  const journal = [anEntry(), anEntry({ outcome: 'failed' }), anEntry({ action: 'alert.raised' })]
  const { emit } = openSection(journal)
  await waitFor(async () => expect(await rows()).toHaveLength(3))
  // Tab goes to the first row until a different row was focused, so the first row would change too.
  const focused = (await rows())[1]
  act(() => focused?.focus())
  // Every row of an action formats its time once.
  const times = vi.spyOn(renderHook(() => useTexts('common')).result.current.format, 'timeOfDay')
  onTestFinished(() => times.mockRestore())
  const added = anEntry({ at: 1_795_000_060_000, outcome: 'failed' })
  journal.push(added)
  await emit('activity.added', {})
  await waitFor(async () => expect(await rows()).toHaveLength(4))
  expect(times.mock.calls).toEqual([[added.at]])
})

// Would catch an unreadable journal that looks empty.
test('a journal that cannot be read shows the failure', async () => {
  renderPage(<ActivitySection />, {
    handlers: { 'activity.list': () => fail({ kind: 'storage', reason: 'corrupt', detail: 'malformed' }) },
  })
  await screen.findByText("Couldn't read the journal:")
  expect(screen.queryByText('No activity yet')).toBeNull()
})

// Would catch actions that cannot be reached, that disappear when new actions arrive, or that stay listed although they
// no longer match.
test('Show more shows older actions, whatever is added meanwhile', async () => {
  const journal = ['a', 'b', 'c', 'd'].map((target) => anEntry({ target, outcome: 'failed' }))
  const newestFirst = () => journal.toReversed()
  const { user, emit } = openSection(journal, {
    // Answers as main does for thousands of actions, with two rows instead of 300.
    'activity.list': ({ limit }) => ({ rows: newestFirst().slice(0, limit / 150), total: journal.length }),
  })
  const shows = (expected: readonly string[]): Promise<void> =>
    waitFor(async () => {
      expect((await rows()).map((row) => row.querySelector('bdi')?.textContent)).toEqual(expected)
    })
  await shows(['d', 'c'])
  await user.click(screen.getByRole('button', { name: 'Show 2 more of 4' }))
  await shows(['d', 'c', 'b', 'a'])
  expect(screen.queryByRole('button', { name: /^Show \d+ more/ })).toBeNull()
  journal.push(anEntry({ target: 'late', outcome: 'failed' }))
  journal.splice(1, 1)
  await emit('activity.added', {})
  await shows(['late', 'd', 'c', 'a'])
})
