import { describe, expect, it } from 'vitest'
import { createSuspension } from '../../../src/main/app/suspension.ts'
import { needsNoNetwork } from '../../../src/main/service/proxy-list.ts'
import type { ProfileId } from '../../../src/shared/ids.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { profileOf } from '../../support/subjects.ts'

const remote = profileOf({ baseUrl: 'https://service.example/openapi/v2' })
const local = profileOf({ baseUrl: 'http://127.0.0.1:4010/openapi/v2' })

/** A part that keeps what it was told last. */
function aPart() {
  const said: string[] = []
  return {
    said,
    pause: () => void said.push('pause'),
    wake: () => void said.push('wake'),
    setOnline: (online: boolean) => void said.push(online ? 'online' : 'offline'),
    answered: () => void said.push('answered'),
    tokenAccepted: (id: ProfileId) => void said.push(`accepted ${id}`),
  }
}

function setUp(first: Profile | null) {
  let profile = first
  const jobs = aPart()
  const monitor = aPart()
  const polling = aPart()
  let changes = 0
  const part = { ...monitor, polling, profile: () => profile }
  const suspension = createSuspension(
    () => [part],
    () => (changes += 1),
  )
  suspension.addJobs(jobs)
  return {
    suspension: { ...suspension, isOffline: () => suspension.isOffline(profile) },
    jobs,
    monitor,
    polling,
    changes: () => changes,
    open: (next: Profile | null) => {
      profile = next
      suspension.applyTo(part)
    },
  }
}

describe('suspension', () => {
  it('without a network what asks for the open profile rests until it is back, and jobs are told', () => {
    const { suspension, jobs, monitor, changes } = setUp(remote)
    suspension.setOnline(false)
    expect([suspension.isOffline(), monitor.said, jobs.said, changes()]).toEqual([true, ['pause'], ['offline'], 1])
    suspension.setOnline(false)
    expect(changes()).toBe(1)
    suspension.setOnline(true)
    expect([suspension.isOffline(), monitor.said.at(-1), jobs.said.at(-1)]).toEqual([false, 'wake', 'online'])
  })

  it('a service on this computer is asked all the same', () => {
    const { suspension, monitor } = setUp(local)
    suspension.setOnline(false)
    expect([suspension.isOffline(), monitor.said.includes('pause')]).toEqual([false, false])
  })

  it('waking up without a network does not start anything that needs one', () => {
    const { suspension, jobs, monitor } = setUp(remote)
    suspension.setOnline(false)
    suspension.pause()
    suspension.wake()
    expect([monitor.said.at(-1), jobs.said.at(-1)]).toEqual(['pause', 'wake'])
  })

  it('a network that comes back during sleep wakes nothing', () => {
    const { suspension, monitor } = setUp(remote)
    suspension.setOnline(false)
    suspension.pause()
    suspension.setOnline(true)
    expect(monitor.said.at(-1)).toBe('pause')
    suspension.wake()
    expect(monitor.said.at(-1)).toBe('wake')
  })

  it('follows the open profile: another one may need no network, and back', () => {
    const { suspension, monitor, open } = setUp(remote)
    suspension.setOnline(false)
    open(local)
    expect([suspension.isOffline(), monitor.said.at(-1)]).toEqual([false, 'wake'])
    open(remote)
    expect([suspension.isOffline(), monitor.said.at(-1)]).toEqual([true, 'pause'])
    open(null)
    expect(suspension.isOffline()).toBe(false)
  })

  it('with a network, opening a profile wakes nothing by itself', () => {
    const { monitor, open } = setUp(null)
    open(remote)
    expect(monitor.said).toEqual([])
  })

  it('a refused token ends polling alone, and its end wakes polling and jobs', () => {
    const { suspension, monitor, polling, jobs, changes } = setUp(remote)
    suspension.setTokenRefused(remote.id, true)
    expect([suspension.isTokenRefused(remote.id), suspension.isTokenRefused(null)]).toEqual([true, false])
    suspension.setTokenRefused(remote.id, true)
    expect([polling.said, monitor.said, jobs.said, changes()]).toEqual([['pause'], [], [], 1])
    suspension.setTokenRefused(remote.id, false)
    suspension.setTokenRefused(remote.id, false)
    expect([polling.said, jobs.said]).toEqual([['pause', 'wake'], [`accepted ${remote.id}`]])
    expect(monitor.said).toEqual(['answered', 'answered'])
    expect([suspension.isTokenRefused(remote.id), changes()]).toEqual([false, 2])
  })

  it('polling with a refused token does not begin after sleep, nor when its profile is opened', () => {
    const { suspension, monitor, polling, open } = setUp(remote)
    suspension.setTokenRefused(remote.id, true)
    suspension.pause()
    suspension.wake()
    open(remote)
    expect([monitor.said.at(-1), polling.said.includes('wake')]).toEqual(['wake', false])
  })

  it('a token that is accepted during sleep wakes nothing, and another profile is not touched', () => {
    const { suspension, polling } = setUp(remote)
    suspension.setTokenRefused(remote.id, true)
    suspension.pause()
    suspension.setTokenRefused(remote.id, false)
    expect(polling.said).not.toContain('wake')
    suspension.wake()
    expect(polling.said.at(-1)).toBe('wake')
    suspension.setTokenRefused(profileId.parse('another'), true)
    expect(polling.said.at(-1)).toBe('wake')
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
})
