import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { SettingsSection } from '../../../src/renderer/sections/settings/settings-section.tsx'
import { go } from '../../../src/renderer/state/location-store.ts'
import { exchangeId } from '../../../src/shared/schemas/ids.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'

const defaultRules = {
  mostImageBytes: 10_000_000,
  ratios: ['16:9', '9:16'],
  parallel: 2,
  floor: 0,
  sendsConversationIdWithImage: true,
}

const token = 'a-token-nobody-may-see'

const form = () => within(screen.getByRole('form', { name: 'Profile' }))
const box = (name: string): HTMLElement => form().getByRole('textbox', { name })
const status = async (text: RegExp): Promise<HTMLElement> => {
  const found = await form().findByText(text)
  expect(found.closest('[role="status"]')).not.toBeNull()
  return found
}

const saves: Partial<Handlers> = {
  'app.state': () => anAppState([]),
  'profile.save': ({ fields, secret }) =>
    aProfile({ ...fields }, { secret: secret.kind === 'set' && secret.keepIn === 'session' ? 'session' : 'keychain' }),
}

async function openNew(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'New profile' }))
}

// Pasted as a whole, because long texts typed key by key bring a test near its time limit on a busy machine. Tests type
// where keys matter.
async function put(user: UserEvent, name: string, text: string): Promise<void> {
  await user.click(box(name))
  await user.paste(text)
}

async function fill(user: UserEvent): Promise<void> {
  await openNew(user)
  await put(user, 'Profile name', 'Lobby')
  await put(user, 'Base URL', 'http://127.0.0.1:4010/openapi/v2/')
  await put(user, 'Access token', token)
}

describe('http to another computer', () =>
  test('shows a warning and needs consent for one origin; this computer and https need no consent', async () => {
    const { user, callsOf } = renderPage(<SettingsSection />, { handlers: saves })
    await fill(user)
    expect(screen.queryByRole('checkbox', { name: /unencrypted/ })).toBeNull()
    await user.clear(box('Base URL'))
    await put(user, 'Base URL', 'http://service.example:8080/v2')
    const agree = form().getByRole('checkbox', { name: 'Send everything to service.example:8080 unencrypted' })
    expect(
      form().getByText(/Anyone on the network between here and service.example:8080 can read the token/),
    ).toBeTruthy()
    await user.click(agree)
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await status(/Saved/)
    expect(callsOf('profile.save')).toMatchObject([{ fields: { unencryptedOrigin: 'http://service.example:8080' } }])

    await user.clear(box('Base URL'))
    await put(user, 'Base URL', 'http://other.example/v2')
    expect(form().getByRole('checkbox', { name: /other.example/ })).toHaveProperty('checked', false)
    await user.clear(box('Base URL'))
    await put(user, 'Base URL', 'https://other.example/v2')
    expect(screen.queryByRole('checkbox', { name: /unencrypted/ })).toBeNull()
  }))

describe('saving', () => {
  test('does not lose a click on Test connection before the save has ended', async () => {
    const saved = Promise.withResolvers<undefined>()
    const handlers: Partial<Handlers> = {
      'app.state': () => anAppState([]),
      'profile.save': async ({ fields }) => {
        await saved.promise
        return aProfile({ ...fields })
      },
      'profile.test': () => ({ account: { at: 0, avatarCreationsLeft: 37, durationLeft: 600 }, tookMs: 12 }),
    }
    const { user, callsOf } = renderPage(<SettingsSection />, { handlers })
    await fill(user)
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await user.click(form().getByRole('button', { name: 'Test connection' }))
    await status(/37/)
    saved.resolve(undefined)
    await waitFor(() => expect(box('Access token')).toHaveProperty('value', ''))
    await status(/37/)
    expect(callsOf('profile.save')).toHaveLength(1)
    expect(callsOf('profile.test')).toHaveLength(1)
  })

  test('sends the fields and the token once, shows Saved and forgets the token', async () => {
    const { user, callsOf } = renderPage(<SettingsSection />, { handlers: saves })
    await fill(user)
    await put(user, 'Application ID', '1377000000000001968 Lobby kiosks\n1377000000000001969')
    await user.click(form().getByRole('radio', { name: 'read-only' }))
    await user.click(form().getByRole('radio', { name: 'Violet' }))
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await status(/Saved\./)
    expect(callsOf('profile.save')).toEqual([
      {
        id: null,
        fields: {
          name: 'Lobby',
          baseUrl: 'http://127.0.0.1:4010/openapi/v2/',
          authentication: { kind: 'access-token' },
          applications: [
            { appId: '1377000000000001968', label: 'Lobby kiosks' },
            { appId: '1377000000000001969', label: '' },
          ],
          unencryptedOrigin: '',
          mediaBaseUrl: '',
          durationUnit: 'unknown',
          protection: 'read-only',
          colour: 'violet',
          creation: defaultRules,
        },
        secret: { kind: 'set', value: token, keepIn: 'keychain' },
      },
    ])
    expect(box('Access token')).toHaveProperty('value', '')
    expect(document.documentElement.outerHTML).not.toContain(token)
  })

  // Would catch a typed capacity that is not saved, or that is saved under a different profile.
  test('a capacity is saved with the profile; Enter goes to the next row', async () => {
    const { user, callsOf } = renderPage(<SettingsSection />, {
      handlers: { ...saves, 'profile.setCapacities': () => null },
    })
    await fill(user)
    await put(user, 'Application ID', '1377000000000001968')
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(form().getAllByRole('textbox', { name: 'Application ID' })[1])
    expect(callsOf('profile.save')).toEqual([])
    const [capacity] = form().getAllByRole('textbox', { name: 'Capacity' })
    await user.type(capacity ?? document.body, '20')
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await status(/Saved\./)
    expect(callsOf('profile.setCapacities')).toEqual([
      { profileId: 'profile-1', capacities: { '1377000000000001968': 20 } },
    ])
  })

  // Would catch a capacity that seems lost, and is typed again, in the form of a profile that is not open.
  test('the capacities of a profile that is not open are read', async () => {
    const applications = [{ appId: '1377000000000001968' as never, label: 'Lobby' }]
    const kiosks = aProfile({ id: 'profile-2' as never, name: 'Kiosks', applications })
    const { user } = renderPage(<SettingsSection />, {
      handlers: {
        'app.state': () => anAppState([aProfile(), kiosks]),
        'profile.capacities': ({ profileId }): Record<string, number> =>
          profileId === 'profile-2' ? { '1377000000000001968': 20 } : {},
      },
    })
    await user.click(await screen.findByRole('radio', { name: 'Kiosks' }))
    const [capacity] = form().getAllByRole('textbox', { name: 'Capacity' })
    await waitFor(() => expect(capacity).toHaveProperty('value', '20'))
  })

  // Would catch a second profile that the next press of Save creates with the token that is still in its field.
  test('a profile is saved once although its capacities were not, and the capacities stay typed', async () => {
    const disk = { isFull: true }
    const { user, callsOf, emit } = renderPage(<SettingsSection />, {
      handlers: {
        ...saves,
        'profile.setCapacities': () => (disk.isFull ? fail({ kind: 'storage', reason: 'full', detail: '' }) : null),
      },
    })
    const save = () => user.click(screen.getByRole('button', { name: 'Save profile' }))
    await fill(user)
    await put(user, 'Application ID', '1377000000000001968')
    const capacity = () => form().getAllByRole('textbox', { name: 'Capacity' })[0] ?? document.body
    await user.type(capacity(), '20')
    await save()
    await waitFor(() => expect(box('Access token')).toHaveProperty('value', ''))
    await emit('app.changed', anAppState([aProfile()]))
    expect(capacity()).toHaveProperty('value', '20')
    screen.getByText('1 change')
    disk.isFull = false
    await save()
    await status(/Saved\./)
    expect(callsOf('profile.save')).toMatchObject([{ id: null }, { id: 'profile-1', secret: { kind: 'keep' } }])
    expect(callsOf('profile.setCapacities')).toHaveLength(2)
    expect(screen.queryByText(/change$/)).toBeNull()
  })

  test('sends app id, key and lifetime for API keys', async () => {
    const { user, callsOf } = renderPage(<SettingsSection />, { handlers: saves })
    await fill(user)
    await user.click(form().getByRole('radio', { name: 'API keys' }))
    expect(form().queryByRole('textbox', { name: 'Access token' })).toBeNull()
    expect(box('Token lifetime (seconds)')).toHaveProperty('value', '1800')
    expect(box('App key')).toHaveProperty('value', '')
    await put(user, 'App ID', '1377000000000001968')
    await user.type(box('App key'), 'b2c1')
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await status(/Saved/)
    expect(callsOf('profile.save')[0]).toMatchObject({
      fields: {
        authentication: { kind: 'api-keys', appId: '1377000000000001968', tokenLifetimeSeconds: 1800 },
      },
      secret: { kind: 'set', value: 'b2c1' },
    })
  })

  test('finds empty required fields without main, and leads to the first of them', async () => {
    const { user, callsOf } = renderPage(<SettingsSection />, { handlers: saves })
    await openNew(user)
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await status(/Correct the marked fields/)
    expect(callsOf('profile.save')).toEqual([])
    expect(document.activeElement).toBe(box('Profile name'))
    for (const name of ['Profile name', 'Base URL', 'Access token']) {
      expect(box(name).getAttribute('aria-invalid'), name).toBe('true')
    }
  })

  // Would catch a focus that moves to the next wrong field while the operator corrects the first.
  test('a field that is corrected keeps the focus, and loses its mark', async () => {
    const { user } = renderPage(<SettingsSection />, { handlers: saves })
    await openNew(user)
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await user.keyboard('Lobby')
    expect(document.activeElement).toBe(box('Profile name'))
    expect(box('Profile name')).toHaveProperty('value', 'Lobby')
    expect(box('Profile name').getAttribute('aria-invalid')).toBeNull()
    expect(box('Base URL').getAttribute('aria-invalid')).toBe('true')
  })

  test("shows main's errors at their fields", async () => {
    const { user } = renderPage(<SettingsSection />, { handlers: saves })
    await openNew(user)
    await pasteInto(user, box('Profile name'), 'Lobby')
    await pasteInto(user, box('Base URL'), 'ftp://host')
    await put(user, 'Access token', token)
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await waitFor(() => expect(box('Base URL').getAttribute('aria-invalid')).toBe('true'))
    expect(box('Profile name').getAttribute('aria-invalid')).toBeNull()
    const described = (box('Base URL').getAttribute('aria-describedby') ?? '').split(' ').at(-1)
    expect(document.getElementById(described ?? '')?.textContent).toContain('http or https')
    expect(box('Access token')).toHaveProperty('value', token)
  })

  test.each(['keychain-missing', 'keychain-locked'] as const)(
    'offers to keep the secret for the session when the answer is %s, and only then keeps it there',
    async (kind) => {
      const { user, callsOf } = renderPage(<SettingsSection />, {
        handlers: {
          ...saves,
          'profile.save': ({ fields, secret }) =>
            secret.kind === 'set' && secret.keepIn === 'session'
              ? aProfile({ ...fields }, { secret: 'session' })
              : fail({ kind }),
        },
      })
      await fill(user)
      await user.click(screen.getByRole('button', { name: 'Save profile' }))
      await user.click(await form().findByRole('button', { name: 'Keep for this session only' }))
      await status(/Saved\. Secret: kept for this session only\./)
      expect(callsOf('profile.save').map((input) => (input as { secret: unknown }).secret)).toEqual([
        { kind: 'set', value: token, keepIn: 'keychain' },
        { kind: 'set', value: token, keepIn: 'session' },
      ])
    },
  )
})

describe('the rules of creations', () => {
  const open = async (user: UserEvent): Promise<void> => {
    await fill(user)
    await user.click(form().getByText('Advanced'))
  }

  // Would catch a limit in the wrong unit, or a typed shape that main refuses.
  test('are sent in main’s units, and shapes can be written in several ways', async () => {
    const { user, callsOf } = renderPage(<SettingsSection />, { handlers: saves })
    await open(user)
    await user.type(box('Image size limit (MB)'), '7.5')
    await put(user, 'Accepted shapes', '1 : 1, 9x16；4:3')
    await user.type(box('Creations sent at once'), '4')
    await user.type(box('Creations to keep'), '5')
    await user.click(form().getByRole('checkbox', { name: 'Send conversation ID with images' }))
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await status(/Saved/)
    expect(callsOf('profile.save')[0]).toMatchObject({
      fields: {
        creation: {
          mostImageBytes: 7_500_000,
          ratios: ['1:1', '9:16', '4:3'],
          parallel: 4,
          floor: 5,
          sendsConversationIdWithImage: false,
        },
      },
    })
    expect(box('Image size limit (MB)')).toHaveProperty('value', '7.5')
    expect(box('Accepted shapes')).toHaveProperty('value', '1:1, 9:16, 4:3')
  })

  // Would catch a wrong rule in a collapsed group, which hides why saving fails.
  test('are checked by main, and a wrong rule opens the group and takes the focus', async () => {
    const { user } = renderPage(<SettingsSection />, { handlers: saves })
    await open(user)
    await user.type(box('Creations sent at once'), '9')
    await user.click(form().getByText('Advanced'))
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await form().findByText('Enter 1 to 8.')
    expect(box('Creations sent at once').closest('details')).toHaveProperty('open', true)
    expect(document.activeElement).toBe(box('Creations sent at once'))
    expect(box('Accepted shapes').getAttribute('aria-invalid')).toBeNull()
  })

  test.each([
    ['Image size limit (MB)', 'large', 'Enter 0.001 to 1000.'],
    ['Accepted shapes', 'portrait', 'Enter at most ten shapes, such as 16:9.'],
    ['Creations to keep', '2.5', 'Enter a whole number.'],
  ])('%s must not be "%s"', async (name, text, words) => {
    const { user } = renderPage(<SettingsSection />, { handlers: saves })
    await open(user)
    await user.type(box(name), text)
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await form().findByText(words)
    expect(box(name).getAttribute('aria-invalid')).toBe('true')
  })

  // Would catch rules that are lost when a different field is saved.
  test('that were saved are restored, and are sent with every other change', async () => {
    const creation = { ...defaultRules, floor: 3, ratios: ['1:1'] }
    const { user, callsOf } = renderPage(<SettingsSection />, {
      handlers: {
        'app.state': () => anAppState([aProfile({ creation })]),
        'profile.save': ({ fields }) => aProfile({ ...fields }),
      },
    })
    await user.click(await screen.findByRole('radio', { name: 'Lobby, production' }))
    form().getByText('10 MB; 1:1; 2 at once; keeps 3')
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await status(/Saved/)
    expect(callsOf('profile.save')[0]).toMatchObject({ fields: { creation } })
  })
})

describe('a saved secret', () => {
  const saved = { 'app.state': () => anAppState() } satisfies Partial<Handlers>

  test('is shown as an empty field that names where it is stored, and is kept when nothing is typed', async () => {
    const { user, callsOf } = renderPage(<SettingsSection />, {
      handlers: { ...saved, 'profile.save': ({ fields }) => aProfile(fields) },
    })
    await user.click(await screen.findByRole('radio', { name: 'Lobby, production' }))
    expect(box('Access token')).toHaveProperty('value', '')
    expect(form().getByText(/stored in the OS keychain/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await status(/Saved/)
    expect(callsOf('profile.save')[0]).toMatchObject({ id: 'profile-1', secret: { kind: 'keep' } })
  })

  // Would catch an accidental click beside Test connection that removes the token of a profile, which cannot be
  // restored.
  test('is removed after a question that names the consequences, and stays on Cancel', async () => {
    const { user, callsOf } = renderPage(<SettingsSection />, {
      handlers: { ...saved, 'profile.removeSecret': () => aProfile({}, { secret: 'none' }) },
    })
    await user.click(await screen.findByRole('radio', { name: 'Lobby, production' }))
    const dialog = () => within(screen.getByRole('dialog', { name: 'Remove secret' }))
    await user.click(form().getByRole('button', { name: 'Remove secret' }))
    dialog().getByText("“Lobby, production” can't reach the service until you enter another secret.")
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Cancel' }))
    await user.click(dialog().getByRole('button', { name: 'Cancel' }))
    expect(callsOf('profile.removeSecret')).toEqual([])
    await user.click(form().getByRole('button', { name: 'Remove secret' }))
    await user.click(dialog().getByRole('button', { name: 'Remove secret' }))
    await status(/Secret removed/)
    expect(callsOf('profile.removeSecret')).toEqual([{ profileId: 'profile-1' }])
  })

  test('is not offered for removal before the keychain has answered', async () => {
    const { user } = renderPage(<SettingsSection />, {
      handlers: { 'app.state': () => anAppState([aProfile({}, { secret: 'reading' })]) },
    })
    await user.click(await screen.findByRole('radio', { name: 'Lobby, production' }))
    expect(form().queryByRole('button', { name: 'Remove secret' })).toBeNull()
  })

  test('does not count as the key of a different authentication', async () => {
    const { user, callsOf } = renderPage(<SettingsSection />, { handlers: saved })
    await user.click(await screen.findByRole('radio', { name: 'Lobby, production' }))
    await user.click(form().getByRole('radio', { name: 'API keys' }))
    await user.type(box('App ID'), '1377')
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await status(/Correct the marked fields/)
    expect(box('App key').getAttribute('aria-invalid')).toBe('true')
    expect(callsOf('profile.save')).toEqual([])
  })
})

describe('a pasted secret', () => {
  test('with surrounding characters shows that these are left out', async () => {
    const { user } = renderPage(<SettingsSection />, { handlers: saves })
    await fill(user)
    await user.clear(box('Access token'))
    await put(user, 'Access token', `Bearer ${token}`)
    await form().findByText('Saved without extra characters, such as “Bearer”.')
    await user.clear(box('Access token'))
    await put(user, 'Access token', token)
    expect(form().queryByText(/Saved without/)).toBeNull()
  })

  test.each([
    ['eyJhbGciOi…', "“…” can't be part of a secret. Copy the secret again."],
    ['two words', "“U+0020” can't be part of a secret. Copy the secret again."],
  ])('that cannot be sent is refused at its field: %s', async (secret, words) => {
    const { user, callsOf } = renderPage(<SettingsSection />, { handlers: saves })
    await fill(user)
    await user.clear(box('Access token'))
    await put(user, 'Access token', secret)
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await form().findByText(words)
    expect(box('Access token').getAttribute('aria-invalid')).toBe('true')
    expect(callsOf('profile.save')).toEqual([])
  })
})

test('an application ID and an App ID are saved without surrounding characters, and a message says so', async () => {
  const { user, callsOf } = renderPage(<SettingsSection />, { handlers: saves })
  await fill(user)
  await user.click(form().getByRole('radio', { name: 'API keys' }))
  await put(user, 'App ID', "'1377")
  await form().findByText('Used as 1377.')
  await put(user, 'App key', token)
  await put(user, 'Application ID', '\u200b“1983775419508027001”')
  await form().findByText('Used as 1983775419508027001.')
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await status(/Saved/)
  expect(callsOf('profile.save')[0]).toMatchObject({
    fields: { authentication: { appId: '1377' }, applications: [{ appId: '1983775419508027001' }] },
  })
})

describe('testing the connection', () => {
  const account = { at: 1_790_000_000_000, avatarCreationsLeft: 37, durationLeft: 600 }

  test('shows both balances, the unit and the time as text', async () => {
    const { user } = renderPage(<SettingsSection />, {
      handlers: { ...saves, 'profile.test': () => ({ account, tookMs: 120 }) },
    })
    await fill(user)
    await user.click(form().getByRole('button', { name: 'Test connection' }))
    await status(/^Connected in 120 ms\. Left: 37 creations, duration 600 \(unknown\)\.$/)
  })

  // Would catch a message about a missing version that does not show where the version belongs.
  test('fills in the address where the service answers, and tests it', async () => {
    const failure = {
      kind: 'http',
      operation: 'queryAccount',
      sent: 'yes',
      at: 0,
      httpStatus: 404,
      code: null,
      message: null,
      exchangeId: null,
      hints: { lacksVersion: true, foundBaseUrl: 'https://service.example/openapi/v2' },
    } as const
    const { user, callsOf } = renderPage(<SettingsSection />, {
      handlers: {
        ...saves,
        'profile.test': ({ fields }) => (fields.baseUrl.endsWith('/v2') ? { account, tookMs: 120 } : fail(failure)),
      },
    })
    await fill(user)
    await user.clear(box('Base URL'))
    await put(user, 'Base URL', 'https://service.example')
    await user.click(form().getByRole('button', { name: 'Test connection' }))
    await status(/answers at https:\/\/service\.example\/openapi\/v2/)
    await user.click(form().getByRole('button', { name: 'Use this address' }))
    await status(/^Connected in 120 ms/)
    expect(box('Base URL')).toHaveProperty('value', 'https://service.example/openapi/v2')
    expect(callsOf('profile.test')).toMatchObject([
      { fields: { baseUrl: 'https://service.example' } },
      { fields: { baseUrl: 'https://service.example/openapi/v2' } },
    ])
  })

  test('continues after the sign-in to the proxy', async () => {
    let isSignedIn = false
    const wants = { operation: 'queryAccount', sent: 'no', at: 0, httpStatus: 407, code: null, message: null } as const
    const { user, callsOf } = renderPage(<SettingsSection />, {
      handlers: {
        ...saves,
        'profile.test': () =>
          isSignedIn
            ? { account, tookMs: 120 }
            : fail({ kind: 'proxy-authentication', proxy: 'p:1', ...wants, exchangeId: null }),
        'proxy.signIn': () => {
          isSignedIn = true
          return null
        },
      },
    })
    await fill(user)
    await user.click(form().getByRole('button', { name: 'Test connection' }))
    await user.click(await form().findByRole('button', { name: 'Sign in to proxy' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Sign in to proxy' }))
    await user.type(dialog.getByRole('textbox', { name: 'User name' }), 'ada{Enter}')
    await status(/^Connected in 120 ms/)
    // Enter in the dialog submits only the dialog.
    expect(callsOf('profile.save')).toEqual([])
  })

  test('shows the failure with code, message and next step, and keeps the typed text', async () => {
    const exchange = {
      id: exchangeId.parse('exchange-1'),
      operation: 'queryAccount',
      method: 'GET',
      url: 'https://service.example/openapi/v2/queryAccount',
      startedAt: 1_790_000_000_000,
      durationMs: 120,
      requestHeaders: {},
      requestBody: null,
      httpStatus: 200,
      answerHeaders: {},
      isAnswerStored: false,
      answerExcerpt: null,
      problem: 'token-rejected: HTTP 200',
    }
    const { user } = renderPage(<SettingsSection />, {
      handlers: {
        ...saves,
        'profile.test': () =>
          fail({
            kind: 'token-rejected',
            operation: 'queryAccount',
            sent: 'yes',
            at: 1_790_000_000_000,
            httpStatus: 200,
            code: '1006',
            message: 'token expired',
            exchangeId: exchange.id,
          }),
        'exchange.read': () => exchange,
      },
    })
    await fill(user)
    await user.click(form().getByRole('button', { name: 'Test connection' }))
    await status(/rejected the token: “token expired” \(code 1006\)/)
    await status(/Paste a new token or key in Settings/)
    await user.click(form().getByText('Details'))
    expect(await form().findByText('queryAccount')).toBeTruthy()
    expect(await form().findByText("Answers to a connection test aren't kept.")).toBeTruthy()
    expect(box('Access token')).toHaveProperty('value', token)
  })
})

// Would catch a token that is lost with its section without a question, and a token in the page's HTML.
test('typed text survives a visit to a different section, and so do the secrets of both authentications', async () => {
  const { user, callsOf } = renderPage(<Shell />, { handlers: saves })
  await user.click(await screen.findByRole('button', { name: 'Connect to a service' }))
  await screen.findByRole('form', { name: 'Profile' })
  await put(user, 'Profile name', 'Lobby')
  await put(user, 'Base URL', 'https://app.example/openapi/v2')
  await put(user, 'Access token', token)
  await user.click(form().getByRole('radio', { name: 'API keys' }))
  await put(user, 'App key', 'half-a-k')
  await user.click(screen.getByRole('link', { name: 'Activity' }))
  expect(screen.queryByRole('form', { name: 'Profile' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  await screen.findByRole('form', { name: 'Profile' })
  expect(box('Profile name')).toHaveProperty('value', 'Lobby')
  expect(box('App key')).toHaveProperty('value', 'half-a-k')
  await user.click(form().getByRole('radio', { name: 'Access token' }))
  expect(box('Access token')).toHaveProperty('value', token)
  expect(document.documentElement.outerHTML).not.toContain(token)
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await status(/Saved/)
  expect(callsOf('profile.save')).toMatchObject([{ secret: { kind: 'set', value: token } }])
  expect(box('Access token')).toHaveProperty('value', '')
  await user.click(form().getByRole('radio', { name: 'API keys' }))
  expect(box('App key')).toHaveProperty('value', '')
  go({ section: 'avatars' })
})

function membersOf(value: object): readonly unknown[] {
  if (value instanceof Node || value === window) return []
  return value instanceof Map || value instanceof Set ? [...value.keys(), ...value.values()] : Object.values(value)
}

/**
 * True when React, the stores or the caches of this page contain the text as a plain value, searched from the page's
 * root.
 */
function isHeldByThePage(text: string): boolean {
  const ofReact = ([name]: readonly [string, unknown]): boolean => name.startsWith('__reactContainer')
  const found = new Set<unknown>(
    [...document.body.children]
      .flatMap((element) => Object.entries(element).filter(ofReact))
      .map(([, root]): unknown => root),
  )
  expect(found.size).toBeGreaterThan(0)
  // Iteration of a set includes values that are added meanwhile.
  for (const value of found) {
    if (typeof value === 'string' && value.includes(text)) return true
    if (typeof value === 'object' && value !== null) for (const member of membersOf(value)) found.add(member)
  }
  return false
}

// Would catch a token that outlives its field: React keeps previous props and states, and a cache keeps the input of a
// command.
test('a typed secret is in its field, and in no prop, state, store or cache', async () => {
  const tested = { account: { at: 1, avatarCreationsLeft: 37, durationLeft: 600 }, tookMs: 5 }
  const { user, callsOf } = renderPage(<Shell />, { handlers: { ...saves, 'profile.test': () => tested } })
  await user.click(await screen.findByRole('button', { name: 'Connect to a service' }))
  await screen.findByRole('form', { name: 'Profile' })
  await put(user, 'Profile name', 'Lobby of the form')
  await put(user, 'Base URL', 'https://app.example/openapi/v2')
  await put(user, 'Access token', token)
  expect(isHeldByThePage('Lobby of the form')).toBe(true)
  expect(isHeldByThePage(token)).toBe(false)
  await user.click(form().getByRole('button', { name: 'Test connection' }))
  await waitFor(() => expect(callsOf('profile.test')).toHaveLength(1))
  expect(isHeldByThePage(token)).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await status(/Saved/)
  expect(isHeldByThePage(token)).toBe(false)
  go({ section: 'avatars' })
})

// Would catch a window that closes and loses a token typed in a section that is not on screen.
test('a typed secret alone blocks closing the page and counts as unsaved, until it is discarded', async () => {
  const { user } = renderPage(<Shell />)
  const isHeld = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await user.click(await screen.findByRole('link', { name: 'Settings' }))
  await screen.findByRole('form', { name: 'Profile' })
  await put(user, 'Access token', token)
  await user.click(screen.getByRole('link', { name: 'Activity' }))
  expect(isHeld()).toBe(true)
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  await screen.findByText('1 change')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(box('Access token')).toHaveProperty('value', '')
  expect(isHeld()).toBe(false)
  go({ section: 'avatars' })
})
