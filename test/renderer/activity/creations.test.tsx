/** Creations in the journal: batches, their avatars, and the link to the queue. */
import { renderHook, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setShownProfile } from '../../../src/renderer/api/shown-profile.ts'
import { useSectionState, useSection } from '../../../src/renderer/state/location-store.ts'
import type { ActivityEntry } from '../../../src/shared/schemas/activity.ts'
import { jobId, profileId } from '../../../src/shared/schemas/ids.ts'
import { aJob } from '../avatars/stage.ts'
import { aBatch, anEntry, earlierOf, openSection, rows } from './stage.tsx'

// Would catch a row that names the ids of an avatar, or that shows the earlier balance as if it were current.
test('the row of an avatar shows the balance when it was sent, then the training time; its ids are in the details', async () => {
  const facts = { jobId: 'job-1', taskId: '1983775419508027393' }
  const sentFacts = { ...facts, batchId: 'b1', creationsBefore: 36 }
  const accepted = anEntry({ action: 'avatar.accepted', facts: sentFacts })
  const before = [
    anEntry({ action: 'avatar.submitted', isIntent: true, facts: { jobId: 'job-1' } }),
    anEntry({ action: 'avatar.confirmed', facts: { jobId: 'job-1', avatars: 1, creationsBefore: 37 } }),
  ]
  const { user } = openSection([
    anEntry({ action: 'avatar.accepted', facts: sentFacts, earlier: earlierOf(...before) }),
    anEntry({
      action: 'avatar.ready',
      outcome: 'seen',
      facts: { ...facts, trainingMs: 26 * 60_000 },
      earlier: earlierOf(accepted, ...before),
    }),
  ])
  const [ready, sent] = await rows()
  expect(ready?.textContent).toMatch(/call-126 min$/)
  expect(sent?.textContent).toMatch(/call-136 creations left before$/)
  await user.click(ready ?? document.body)
  const details = screen.getByRole('complementary', { name: 'Activity details' })
  expect(details.textContent).toContain('task 1983775419508027393')
  const [first] = within(details).getAllByRole('listitem')
  expect(first?.textContent).toContain('Create 1 avatar')
})

// Would catch the task of one avatar in the details of another.
test('an entered task ID is in the details once, and not in the details of the next act', async () => {
  const taskId = '1983775419508027393'
  const decided = { jobId: 'job-1', taskId, enteredTaskId: taskId }
  const { user } = openSection([
    anEntry({ action: 'session.close', target: 'call-9', facts: { countBefore: 2, countAfter: 1 } }),
    anEntry({ action: 'avatar.taskIdEntered', facts: decided }),
  ])
  const [entered] = await rows()
  await user.click(entered ?? document.body)
  const details = screen.getByRole('complementary', { name: 'Activity details' })
  expect(details.textContent.match(/task \d+/g)).toEqual([`task ${taskId}`])
  await user.click(within(details).getByRole('button', { name: /^Next/ }))
  expect(details.textContent).toContain('call-9')
  expect(details.textContent).not.toContain(taskId)
})

// Would catch a batch whose row disappears with the focus when its first avatar is sent, a batch that opens the bundle
// of a different batch, and an avatar of the night under the previous day.
test('a batch keeps its row and its open parts as its avatars are sent; avatars of a different day are under that day', async () => {
  const at = new Date(2026, 10, 20, 23, 50).getTime()
  const facts = { batchId: 'b1' }
  const journal = [anEntry({ action: 'avatar.confirmed', target: 'anna', at, facts, batch: aBatch(5) })]
  const { user, emit } = openSection(journal)
  const [batch] = await rows()
  batch?.focus()
  const sent = ['anna', 'bao', 'carla'].map((target) => anEntry({ action: 'avatar.accepted', target, at, facts }))
  journal.push(...sent)
  await emit('activity.added', {})
  await screen.findByRole('button', { name: 'Each event' })
  expect(document.activeElement?.textContent).toContain('Create 5 avatars')
  await user.click(screen.getByRole('button', { name: 'Each event' }))
  expect(await rows()).toHaveLength(5)
  const ready = { action: 'avatar.ready', outcome: 'seen', facts: {} } as const
  journal.splice(1, 3, ...sent.map((act) => ({ ...act, ...ready })))
  journal.push(anEntry({ action: 'avatar.accepted', target: 'dora', at: at + 7_200_000, facts }))
  await emit('activity.added', {})
  await screen.findByText('dora')
  expect((await rows()).map(({ textContent }) => /Create avatar|Avatar ready|Create 5/.exec(textContent)?.[0])).toEqual(
    ['Create avatar', 'Avatar ready', 'Create 5'],
  )
  expect(screen.getAllByRole('rowheader')).toHaveLength(2)
})

// Would catch a link to the queue for a different profile or for an action without an avatar.
test('"Show in queue" leads to the avatar of an action when it belongs to the open profile', async () => {
  const avatar = { action: 'avatar.ready', outcome: 'seen', facts: { jobId: 'job-1' } } as const
  const removed = jobId.parse('job-2')
  const acts = [
    anEntry({ ...avatar, profileId: 'another' }),
    anEntry({ ...avatar, facts: { jobId: removed } }),
    anEntry(),
    anEntry(avatar),
  ]
  const { user, callsOf, answered } = openSection(acts, {
    'job.read': ({ ids }) => ids.filter((id) => id !== removed).map((id) => aJob({ id })),
  })
  setShownProfile(profileId.parse('profile-1'))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Profiles' }), 'all')
  const [mine, ...others] = await rows()
  for (const row of others) {
    await user.click(row)
    expect(screen.queryByRole('button', { name: 'Show in queue' })).toBeNull()
  }
  await user.click(others[1] ?? document.body)
  await waitFor(() => expect(callsOf('job.read')).toEqual([{ ids: [removed] }]))
  await answered('job.read')
  expect(screen.queryByRole('button', { name: 'Show in queue' })).toBeNull()
  await user.click(mine ?? document.body)
  await user.click(await screen.findByRole('button', { name: 'Show in queue' }))
  const shown = renderHook(() => [useSection(), useSectionState('jobId')])
  expect(shown.result.current).toEqual(['avatars', 'job-1'])
})

// Would catch a batch that fills the journal with its avatars, or hides the failure of an avatar.
test('a batch is one row with its accepted or ready avatars; an avatar with an unknown outcome has its own row', async () => {
  const of = (action: ActivityEntry['action'], target: string, batchId = 'b1') =>
    anEntry({
      action,
      target,
      facts: { jobId: target, batchId },
      outcome: action === 'avatar.unknown' ? 'unknown' : 'done',
    })
  const batch = anEntry({
    action: 'avatar.confirmed',
    target: 'anna',
    facts: { jobId: 'anna', batchId: 'b1', avatars: 4, creationsBefore: 33 },
    batch: aBatch(4, { accepted: 3, ready: 1, unknown: 1 }),
  })
  const sent = [of('avatar.accepted', 'anna'), of('avatar.unknown', 'bao'), of('avatar.ready', 'carla')]
  const { user } = openSection([batch, ...sent, of('avatar.ready', 'dora', 'b2'), of('avatar.accepted', 'emi', 'b2')])
  const texts = (await rows()).map(({ textContent }) => textContent)
  expect(texts.map((text) => /(?:Create|Avatar).*?(?=emi|dora|bao|anna and)/.exec(text)?.[0])).toEqual([
    'Create avatar',
    'Avatar ready',
    'Create avatar',
    'Create 4 avatars',
  ])
  expect(texts[3]).toMatch(/anna and 3 more1 of 4 ready, 3 accepted, 1 unknown$/)
  await user.click(screen.getByRole('button', { name: 'Each event' }))
  expect((await rows()).slice(4).map((row) => row.querySelector('bdi')?.textContent)).toEqual([
    'anna and 3 more',
    'carla',
    'anna',
  ])
})

// Would catch a row that disappears with the focus when the confirmed avatar is sent.
test('the row of a single avatar keeps the focus after its confirmation', async () => {
  const act = 'job-1'
  const confirmed = anEntry({ act, action: 'avatar.confirmed', target: 'anna', facts: { avatars: 1 } })
  const journal = [confirmed]
  const { emit } = openSection(journal)
  const [row] = await rows()
  row?.focus()
  journal[0] = anEntry({ act, action: 'avatar.accepted', target: 'anna, sent', earlier: earlierOf(confirmed) })
  await emit('activity.added', {})
  await screen.findByText('anna, sent')
  expect(document.activeElement).toBe(row)
})

// Would catch "35 → 35" beside a refund, which suggests that nothing was refunded.
test('a refund among other creations says that the balance includes them', async () => {
  const refund = (facts: object) => anEntry({ action: 'avatar.refundSeen', outcome: 'seen', facts })
  openSection([refund({ creationsAmongOthers: 35 }), refund({ balanceBefore: 35, balanceAfter: 36 })])
  const [risen, same] = await rows()
  expect(risen?.textContent).toContain('35 → 36 creations left')
  expect(same?.textContent).toContain('35 creations left, including other creations')
  expect(same?.textContent).not.toContain('→')
})

// Would catch a batch that seems to contain only its first avatar.
test('a batch names its first avatar and the number of the others', async () => {
  const confirmed = (avatars: number) =>
    anEntry({ action: 'avatar.confirmed', target: 'anna-keller.jpg', batch: avatars === 1 ? null : aBatch(avatars) })
  openSection([confirmed(8), confirmed(1)])
  const [one, eight] = await rows()
  expect(eight?.textContent).toContain('anna-keller.jpg and 7 more')
  expect(one?.textContent).toContain('anna-keller.jpg')
  expect(one?.textContent).not.toContain('more')
})
