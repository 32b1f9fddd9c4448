import { describe, expect, test } from 'vitest'
import { createShellHandlers, createShellState } from '../../../src/main/app/shell-state.ts'
import type { Emit } from '../../../src/main/ipc/handlers.ts'
import { noPolicy } from '../../../src/main/policy/read-policy.ts'
import { createExchanges } from '../../../src/main/service/exchanges.ts'
import { firstSettings } from '../../../src/main/store/settings.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { ProfileId } from '../../../src/shared/ids.ts'
import type { StoredSettings } from '../../../src/shared/schemas/settings.ts'
import { profileId, exchangeId } from '../../../src/shared/schemas/ids.ts'
import type { AppState, Notice } from '../../../src/shared/schemas/app.ts'
import { aProfile } from '../../support/page-state.ts'
import { createTestPerson } from '../../support/test-person.ts'
import { listeningLog } from '../store/scratch.ts'

const facts = {
  version: '0.1.0',
  isDevelopmentRuntime: false,
  isKeychainPasswordKnown: false,
  dataFolder: '/home/me/.config/greenroom',
  systemLanguage: 'de',
}
const notices: readonly Notice[] = [
  { id: 'settings', kind: 'settings-set-aside', file: 'settings.json.corrupt-1' },
  { id: 'database', kind: 'database-set-aside', file: 'greenroom.db.corrupt-1' },
  { id: 'drop-p1', kind: 'drop-unfinished', profileId: profileId.parse('p1'), count: 12 },
]

const view: Pick<AppState, 'profiles' | 'keychain'> = {
  profiles: ['lobby', 'desk'].map((id) => aProfile({ id: profileId.parse(id) })),
  keychain: 'available',
}
const shown: ReadonlyMap<number, ProfileId> = new Map([
  [1, profileId.parse('lobby')],
  [2, profileId.parse('desk')],
])

function setUp(settings = firstSettings, profiles = view) {
  const pushed: (AppState & { readonly windowId: number })[] = []
  const written: string[] = []
  // All event names of this part are the same; a generic function cannot express this without the cast.
  const emitTo = (windowId: number) => ((_name, payload) => pushed.push({ ...(payload as AppState), windowId })) as Emit
  const unfinishedDrops = {
    list: () => (written.length === 0 ? [{ profileId: profileId.parse('p1'), files: 12 }] : []),
    forget: (id: ProfileId) => void written.push(id),
  }
  const state = createShellState(
    {
      facts,
      policy: noPolicy,
      emitTo,
      log: listeningLog(),
      settings: { read: () => settings },
      windows: { ids: () => [1, 2] },
      windowProfiles: { profileOf: (windowId) => shown.get(windowId) ?? null },
    },
    {
      profiles: { view: () => profiles },
      notices,
      unfinishedDrops,
      answers: { list: () => [], dismiss: () => undefined },
    },
    { isOffline: (id) => id === 'desk', isTokenRefused: (id) => id === 'lobby' },
  )
  return { state, pushed, written }
}

describe('the state of the shell', () => {
  test('combines profiles, settings, the start and the run', () => {
    expect(setUp().state.read(1)).toEqual({
      ...view,
      policy: null,
      openProfileId: 'lobby',
      ...facts,
      preferences: firstSettings.preferences,
      notices,
      isOffline: false,
      shown: null,
      refusedTokens: ['lobby'],
    })
  })

  test('reports a secret that is left in a locked keychain, until the notice is dismissed', () => {
    const left: StoredSettings = { ...firstSettings, unfinishedSecrets: { [profileId.parse('lobby')]: 'removed' } }
    const of = (keychain: AppState['keychain'], settings = left) => setUp(settings, { ...view, keychain }).state
    const secretLeft = { id: 'secret-left', kind: 'secret-left' }
    expect(of('available').read(1).notices).toEqual(notices)
    expect(of('missing').read(1).notices).toEqual(notices)
    expect(of('locked', firstSettings).read(1).notices).toEqual(notices)
    const state = of('locked')
    expect(state.read(1).notices).toEqual([...notices, secretLeft])
    state.dismiss('secret-left')
    expect(state.read(1).notices).toEqual(notices)
  })

  test('is pushed to each window with its own profile', () => {
    const { state, pushed } = setUp()
    state.announce()
    const seen = pushed.map((state) => [state.windowId, state.openProfileId, state.isOffline, state.refusedTokens])
    expect(seen).toEqual([
      [1, 'lobby', false, ['lobby']],
      [2, 'desk', true, ['lobby']],
    ])
  })

  test('has a window’s last location', () => {
    const { state } = setUp()
    const blank = { appId: null, snapshotId: null, comparison: null, typedId: '', librarySearch: '' }
    const settings = { section: 'settings', ...blank } as const
    state.showing(1, settings)
    state.showing(2, settings)
    state.showing(1, { ...settings, section: 'account' })
    expect([1, 2].map((id) => state.read(id).shown?.section)).toEqual(['account', 'settings'])
  })

  test('loses a notice when it is dismissed, and only that one', () => {
    const { state, pushed } = setUp()
    state.dismiss('settings')
    state.dismiss('of another run')
    expect(pushed.at(-1)?.notices.map(({ id }) => id)).toEqual(['database', 'drop-p1'])
  })

  test('forgets an unfinished drop only when its notice is dismissed', () => {
    const { state, written } = setUp()
    state.dismiss('database')
    expect(written).toEqual([])
    state.dismiss('drop-p1')
    state.dismiss('drop-p1')
    expect(written).toEqual(['p1'])
  })
})

describe('the handlers of the shell', () => {
  const context = { windowId: 1 }
  const received: boolean[] = []
  const opened: number[] = []
  const person = createTestPerson()
  const handlers = createShellHandlers(
    { person },
    { state: setUp().state, openWindow: () => Promise.resolve(void opened.push(person.asked.length)) },
    {
      exchanges: createExchanges(() => 'exchange-1'),
      lastHour: { read: () => [] },
      shapes: { changes: () => [] },
      unsaved: { read: () => ({ form: null, texts: [] }), set: () => undefined },
      setView: () => undefined,
      setOnline: (online) => void received.push(online),
    },
  )

  test('refuse an exchange that is no longer kept', () =>
    expect(() => handlers['exchange.read']({ exchangeId: exchangeId.parse('exchange-9') }, context)).toThrow(
      'not-found',
    ))

  test('open a window for a person, but not without one', async () => {
    await handlers['window.open']({ profileId: null }, context)
    person.answer = () => false
    const refused = handlers['window.open']({ profileId: null }, context)
    await expect(refused).rejects.toThrow(refusal('not-confirmed'))
    expect(opened).toEqual([1])
    expect(person.asked).toEqual([{ kind: 'open-window' }, { kind: 'open-window' }])
  })

  test('pass on whether there is a network', async () => {
    for (const online of [false, true]) await handlers['app.connectivity']({ online }, context)
    expect(received).toEqual([false, true])
  })
})
