import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { DiagnosticsDialog } from '../../../src/renderer/sections/settings/diagnostics-dialog.tsx'
import { imageId } from '../../../src/shared/schemas/ids.ts'
import { anAppState } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'

const log = '2026-11-22 12:00:00.000 info started\n'

const handlers: Partial<Handlers> = {
  'diagnostics.preview': ({ ids, portraits }) => ({
    previewId: `preview${ids ? ' with ids' : ''}`,
    files: [
      { name: 'about.txt', bytes: 16, text: 'Greenroom 0.1.0\n', imageId: null },
      { name: 'log.txt', bytes: 1_234, text: ids ? `${log}task 1712345678901234567\n` : log, imageId: null },
      ...(portraits
        ? [{ name: 'portraits/portrait-1.png', bytes: 9_000, text: null, imageId: imageId.parse('a'.repeat(64)) }]
        : []),
    ],
  }),
  'diagnostics.save': () => ({ fileName: 'greenroom-diagnostics-2026-11-22.zip' }),
}

const dialog = () => screen.findByRole('dialog', { name: 'Save diagnostics' })

// Would catch files that are saved without having been shown, and a menu item that needs a profile to be open.
test('shows each file with its size and exact text before it is saved, with or without a profile', async () => {
  const { user, emit, callsOf } = renderPage(<Shell />, {
    handlers: { ...handlers, 'app.state': () => anAppState([]) },
  })
  await screen.findByText('Not connected')
  await emit('action.requested', { what: 'diagnostics' })
  const shown = within(await dialog())
  expect((await shown.findByRole('region', { name: 'about.txt' })).textContent).toBe('Greenroom 0.1.0\n')
  await user.click(shown.getByRole('button', { name: /log\.txt\s*1 kB/ }))
  expect(shown.getByRole('region', { name: 'log.txt' }).textContent).toBe(log)
  await user.click(shown.getByRole('button', { name: 'Save diagnostics' }))
  expect(await shown.findByText('Saved as greenroom-diagnostics-2026-11-22.zip')).toBeTruthy()
  expect(callsOf('diagnostics.save')).toEqual([{ previewId: 'preview' }])
})

// Would catch a tick whose files are not those that are saved, and a tick that is on from the start.
test('what is selected is shown anew, and that is saved', async () => {
  const { user, callsOf } = renderPage(<DiagnosticsDialog />, { handlers })
  const shown = within(await dialog())
  await shown.findByRole('region', { name: 'about.txt' })
  for (const box of shown.getAllByRole('checkbox')) expect(box).toHaveProperty('checked', false)
  await user.click(shown.getByRole('button', { name: /^log\.txt/ }))
  await user.click(shown.getByRole('checkbox', { name: /^Include IDs/ }))
  expect(await shown.findByText(/task 1712345678901234567/)).toBeTruthy()
  await user.click(shown.getByRole('checkbox', { name: /^Include portraits/ }))
  await user.click(await shown.findByRole('button', { name: /portrait-1\.png/ }))
  expect(shown.getByRole('img', { name: 'portraits/portrait-1.png' })).toBeTruthy()
  await user.click(shown.getByRole('button', { name: 'Save diagnostics' }))
  await shown.findByText(/^Saved as/)
  expect(callsOf('diagnostics.save')).toEqual([{ previewId: 'preview with ids' }])
})

// Would catch a dialog that closes, or says nothing, although nothing was written.
test('says why nothing was saved, and stays', async () => {
  const { user } = renderPage(<DiagnosticsDialog />, {
    handlers: {
      ...handlers,
      'diagnostics.save': () => fail({ kind: 'refused', reason: 'file-not-written', detail: 'EACCES' }),
    },
  })
  const shown = within(await dialog())
  await shown.findByRole('region', { name: 'about.txt' })
  await user.click(shown.getByRole('button', { name: 'Save diagnostics' }))
  expect(await shown.findByText(/Couldn't save \(EACCES\)/)).toBeTruthy()
})
