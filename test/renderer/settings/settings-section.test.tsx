import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { SettingsSection } from '../../../src/renderer/sections/settings/settings-section.tsx'
import { go } from '../../../src/renderer/state/location-store.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'

test('shows the chosen profile and where its secret is stored, and opens the profile', async () => {
  const other = aProfile({ id: 'profile-2' as never, name: 'Kiosks' }, { secret: 'session' })
  const { user, callsOf } = renderPage(<SettingsSection />, {
    handlers: { 'app.state': () => anAppState([aProfile(), other]), 'profile.open': () => null },
  })
  const part = within(await screen.findByRole('region', { name: 'Profiles' }))
  expect(part.getByRole('radio', { name: 'Lobby, production' })).toHaveProperty('checked', true)
  expect(part.queryByRole('button', { name: 'Open Lobby, production' })).toBeNull()
  await user.click(part.getByRole('radio', { name: 'Kiosks' }))
  expect(part.getByRole('textbox', { name: 'Profile name' })).toHaveProperty('value', 'Kiosks')
  expect(part.getByText(/^kept for this session only/)).toBeTruthy()
  await user.click(part.getByRole('button', { name: 'Open Kiosks' }))
  expect(callsOf('profile.open')).toEqual([{ profileId: 'profile-2' }])
})

// Would catch a keyboard that starts at the top of the window once the pressed button is gone.
test('opening a profile by the keyboard leaves the focus on its row', async () => {
  const profiles = [aProfile(), aProfile({ id: 'profile-2' as never, name: 'Kiosks' })]
  const { user, emit, answered } = renderPage(<SettingsSection />, {
    handlers: { 'app.state': () => anAppState(profiles), 'profile.open': () => null },
  })
  const part = within(await screen.findByRole('region', { name: 'Profiles' }))
  await user.click(part.getByRole('radio', { name: 'Kiosks' }))
  part.getByRole('button', { name: 'Open Kiosks' }).focus()
  await user.keyboard('{Enter}')
  await answered('profile.open')
  await emit('app.changed', anAppState(profiles, { openProfileId: 'profile-2' as never }))
  expect(part.queryByRole('button', { name: 'Open Kiosks' })).toBeNull()
  expect(document.activeElement).toBe(part.getByRole('radio', { name: 'Kiosks' }))
})

// Would catch a state of the secret that only the form shows, and a practice service that looks like a customer's
// profile.
test('a row shows the host and the secret of its profile, and practice is last', async () => {
  const practice = aProfile({ id: 'profile-2' as never, name: 'Practice service', kind: 'practice' })
  const kiosks = aProfile(
    { id: 'profile-3' as never, name: 'Kiosks', baseUrl: 'https://kiosks.example' },
    { secret: 'none' },
  )
  renderPage(<SettingsSection />, { handlers: { 'app.state': () => anAppState([practice, kiosks]) } })
  const list = within(await screen.findByRole('radiogroup', { name: 'Profiles' }))
  const radios = list.getAllByRole('radio')
  expect(radios.map((radio) => radio.getAttribute('aria-label'))).toEqual(['Kiosks', 'Practice service'])
  expect(list.getByText(/^kiosks\.example/).textContent).toBe('kiosks.example · no secret')
  expect(list.getByText(/^open · A made-up service inside Greenroom/)).toBeTruthy()
  expect(screen.queryByRole('searchbox', { name: 'Search profiles' })).toBeNull()
})

// Would catch a profile whose token the service rejects and that looks like the others.
test('a row says that the service rejected the token of its profile, or that its secret is missing', async () => {
  const profiles = [
    aProfile({ name: 'Hall' }),
    aProfile({ id: 'profile-2' as never, name: 'Kiosks' }),
    aProfile({ id: 'profile-3' as never, name: 'Gate' }, { secret: 'none' }),
  ]
  const state = anAppState(profiles, { refusedTokens: ['profile-2' as never] })
  const { emit } = renderPage(<SettingsSection />, { handlers: { 'app.state': () => state } })
  const list = await screen.findByRole('radiogroup', { name: 'Profiles' })
  const factsOf = (name: string) => {
    const radio = within(list).getByRole('radio', { name })
    return document.getElementById(radio.getAttribute('aria-describedby') ?? '')?.textContent
  }
  expect(factsOf('Hall')).toMatch(/^open · .* · stored in the OS keychain$/)
  expect(factsOf('Kiosks')).toMatch(/ · stored in the OS keychain · Token rejected$/)
  expect(factsOf('Gate')).toMatch(/ · no secret$/)
  await emit('app.changed', anAppState(profiles))
  expect(factsOf('Kiosks')).toMatch(/ · stored in the OS keychain$/)
})

test('more than six profiles can be searched by name and host', async () => {
  const profiles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map((name, place) =>
    aProfile({ id: `profile-${String(place)}` as never, name, baseUrl: `https://${name.toLowerCase()}.example` }),
  )
  const { user } = renderPage(<SettingsSection />, { handlers: { 'app.state': () => anAppState(profiles) } })
  const list = within(await screen.findByRole('radiogroup', { name: 'Profiles' }))
  expect(list.getAllByRole('radio')).toHaveLength(7)
  const box = screen.getByRole('searchbox', { name: 'Search profiles' })
  await pasteInto(user, box, 'seven.ex')
  expect(list.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual(['Seven'])
  await pasteInto(user, box, 'nothing')
  expect(screen.getByText('No profile found')).toBeTruthy()
})

// Would catch two profiles that differ only in their names.
test('a new profile starts with a colour that no other profile has', async () => {
  const profiles = [aProfile({ colour: 'blue' }), aProfile({ id: 'profile-2' as never, colour: 'violet' })]
  const { user } = renderPage(<SettingsSection />, { handlers: { 'app.state': () => anAppState(profiles) } })
  await user.click(await screen.findByRole('button', { name: 'New profile' }))
  expect(screen.getByRole('radio', { name: 'Magenta' })).toHaveProperty('checked', true)
})

// Would catch fields of the previous profile that stay under the colour of the new profile, and are saved there by
// mistake.
test('shows the form of a profile that is opened meanwhile, unless a different form has unsaved fields', async () => {
  const [lobby, kiosks] = [aProfile(), aProfile({ id: 'profile-2' as never, name: 'Kiosks' })]
  const { user, emit } = renderPage(<SettingsSection />, {
    handlers: { 'app.state': () => anAppState([lobby, kiosks]) },
  })
  const name = () => screen.getByRole('textbox', { name: 'Profile name' })
  await screen.findByRole('region', { name: 'Profiles' })
  const open = (id: string) => emit('app.changed', anAppState([lobby, kiosks], { openProfileId: id as never }))
  await open('profile-2')
  expect(name()).toHaveProperty('value', 'Kiosks')
  await user.type(name(), ' 2')
  await open('profile-1')
  expect(name()).toHaveProperty('value', 'Kiosks 2')
})

// Would catch a profile that seems not to open because a different profile did not.
test('the failure to open a profile is not shown for a different profile', async () => {
  const [kiosks, fair] = ['Kiosks', 'Fair'].map((name) => aProfile({ id: name as never, name }))
  const { user } = renderPage(<SettingsSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile(), kiosks ?? aProfile(), fair ?? aProfile()]),
      'profile.open': () => fail({ kind: 'storage', reason: 'full', detail: '' }),
    },
  })
  const part = within(await screen.findByRole('region', { name: 'Profiles' }))
  await user.click(part.getByRole('radio', { name: 'Kiosks' }))
  await user.click(part.getByRole('button', { name: 'Open Kiosks' }))
  await part.findByText(/disk is full/)
  await user.click(part.getByRole('radio', { name: 'Fair' }))
  expect(part.queryByText(/disk is full/)).toBeNull()
})

// Would catch a number of readings without digit grouping, or a kind of data with nothing to delete.
test('the data that is deleted with a profile is counted in the number format of the language', async () => {
  const none = { drafts: 0, portraits: 0, jobs: 0, snapshots: 0, sessions: 0, rules: 0, watchedFiles: 0 }
  const { user } = renderPage(<SettingsSection />, {
    handlers: { 'profile.contents': () => ({ ...none, samples: 52_430 }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete Lobby, production' }))
  const dialog = within(screen.getByRole('dialog'))
  expect((await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(['Readings: 52,430'])
})

// Would catch a practice service with a form that can be saved, and a practice service that can't be chosen.
test('the practice service has no form', async () => {
  const practice = aProfile({ kind: 'practice', name: 'Practice' })
  renderPage(<SettingsSection />, { handlers: { 'app.state': () => anAppState([practice]) } })
  expect(await screen.findByRole('radio', { name: 'Practice' })).toHaveProperty('checked', true)
  expect(screen.queryByRole('form', { name: 'Profile' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save profile' })).toBeNull()
})

// Would catch a token whose expiry is not shown before the first refusal.
test.each([
  ['ends', 4_102_444_800_000, /^token expires /],
  ['ended', 0, /^token expired$/],
])('a saved token that %s is shown at its field', async (_when, tokenExpiresAt, words) => {
  renderPage(<SettingsSection />, { handlers: { 'app.state': () => anAppState([aProfile({}, { tokenExpiresAt })]) } })
  const field = await screen.findByRole('textbox', { name: 'Access token' })
  const notes = (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
  expect(notes.map((note) => note?.textContent)).toEqual(['stored in the OS keychain', expect.stringMatching(words)])
})

// Would catch a link to the setting that leads to the top of a long form, and a link that takes the focus every time.
test('the field for the media base URL takes the focus once when a link requested it', async () => {
  go({ section: 'settings', field: 'media-base' })
  const { redraw } = renderPage(<SettingsSection />)
  expect(await screen.findByRole('textbox', { name: 'Media base URL' })).toBe(document.activeElement)
  redraw(null)
  redraw(<SettingsSection />)
  expect(await screen.findByRole('textbox', { name: 'Media base URL' })).not.toBe(document.activeElement)
})

// Would catch a requested empty form that the form of the open profile replaces.
test('a new profile that a different section requested has an empty form', async () => {
  renderPage(<Shell />)
  await screen.findByRole('heading', { level: 1, name: 'Avatars' })
  act(() => go({ section: 'settings', form: 'new-profile' }))
  const name = await screen.findByRole('textbox', { name: 'Profile name' }, { timeout: 10_000 })
  expect(name).toHaveProperty('value', '')
  expect(screen.getByRole('radio', { name: 'New profile' })).toHaveProperty('checked', true)
})

// Would catch a dialog that deletes by the id of a profile that no longer exists, or that disappears under the pointer.
test('a question about a profile that a different window deleted says so and deletes nothing', async () => {
  const { user, emit, callsOf } = renderPage(<SettingsSection />)
  await user.click(await screen.findByRole('button', { name: 'Delete Lobby, production' }))
  const dialog = screen.getByRole('dialog')
  await emit('app.changed', anAppState([]))
  await within(dialog).findByText('This item no longer exists.')
  expect(within(dialog).getByRole('button', { name: 'Delete profile' })).toHaveProperty('disabled', true)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(dialog.isConnected).toBe(false)
  expect(callsOf('profile.delete')).toEqual([])
})

test('deletes a profile only after a confirmation that starts on Cancel', async () => {
  const { user, callsOf } = renderPage(<SettingsSection />, { handlers: { 'profile.delete': () => null } })
  const remove = await screen.findByRole('button', { name: 'Delete Lobby, production' })
  await user.click(remove)
  const dialog = screen.getByRole('dialog', { name: 'Delete profile “Lobby, production”?' })
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: /Delete/ })).toBeNull()
  expect(document.activeElement).toBe(remove)
  expect(callsOf('profile.delete')).toEqual([])
  await user.click(remove)
  await user.click(screen.getByRole('button', { name: 'Delete profile' }))
  expect(callsOf('profile.delete')).toEqual([{ profileId: 'profile-1' }])
})

// Would catch a choice that seems refused while the disk is slow.
test('shows a preference while it is being saved', async () => {
  const { user } = renderPage(<SettingsSection />, {
    handlers: { 'preferences.set': () => new Promise(() => undefined) },
  })
  await user.click(
    within(await screen.findByRole('radiogroup', { name: 'Theme' })).getByRole('radio', { name: 'Dark' }),
  )
  expect(screen.getByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true)
})

test('saves a preference immediately and shows when it could not be saved', async () => {
  const { user, callsOf } = renderPage(<SettingsSection />, {
    handlers: {
      'preferences.set': ({ density, theme = 'system' }) =>
        density === 'compact'
          ? fail({ kind: 'storage', reason: 'full', detail: '' })
          : { theme, language: 'en', density: 'comfortable', runsInBackground: true },
    },
  })
  await user.click(
    within(await screen.findByRole('radiogroup', { name: 'Theme' })).getByRole('radio', { name: 'Dark' }),
  )
  expect(callsOf('preferences.set')).toEqual([{ theme: 'dark' }])
  expect(screen.getByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true)
  await user.click(screen.getByRole('radio', { name: 'Compact' }))
  expect(await screen.findByText(/The disk is full/)).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Comfortable' })).toHaveProperty('checked', true)
})

test('runs without a window, and opens at login, as the operator chooses', async () => {
  const { user, callsOf } = renderPage(<SettingsSection />, {
    handlers: {
      'preferences.set': ({ runsInBackground = true }) => ({
        theme: 'system',
        language: 'en',
        density: 'comfortable',
        runsInBackground,
      }),
      'app.setOpensAtLogin': ({ opensAtLogin }) => ({ hasTray: true, opensAtLogin }),
    },
  })
  const runs = await screen.findByRole('switch', { name: 'Keep running when the window is closed' })
  const opens = screen.getByRole('switch', { name: 'Open at login' })
  expect([runs, opens].map((each) => each.matches(':checked'))).toEqual([true, false])
  await user.click(runs)
  await user.click(opens)
  expect(callsOf('preferences.set')).toEqual([{ runsInBackground: false }])
  expect(callsOf('app.setOpensAtLogin')).toEqual([{ opensAtLogin: true }])
  expect([runs, opens].map((each) => each.matches(':checked'))).toEqual([false, true])
})

// Would catch an offer to run a program that cannot be reached again.
test('does not offer to run without a window when there is no tray', async () => {
  renderPage(<SettingsSection />, {
    handlers: { 'app.background': () => ({ hasTray: false, opensAtLogin: false }) },
  })
  const runs = await screen.findByRole('switch', { name: 'Keep running when the window is closed' })
  expect([runs.matches(':disabled'), runs.matches(':checked')]).toEqual([true, false])
  const hint = document.getElementById(runs.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toMatch(/shows no tray icons/)
})

test('warns about a keyring with a known password', async () => {
  renderPage(<SettingsSection />, {
    handlers: { 'app.state': () => anAppState([aProfile()], { isKeychainPasswordKnown: true }) },
  })
  const page = within(await screen.findByRole('region', { name: 'Where is my token?' }))
  expect(page.getByText(/whose password is public/)).toBeTruthy()
  expect(page.queryByText(/system's keychain/)).toBeNull()
})

test.each([
  ['a keychain that is not usable', 'missing', ['keychain-missing'], /^Only in Greenroom's memory, until you quit\.$/],
  ['all secrets kept for this session', 'available', ['session', 'none'], /^Only in Greenroom's memory/],
  ['one of two kept for this session', 'available', ['keychain', 'session'], /keychain.* in memory, until you quit\.$/],
  [
    'all secrets in the keychain',
    'available',
    ['keychain', 'none'],
    /keychain, under “Greenroom”, and nowhere else\.$/,
  ],
] as const)('says where the token is with %s', async (_, keychain, secrets, answer) => {
  const views = secrets.map((secret, index) => aProfile({ name: `Profile ${String(index)}` }, { secret }))
  renderPage(<SettingsSection />, { handlers: { 'app.state': () => anAppState(views, { keychain }) } })
  const page = within(await screen.findByRole('region', { name: 'Where is my token?' }))
  expect(page.getByText(answer)).toBeTruthy()
})

test('shows where the token is stored, even when the keychain is locked', async () => {
  renderPage(<SettingsSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile({}, { secret: 'keychain-locked' })], { keychain: 'locked' }),
    },
  })
  const page = within(await screen.findByRole('region', { name: 'Where is my token?' }))
  expect(page.getByText(/keychain, under “Greenroom”, and nowhere else/)).toBeTruthy()
  expect(page.getByText('locked')).toBeTruthy()
  expect(page.getByText('keychain locked')).toBeTruthy()
})
