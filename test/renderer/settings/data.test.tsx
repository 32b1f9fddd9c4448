import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SettingsSection } from '../../../src/renderer/sections/settings/settings-section.tsx'
import type { ImportPreview } from '../../../src/shared/schemas/settings-file.ts'
import { fail, renderPage } from '../../support/render.tsx'

const preview: ImportPreview = {
  importId: 'i1',
  fileName: 'settings.json',
  exportedAt: 1_800_000_000_000,
  entries: [
    {
      kind: 'profile',
      profileName: 'Lobby',
      name: '',
      change: 'changed',
      fields: [{ field: 'protection', before: 'confirm', after: 'open' }],
    },
    { kind: 'alert-rule', profileName: 'Lobby', name: 'at-or-above', change: 'added', fields: [] },
    { kind: 'preset', profileName: 'Lobby', name: 'Evening', change: 'added', fields: [] },
    { kind: 'preferences', profileName: '', name: '', change: 'unchanged', fields: [] },
  ],
}

const panel = () => screen.findByRole('region', { name: 'Data' })

// Would catch an import that starts before its changes were shown, or that sends a different file.
test('a chosen file is shown with its changes, and imported after the confirmation', async () => {
  const imported: unknown[] = []
  const { user } = renderPage(<SettingsSection />, {
    handlers: {
      'settings.chooseImport': () => preview,
      'settings.import': (input) => {
        imported.push(input)
        return { profiles: [{ name: 'Lobby', failure: null }] }
      },
    },
  })
  await user.click(within(await panel()).getByRole('button', { name: 'Import settings' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import settings' })
  expect(within(dialog).getByRole('definition').textContent).toBe('confirm → open')
  expect(within(dialog).getByRole('term').textContent).toBe('Protection')
  expect(within(dialog).getByText('Alert rule · Lobby · Calls at or above')).toBeTruthy()
  expect(within(dialog).getByText('Preset · Lobby · Evening')).toBeTruthy()
  expect(within(dialog).getByText('Unchanged: 1')).toBeTruthy()
  expect(imported).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Import 3 changes' }))
  expect(await within(await panel()).findByText(/Settings imported/)).toBeTruthy()
  expect(imported).toEqual([{ importId: 'i1' }])
})

// Would catch an import that reports success although a profile of the file was refused.
test('a profile that was not imported is named with the reason', async () => {
  const { user } = renderPage(<SettingsSection />, {
    handlers: {
      'settings.chooseImport': () => preview,
      'settings.import': () => ({
        profiles: [
          { name: 'Lobby', failure: { kind: 'refused', reason: 'link-local', detail: '169.254.169.254' } },
          { name: 'Hall', failure: null },
        ],
      }),
    },
  })
  await user.click(within(await panel()).getByRole('button', { name: 'Import settings' }))
  await user.click(await screen.findByRole('button', { name: 'Import 3 changes' }))
  expect(await within(await panel()).findByText(/Not imported: Lobby/)).toBeTruthy()
  expect(screen.queryByText(/Not imported: Hall/)).toBeNull()
  expect(screen.queryByText(/Settings imported/)).toBeNull()
})

test('a failed copy, and a file without settings, are shown with their reason', async () => {
  const { user } = renderPage(<SettingsSection />, {
    handlers: {
      'data.read': () => ({
        copies: [{ at: 1_800_000_000_000, bytes: 5_000_000 }],
        failure: { kind: 'storage', reason: 'full', detail: 'ENOSPC' },
      }),
      'settings.chooseImport': () => fail({ kind: 'refused', reason: 'not-settings', detail: 'notes.json' }),
    },
  })
  const region = await panel()
  expect(await within(region).findByText(/5 MB/)).toBeTruthy()
  expect(within(region).getByText(/disk is full/)).toBeTruthy()
  await user.click(within(region).getByRole('button', { name: 'Import settings' }))
  expect(await within(region).findByText(/notes\.json isn't a Greenroom settings file/)).toBeTruthy()
})
