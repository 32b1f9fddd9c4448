import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../src/main/policy/read-policy.ts'
import { profileFields } from '../../../src/shared/schemas/profile.ts'
import type { ProfileView } from '../../../src/shared/schemas/profile.ts'
import { failureOf } from '../../support/failure-of.ts'
import { input, locked, started, text } from '../profiles/stage.ts'
import { testKeychain } from '../vault/test-keychain.ts'

const policyOf = (content: unknown) => parsePolicy('/etc/greenroom/policy.json', JSON.stringify(content))
const given = {
  id: 'eu',
  name: 'Europe',
  baseUrl: 'https://eu.service.example/v2',
  authentication: { kind: 'access-token' },
}
const forbidden = (rule: string, detail: string) => ({ kind: 'forbidden-by-policy', rule, detail })
const namesIn = (views: readonly ProfileView[]) => views.map(({ profile }) => `${profile.name} ${profile.protection}`)
const fieldsOf = ({ profile }: ProfileView) => profileFields.strip().parse(profile)
const secret = { kind: 'set', value: text, keepIn: 'keychain' }

describe('allowed hosts', () => {
  const policy = policyOf({ allowedHosts: ['*.allowed.example'] })

  // Would catch one way to another service that goes past the rule.
  test('hold for saving, testing, opening and coming back', async () => {
    const before = await started()
    const { profile } = await before.profiles.save(input())
    const { profiles, tested, opened } = await started({ ...before, policy })
    await profiles.reopen()
    expect(opened).toEqual([null])
    const host = forbidden('host', 'service.example')
    expect(await failureOf(profiles.open(profile.id))).toEqual(host)
    expect(await failureOf(profiles.save(input()))).toEqual(host)
    expect(await failureOf(profiles.test(input()))).toEqual(host)
    expect(await failureOf(profiles.save(input({ id: profile.id, secret: { kind: 'keep' } })))).toEqual(host)
    expect(tested).toEqual([])
    await profiles.save(input({ id: profile.id, baseUrl: 'https://eu.allowed.example/v2' }))
    expect(opened).toEqual([null, 'Lobby'])
  })

  test('hold for the media base URL, and leave the practice service alone', async () => {
    const { profiles } = await started({ policy })
    const wanted = input({ baseUrl: 'https://eu.allowed.example/v2' })
    const fields = { ...wanted.fields, mediaBaseUrl: 'https://media.example/' }
    expect(await failureOf(profiles.save({ ...wanted, fields }))).toEqual(forbidden('host', 'media.example'))
    expect((await profiles.openPractice()).profile.kind).toBe('practice')
  })
})

describe('the least protection', () => {
  const policy = policyOf({ leastProtection: 'confirm' })

  // Would catch a settings file from before the policy, or edited since, that goes on with less.
  test('counts for what is stored with less, at once, and less cannot be saved', async () => {
    const before = await started()
    const open = input()
    await before.profiles.save({ ...open, fields: { ...open.fields, protection: 'open' } })
    const { profiles, settings, folder } = await started({ ...before, policy })
    expect(namesIn((await profiles.wholeView()).profiles)).toEqual(['Lobby confirm'])
    expect(settings.read().profiles).toBe(settings.read().profiles)
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toMatch(/"protection":\s*"open"/)
    const { fields } = input({ name: 'Tower' })
    const lower = { ...input(), fields: { ...fields, protection: 'open' as const } }
    expect(await failureOf(profiles.save(lower))).toEqual(forbidden('protection', 'Tower'))
    expect((await profiles.openPractice()).profile.protection).toBe('open')
  })
})

describe('a profile that the policy gives', () => {
  const policy = policyOf({ profiles: [given], leastProtection: 'read-only' })

  test('is there before anything was saved, takes a secret and a colour, and nothing else', async () => {
    const first = await started({ policy })
    const [view] = (await first.profiles.wholeView()).profiles
    if (view === undefined) throw new Error('it is not there')
    const { id, kind, createdAt } = view.profile
    const fields = fieldsOf(view)
    expect([id, kind, createdAt, view.secret]).toEqual(['managed-eu', 'service', 0, 'none'])
    expect(namesIn([view])).toEqual(['Europe read-only'])
    const mine = { ...input({ id, secret }), fields: { ...fields, colour: 'red' as const } }
    expect(await first.profiles.save(mine)).toMatchObject({ secret: 'keychain', profile: { colour: 'red' } })

    const { profiles } = await started({ ...first, policy })
    expect((await profiles.wholeView()).profiles).toMatchObject([{ secret: 'keychain', profile: { colour: 'red' } }])
    const managed = forbidden('managed-profile', 'Europe')
    const changes = [{ name: 'Mine' }, { applications: [] as [], durationUnit: 'minutes' as const }]
    for (const change of changes)
      expect(await failureOf(profiles.save({ ...mine, fields: { ...mine.fields, ...change } }))).toEqual(managed)
    expect(await failureOf(profiles.remove(id))).toEqual(managed)
    expect(await failureOf(profiles.askToRemove(id))).toEqual(managed)
    expect((await profiles.removeSecret(id)).secret).toBe('none')
  })

  // Would catch a profile that stays as it was first given, or as somebody edited it in settings.json.
  test('follows the policy at each start, beside the operator’s own', async () => {
    const first = await started({ policy: policyOf({ profiles: [given] }) })
    await first.profiles.save(input())
    const renamed = policyOf({ profiles: [{ ...given, name: 'Europe 2', protection: 'read-only' }] })
    const { profiles } = await started({ ...first, policy: renamed })
    expect(namesIn((await profiles.wholeView()).profiles)).toEqual(['Europe 2 read-only', 'Lobby confirm'])
  })

  // Would catch a token that stays usable on a laptop after the organisation has taken the profile back.
  test('vanishes with its secret when the policy names it no more, and comes back without one', async () => {
    const backing = testKeychain()
    const first = await started({ policy: policyOf({ profiles: [given] }), backing })
    const [view] = (await first.profiles.wholeView()).profiles
    if (view === undefined) throw new Error('it is not there')
    const { id } = view.profile
    const fields = fieldsOf(view)
    await first.profiles.save({ ...input({ id, secret }), fields })
    await first.profiles.save(input())

    const second = await started(first)
    expect(namesIn((await second.profiles.wholeView()).profiles)).toEqual(['Lobby confirm'])
    expect(await failureOf(second.profiles.open(id))).toMatchObject({ kind: 'not-found' })
    // What is saved meanwhile does not lose what is left of it, as long as its secret is there.
    await second.profiles.save(input({ name: 'Tower' }))
    expect(readFileSync(join(first.folder, 'settings.json'), 'utf8')).toContain(id)
    await second.settings.forgetDropped(second.vault, second.log)
    expect(readFileSync(join(first.folder, 'settings.json'), 'utf8')).not.toContain(id)
    expect(backing.entries.has(id)).toBe(false)
    expect(namesIn((await second.profiles.wholeView()).profiles)).toEqual(['Lobby confirm', 'Tower confirm'])

    const third = await started({ ...first, policy: policyOf({ profiles: [given] }) })
    expect((await third.profiles.wholeView()).profiles[0]).toMatchObject({ profile: { id }, secret: 'none' })
  })

  test('is tried again when its secret could not be taken out', async () => {
    const { settings, log, vault } = await started()
    await settings.write({ profiles: [{ ...(await stored()), id: (await stored()).id }] })
    await settings.forgetDropped({ delete: () => Promise.reject(new Error(locked)) }, log)
    expect(log.lines.join('\n')).toContain('still in the keychain')
    await settings.forgetDropped(vault, log)
    expect(log.lines.filter((line) => line.includes('still in the keychain'))).toHaveLength(1)
  })

  async function stored() {
    const { settings } = await started({ policy: policyOf({ profiles: [given] }) })
    const [profile] = settings.read().profiles
    if (profile === undefined) throw new Error('it is not there')
    return profile
  }
})

describe('secrets for the session only', () => {
  test('are refused where the policy forbids them, except those of the practice service', async () => {
    const { profiles } = await started({ policy: policyOf({ sessionOnlySecrets: 'forbidden' }) })
    const session = input({ secret: { ...secret, keepIn: 'session' } })
    expect(await failureOf(profiles.save(session))).toEqual(forbidden('session-secret', ''))
    expect((await profiles.save(input())).secret).toBe('keychain')
    expect((await profiles.openPractice()).secret).toBe('session')
  })

  // Would catch a secret from before the policy that goes on being used, or stays where it may not be.
  test('are all there is where the policy requires them: an older entry is taken out unread', async () => {
    const first = await started()
    const { profile } = await first.profiles.save(input())
    const second = await started({ ...first, policy: policyOf({ sessionOnlySecrets: 'required' }) })
    expect((await second.profiles.wholeView()).profiles).toMatchObject([{ secret: 'none' }])
    expect(first.backing.entries.has(profile.id)).toBe(false)
    expect(await failureOf(second.profiles.save(input({ id: profile.id })))).toEqual(forbidden('keychain-secret', ''))
    const session = input({ id: profile.id, secret: { ...secret, keepIn: 'session' } })
    expect((await second.profiles.save(session)).secret).toBe('session')
  })
})
