import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { go } from '../../../src/renderer/state/location-store.ts'
import { appId, profileId } from '../../../src/shared/schemas/ids.ts'
import { unsavedProfile } from '../../../src/shared/schemas/profile.ts'
import type { UnsavedProfile } from '../../../src/shared/schemas/profile.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { pasteInto, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'

const lobby = aProfile()
const tower = aProfile({ id: profileId.parse('profile-2'), name: 'Tower', mediaBaseUrl: 'https://media.example/' })

async function settings(handlers: Partial<Handlers> = {}, profiles = [lobby, tower]): Promise<RenderedPage> {
  const page = renderPage(<Shell />, { handlers: { 'app.state': () => anAppState(profiles), ...handlers } })
  await page.user.click(await screen.findByRole('link', { name: 'Settings' }))
  // The section's code is loaded when it is first shown.
  await screen.findByRole('region', { name: 'Preferences' }, { timeout: 10_000 })
  return page
}

const form = () => within(screen.getByRole('form', { name: 'Profile' }))
const box = (name: string): HTMLElement => form().getByRole('textbox', { name })
// Pasted as a whole at the end, because typing key by key brings a test near its time limit on a busy machine.
async function add(user: UserEvent, name: string, text: string): Promise<void> {
  await user.click(box(name))
  await user.paste(text)
}
const valueOf = (name: string): unknown => box(name).getAttribute('value')
const question = () => within(screen.getByRole('dialog', { name: 'Discard unsaved changes?' }))

// Would catch typed text that a click on a different profile loses.
test.each([
  ['radio', 'Tower'],
  ['button', 'New profile'],
])('the %s %s asks before it discards unsaved changes', async (role, name) => {
  const { user } = await settings()
  await add(user, 'Profile name', ' 2')
  await user.click(screen.getByRole(role, { name }))
  await user.click(question().getByRole('button', { name: 'Keep editing' }))
  expect(valueOf('Profile name')).toBe('Lobby, production 2')
  expect(screen.getByRole('radio', { name: 'Lobby, production' })).toHaveProperty('checked', true)
  await user.click(screen.getByRole(role, { name }))
  await user.click(question().getByRole('button', { name: 'Discard changes' }))
  expect(valueOf('Profile name')).toBe(name === 'Tower' ? 'Tower' : '')
})

// Would catch a question without unsaved changes, and a typed secret that is lost without a question.
test('a question appears only for typed changes, including a secret', async () => {
  const { user } = await settings()
  await user.click(screen.getByRole('radio', { name: 'Tower' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await add(user, 'Access token', 'a-token')
  await user.click(screen.getByRole('radio', { name: 'Lobby, production' }))
  await user.click(question().getByRole('button', { name: 'Discard changes' }))
  expect(box('Access token')).toHaveProperty('value', '')
})

// Would catch a focus that moves to the theme, far below, once the focused form is gone.
test.each([
  ['a profile that is saved', [lobby, tower], 'Lobby, production'],
  ['a new one', [lobby, tower], 'Lobby, production'],
  ['a new one where none is saved', [], null],
])('Discard in the form of %s moves the focus to the profile that is shown then', async (which, profiles, next) => {
  const { user } = await settings({}, profiles)
  if (which !== 'a profile that is saved') await user.click(screen.getByRole('button', { name: 'New profile' }))
  await add(user, 'Profile name', ' 2')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.click(question().getByRole('button', { name: 'Discard changes' }))
  const shown =
    next === null ? screen.getByRole('region', { name: 'Profiles' }) : screen.getByRole('radio', { name: next })
  expect(document.activeElement).toBe(shown)
  expect(screen.queryByRole('form', { name: 'Profile' }) === null).toBe(next === null)
})

// Would catch an empty form that cannot be left without a question.
test('an untouched new profile is discarded immediately', async () => {
  const { user } = await settings()
  await user.click(screen.getByRole('button', { name: 'New profile' }))
  expect(screen.getByRole('radio', { name: 'New profile' })).toHaveProperty('checked', true)
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('radio', { name: 'New profile' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Lobby, production' }))
})

// Would catch fields that are lost when the page crashes, and a secret that main stores before it is saved.
test('main stores unsaved typed text, without the secret', async () => {
  const { user, callsOf } = await settings()
  await add(user, 'Profile name', ' 2')
  await add(user, 'Access token', 'a-token')
  await waitFor(() =>
    expect(callsOf('app.setUnsaved').at(-1)).toMatchObject({
      form: { draft: { name: 'Lobby, production 2' }, start: { id: 'profile-1', name: 'Lobby, production' } },
    }),
  )
  expect(JSON.stringify(callsOf('app.setUnsaved'))).not.toContain('a-token')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.click(question().getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(callsOf('app.setUnsaved').at(-1)).toEqual({ form: null, texts: [] }))
})

// Would catch a form that is lost in a crash because one of its texts was too long to store.
test('main stores typed text, however long a pasted text or list is', async () => {
  const { user, callsOf } = await settings()
  const long = 'x'.repeat(5_000)
  await add(user, 'Base URL', long)
  await user.click(form().getAllByRole('textbox', { name: 'Application ID' }).at(-1) ?? box('Profile name'))
  await user.paste(`${long} ${long}\n`.repeat(2))
  const held = () => (callsOf('app.setUnsaved').at(-1) as { form: UnsavedProfile | null } | undefined)?.form
  await waitFor(() => expect(held()?.draft.applications).toHaveLength(3))
  const applications = Array.from({ length: 2_500 }, () => held()?.draft.applications ?? []).flat()
  const draft = { ...held()?.draft, applications }
  expect(unsavedProfile.safeParse({ ...held(), draft }).error?.issues ?? []).toEqual([])
})

/** A save that the test answers. */
function slowSave() {
  const answer = Promise.withResolvers<undefined>()
  const handlers: Partial<Handlers> = {
    'profile.save': async ({ fields }) => {
      await answer.promise
      return aProfile({ ...fields, name: fields.name.trim() })
    },
  }
  const end = (): Promise<void> =>
    act(async () => {
      answer.resolve(undefined)
      await answer.promise
    })
  return { handlers, end }
}

// Would catch text that disappears during typing because an earlier save has ended.
test('text typed during a save stays', async () => {
  const { handlers, end } = slowSave()
  const { user } = await settings(handlers)
  await add(user, 'Profile name', ' 2')
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await add(user, 'Profile name', '3')
  await add(user, 'Base URL', '/more')
  await end()
  expect(valueOf('Profile name')).toBe('Lobby, production 23')
  expect(valueOf('Base URL')).toBe('https://app.example/openapi/v2/more')
  // The text is not saved, so the page asks about it.
  await user.click(screen.getByRole('button', { name: 'New profile' }))
  question().getByText(/has unsaved changes/)
})

// Would catch old values in the form of a profile that has just been saved with new ones.
test('nothing can be discarded during a save', async () => {
  const { handlers, end } = slowSave()
  const { user } = await settings(handlers)
  await add(user, 'Profile name', ' 2')
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  expect(screen.getByRole('button', { name: 'Discard' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Save profile' }).getAttribute('aria-busy')).toBe('true')
  await end()
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
})

// Would catch a token that is removed from its field although it was not saved.
test('a secret typed during a save stays, and a saved secret is removed', async () => {
  const { handlers, end } = slowSave()
  const { user } = await settings(handlers)
  await add(user, 'Access token', 'first')
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await add(user, 'Access token', 'and-more')
  await end()
  expect(box('Access token')).toHaveProperty('value', 'firstand-more')
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await waitFor(() => expect(box('Access token')).toHaveProperty('value', ''))
  await user.click(screen.getByRole('radio', { name: 'Tower' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch the worst error: the form of one profile that turns into the form of a different profile, including its
// address and id.
test('a save that ends late does not change a different profile’s form', async () => {
  const { handlers, end } = slowSave()
  const { user, callsOf } = await settings(handlers)
  await add(user, 'Profile name', ' 2')
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await user.click(screen.getByRole('radio', { name: 'Tower' }))
  await user.click(question().getByRole('button', { name: 'Discard changes' }))
  await add(user, 'Profile name', ' B')
  await end()
  expect(valueOf('Profile name')).toBe('Tower B')
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await waitFor(() =>
    expect(callsOf('profile.save')).toMatchObject([
      { id: 'profile-1' },
      { id: 'profile-2', fields: { name: 'Tower B' } },
    ]),
  )
})

const mediaBase = (): HTMLElement => box('Media base URL')

// Would catch an address that is typed into the form of a different account.
test('a request for the media base URL leads to the open profile', async () => {
  const { user } = await settings()
  await user.click(screen.getByRole('radio', { name: 'Tower' }))
  await add(user, 'Profile name', ' B')
  act(() => go({ section: 'activity' }))
  act(() => go({ section: 'settings', field: 'media-base' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(valueOf('Profile name')).toBe('Lobby, production')
  expect(document.activeElement).toBe(mediaBase())
})

// Would catch a request that waits, and takes the focus from a different field much later.
test('the request for a media base URL of a practice profile does not wait for a different form', async () => {
  const practice = aProfile({ kind: 'practice', name: 'Practice' })
  const { user } = await settings({}, [practice, tower])
  act(() => go({ section: 'activity' }))
  act(() => go({ section: 'settings', field: 'media-base' }))
  await user.click(await screen.findByRole('radio', { name: 'Tower' }))
  expect(document.activeElement).not.toBe(mediaBase())
})

// Would catch a dozen red fields for one error, and "1.000" that counts as one call.
test.each(['1.000', '1,000', '1e3'])('a capacity of %s marks its own field', async (typed) => {
  const applications = ['1377000000000001968', '1377000000000001969'].map((id) => ({
    appId: appId.parse(id),
    label: '',
  }))
  const { user } = await settings({}, [aProfile({ applications })])
  const [, second] = form().getAllByRole('textbox', { name: 'Capacity' })
  await pasteInto(user, second ?? document.body, typed)
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  expect([...document.querySelectorAll('[aria-invalid="true"]')]).toEqual([second])
  expect(document.activeElement).toBe(second)
  go({ section: 'avatars' })
})

// Would catch a save that writes back what a different window has changed meanwhile: removed applications, a lower
// protection, another address.
test('a profile that a different window saved is shown in the form, except in fields with typed changes', async () => {
  const { user, emit, callsOf } = await settings({ 'profile.save': ({ fields }) => aProfile(fields) })
  await add(user, 'Profile name', ' 2')
  const changed = aProfile({
    name: 'Lobby, first floor',
    protection: 'read-only',
    applications: [{ appId: appId.parse('9000'), label: 'Kiosk' }],
  })
  await emit('app.changed', anAppState([changed, tower]))
  expect(valueOf('Profile name')).toBe('Lobby, production 2')
  expect(
    form()
      .getAllByRole('textbox', { name: 'Application ID' })
      .map((one) => one.getAttribute('value')),
  ).toEqual(['9000', ''])
  screen.getByText('1 change')
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await waitFor(() =>
    expect(callsOf('profile.save')).toMatchObject([
      {
        fields: {
          name: 'Lobby, production 2',
          protection: 'read-only',
          applications: [{ appId: '9000', label: 'Kiosk' }],
        },
      },
    ]),
  )
})

// Would catch a form that was drawn before the profile changed, and shows its earlier fields on return.
test('the form shows the saved profile after a visit to a different section', async () => {
  const { user, emit } = await settings()
  act(() => go({ section: 'activity' }))
  await emit('app.changed', anAppState([aProfile({ baseUrl: 'https://moved.example/v2' }), tower]))
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  await waitFor(() => expect(valueOf('Base URL')).toBe('https://moved.example/v2'))
})
