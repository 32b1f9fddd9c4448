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

// Pasted whole: typed key by key, long texts bring a test near its limit on a busy machine. Where keys matter, tests type.
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
  test('is warned of and agreed to for one origin; this computer and https need no consent', async () => {
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
  test('does not swallow a click on Test connection that comes before the save has ended', async () => {
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

  test('sends the fields and the token once, says Saved and forgets the token', async () => {
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

  // Would catch a capacity that is typed and kept nowhere, or under another profile than the one that was saved.
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

  // Would catch a capacity that seems forgotten, and is typed anew, in the form of a profile that is not open.
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

  // Would catch a second profile that is made by the next press of Save, with the token that is still in its box.
  test('a profile is saved once although its capacities were not; they stay typed', async () => {
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

  test('catches what is plainly empty, asks nothing of main, and leads to the first such field', async () => {
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

  // Would catch a focus that goes to the next wrong field under the hand that corrects the first.
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

  test('shows what main finds wrong at its field', async () => {
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
    'offers the session when the answer is %s, and keeps the secret there only then',
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

  // Would catch a limit sent in another unit, or a shape that an operator writes and main refuses.
  test('are sent in main’s units, shapes as they may be written', async () => {
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

  // Would catch a wrong rule that is folded away, where nobody sees why saving fails.
  test('are checked by main, and a wrong one opens the group and has the focus', async () => {
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
  ])('%s may not be "%s"', async (name, text, words) => {
    const { user } = renderPage(<SettingsSection />, { handlers: saves })
    await open(user)
    await user.type(box(name), text)
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    await form().findByText(words)
    expect(box(name).getAttribute('aria-invalid')).toBe('true')
  })

  // Would catch rules that an operator set once and that are lost with the next save of something else.
  test('that were saved are there again, and go along with any other change', async () => {
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

  test('is shown as an empty field with its place, and is kept when nothing is typed', async () => {
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

  // Would catch a press beside Test connection that takes the token of a profile, which nobody can show again.
  test('is removed after a question that says what stops, and stays on Cancel', async () => {
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

  test('does not pass for the key of another way of signing in', async () => {
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

describe('a secret that was pasted', () => {
  test('with what surrounds it says that this is left out', async () => {
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
  ])('and can not be sent is refused at its field: %s', async (secret, words) => {
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

test('an application ID and an App ID are saved without what surrounds them, which is said', async () => {
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

  test('says both balances, the unit and the time in words', async () => {
    const { user } = renderPage(<SettingsSection />, {
      handlers: { ...saves, 'profile.test': () => ({ account, tookMs: 120 }) },
    })
    await fill(user)
    await user.click(form().getByRole('button', { name: 'Test connection' }))
    await status(/^Connected in 120 ms\. Left: 37 creations, duration 600 \(unknown\)\.$/)
  })

  // Would catch an operator who is told that the version is missing, and left to guess where it belongs.
  test('takes up the address where the service answers, and tests it', async () => {
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

  test('goes on once somebody has signed in to the proxy', async () => {
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
    // Enter in the dialog is for the dialog alone.
    expect(callsOf('profile.save')).toEqual([])
  })

  test('says the failure with code, message and next step, and keeps what was typed', async () => {
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

// Would catch a token that goes with its section although nobody was asked, and one that stands in the page's HTML.
test('what was typed survives a look at another section, the secrets of both ways of signing in too', async () => {
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

/** Whether React, the stores or the caches behind this page hold the text as a plain value, followed from its root. */
function isHeldByThePage(text: string): boolean {
  const ofReact = ([name]: readonly [string, unknown]): boolean => name.startsWith('__reactContainer')
  const found = new Set<unknown>(
    [...document.body.children]
      .flatMap((element) => Object.entries(element).filter(ofReact))
      .map(([, root]): unknown => root),
  )
  expect(found.size).toBeGreaterThan(0)
  // What is added while a set is gone through is gone through too.
  for (const value of found) {
    if (typeof value === 'string' && value.includes(text)) return true
    if (typeof value === 'object' && value !== null) for (const member of membersOf(value)) found.add(member)
  }
  return false
}

// Would catch a token that outlives its field: React keeps former props and states, and a cache what a command was given.
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

// Would catch a window that closes over a token which is typed in a section that is not on screen.
test('a typed secret alone holds the page and counts as unsaved, until it is discarded', async () => {
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
