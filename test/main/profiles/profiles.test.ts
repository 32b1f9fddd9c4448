import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createProfileHandlers } from '../../../src/main/profiles/profiles.ts'
import { scopeOf } from '../../../src/main/vault/secret.ts'
import { profileFields } from '../../../src/shared/schemas/profile.ts'
import { failureOf } from '../../support/failure-of.ts'
import { account, input, locked, noBus, practice, started, text, textsIn } from './stage.ts'

describe('windows', () => {
  test('a new one is opened on a profile only when the profile is ready for it', async () => {
    const { profiles, inWindow, opened, failPractice } = await started()
    const { profile } = await profiles.save(input())
    const asked: string[] = []
    await inWindow.open(profile.id, () => asked.push('window') + 1)
    expect([asked, opened]).toEqual([['window'], ['Lobby', 'Lobby']])
    const { profile: practising } = await profiles.openPractice()
    failPractice()
    expect(await failureOf(inWindow.open(practising.id, () => asked.push('window')))).toMatchObject({ kind: 'refused' })
    expect(asked).toEqual(['window'])
  })

  test('all on a profile are notified that it was saved, or that its secret is gone', async () => {
    const { profiles, saved } = await started()
    const { profile } = await profiles.save(input())
    await profiles.save(input({ name: 'Tower' }))
    await profiles.save(input({ id: profile.id, name: 'Lobby, night' }))
    await profiles.removeSecret(profile.id)
    expect(saved).toEqual(['Lobby', 'Tower', 'Lobby, night', 'Lobby, night'])
  })
})

describe('saving', () => {
  test('opens the profile, keeps its secret in the keychain, and a restart finds both', async () => {
    const first = await started()
    await first.profiles.reopen()
    const { profile, secret, tokenExpiresAt } = await first.profiles.save(input())
    expect(secret).toBe('keychain')
    expect(tokenExpiresAt).toBe(1_772_370_000_000)
    expect(profile.baseUrl).toBe('https://service.example/openapi/v2')
    expect(first.opened).toEqual([null, 'Lobby'])

    const second = await started(first)
    await second.profiles.reopen()
    expect(await second.profiles.wholeView()).toEqual({
      profiles: [{ profile, secret: 'keychain', tokenExpiresAt: 1_772_370_000_000 }],
      openProfileId: profile.id,
      keychain: 'available',
    })
    expect(second.opened).toEqual(['Lobby'])
  })

  // Would catch a save that switches the window from practice to a service with real calls.
  test('leaves the window on its profile', async () => {
    const first = await started()
    const { profile } = await first.profiles.save(input())
    const { profile: other } = await first.profiles.save(input({ name: 'Kiosks' }))
    await first.profiles.save(input({ id: other.id, name: 'Kiosks 2', secret: { kind: 'keep' } }))
    expect(first.opened).toEqual(['Lobby'])
    expect(first.settings.read()).toMatchObject({ openProfileId: profile.id, profiles: [{}, { name: 'Kiosks 2' }] })
    await first.profiles.save(input({ id: profile.id, name: 'Lobby 2', secret: { kind: 'keep' } }))
    expect(first.opened).toEqual(['Lobby', 'Lobby 2'])
  })

  test('cleans a secret, and refuses one that is invalid in a header', async () => {
    const { profiles, vault } = await started()
    const set = (value: string) => input({ secret: { kind: 'set', value, keepIn: 'session' } })
    const { profile } = await profiles.save(set('Authorization: Bearer an-opaque-token\u200b'))
    expect((await vault.get(profile.id, scopeOf(profile)))?.open()).toBe('an-opaque-token')
    for (const value of ['eyJhbGciOi…', 'a\0b', 'two words', '“”']) {
      const failure = await failureOf(profiles.save(set(value)))
      expect(failure).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'secret' }] })
    }
  })

  test('leaves the secret in no file, log or journal', async () => {
    const { profiles, folder, log, noted } = await started()
    const { profile } = await profiles.save(input())
    await profiles.save(input({ id: profile.id, secret: { kind: 'set', value: text, keepIn: 'session' } }))
    await profiles.test(input())
    await profiles.openPractice()
    const everything = textsIn(folder) + log.lines.join('\n') + JSON.stringify([noted, await profiles.wholeView()])
    expect(everything).toContain('Lobby')
    for (const secret of [text, practice.appKey]) {
      expect(everything).not.toContain(secret)
      expect(everything).not.toContain(Buffer.from(secret).toString('base64'))
    }
  })

  test.each([
    [noBus, 'keychain-missing'],
    [locked, 'keychain-locked'],
  ])('with no usable keychain saves nothing (%s)', async (problem, kind) => {
    const { profiles, backing, folder, settings } = await started()
    backing.fail(problem)
    expect(await failureOf(profiles.save(input()))).toEqual({ kind })
    expect(settings.read().profiles).toEqual([])
    expect(readdirSync(folder)).toEqual([])
    expect((await profiles.wholeView()).keychain).toBe(kind.slice('keychain-'.length))

    const { secret } = await profiles.save(input({ secret: { kind: 'set', value: text, keepIn: 'session' } }))
    expect(secret).toBe('session')
    expect(textsIn(folder)).not.toContain(text)
  })

  test('a session secret removes the previous one from the keychain', async () => {
    const { profiles, backing } = await started()
    const { profile } = await profiles.save(input())
    await profiles.save(input({ id: profile.id, secret: { kind: 'set', value: 'other', keepIn: 'session' } }))
    expect(backing.entries.has(profile.id)).toBe(false)
    expect((await profiles.wholeView()).profiles).toMatchObject([{ secret: 'session' }])
  })

  test.each([
    ['https://elsewhere.example/openapi/v2'],
    ['http://service.example/openapi/v2'],
    ['https://service.example:8443/openapi/v2'],
  ])('a stored secret is never sent to a different origin: %s', async (baseUrl) => {
    const { profiles, tested, settings } = await started()
    const { profile } = await profiles.save(input())
    const unencryptedOrigin = new URL(baseUrl).origin
    const moved = input({ id: profile.id, baseUrl, unencryptedOrigin, secret: { kind: 'keep' } })
    expect(await failureOf(profiles.save(moved))).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'secret' }] })
    expect(await failureOf(profiles.test(moved))).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'secret' }] })
    expect(settings.read().profiles).toEqual([profile])
    expect(tested).toEqual([])
    const typed = input({ id: profile.id, baseUrl, unencryptedOrigin })
    expect((await profiles.save(typed)).profile.baseUrl).toBe(baseUrl)
  })

  test('a client of the old address that reads the secret during its replacement does not get the new one', async () => {
    const { profiles, vault, onWrite } = await started()
    const { profile } = await profiles.save(input())
    const read: unknown[] = []
    onWrite(async () => read.push((await vault.get(profile.id, scopeOf(profile)))?.open()))
    const secret = { kind: 'set', value: 'of-production', keepIn: 'keychain' }
    await profiles.save(input({ id: profile.id, baseUrl: 'https://elsewhere.example/v2', secret }))
    // Before it is staged, before the settings are written, and afterwards.
    expect(read).toEqual([text, text, undefined].slice(0, read.length))
  })

  test('a kill between the two writes leaves profile and secret unchanged, and nothing of the new one', async () => {
    const first = await started()
    const { profile } = await first.profiles.save(input())
    const reached = Promise.withResolvers<undefined>()
    first.onWrite(() => {
      if (![...first.backing.entries.values()].join().includes('of-production')) return undefined
      reached.resolve(undefined)
      return new Promise(() => undefined)
    })
    const elsewhere = { id: profile.id, baseUrl: 'https://elsewhere.example/v2' }
    const secret = { kind: 'set', value: 'of-production', keepIn: 'keychain' }
    void first.profiles.save(input({ ...elsewhere, secret }))
    await reached.promise

    const { profiles, vault, settings } = await started(first)
    expect((await vault.get(profile.id, scopeOf(profile)))?.open()).toBe(text)
    expect((await profiles.wholeView()).profiles).toMatchObject([{ profile, secret: 'keychain' }])
    await vault.finish()
    expect([...first.backing.entries.values()].join()).not.toContain('of-production')
    expect(settings.read().unfinishedSecrets).toEqual({})
  })

  test.each([
    ['http://service.example/v2', '', { reason: 'unencrypted', detail: 'service.example' }],
    ['http://service.example:8080/v2', 'http://service.example', { reason: 'unencrypted' }],
    ['http://10.0.0.7/v2', 'http://10.0.0.8', { reason: 'unencrypted', detail: '10.0.0.7' }],
    ['https://169.254.169.254/latest', '', { reason: 'link-local', detail: '169.254.169.254' }],
    ['http://2852039166/latest', 'http://169.254.169.254', { reason: 'link-local' }],
    ['https://[fe80::1]/v2', '', { reason: 'link-local' }],
    ['https://[::ffff:169.254.1.2]/v2', '', { reason: 'link-local' }],
  ])('%s is neither saved nor tested with consent for "%s"', async (baseUrl, unencryptedOrigin, failure) => {
    const { profiles, settings, tested, backing } = await started()
    const refused = input({ baseUrl, unencryptedOrigin })
    expect(await failureOf(profiles.save(refused))).toMatchObject({ kind: 'refused', ...failure })
    expect(await failureOf(profiles.test(refused))).toMatchObject({ kind: 'refused', ...failure })
    expect([settings.read().profiles, tested, backing.begun]).toEqual([[], [], []])
  })

  test.each([
    ['http://service.example/v2', 'http://service.example'],
    ['http://127.0.0.1:4010/v2', ''],
    ['http://localhost:4010/v2', ''],
    ['http://[::1]/v2', ''],
  ])('%s is saved with consent for "%s"', async (baseUrl, unencryptedOrigin) => {
    const { profiles } = await started()
    expect((await profiles.save(input({ baseUrl, unencryptedOrigin }))).profile).toMatchObject({
      baseUrl,
      unencryptedOrigin,
    })
  })

  test('a different address or account is announced before it is in force; a different name is not', async () => {
    const { profiles, moved } = await started()
    const { profile } = await profiles.save(input())
    await profiles.save(input({ id: profile.id, name: 'Lobby, night' }))
    expect(moved).toEqual([])
    const elsewhere = input({ id: profile.id, baseUrl: 'https://elsewhere.example/v2' })
    await profiles.save(elsewhere)
    expect(moved).toEqual([`${profile.id} ${profile.baseUrl}`])
    const authentication = { kind: 'api-keys', appId: '1909592296232782318', tokenLifetimeSeconds: 1_800 } as const
    const saveWith = (changed: { readonly appId?: string; readonly tokenLifetimeSeconds?: number }) =>
      profiles.save({
        ...elsewhere,
        fields: { ...elsewhere.fields, authentication: { ...authentication, ...changed } },
      })
    await saveWith({})
    expect(moved).toHaveLength(2)
    await saveWith({ tokenLifetimeSeconds: 60 })
    expect(moved).toHaveLength(2)
    await saveWith({ appId: '1909592296232782319' })
    expect(moved).toHaveLength(3)
  })

  // Would catch a queue that is paused, and calls that are marked as ended, although the profile does not move; and
  // avatars that are confirmed during the wait for the keychain, which would go to the new account.
  test('a different address is announced when only writing it remains', async () => {
    const { profiles, moved, backing } = await started()
    const { profile } = await profiles.save(input())
    const elsewhere = input({ id: profile.id, baseUrl: 'https://elsewhere.example/v2' })
    backing.fail(locked)
    expect(await failureOf(profiles.save(elsewhere))).toMatchObject({ kind: 'keychain-locked' })
    expect(moved).toEqual([])
    backing.fail(null)
    const entriesBefore = backing.begun.length
    backing.hold('set')
    const saving = profiles.save(elsewhere)
    await expect.poll(() => backing.begun.slice(entriesBefore)).toContain('set')
    expect(moved).toEqual([])
    backing.release()
    await saving
    expect(moved).toEqual([`${profile.id} ${profile.baseUrl}`])
  })

  // Would catch a queue that stays paused, and calls that stay ended, although the profile did not move.
  test('a move that the disk refuses is undone', async () => {
    const { profiles, moved, folder, settings } = await started()
    const { profile } = await profiles.save(input())
    const file = join(folder, 'settings.json')
    rmSync(file)
    mkdirSync(join(file, 'in its place'), { recursive: true })
    const elsewhere = input({ id: profile.id, baseUrl: 'https://service.example/v3', secret: { kind: 'keep' } })
    expect(await failureOf(profiles.save(elsewhere))).toMatchObject({ kind: 'storage' })
    expect(moved).toEqual([`${profile.id} ${profile.baseUrl}`, `${profile.id} taken back`])
    expect(settings.read().profiles).toEqual([profile])
  })

  test('the previous and the new secret are compared, but not without a change', async () => {
    const { profiles, savedSecrets, backing } = await started()
    const { profile } = await profiles.save(input())
    await profiles.save(input({ id: profile.id, name: 'Lobby, night', secret: { kind: 'keep' } }))
    expect(savedSecrets).toEqual([])
    const session = { kind: 'set', value: 'of-b', keepIn: 'session' }
    await profiles.save(input({ id: profile.id, secret: session }))
    backing.fail(locked)
    await profiles.removeSecret(profile.id)
    await profiles.save(input({ id: profile.id, secret: session }))
    expect(savedSecrets).toEqual([
      { typed: 'of-b', stored: text },
      { typed: 'of-b', stored: null },
    ])
  })

  test('a path on the same origin, and the address of a profile without a secret, can change freely', async () => {
    const { profiles } = await started()
    const { profile } = await profiles.save(input())
    const sameHost = { id: profile.id, baseUrl: 'https://service.example/v3', secret: { kind: 'keep' } }
    expect((await profiles.save(input(sameHost))).secret).toBe('keychain')
    expect((await profiles.removeSecret(profile.id)).secret).toBe('none')
    const otherHost = { ...sameHost, baseUrl: 'https://elsewhere.example/v3' }
    expect((await profiles.save(input(otherHost))).secret).toBe('none')
  })

  // Would catch a full disk, or a file of a different user, that keeps the operator from the calls of a different
  // profile.
  test('a profile is opened although it cannot be stored as the open one', async () => {
    const { profiles, opened, breakDisk, log } = await started()
    const { profile } = await profiles.save(input())
    const { profile: tower } = await profiles.save(input({ name: 'Tower' }))
    await profiles.open(tower.id)
    breakDisk()
    await profiles.open(profile.id)
    expect(opened).toEqual(['Lobby', 'Tower', 'Lobby'])
    expect(log.lines.join('\n')).toContain('next start')
  })

  test('a settings file that cannot be written restores the previous secret', async () => {
    const { profiles, backing, breakDisk } = await started()
    const { profile } = await profiles.save(input())
    const before = [...backing.entries]
    breakDisk()
    const elsewhere = {
      baseUrl: 'https://elsewhere.example/v2',
      secret: { kind: 'set', value: 'new', keepIn: 'keychain' },
    }
    expect(await failureOf(profiles.save(input({ id: profile.id, ...elsewhere })))).toMatchObject({ kind: 'storage' })
    expect([...backing.entries]).toEqual(before)
    expect(await failureOf(profiles.save(input(elsewhere)))).toMatchObject({ kind: 'storage' })
    expect([...backing.entries]).toEqual(before)
  })

  test('white space does not count as a secret', async () => {
    const { profiles } = await started()
    const blank = input({ secret: { kind: 'set', value: ' \n', keepIn: 'session' } })
    expect(await failureOf(profiles.save(blank))).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'secret' }] })
  })
})

describe('the practice profile', () => {
  // Would catch a practice profile with an English name whatever the operator's language is.
  test('has a name in the language of the operator', async () => {
    const { profiles } = await started()
    expect((await profiles.openPractice()).profile.name).toBe('练习服务')
  })

  test('follows the service to its new address and keeps the operator’s settings', async () => {
    const first = await started()
    const { profile, secret } = await first.profiles.openPractice()
    expect(secret).toBe('session')
    expect(profile).toMatchObject({ kind: 'practice', baseUrl: practice.baseUrl, mediaBaseUrl: practice.origin })
    const fields = profileFields.parse(profileFields.strip().parse(profile))
    await first.profiles.save({
      id: profile.id,
      fields: { ...fields, name: 'Training room' },
      secret: { kind: 'keep' },
    })

    const second = await started(first)
    second.movePractice()
    await second.profiles.reopen()
    expect(second.profiles.current()).toMatchObject({
      id: profile.id,
      name: 'Training room',
      baseUrl: 'http://127.0.0.1:4002/openapi/v2',
    })
  })

  test('that does not start leaves no profile open, and reports the reason on request', async () => {
    const first = await started()
    const { profile } = await first.profiles.openPractice()
    const second = await started(first)
    second.failPractice()
    await second.profiles.reopen()
    expect(second.profiles.current()).toBeNull()
    expect(second.opened).toEqual([null])
    expect(await failureOf(second.profiles.open(profile.id))).toEqual({
      kind: 'refused',
      reason: 'practice-stopped',
      detail: 'listen EADDRINUSE',
    })
  })

  test('is erased completely by a reset, before a new world and a new profile are made', async () => {
    const { profiles, erased } = await started()
    const { profile } = await profiles.openPractice()
    const { profile: anew } = await profiles.resetPractice('museum')
    expect(erased).toEqual([`end ${profile.id}`, `erase ${profile.id}`, 'new world museum'])
    expect(anew.id).not.toBe(profile.id)
    expect(profiles.current()).toMatchObject({ kind: 'practice', id: anew.id })
    expect((await profiles.wholeView()).profiles).toHaveLength(1)
  })

  test('accepts no other address and no typed secret', async () => {
    const { profiles } = await started()
    const { profile } = await profiles.openPractice()
    const moved = input({ id: profile.id, baseUrl: 'https://elsewhere.example/v2' })
    expect(await failureOf(profiles.save(moved))).toMatchObject({ issues: [{ path: 'fields.baseUrl' }] })
    const fields = profileFields.strip().parse(profile)
    const typed = { id: profile.id, fields, secret: input().secret }
    const signedInOtherwise = input({ id: profile.id, baseUrl: profile.baseUrl, secret: { kind: 'keep' } })
    for (const other of [typed, signedInOtherwise]) {
      expect(await failureOf(profiles.save(other))).toMatchObject({ issues: [{ path: 'secret' }] })
    }
  })

  test('works without requesting its key from the keychain', async () => {
    const { profiles, backing } = await started()
    await profiles.openPractice()
    expect(backing.begun).toEqual([])
  })
})

describe('testing', () => {
  test('uses the typed secret or the stored one, stores nothing and is recorded', async () => {
    const { profiles, tested, settings, noted } = await started()
    expect(await profiles.test(input())).toEqual({ account, tookMs: 12 })
    expect(settings.read().profiles).toEqual([])
    const { profile } = await profiles.save(input())
    await profiles.test(input({ id: profile.id, secret: { kind: 'keep' } }))
    expect(tested).toEqual([`https://service.example/openapi/v2 ${text}`, `https://service.example/openapi/v2 ${text}`])
    const wrong = input({ secret: { kind: 'set', value: 'wrong', keepIn: 'session' } })
    expect(await failureOf(profiles.test(wrong))).toEqual({ kind: 'no-token' })
    const results = noted.filter(({ action }) => action === 'profile.tested').map(({ outcome }) => outcome)
    expect(results).toEqual(['done', 'done', 'failed'])
  })

  // Would catch a script in the page that searches a network, and fills the journal, through connection tests.
  test('runs one at a time and ten times a minute, and beyond that sends and records nothing', async () => {
    const { profiles, tested, noted, clock, onTest } = await started()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    onTest(() => promise)
    const first = profiles.test(input())
    expect(await failureOf(profiles.test(input()))).toMatchObject({ reason: 'test-limit' })
    resolve(undefined)
    await first
    const wrong = input({ secret: { kind: 'set', value: 'wrong', keepIn: 'session' } })
    for (let n = 1; n < 10; n += 1) expect(await failureOf(profiles.test(wrong))).toEqual({ kind: 'no-token' })
    expect(await failureOf(profiles.test(input()))).toMatchObject({ reason: 'test-limit' })
    expect([tested.length, noted.length]).toEqual([10, 10])
    await clock.pass(60_000)
    expect(await profiles.test(input())).toEqual({ account, tookMs: 12 })
  })

  test('is refused without a secret', async () => {
    const { profiles } = await started()
    expect(await failureOf(profiles.test(input({ secret: { kind: 'keep' } })))).toEqual({ kind: 'no-token' })
  })
})

describe('a keychain that does not answer', () =>
  test('delays nothing, and is reported when it answers', async () => {
    const first = await started()
    const { profile } = await first.profiles.save(input())
    const { profiles, inWindow, backing, changes } = await started(first)
    backing.begun.length = 0
    backing.hold()
    expect(inWindow.view()).toMatchObject({ keychain: 'reading', profiles: [{ profile, secret: 'reading' }] })
    backing.release()
    await expect.poll(changes).toBe(1)
    expect(await profiles.wholeView()).toMatchObject({ keychain: 'available', profiles: [{ secret: 'keychain' }] })
  }))

test('preferences are written and pushed', async () => {
  const first = await started()
  const handlers = createProfileHandlers(first, first.profiles, () => undefined)
  const dark = { theme: 'dark', language: 'zh-CN', density: 'compact', runsInBackground: false } as const
  expect(await handlers['preferences.set'](dark, { windowId: 1 })).toEqual(dark)
  expect((await started(first)).settings.read().preferences).toEqual(dark)
})

// Would catch a second quick choice, or one from a different window, that reverts the previous one.
test('simultaneous changes of preferences are all kept', async () => {
  const { profiles, settings } = await started()
  const handlers = createProfileHandlers({ settings }, profiles, () => undefined)
  const set = handlers['preferences.set']
  await Promise.all([set({ theme: 'dark' }, { windowId: 1 }), set({ density: 'compact' }, { windowId: 2 })])
  expect(settings.read().preferences).toMatchObject({ theme: 'dark', density: 'compact' })
})
