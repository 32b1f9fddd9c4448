import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../src/main/policy/read-policy.ts'
import type { ProfileView } from '../../../src/shared/schemas/profile.ts'
import { failureOf } from '../../support/failure-of.ts'
import { input, started, text } from '../profiles/stage.ts'

const policyOf = (content: unknown) => parsePolicy('/etc/greenroom/policy.json', JSON.stringify(content))
const forbidden = (rule: string, detail: string) => ({ kind: 'forbidden-by-policy', rule, detail })
const namesIn = (views: readonly ProfileView[]) => views.map(({ profile }) => `${profile.name} ${profile.protection}`)
const secret = { kind: 'set', value: text, keepIn: 'keychain' }

describe('allowed hosts', () => {
  const policy = policyOf({ allowedHosts: ['*.allowed.example'] })

  // Would catch a command that reaches a forbidden host.
  test('apply to saving, testing, opening and the profile of the last run', async () => {
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

  test('apply to the media base URL, and not to the practice service', async () => {
    const { profiles } = await started({ policy })
    const wanted = input({ baseUrl: 'https://eu.allowed.example/v2' })
    const fields = { ...wanted.fields, mediaBaseUrl: 'https://media.example/' }
    expect(await failureOf(profiles.save({ ...wanted, fields }))).toEqual(forbidden('host', 'media.example'))
    expect((await profiles.openPractice()).profile.kind).toBe('practice')
  })
})

describe('the least protection', () => {
  const policy = policyOf({ leastProtection: 'confirm' })

  // Would catch a settings file with less protection, from before the policy or edited since, that is applied.
  test('replaces a lower stored protection at the start, and a lower protection cannot be saved', async () => {
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

describe('secrets for the session only', () => {
  test('are refused where the policy forbids them, except those of the practice service', async () => {
    const { profiles } = await started({ policy: policyOf({ sessionOnlySecrets: 'forbidden' }) })
    const session = input({ secret: { ...secret, keepIn: 'session' } })
    expect(await failureOf(profiles.save(session))).toEqual(forbidden('session-secret', ''))
    expect((await profiles.save(input())).secret).toBe('keychain')
    expect((await profiles.openPractice()).secret).toBe('session')
  })

  // Would catch a secret from before the policy that is still used, or stays in the keychain.
  test('are the only secrets where the policy requires them: an older entry is removed unread', async () => {
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
