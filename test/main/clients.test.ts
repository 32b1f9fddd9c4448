import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/main/clock.ts'
import { createClients } from '../../src/main/clients.ts'
import { createExchanges } from '../../src/main/service/exchanges.ts'
import { judgeAnswer } from '../../src/main/service/judge-answer.ts'
import { createNetwork } from '../../src/main/service/network.ts'
import { Secret } from '../../src/main/vault/secret.ts'
import { createKeychain } from '../../src/main/vault/keychain.ts'
import { scopeOf } from '../../src/main/vault/secret-entry.ts'
import { createVault } from '../../src/main/vault/vault.ts'
import { profileId } from '../../src/shared/schemas/ids.ts'
import type { Profile } from '../../src/shared/schemas/profile.ts'
import { answering, httpAnswer, startRawServer } from '../support/raw-server.ts'
import { profileOf } from '../support/subjects.ts'
import { listeningLog } from './store/scratch.ts'
import { testKeychain } from './vault/test-keychain.ts'

const account = httpAnswer('{"success":true,"data":{"companionCreateTimesBalance":3}}')

/** Two profiles with the same application, each on a service of its own, with the real clients and vault. */
async function setUp() {
  const [hall, tower] = await Promise.all([startRawServer(answering(account)), startRawServer(answering(account))])
  const profiles = new Map<string, Profile>()
  const add = (id: string, port: number): Profile => {
    const baseUrl = `http://127.0.0.1:${port}/openapi/v2`
    const profile = profileOf({ id: profileId.parse(id), baseUrl })
    profiles.set(id, profile)
    return profile
  }
  const keychain = createKeychain({
    clock: systemClock,
    log: listeningLog(),
    onRecovered: () => undefined,
    loadNative: () => Promise.resolve(testKeychain().native),
  })
  const vault = createVault({ keychain, log: listeningLog(), unbound: () => new Map() })
  const clients = createClients({
    vault,
    exchanges: createExchanges({ newId: randomUUID }),
    network: createNetwork({ resolveProxy: () => Promise.resolve('DIRECT'), certificates: () => [], connectMs: 2_000 }),
    clock: systemClock,
    random: () => 0,
    judgeAside: (given) => Promise.resolve(judgeAnswer(given)),
    findProfile: (id) => profiles.get(id) ?? null,
    isPracticeRunning: () => false,
  })
  const a = add('a', hall.port)
  const b = add('b', tower.port)
  await vault.set(a.id, { scope: scopeOf(a), secret: new Secret('token-of-a') }, 'session')
  await vault.set(b.id, { scope: scopeOf(b), secret: new Secret('token-of-b') }, 'session')
  const seen = (server: typeof hall): string => server.connections.map(({ received }) => received()).join('')
  return { clients, vault, profiles, a, b, toHall: () => seen(hall), toTower: () => seen(tower) }
}

describe('the clients of two profiles', () => {
  it('keep address and token apart, however they take turns', async () => {
    const { clients, a, b, toHall, toTower } = await setUp()
    const ask = async (id: typeof a.id) => (await clients.forId(id)).queryAccount()
    await Promise.all([ask(a.id), ask(b.id), ask(a.id)])
    expect(toHall()).toContain('token-of-a')
    expect(toHall()).not.toContain('token-of-b')
    expect(toTower()).toContain('token-of-b')
    expect(toTower()).not.toContain('token-of-a')
    clients.dispose()
  })

  it('know nothing of a secret that was removed, and end with a profile that was deleted', async () => {
    const { clients, vault, profiles, a, toHall } = await setUp()
    await (await clients.forId(a.id)).queryAccount()
    const sent = toHall()
    await vault.delete(a.id)
    clients.forget(a.id)
    await expect((await clients.forId(a.id)).queryAccount()).rejects.toMatchObject({ failure: { kind: 'no-token' } })
    profiles.delete('a')
    await expect(clients.forId(a.id)).rejects.toMatchObject({ failure: { reason: 'no-profile' } })
    expect(toHall()).toBe(sent)
    clients.dispose()
  })
})
