import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { filterOf } from '../../../src/renderer/sections/activity/activity-filter.ts'
import { wholeView } from '../../../src/renderer/state/view-preferences-store.ts'
import { activityAction } from '../../../src/shared/schemas/activity.ts'
import type { ActivityFilter } from '../../../src/shared/schemas/activity.ts'
import { ActivitySection } from '../../../src/renderer/sections/activity/activity-section.tsx'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { pasteInto } from '../../support/render.tsx'
import { anEntry, openSection, rows } from './stage.tsx'

const targets = async (): Promise<readonly (string | null)[]> =>
  (await rows()).map((row) => row.querySelector('bdi')?.textContent ?? null)

const journal = () => [
  anEntry({ target: 'anna.jpg', action: 'avatar.ready', outcome: 'seen', facts: { taskId: '1983775419508027393' } }),
  anEntry({ target: 'call-2', operator: 'jo', at: new Date(2026, 10, 20, 23, 59).getTime() }),
  anEntry({ target: 'call-3', outcome: 'failed', at: new Date(2026, 10, 21, 0, 0).getTime() }),
  anEntry({ target: 'other', profileId: 'profile-2', profileName: 'Kiosks' }),
]

// Would catch a filter that searches only the rows already read, or a count of only the shown rows.
test("text, actions, outcome and profiles narrow main's results, and the count shows how many remain", async () => {
  const { user } = openSection(journal())
  expect(await targets()).toEqual(['call-3', 'call-2', 'anna.jpg'])
  await screen.findByText('3 in this profile, 1 in others')
  const search = screen.getByRole('searchbox', { name: 'Search the journal' })
  await pasteInto(user, search, 'CALL jo')
  await screen.findByText('1 of 3')
  expect(await targets()).toEqual(['call-2'])
  await user.clear(search)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Actions' }), 'Avatars')
  await waitFor(async () => {
    expect(await targets()).toEqual(['anna.jpg'])
  })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'failed')
  await screen.findByText('No matches')
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await screen.findByText('4 events')
  expect(await targets()).toEqual(['other', 'call-3', 'call-2', 'anna.jpg'])
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  await screen.findByText('3 in this profile, 1 in others')
})

// Would catch words of a row that find nothing because the journal stores a different name.
test('the shown words of an event find it, in the language of the page', async () => {
  const { user, callsOf } = openSection(journal())
  const search = await screen.findByRole('searchbox', { name: 'Search the journal' })
  const sought = async (typed: string, wordNames: unknown): Promise<void> => {
    await user.clear(search)
    await user.type(search, typed)
    const filter: unknown = expect.objectContaining({ search: typed, wordNames })
    await waitFor(() => expect(callsOf('activity.list').at(-1)).toMatchObject({ filter }))
  }
  const listed = (...names: readonly string[]): unknown => expect.arrayContaining([...names])
  await sought('Training anna', { training: listed('avatar.failed') })
  await sought('refused', { refused: listed('declined', 'connection-refused') })
  await sought('outcome unknown', { outcome: listed('unknown'), unknown: listed('unknown') })
  // A placeholder that every entry fills in matches nothing.
  await sought('httpStatus', undefined)
})

// Would catch a last day that ends before it begins.
test('days are whole days in the operator’s time', async () => {
  const { user } = openSection(journal())
  await rows()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Custom dates')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-20' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-20' } })
  await waitFor(async () => {
    expect(await targets()).toEqual(['call-2'])
  })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-21' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-21' } })
  await waitFor(async () => {
    expect(await targets()).toEqual(['call-3'])
  })
})

test('the search survives a visit to a different section, and ends with the profile', async () => {
  const two = anAppState([aProfile(), aProfile({ id: 'profile-2' as never, name: 'Kiosks' })])
  const { user, redraw, emit } = openSection(journal(), { 'app.state': () => two })
  await user.type(await screen.findByRole('searchbox', { name: 'Search the journal' }), 'anna')
  await screen.findByText('1 of 3')
  redraw(null)
  redraw(<ActivitySection />)
  const again = await screen.findByRole('searchbox', { name: 'Search the journal' })
  expect((again as HTMLInputElement).value).toBe('anna')
  await emit('app.changed', { ...two, openProfileId: 'profile-2' as never })
  await waitFor(() => {
    const box = screen.getByRole('searchbox', { name: 'Search the journal' })
    expect((box as HTMLInputElement).value).toBe('')
  })
})

// Would catch an action that no filter choice includes.
test('every action belongs to one filter choice', () => {
  const groups = ['profiles', 'avatars', 'conversations', 'sessions', 'alerts', 'account', 'journal'] as const
  const found = groups.flatMap((group) => filterOf({ ...wholeView, group }).actions)
  expect([...found].sort()).toEqual([...activityAction.options].sort())
})

test('a half-typed day filters nothing', () => {
  const open: Partial<ActivityFilter> = { from: null, to: null }
  expect(filterOf({ ...wholeView, period: 'custom', fromDay: '', toDay: '2026-1' })).toMatchObject(open)
})

// Would catch an empty journal for two days in reverse order.
test('two days form a period in either order', () => {
  const custom = { ...wholeView, period: 'custom' } as const
  const straight = filterOf({ ...custom, fromDay: '2026-11-09', toDay: '2026-11-20' })
  expect(filterOf({ ...custom, fromDay: '2026-11-20', toDay: '2026-11-09' })).toEqual(straight)
})

// Would catch a preset that begins at this hour of a day, or a day too early.
test.each([
  ['today', 0],
  ['week', 6],
  ['month', 29],
] as const)('the period %s starts %i days before this midnight', (period, days) => {
  const begin = new Date()
  begin.setHours(0, 0, 0, 0)
  begin.setDate(begin.getDate() - days)
  expect(filterOf({ ...wholeView, period })).toMatchObject({ from: begin.getTime(), to: null })
})
