// Situations that no machine produces on demand: a keychain that answers after it was abandoned, other systems'
// messages, passing time.
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createKeychain } from '../../../src/main/vault/keychain.ts'
import type { Keychain } from '../../../src/main/vault/keychain.ts'
import { Secret } from '../../../src/main/vault/secret.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { testKeychain } from './test-keychain.ts'

function started(backing = testKeychain(), loaded = Promise.resolve(), clock = createManualClock()) {
  const lines: string[] = []
  let recoveries = 0
  const keychain: Keychain = createKeychain({
    clock,
    log: { info: (text) => lines.push(text), warn: (text) => lines.push(text), error: () => 'none' },
    onRecovered: () => (recoveries += 1),
    loadNative: () => loaded.then(() => backing.native),
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

/** Runs promise reactions until the keychain has received `count` calls. */
async function untilBegun(begun: readonly string[], count: number): Promise<void> {
  while (begun.length < count) await Promise.resolve()
}

describe('a call that never returns', () => {
  test('is abandoned after three seconds, and no second one starts beside it', async () => {
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

  // Would catch a keychain that counts as locked because this thread was blocked while the answer came.
  test('is not assumed when the answer arrives right after the timer', async () => {
    const backing = testKeychain()
    const after = (_delayMs: number, run: () => void) => {
      setImmediate(() => {
        run()
        backing.release()
      })
      return () => undefined
    }
    const { keychain } = started(backing, Promise.resolve(), { ...createManualClock(), after })
    backing.hold()
    expect(await kindOf(keychain.set('lobby', new Secret('now')))).toBe('no failure')
  })

  test('but succeeds later reverts its write and reports the recovery', async () => {
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
    expect([...entries.values()]).not.toContain('late')
    expect(recoveries()).toBe(1)
    expect(keychain.hasPendingCall()).toBe(false)
  })

  test('but is answered later shows that the keychain is open again', async () => {
    const { keychain, clock, entries, hold, release, recoveries } = started()
    entries.set('lobby', 'kept')
    hold()
    const reading = kindOf(keychain.get('lobby'))
    await clock.pass(3_000)
    expect(await reading).toBe('keychain-locked')
    release()
    await clock.pass(0)
    expect(recoveries()).toBe(1)
    expect((await keychain.get('lobby'))?.open()).toBe('kept')
  })

  // Would catch a previous entry that is deleted although nothing was written over it.
  test('but fails later wrote nothing: nothing is reverted, and the keychain stays locked', async () => {
    const { keychain, clock, begun, entries, fail, hold, release, recoveries } = started()
    expect(await keychain.state()).toBe('available')
    entries.set('lobby', 'of before')
    hold()
    const saving = kindOf(keychain.set('lobby', new Secret('late')))
    await clock.pass(3_000)
    expect(await saving).toBe('keychain-locked')
    begun.length = 0
    fail('The user name or passphrase prompt was dismissed')
    release()
    await clock.pass(0)
    expect(await keychain.state()).toBe('locked')
    expect([begun, recoveries(), keychain.hasPendingCall()]).toEqual([[], 0, false])
    expect(entries.get('lobby')).toBe('of before')
  })
})

describe('a locked keychain', () => {
  const start = () => {
    const backing = testKeychain()
    let isWritten = false
    const witness = { isWritten: () => isWritten, written: () => (isWritten = true) }
    const run = () =>
      createKeychain({
        clock: createManualClock(),
        log: { info: () => undefined, warn: () => undefined, error: () => 'none' },
        onRecovered: () => undefined,
        witness,
        loadNative: () => Promise.resolve(backing.native),
      })
    return { ...backing, run }
  }

  // Each request can open another password dialog.
  test.each(['answers nothing', 'fails'])(
    'that %s is queried once by a start, and again by an operator’s action',
    async (how) => {
      const { begun, close, fail, reopen, run } = start()
      await run().set('lobby', new Secret('kept'))
      if (how === 'fails') fail('The user name or passphrase prompt was dismissed')
      else close()
      begun.length = 0
      const keychain = run()
      const seen = await Promise.all([kindOf(keychain.get('lobby')), kindOf(keychain.get('tower')), keychain.state()])
      expect(seen).toEqual(['keychain-locked', 'keychain-locked', 'locked'])
      expect(begun).toEqual(['get'])
      reopen()
      fail(null)
      expect(await keychain.recheck()).toBe('available')
      expect((await keychain.get('lobby'))?.open()).toBe('kept')
    },
  )

  test('whose proof was removed manually can be used again after an operator’s action', async () => {
    const { entries, run } = start()
    await run().set('lobby', new Secret('kept'))
    entries.delete('keychain-open')
    const keychain = run()
    expect(await keychain.state()).toBe('locked')
    expect(await keychain.recheck()).toBe('available')
  })

  test('counts as locked, not as empty, although it was open a moment ago', async () => {
    const { close, run } = start()
    const keychain = run()
    await keychain.set('lobby', new Secret('kept'))
    close()
    expect(await kindOf(keychain.get('lobby'))).toBe('keychain-locked')
    expect(await kindOf(keychain.delete('lobby'))).toBe('keychain-locked')
  })
})

describe('the known state of the keychain', () => {
  test('does not become locked because keytar loads from a slow disk', async () => {
    const loaded = Promise.withResolvers<undefined>()
    const { keychain, clock } = started(testKeychain(), loaded.promise)
    const saving = kindOf(keychain.set('lobby', new Secret('now')))
    await clock.pass(10_000)
    loaded.resolve(undefined)
    expect(await saving).toBe('no failure')
  })

  // Would catch a queue that is held for a day because the clock was a day ahead when the keychain was locked.
  test('does not stay locked because of a clock that is set back', async () => {
    const { keychain, clock, fail } = started()
    fail('Cannot create an item in a locked collection')
    expect(await keychain.state()).toBe('locked')
    fail(null)
    clock.set(clock.now() - 24 * 60 * 60_000)
    expect(await keychain.state()).toBe('available')
  })

  test('a locked one is not queried again by reads, only by an operator’s action', async () => {
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

  test('a missing one is queried again after half a minute', async () => {
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
    ['The operation was canceled by the user.', 'locked'],
    ['Cancelled', 'locked'],
  ])('%s: %s', async (text, state) => {
    const { keychain, fail } = started()
    fail(text)
    expect(await keychain.state()).toBe(state)
  })

  test('one that accepts a write but returns nothing counts as locked', async () => {
    const { native, ...backing } = testKeychain()
    const forgetful = { ...native, setPassword: () => Promise.resolve() }
    const { keychain } = started({ ...backing, native: forgetful })
    expect(await keychain.state()).toBe('locked')
    expect(await kindOf(keychain.get('lobby'))).toBe('keychain-locked')
  })

  test('is determined by one write in the life of a keychain, and by reading from then on', async () => {
    const first = started()
    expect(await first.keychain.state()).toBe('available')
    expect(first.begun.filter((call) => call === 'set')).toHaveLength(1)
    first.begun.length = 0
    const { keychain, clock, begun } = started(first)
    for (let minutes = 0; minutes < 3; minutes += 1) {
      expect(await keychain.state()).toBe('available')
      expect(await keychain.get('lobby')).toBeNull()
      await clock.pass(60_000)
    }
    expect(begun).not.toContain('set')
  })
})

describe('secrets', () => {
  test('print as [secret] everywhere', () => {
    const secret = new Secret('eyJ.x.y')
    const shown = [String(secret), JSON.stringify({ secret }), inspect({ secret }, { showHidden: true, depth: 9 })]
    for (const text of shown) {
      expect(text).toContain('[secret]')
      expect(text).not.toContain('eyJ')
    }
    expect(structuredClone({ secret })).toEqual({ secret: {} })
  })

  test('are not in the log, even when the keychain fails', async () => {
    const { keychain, lines, fail } = started()
    expect(await keychain.state()).toBe('available')
    fail('broken')
    expect(await kindOf(keychain.set('lobby', new Secret('eyJ.x.y')))).toBe('keychain-missing')
    expect(lines.join('\n')).not.toContain('eyJ')
  })
})
