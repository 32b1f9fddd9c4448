// A secret reaches only the origin for which it was typed, whatever the settings say and whenever the power fails.
import { describe, expect, test } from 'vitest'
import { createKeychain } from '../../../src/main/vault/keychain.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { Secret } from '../../../src/main/vault/secret.ts'
import type { SecretScope } from '../../../src/main/vault/secret.ts'
import { createVault } from '../../../src/main/vault/vault.ts'
import type { KeepIn, NewSecret } from '../../../src/main/vault/vault.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import type { ProfileId } from '../../../src/shared/ids.ts'
import type { Policy } from '../../../src/shared/schemas/policy.ts'
import { keepSecret, unfinishedSecrets } from '../../support/unfinished-secrets.ts'
import { failureOf } from '../../support/failure-of.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { listeningLog } from '../store/scratch.ts'
import { testKeychain } from './test-keychain.ts'

const lobby = profileId.parse('lobby')
const tower = profileId.parse('tower')
const scope: SecretScope = { origin: 'https://service.example', kind: 'access-token' }
const elsewhere: SecretScope = { ...scope, origin: 'https://elsewhere.example' }
const typed = (text: string, keepIn: KeepIn) => ({ scope, secret: new Secret(text), keepIn })

/** One run of the program; using the same backing again simulates the next one. */
function started(
  backing = testKeychain(),
  sessionOnlySecrets: Policy['sessionOnlySecrets'] = 'allowed',
  unfinished = unfinishedSecrets(),
) {
  const clock = createManualClock()
  const log = listeningLog()
  const keychain = createKeychain({
    clock,
    log,
    onRecovered: () => undefined,
    loadNative: () => Promise.resolve(backing.native),
  })
  const options = { keychain, log, sessionOnlySecrets, unfinished }
  const vault = createVault(options)
  return {
    ...backing,
    clock,
    log,
    vault,
    options,
    unfinished,
    keep: (key: ProfileId, secret: Omit<NewSecret, 'isFirst'> & Partial<NewSecret>) =>
      keepSecret({ vault, unfinished }, key, secret),
  }
}

describe('a secret', () => {
  test.each<[string, SecretScope]>([
    ['another host', elsewhere],
    ['another scheme', { ...scope, origin: 'http://service.example' }],
    ['another port', { ...scope, origin: 'https://service.example:8443' }],
    ['another way of signing in', { ...scope, kind: 'api-keys' }],
  ])('is refused to %s, in the keychain and in memory', async (_, other) => {
    const { vault, keep } = started()
    const refusal = { kind: 'secret-not-for-host', host: new URL(other.origin).host }
    for (const place of ['keychain', 'session'] as const) {
      await keep(lobby, typed('eyJ.x.y', place))
      expect(await failureOf(vault.get(lobby, other))).toEqual(refusal)
      expect(await vault.whereabouts(lobby, other)).toBe('other-host')
      expect((await vault.get(lobby, scope))?.open()).toBe('eyJ.x.y')
      expect(await vault.whereabouts(lobby, scope)).toBe(place)
    }
  })

  test('can be as long as the entry of 2,560 bytes allows, and beyond that is refused before any call', async () => {
    const { keep, begun, entries } = started()
    const tooLong = await failureOf(keep(lobby, typed('x'.repeat(2_560), 'keychain')))
    expect(tooLong).toMatchObject({ kind: 'secret-too-long' })
    expect(begun).toEqual([])
    const most = 'limitBytes' in tooLong ? tooLong.limitBytes : 0
    await keep(lobby, typed('x'.repeat(most), 'keychain'))
    expect(Buffer.byteLength(entries.get(lobby) ?? '')).toBe(2_560)
    expect(await failureOf(keep(lobby, typed('x'.repeat(most + 1), 'keychain')))).toEqual(tooLong)
    await keep(lobby, typed('x'.repeat(9_000), 'session'))
  })

  test('for a session stays out of the keychain, and out of memory once the keychain has it', async () => {
    const { vault, keep, entries, begun } = started()
    await keep(lobby, { ...typed('first', 'session'), isFirst: true })
    expect(begun).toEqual([])
    expect(await vault.whereabouts(lobby, scope)).toBe('session')
    await keep(lobby, typed('second', 'keychain'))
    expect(entries.get(lobby)).toContain('second')
    expect(await vault.whereabouts(lobby, scope)).toBe('keychain')
    expect((await vault.get(lobby, scope))?.open()).toBe('second')
  })

  // Would catch a secret that was removed, but comes back at the next start.
  test('that is removed disappears from the keychain too, including an older one behind a session secret', async () => {
    const { vault, keep, entries } = started()
    await keep(lobby, typed('older', 'keychain'))
    await keep(lobby, typed('newer', 'session'))
    await vault.delete(lobby)
    expect(entries.has(lobby)).toBe(false)
    expect(await vault.whereabouts(lobby, scope)).toBe('none')
  })

  test('in memory stays when the keychain refuses its replacement', async () => {
    const { vault, keep, failNext } = started()
    await keep(lobby, typed('first', 'session'))
    await keep(tower, typed('of-the-tower', 'keychain'))
    failNext('set', 'Cannot create an item in a locked collection')
    expect(await failureOf(keep(lobby, typed('second', 'keychain')))).toEqual({ kind: 'keychain-locked' })
    expect((await vault.get(lobby, scope))?.open()).toBe('first')
  })

  test('without a keychain is not stored, and a session secret is deleted without an error', async () => {
    const { vault, keep, fail } = started()
    fail('Cannot autolaunch D-Bus')
    expect(await failureOf(keep(lobby, typed('a', 'keychain')))).toEqual({ kind: 'keychain-missing' })
    await keep(lobby, { ...typed('a', 'session'), isFirst: true })
    await vault.delete(lobby)
    expect(await vault.whereabouts(lobby, scope)).toBe('keychain-missing')
    expect(await failureOf(vault.delete(lobby))).toEqual({ kind: 'keychain-missing' })
  })
})

const closed = 'Cannot create an item in a locked collection'

describe('a secret that replaces a previous one', () => {
  const places = ['keychain', 'session'] as const
  const moves = places.flatMap((from) => places.map((to) => [from, to] as const))
  const disk = new FailureError({ kind: 'storage', reason: 'full', detail: 'settings.json' })

  // Would catch a lost secret, or a roll-back whose failure hides the first one.
  test.each(moves)(
    'from %s to %s is reverted when the settings refuse, even with a keychain that locks then',
    async (from, to) => {
      const stage = started()
      await stage.keep(lobby, typed('former', from))
      const refused = stage.vault.replace(lobby, { ...typed('new', to), isFirst: false }, () => {
        stage.fail(closed)
        return Promise.reject(disk)
      })
      expect(await failureOf(refused)).toEqual(disk.failure)
      stage.fail(null)
      if (from === 'session') expect((await stage.vault.get(lobby, scope))?.open()).toBe('former')
      const { vault, entries } = started(stage, 'allowed', stage.unfinished)
      await vault.recheck()
      await vault.finish()
      expect((await vault.get(lobby, scope))?.open() ?? null).toBe(from === 'keychain' ? 'former' : null)
      expect(stage.unfinished.read()).toEqual({})
      expect([...entries.values()].join()).not.toContain('new')
    },
  )

  test.each(moves)(
    'from %s to %s is valid immediately, although the keychain locks before the previous one is deleted',
    async (from, to) => {
      const stage = started()
      await stage.keep(lobby, typed('former', from))
      await stage.vault.replace(lobby, { ...typed('new', to), isFirst: false }, async (mark) => {
        await stage.unfinished.write(mark)
        stage.fail(closed)
      })
      stage.fail(null)
      await stage.vault.recheck()
      expect((await stage.vault.get(lobby, scope))?.open()).toBe('new')
      const { vault, entries } = started(stage, 'allowed', stage.unfinished)
      expect((await vault.get(lobby, scope))?.open() ?? null).toBe(to === 'keychain' ? 'new' : null)
      await vault.finish()
      expect((await vault.get(lobby, scope))?.open() ?? null).toBe(to === 'keychain' ? 'new' : null)
      expect([...entries.values()].join()).not.toContain('former')
      expect(stage.unfinished.read()).toEqual({})
    },
  )

  test('is refused when the policy forbids its place, and the stored one stays', async () => {
    const first = started()
    await first.keep(lobby, typed('former', 'keychain'))
    const { vault, keep } = started(first, 'forbidden')
    expect(await failureOf(keep(lobby, typed('new', 'session')))).toMatchObject({ kind: 'forbidden-by-policy' })
    expect((await vault.get(lobby, scope))?.open()).toBe('former')
  })

  test('does not count as stored when the keychain returns something else', async () => {
    const { vault, keep, native, entries } = started()
    await keep(lobby, typed('former', 'keychain'))
    const setPassword = native.setPassword.bind(native)
    native.setPassword = (service, account, text) => setPassword(service, account, text.replace('new', 'n?w'))
    expect(await failureOf(keep(lobby, typed('new', 'keychain')))).toEqual({ kind: 'keychain-locked' })
    expect((await vault.get(lobby, scope))?.open()).toBe('former')
    expect([...entries.values()].join()).not.toContain('n?w')
  })

  // Would catch a previous entry that is deleted when an abandoned write succeeds later.
  test('and was abandoned, but is written later, removes nothing', async () => {
    const { vault, keep, clock, hold, release, entries } = started()
    await keep(lobby, typed('former', 'keychain'))
    hold('set')
    const saving = failureOf(keep(lobby, typed('new', 'keychain')))
    await expect.poll(() => clock.pass(1_000).then(() => vault.hasPendingCall())).toBe(true)
    await clock.pass(3_000)
    expect(await saving).toEqual({ kind: 'keychain-locked' })
    release()
    await clock.pass(0)
    await vault.recheck()
    await vault.finish()
    expect((await vault.get(lobby, scope))?.open()).toBe('former')
    expect([...entries.values()].join()).not.toContain('new')
  })
})

describe('a secret that is removed', () => {
  // A closed collection answers a deletion as if there were no entry.
  test('from a keychain that was locked a moment after its last use is reported as still there', async () => {
    const { vault, keep, close, entries } = started()
    await keep(lobby, typed('of-the-lobby', 'keychain'))
    const before = new Map(entries)
    close()
    expect(await failureOf(vault.delete(lobby))).toEqual({ kind: 'keychain-locked' })
    expect(entries).toEqual(before)
  })

  test('while the keychain locks is never read again, and is deleted at the next opportunity', async () => {
    const { vault, keep, entries, fail, unfinished } = started()
    await keep(lobby, typed('of-the-lobby', 'keychain'))
    await vault.replace(lobby, null, async (mark) => {
      await unfinished.write(mark)
      fail(closed)
    })
    expect(entries.get(lobby)).toContain('of-the-lobby')
    fail(null)
    expect(await vault.get(lobby, scope)).toBeNull()
    await vault.recheck()
    await vault.finish()
    expect(entries.has(lobby)).toBe(false)
  })
})

describe('an entry that the policy forbids', () =>
  test('is removed once, and requests for it are answered even when it cannot be removed', async () => {
    const { vault, begun, entries, fail, clock } = started(testKeychain(), 'required')
    entries.set(lobby, 'of-the-lobby')
    expect(await vault.get(lobby, scope)).toBeNull()
    expect(entries.has(lobby)).toBe(false)
    await clock.pass(60_000)
    begun.length = 0
    expect(await vault.whereabouts(lobby, scope)).toBe('none')
    expect(begun).toEqual([])
    fail('Cannot create an item in a locked collection')
    expect(await vault.get(tower, scope)).toBeNull()
  }))

test('a bug of the program is not reported as a locked keychain', async () => {
  const { options } = started()
  const broken = () => Promise.reject(new TypeError('a mistake'))
  const vault = createVault({ ...options, keychain: { ...options.keychain, get: broken } })
  await expect(vault.whereabouts(lobby, scope)).rejects.toThrow('a mistake')
})

test('an entry without the permitted origin of its secret belongs to nobody', async () => {
  const { vault, entries } = started()
  entries.set(tower, 'from-elsewhere')
  expect(await vault.get(tower, scope)).toBeNull()
  expect(await vault.whereabouts(tower, scope)).toBe('none')
})
