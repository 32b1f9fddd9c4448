import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { DiagnosticsDialog } from '../../../src/renderer/sections/settings/diagnostics-dialog.tsx'
import { anAppState } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'

const text = 'Greenroom 0.1.0\n\nLog\n\n2026-11-22 12:00:00.000 info started\n'

const handlers: Partial<Handlers> = {
  'diagnostics.preview': () => ({ previewId: 'preview', text }),
  'diagnostics.save': () => ({ fileName: 'greenroom-diagnostics-2026-11-22.txt' }),
}

const dialog = () => screen.findByRole('dialog', { name: 'Save diagnostics' })

// Would catch a file that is saved without having been shown, and a menu item that needs an open profile.
test('shows the exact text before it is saved, with or without a profile', async () => {
  const { user, emit, callsOf } = renderPage(<Shell />, {
    handlers: { ...handlers, 'app.state': () => anAppState([]) },
  })
  await screen.findByText('Not connected')
  await emit('action.requested', { what: 'diagnostics' })
  const shown = within(await dialog())
  expect((await shown.findByRole('region', { name: 'Diagnostics' })).textContent).toBe(text)
  await user.click(shown.getByRole('button', { name: 'Save diagnostics' }))
  expect(await shown.findByText('Saved as greenroom-diagnostics-2026-11-22.txt')).toBeTruthy()
  expect(callsOf('diagnostics.save')).toEqual([{ previewId: 'preview' }])
})

// Would catch a dialog that closes, or that shows nothing, although nothing was written.
test('shows why nothing was saved, and stays open', async () => {
  const { user } = renderPage(<DiagnosticsDialog />, {
    handlers: {
      ...handlers,
      'diagnostics.save': () => fail({ kind: 'refused', reason: 'file-not-written', detail: 'EACCES' }),
    },
  })
  const shown = within(await dialog())
  await shown.findByRole('region', { name: 'Diagnostics' })
  await user.click(shown.getByRole('button', { name: 'Save diagnostics' }))
  expect(await shown.findByText(/Couldn't save \(EACCES\)/)).toBeTruthy()
})
