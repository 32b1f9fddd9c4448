import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { SettingsSection } from '../../../src/renderer/sections/settings/settings-section.tsx'
import type { PolicyView } from '../../../src/shared/schemas/policy.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'

const policy: PolicyView = {
  file: '/etc/greenroom/policy.json',
  allowedHosts: ['*.example.com', '10.0.0.5:8443'],
  leastProtection: 'confirm',
  sessionOnlySecrets: 'required',
  updatesFeed: null,
}
const own = aProfile({ name: 'Lobby' })
const under = (changes: Partial<PolicyView> = {}): Partial<Handlers> => ({
  'app.state': () => anAppState([own], { policy: { ...policy, ...changes } }),
})
const descriptionOf = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const form = () => within(screen.getByRole('form', { name: 'Profile' }))

describe('under a policy', () => {
  test('Settings shows the rules of the policy and its file', async () => {
    renderPage(<SettingsSection />, { handlers: under() })
    const panel = within(await screen.findByRole('region', { name: 'Managed by your organisation' }))
    for (const text of ['*.example.com, 10.0.0.5:8443', 'confirm', 'none', policy.file]) panel.getByText(text)
    panel.getByText(/requires session-only secrets/)
  })

  test('Settings has no panel without a policy', async () => {
    renderPage(<SettingsSection />, { handlers: { 'app.state': () => anAppState([own]) } })
    await screen.findByRole('heading', { name: 'Settings' })
    expect(screen.queryByText(/organisation/)).toBeNull()
  })

  test('a protection below the minimum is disabled', async () => {
    const { user } = renderPage(<SettingsSection />, { handlers: under() })
    await user.click(await screen.findByRole('radio', { name: 'Lobby' }))
    const open = form().getByRole('radio', { name: 'open' })
    expect(open.matches(':disabled')).toBe(true)
    expect(form().getByRole('radio', { name: 'read-only' }).matches(':disabled')).toBe(false)
    expect(descriptionOf(open)).toBe('Your organisation requires more protection.')
  })

  // Would catch a button whose command main refuses.
  test('keeping a secret for the session is not offered where the policy forbids it', async () => {
    const handlers: Partial<Handlers> = {
      ...under({ sessionOnlySecrets: 'forbidden' }),
      'profile.save': () => fail({ kind: 'keychain-missing' }),
    }
    const { user } = renderPage(<SettingsSection />, { handlers })
    await user.click(await screen.findByRole('radio', { name: 'Lobby' }))
    await pasteInto(user, form().getByRole('textbox', { name: 'Access token' }), 'a-token')
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await form().findByText(/No usable keychain/)
    expect(form().queryByRole('button', { name: 'Keep for this session only' })).toBeNull()
  })
})
