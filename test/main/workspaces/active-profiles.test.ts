import { describe, expect, it } from 'vitest'
import type { ActiveProfile } from '../../../src/main/context/active-profile.ts'
import type { OpenProfile } from '../../../src/main/context/open-profile.ts'
import { needsNoNetwork } from '../../../src/main/service/proxy-list.ts'
import { createActiveProfiles } from '../../../src/main/workspaces/active-profiles.ts'
import type { ProfileId } from '../../../src/shared/ids.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { profileOf } from '../../support/subjects.ts'
import { listeningLog } from '../store/scratch.ts'

const remote = profileOf({ baseUrl: 'https://service.example/openapi/v2' })
const local = { ...profileOf({ baseUrl: 'http://127.0.0.1:4010/openapi/v2' }), id: profileId.parse('local') }

/** Active profiles of these profiles, all of which windows show unless a test says otherwise. */
function setUp(...first: Profile[]) {
  let profiles: readonly Profile[] = first
  const hidden = new Set<ProfileId>()
  const working = new Set<ProfileId>()
  const opened = new Map<Profile, OpenProfile>()
  const open = (profile: Profile): OpenProfile => {
    const made = opened.get(profile) ?? ({ profile, client: {} } as unknown as OpenProfile)
    opened.set(profile, made)
    return made
  }
  const begun: ActiveProfile[] = []
  let changes = 0
  let failure: Error | null = null
  let isServed = true
  const actives = createActiveProfiles(
    {
      profiles: () => profiles,
      isShown: (id) => !hidden.has(id),
      hasUnfinishedJobs: (id) => {
        if (failure !== null) throw failure
        return working.has(id)
      },
    },
    listeningLog(),
    () => (changes += 1),
  )
  const start = (): void =>
    actives.start({
      open,
      isServed: () => isServed,
      begin: (active) => begun.push(active),
    })
  start()
  return {
    actives,
    /** The active ones, the number of starts, and the reasons of the ends. */
    states: () => {
      const ended = begun.filter(({ signal }) => signal.aborted).map(({ signal }) => signal.reason as unknown)
      return { active: begun.filter(({ signal }) => !signal.aborted), begun: begun.length, ended }
    },
    changes: () => changes,
    hidden,
    working,
    /** Writes the profiles without a notification. */
    save: (...next: Profile[]) => {
      profiles = next
    },
    fail: (error: Error) => {
      failure = error
    },
    setProfiles: (...next: Profile[]) => {
      profiles = next
      actives.update()
    },
    setServed: (next: boolean) => {
      isServed = next
      actives.update()
    },
  }
}

describe('active profiles', () => {
  it('are those that a window shows or that have unfinished jobs', () => {
    const { actives, states, hidden, working } = setUp(remote, local)
    expect(states().active.map(({ profile }) => profile)).toEqual([remote, local])
    hidden.add(remote.id)
    actives.update()
    expect([states().ended, actives.of(remote.id)]).toEqual([['changed'], null])
    working.add(remote.id)
    actives.update()
    expect(actives.of(remote.id)?.profile).toBe(remote)
    // A profile whose first window opens is started again: the parts that only windows need start with it.
    hidden.delete(remote.id)
    actives.update()
    expect(states().ended).toEqual(['changed', 'changed'])
  })

  it('continue unchanged when nothing about them has changed', () => {
    const { actives, states } = setUp(remote)
    const before = actives.of(remote.id)
    actives.update()
    actives.personSeen()
    actives.setOnline(true)
    actives.setTokenRefused(remote.id, false)
    expect([actives.of(remote.id) === before, states().begun]).toEqual([true, 1])
  })

  it('end and start again with any change of the profile, and end with its removal', () => {
    const { actives, states, setProfiles } = setUp(remote)
    const renamed = { ...remote, name: 'Renamed' }
    setProfiles(renamed)
    expect([states().ended, actives.of(remote.id)?.profile]).toEqual([['changed'], renamed])
    setProfiles()
    expect([states().active, actives.of(remote.id)]).toEqual([[], null])
  })

  it('end for sleep, and start again on wake, ten times over', () => {
    const { actives, states } = setUp(remote)
    for (let time = 1; time <= 10; time += 1) {
      actives.setAsleep(true)
      expect(states()).toMatchObject({ active: [], begun: time })
      actives.setAsleep(false)
      expect(states().active).toHaveLength(1)
    }
    expect(states().ended).toEqual(Array.from({ length: 10 }, () => 'asleep'))
  })

  it('start again on a wake without a reported sleep, and when a person acts without a reported wake', () => {
    const { actives, states } = setUp(remote)
    actives.setAsleep(false)
    expect(states()).toMatchObject({ begun: 2, ended: ['asleep'] })
    actives.setAsleep(true)
    actives.personSeen()
    expect(states().active).toHaveLength(1)
  })

  it('end without a network unless the service is on this computer', () => {
    const { actives, states, changes } = setUp(remote, local)
    actives.setOnline(false)
    expect(states().active.map(({ profile }) => profile)).toEqual([local])
    expect(states().ended).toEqual(['offline'])
    expect([remote, local, null].map(actives.isOffline)).toEqual([true, false, false])
    expect(changes()).toBe(1)
    actives.setOnline(false)
    expect(changes()).toBe(1)
    actives.setOnline(true)
    expect([actives.isOffline(remote), states().active.length, changes()]).toEqual([false, 2, 2])
  })

  it.each([
    ['wakes without a network', ['asleep', 'offline', 'awake'], 0],
    ['gets its network back while it sleeps', ['offline', 'asleep', 'online'], 0],
    ['has both again', ['offline', 'asleep', 'online', 'awake'], 1],
  ])('start according to the current state when the computer %s', (_when, steps, expected) => {
    const { actives, states } = setUp(remote)
    for (const step of steps) {
      if (step === 'asleep' || step === 'awake') actives.setAsleep(step === 'asleep')
      else actives.setOnline(step === 'online')
    }
    expect(states().active).toHaveLength(expected)
  })

  it('must not poll while the token is refused, also after sleep; other profiles can', () => {
    const { actives, states, changes } = setUp(remote, local)
    const other = actives.of(local.id)
    actives.setTokenRefused(remote.id, true)
    expect([actives.isTokenRefused(remote.id), actives.isTokenRefused(null)]).toEqual([true, false])
    expect(actives.of(remote.id)?.may.poll).toBe(false)
    actives.setTokenRefused(remote.id, true)
    expect([states().ended, changes()]).toEqual([['changed'], 1])
    expect(actives.of(local.id)).toBe(other)
    actives.setAsleep(true)
    actives.setAsleep(false)
    expect([actives.of(remote.id)?.may.poll, actives.of(local.id)?.may.poll]).toEqual([false, true])
    actives.setTokenRefused(remote.id, false)
    expect([actives.of(remote.id)?.may.poll, changes()]).toEqual([true, 2])
  })

  // Would catch a creation that is sent with the previous client, and paid by its account, while a keychain is slow.
  it('do not exist from the moment that the profile is saved until they are made again', () => {
    const { actives, save } = setUp(remote)
    const saved = { ...remote }
    save(saved)
    expect(actives.of(remote.id)).toBeNull()
    actives.update()
    expect(actives.of(remote.id)?.profile).toBe(saved)
  })

  it('continue when the database cannot say whether jobs are unfinished', () => {
    const { actives, hidden, fail } = setUp(remote, local)
    actives.setAsleep(true)
    hidden.add(remote.id)
    fail(new Error('disk'))
    actives.setAsleep(false)
    expect([remote, local].map(({ id }) => actives.of(id)?.profile)).toEqual([remote, local])
  })

  it('must not write while the profile is read-only', () => {
    const { actives } = setUp({ ...remote, protection: 'read-only' }, local)
    expect([actives.of(remote.id)?.may.write, actives.of(local.id)?.may.write]).toEqual([false, true])
  })

  it('wait for their service, and end with it', () => {
    const { actives, setServed, states } = setUp(local)
    setServed(false)
    expect([actives.of(local.id), states().ended]).toEqual([null, ['changed']])
    setServed(true)
    expect(actives.of(local.id)?.profile).toBe(local)
  })

  it('end permanently with the program', () => {
    const { actives, states } = setUp(remote, local)
    actives.dispose()
    actives.setAsleep(true)
    actives.setAsleep(false)
    actives.update()
    expect([states().active, states().begun]).toEqual([[], 2])
  })
})

it.each([
  ['http://localhost:4010/v2', true],
  ['http://127.0.0.1/v2', true],
  ['http://[::1]:80/v2', true],
  ['https://service.example/v2', false],
  ['http://192.168.1.4/v2', false],
  ['https://localhost.example/v2', false],
  ['not an address', false],
])('%s needs no network: %s', (baseUrl, expected) => expect(needsNoNetwork(profileOf({ baseUrl }))).toBe(expected))
