import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { SettingsSection } from '../../../src/renderer/sections/settings/settings-section.tsx'
import { anAbout } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'

const about = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'About' })

// Would catch a missing fact, and a fallback that looks like the Electron project's build.
test('About shows version, runtime and its origin, system, keychain, dumps and folder', async () => {
  const details = { ...anAbout, isDevelopmentRuntime: true, crashDumps: 3 }
  renderPage(<SettingsSection />, { handlers: { 'app.about': () => details } })
  const panel = within(await about())
  for (const text of [
    'Greenroom 0.1.0 deb',
    /^Development runtime · Use test accounts/,
    'Electron 45.4.1, Chrome 150.0.1.2, Node 24.15.0',
    'Debian GNU/Linux 12 (bookworm), Linux 6.1.0 · x64',
    'Secret Service: available',
    '3, never sent',
    '/home/operator/.config/Greenroom',
  ]) {
    expect(await panel.findByText(text)).toBeTruthy()
  }
})

// Would catch a menu item that does nothing while a different section is open, or that scrolls without moving the
// focus.
test('Help > About opens About from every section and focuses it', async () => {
  const { emit } = renderPage(<Shell />)
  await screen.findByRole('heading', { level: 1, name: 'Avatars' })
  await emit('action.requested', { what: 'about' })
  const panel = await about()
  await within(panel).findByText('Greenroom 0.1.0 deb')
  await waitFor(() => expect(document.activeElement).toBe(panel))
})
