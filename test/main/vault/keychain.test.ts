// What no machine offers on demand: a keychain that answers after it was given up, other systems' texts, time passing.
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createKeychain } from '../../../src/main/vault/keychain.ts'
import type { Keychain } from '../../../src/main/vault/keychain.ts'
import { Secret } from '../../../src/main/vault/secret.ts'
import { createVault } from '../../../src/main/vault/vault.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { testKeychain } from './test-keychain.ts'

const lobby = profileId.parse('lobby')

function started() {
  const backing = testKeychain()
  const clock = createManualClock()
  const lines: string[] = []
  let recoveries = 0
  let ids = 0
  const keychain: Keychain = createKeychain({
    clock,
    log: { info: (text) => lines.push(text), warn: (text) => lines.push(text), error: () => 'none' },
    random: () => String((ids += 1)),
    onRecovered: () => (recoveries += 1),
    loadNative: () => Promise.resolve(backing.native),
  })
  return { ...backing, clock, keychain, lines, recoveries: () => recoveries }
}

async function kindOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof FailureError) return error.failure.kind
    throw error
  }
  return 'no failure'
}

/** Lets promise reactions run until the keychain has begun `count` calls. */
async function untilBegun(begun: readonly string[], count: number): Promise<void> {
  while (begun.length < count) await Promise.resolve()
}

describe('a call that never returns', () => {
  test('is given up after three seconds, and no second one is begun beside it', async () => {
    const { keychain, clock, begun, hold } = started()
    hold()
    const first = kindOf(keychain.get('lobby'))
    const second = kindOf(keychain.get('tower'))
    await clock.pass(3_000)
    expect(await Promise.all([first, second])).toEqual(['keychain-locked', 'keychain-locked'])
    expect(await keychain.recheck()).toBe('locked')
    expect(begun).toEqual(['get'])
    expect(keychain.hasPendingCall()).toBe(true)
  })

  test('and succeeds after all takes back what it wrote and tells of the recovery', async () => {
    const { keychain, clock, begun, entries, hold, release, recoveries } = started()
    expect(await keychain.state()).toBe('available')
    begun.length = 0
    hold()
    const saving = kindOf(keychain.set('lobby', new Secret('late')))
    await clock.pass(3_000)
    expect(await saving).toBe('keychain-locked')
    release()
    await untilBegun(begun, 2)
    expect(await keychain.state()).toBe('available')
    expect([...entries]).toEqual([])
    expect(recoveries()).toBe(1)
    expect(keychain.hasPendingCall()).toBe(false)
  })
})

describe('what is known of the keychain', () => {
  test('a closed one is not asked again by reads, only by an act of the operator', async () => {
    const { keychain, begun, fail } = started()
    fail('Cannot create an item in a locked collection')
    expect(await keychain.state()).toBe('locked')
    const asked = begun.length
    expect(await kindOf(keychain.get('lobby'))).toBe('keychain-locked')
    expect(await keychain.state()).toBe('locked')
    expect(begun).toHaveLength(asked)

    fail(null)
    expect(await kindOf(keychain.set('lobby', new Secret('now')))).toBe('no failure')
    expect((await keychain.get('lobby'))?.open()).toBe('now')
  })

  test('a missing one is asked again after half a minute', async () => {
    const { keychain, clock, fail } = started()
    fail('The name org.freedesktop.secrets was not provided by any .service files')
    expect(await keychain.state()).toBe('missing')
    fail(null)
    await clock.pass(29_999)
    expect(await keychain.state()).toBe('missing')
    await clock.pass(1)
    expect(await keychain.state()).toBe('available')
  })

  test.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'missing'],
    ['Could not connect: No such file or directory', 'missing'],
    ['Failed to load keytar native addon', 'missing'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['The user name or passphrase prompt was dismissed', 'locked'],
  ])('%s: %s', async (text, state) => {
    const { keychain, fail } = started()
    fail(text)
    expect(await keychain.state()).toBe(state)
  })

  test('the throw-away entry does not stay', async () => {
    const { keychain, entries } = started()
    expect(await keychain.state()).toBe('available')
    expect(entries.size).toBe(0)
  })
})

describe('secrets', () => {
  test('of over 2,560 bytes are refused before anything is asked', async () => {
    const { keychain, begun } = started()
    expect(await kindOf(keychain.set('lobby', new Secret('é'.repeat(1_281))))).toBe('secret-too-long')
    expect(begun).toEqual([])
    expect(await kindOf(keychain.set('lobby', new Secret('é'.repeat(1_280))))).toBe('no failure')
  })

  test('print as [secret] everywhere', () => {
    const secret = new Secret('eyJ.x.y')
    const shown = [String(secret), JSON.stringify({ secret }), inspect({ secret }, { showHidden: true, depth: 9 })]
    for (const text of shown) {
      expect(text).toContain('[secret]')
      expect(text).not.toContain('eyJ')
    }
    expect(structuredClone({ secret })).toEqual({ secret: {} })
  })

  test('are not in the log, also when the keychain fails', async () => {
    const { keychain, lines, fail } = started()
    expect(await keychain.state()).toBe('available')
    fail('broken')
    expect(await kindOf(keychain.set('lobby', new Secret('eyJ.x.y')))).toBe('keychain-missing')
    expect(lines.join('\n')).not.toContain('eyJ')
  })
})

describe('the vault', () => {
  test('keeps a session secret out of the keychain, and out of memory once the keychain has it', async () => {
    const { keychain, entries, begun } = started()
    const vault = createVault(keychain)
    await vault.set(lobby, new Secret('first'), 'session')
    expect(begun).toEqual([])
    expect(await vault.whereabouts(lobby)).toBe('session')
    await vault.set(lobby, new Secret('second'), 'keychain')
    expect([...entries.values()]).toEqual(['second'])
    expect(await vault.whereabouts(lobby)).toBe('keychain')
    expect((await vault.get(lobby))?.open()).toBe('second')
  })

  test('with no keychain refuses to keep, and forgets a session secret without complaint', async () => {
    const { keychain, fail } = started()
    const vault = createVault(keychain)
    fail('Cannot autolaunch D-Bus')
    expect(await kindOf(vault.set(lobby, new Secret('a'), 'keychain'))).toBe('keychain-missing')
    await vault.set(lobby, new Secret('a'), 'session')
    await vault.delete(lobby)
    expect(await vault.whereabouts(lobby)).toBe('keychain-missing')
    expect(await kindOf(vault.delete(lobby))).toBe('keychain-missing')
  })
})
