import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ActivityCheck } from '../../../src/shared/schemas/activity.ts'
import { listenToCopies } from '../../support/clipboard.ts'
import { fail } from '../../support/render.tsx'
import { anEntry, openSection } from './stage.tsx'

const lastHash = 'ab12cd34ef56ab78'.repeat(4)

const checked = (changes: Partial<ActivityCheck> = {}): ActivityCheck => ({
  entries: 4_210,
  problem: null,
  lastHash,
  at: 0,
  ...changes,
})

// Would catch a fingerprint that cannot be copied completely.
test('an intact chain is shown with its newest fingerprint, which can be copied', async () => {
  const copies = listenToCopies()
  const { user, callsOf } = openSection([anEntry()], { 'activity.verify': () => checked() })
  expect(callsOf('activity.verify')).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Verify' }))
  const text = await screen.findByText(/4,210 entries verified · latest fingerprint/)
  expect(text.textContent).toContain('ab12cd34ef56ab78…')
  expect(text.closest('[role=status]')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy fingerprint' }))
  expect(copies).toEqual([lastHash])
})

test.each<[NonNullable<ActivityCheck['problem']>['kind'], RegExp]>([
  ['altered', /^Entry 1,302 was changed\./],
  ['missing', /^Entries before 1,302 were removed\./],
  ['end-missing', /^Entries from 1,302 on were removed\./],
])('a broken chain (%s) shows the place', async (kind, text) => {
  const { user } = openSection([anEntry()], {
    'activity.verify': () => checked({ problem: { kind, entryId: 1_302 } }),
  })
  await user.click(await screen.findByRole('button', { name: 'Verify' }))
  const result = await screen.findByText(text)
  expect(result.closest('[role=status]')).not.toBeNull()
  expect(screen.queryByText(/latest fingerprint/)).toBeNull()
})

test('a check that failed to run shows the failure and no result', async () => {
  const { user } = openSection([anEntry()], {
    'activity.verify': () => fail({ kind: 'storage', reason: 'corrupt', detail: 'malformed' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Verify' }))
  expect(await screen.findAllByText(/malformed|damaged/)).not.toHaveLength(0)
  expect(screen.queryByText(/whole/)).toBeNull()
})

// Would catch an export of all entries when a filter is on.
test.each([
  ['CSV', 'csv'],
  ['JSON', 'json'],
])('%s exports the entries that match the filter, and names the file', async (label, form) => {
  const { user, callsOf } = openSection([anEntry({ target: 'anna.jpg' }), anEntry()], {
    'activity.export': ({ form: chosen }) => ({ fileName: `activity.${chosen}` }),
  })
  await user.type(await screen.findByRole('searchbox', { name: 'Search the journal' }), 'anna')
  await screen.findByText('1 of 2')
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${label}`) }))
  await screen.findByText(`Saved as activity.${form}`)
  expect(callsOf('activity.export')).toMatchObject([{ form, filter: { search: 'anna', scope: 'profile' } }])
})

test('a cancelled export shows nothing, and a failed export shows the reason', async () => {
  let isCancelled = true
  const { user, callsOf } = openSection([anEntry()], {
    'activity.export': () =>
      isCancelled ? { fileName: null } : fail({ kind: 'storage', reason: 'full', detail: 'ENOSPC' }),
  })
  const choose = async (): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: /^CSV/ }))
  }
  await choose()
  expect(callsOf('activity.export')).toHaveLength(1)
  expect(screen.queryByText(/Saved/)).toBeNull()
  isCancelled = false
  await choose()
  await screen.findByText(/The disk is full/)
})

// Would catch a note that is lost with its dialog, or that is sent with only blanks.
test('"Add note" adds the typed note, and keeps it until it is added', async () => {
  let isFull = true
  const { user, callsOf } = openSection([anEntry()], {
    'activity.addNote': () => {
      if (isFull) fail({ kind: 'storage', reason: 'full', detail: '' })
      return null
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add note' }))
  const dialog = () => screen.getByRole('dialog', { name: 'Add note' })
  const add = () => within(dialog()).getByRole('button', { name: 'Add note' })
  expect(document.activeElement).toBe(within(dialog()).getByRole('textbox', { name: 'Note' }))
  await user.keyboard('  ')
  expect(add()).toHaveProperty('disabled', true)
  await user.keyboard('Handed over at 14:00')
  await user.click(add())
  await within(dialog()).findByText(/Couldn't add the note/)
  await user.click(within(dialog()).getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  expect(within(dialog()).getByRole('textbox')).toHaveProperty('value', '  Handed over at 14:00')
  isFull = false
  await user.click(add())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('activity.addNote')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  expect(within(dialog()).getByRole('textbox')).toHaveProperty('value', '')
})
