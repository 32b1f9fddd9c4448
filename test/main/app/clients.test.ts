import { randomUUID } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createClients } from '../../../src/main/app/clients.ts'
import { createConnectionTest } from '../../../src/main/profiles/connection-test.ts'
import { isLinkLocal, lookupOf } from '../../../src/main/lib/public-address.ts'
import type { MayAsk } from '../../../src/main/policy/read-policy.ts'
import { createProfileRules } from '../../../src/main/policy/profile-rules.ts'
import { noPolicy } from '../../../src/main/policy/read-policy.ts'
import { createExchanges } from '../../../src/main/service/exchanges.ts'
import { createLastHour } from '../../../src/main/service/last-hour.ts'
import { createNetwork } from '../../../src/main/service/network.ts'
import { scopeOf, Secret } from '../../../src/main/vault/secret.ts'
import { createKeychain } from '../../../src/main/vault/keychain.ts'
import { createVault } from '../../../src/main/vault/vault.ts'
import { appId, profileId, sessionId } from '../../../src/shared/schemas/ids.ts'
import { profileFields, profileInput } from '../../../src/shared/schemas/profile.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { failureOf } from '../../support/client.ts'
import { failureOf as anyFailureOf } from '../../support/failure-of.ts'
import { unfinishedSecrets } from '../../support/unfinished-secrets.ts'
import { answering, httpAnswer, startRawServer } from '../../support/raw-server.ts'
import { profileOf } from '../../support/subjects.ts'
import { listeningLog } from '../store/scratch.ts'
import { testKeychain } from '../vault/test-keychain.ts'

const rejection = httpAnswer('{}', 'HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json')
const cabinet = '{"code":"7","message":"the safe is behind the picture"}'
const account = httpAnswer('{"success":true,"data":{"companionCreateTimesBalance":3}}')

/** Two profiles with the same application, each on a service of its own, with the real clients and vault. */
async function setUp(lookup?: LookupFunction, isAllowed: MayAsk = () => true) {
  const state = { isHallRefusing: false }
  const [hall, tower] = await Promise.all([
    startRawServer((connection) => answering(state.isHallRefusing ? rejection : account)(connection)),
    startRawServer(answering(account)),
  ])
  const reports: string[] = []
  const learned: string[] = []
  const log = listeningLog()
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
  const vault = createVault({ keychain, log: listeningLog(), unfinished: unfinishedSecrets() })
  let isOffline = false
  const exchanges = createExchanges(() => randomUUID())
  const network = createNetwork(
    { resolveProxy: () => Promise.resolve('DIRECT'), certificates: () => [] },
    { connectMs: 2_000, ...(lookup && { lookup }) },
  )
  const rules = createProfileRules(noPolicy, isAllowed)
  const lastHour = createLastHour(systemClock)
  const clients = createClients(
    { clock: systemClock, random: () => 0, findProfile: (id) => profiles.get(id) ?? null, log },
    {
      vault,
      exchanges,
      network,
      rules,
      shapes: { of: ({ id }) => ({ observe: (operation) => void learned.push(`${id} ${operation}`) }) },
      lastHour,
    },
    {
      isOffline: () => isOffline,
      isPracticeRunning: () => false,
      onToken: (id, isRefused) => {
        reports.push(`${id} ${isRefused ? 'refused' : 'accepted'}`)
        if (reports.length > 5) throw new Error('nobody listens')
      },
    },
  )
  const a = add('a', hall.port)
  const b = add('b', tower.port)
  vault.keepOwn(a.id, { scope: scopeOf(a), secret: new Secret('token-of-a') })
  vault.keepOwn(b.id, { scope: scopeOf(b), secret: new Secret('token-of-b') })
  const seen = (server: typeof hall): string => server.connections.map(({ received }) => received()).join('')
  const setOffline = (): void => {
    isOffline = true
  }
  return {
    setOffline,
    clients,
    exchanges,
    vault,
    profiles,
    a,
    b,
    state,
    reports,
    learned,
    lastHour,
    log,
    toHall: () => seen(hall),
    toTower: () => seen(tower),
  }
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

  // Would catch a last answer that is attributed to this profile but came with a different token.
  it('separate their exchanges from those of a different profile at the same address, and from tests of fields', async () => {
    const { clients, exchanges, learned, lastHour, vault, profiles, a } = await setUp()
    const other = { ...a, id: profileId.parse('other') }
    profiles.set(other.id, other)
    vault.keepOwn(other.id, { scope: scopeOf(other), secret: new Secret('token-of-other') })
    await (await clients.forId(other.id)).queryAccount()
    await clients.test(a, new Secret('token-in-the-form'))
    await (await clients.forId(a.id)).queryAccount()
    expect(exchanges.all()).toHaveLength(3)
    expect(exchanges.of(a.id)).toEqual(exchanges.all().slice(-1))
    expect(learned).toEqual(['other queryAccount', 'a queryAccount'])
    expect(lastHour.read(a.id)).toMatchObject([{ operation: 'queryAccount', calls: 1, answered: 1 }])
    clients.dispose()
  })

  // Would catch an availability that blames the service that the profile has now for the failures of the previous one.
  it('begin a new last hour when the profile moves to a different service, and only then', async () => {
    const { clients, lastHour, vault, profiles, a, b, state } = await setUp()
    state.isHallRefusing = true
    const previous = await clients.forId(a.id)
    await Promise.allSettled([previous.queryAccount()])
    const moved = { ...a, baseUrl: b.baseUrl }
    profiles.set(a.id, moved)
    vault.keepOwn(a.id, { scope: scopeOf(moved), secret: new Secret('token-of-a') })
    const next = await clients.forId(a.id)
    // A command of the previous client can still be answered.
    await Promise.allSettled([previous.stopSession(sessionId.parse('s-1')), next.queryAccount()])
    expect(lastHour.read(a.id)).toMatchObject([{ operation: 'queryAccount', calls: 1, answered: 1 }])
    profiles.set(a.id, { ...moved, name: 'Tower' })
    await (await clients.forId(a.id)).queryAccount()
    expect(lastHour.read(a.id)).toMatchObject([{ operation: 'queryAccount', calls: 2 }])
    clients.dispose()
  })

  // Would catch a host that the organisation forbids but that an older profile still contacts.
  it('send nothing to a host that the policy forbids, neither requests nor tests', async () => {
    const { clients, vault, a, b, toHall, toTower } = await setUp(
      undefined,
      (url) => url.origin === new URL(b.baseUrl).origin,
    )
    const failure = { kind: 'forbidden-by-policy', rule: 'host', detail: new URL(a.baseUrl).host }
    const client = await clients.forId(a.id)
    expect(await anyFailureOf(client.queryAccount())).toEqual(failure)
    expect(await anyFailureOf(client.stopSession(sessionId.parse('s-1')))).toEqual(failure)
    const secret = await vault.get(a.id, scopeOf(a))
    if (secret === null) throw new Error('there is no secret')
    expect(await anyFailureOf(clients.test(a, secret))).toEqual(failure)
    await (await clients.forId(b.id)).queryAccount()
    expect(toHall()).toBe('')
    expect(toTower()).toContain('token-of-b')
    clients.dispose()
  })

  it('report each time whether the token is refused or accepted, with its profile', async () => {
    const { clients, a, b, state, reports } = await setUp()
    const [toA, toB] = await Promise.all([clients.forId(a.id), clients.forId(b.id)])
    state.isHallRefusing = true
    await expect(toA.queryAccount()).rejects.toMatchObject({ failure: { kind: 'token-rejected' } })
    await expect(toA.queryAccount()).rejects.toMatchObject({ failure: { kind: 'token-rejected' } })
    await toB.queryAccount()
    expect(reports).toEqual(['a refused', 'a refused', 'b accepted'])
    clients.forget(a.id)
    // The previous client must not report on the secret that was saved since.
    await Promise.allSettled([toA.queryAccount()])
    expect(reports.slice(3)).toEqual(['a accepted'])
    clients.dispose()
  })

  // Would catch a new token that counts as refused, because of the late answer to a command with the previous one.
  it('report nothing about a token after they were dropped, whatever answer a command in flight gets', async () => {
    const { clients, vault, a, reports } = await setUp()
    const slow = await startRawServer()
    const elsewhere = { ...a, baseUrl: `http://127.0.0.1:${slow.port}/v2` }
    vault.keepOwn(a.id, { scope: scopeOf(elsewhere), secret: new Secret('token-of-before') })
    const connected = slow.nextConnection()
    const closing = clients.open(elsewhere).client.stopSession(sessionId.parse('s-1'))
    const { socket } = await connected
    clients.forget(a.id)
    const before = reports.length
    socket.write(rejection)
    await expect(closing).rejects.toMatchObject({ failure: { kind: 'token-rejected' } })
    expect(reports).toHaveLength(before)
    clients.dispose()
  })

  it('are reused for a profile until it changes, and exist for practice only while that runs', async () => {
    const { clients, profiles, a } = await setUp()
    const first = clients.open(a)
    expect(clients.open(a)).toBe(first)
    const sealed: Profile = { ...a, protection: 'read-only' }
    const second = clients.open(sealed)
    expect(second.profile).toBe(sealed)
    expect(second.client).not.toBe(first.client)
    profiles.set('a', { ...a, kind: 'practice' })
    await expect(clients.forId(a.id)).rejects.toMatchObject({ failure: { reason: 'practice-stopped' } })
    clients.dispose()
  })

  it('return the answer of a command even when a listener fails', async () => {
    const { clients, a, reports, log } = await setUp()
    const client = await clients.forId(a.id)
    for (let n = 0; n < 6; n += 1) await client.queryAccount()
    expect(reports).toHaveLength(6)
    expect(log.lines.join('\n')).toContain('a refused or accepted token could not be announced')
    clients.dispose()
  })

  it('send nothing to a remote http address without consent, such as settings edited by hand', async () => {
    const { clients, vault, a } = await setUp()
    const elsewhere = { ...a, baseUrl: 'http://192.0.2.1/v2' }
    vault.keepOwn(a.id, { scope: scopeOf(elsewhere), secret: new Secret('token-of-a') })
    const failure = { kind: 'refused', reason: 'unencrypted', detail: '192.0.2.1' }
    await expect(clients.open(elsewhere).client.queryAccount()).rejects.toMatchObject({ failure })
    clients.dispose()
  })

  it('do not connect to a name that resolves to link-local addresses', async () => {
    const resolve = () => Promise.resolve([{ address: '169.254.169.254', family: 4 }])
    const { clients, vault, a } = await setUp(lookupOf(resolve, (address) => !isLinkLocal(address)))
    for (const baseUrl of ['https://metadata.example/v2', 'http://metadata.example/v2']) {
      const elsewhere = { ...a, baseUrl, unencryptedOrigin: 'http://metadata.example' }
      vault.keepOwn(a.id, { scope: scopeOf(elsewhere), secret: new Secret('token-of-a') })
      const failure = { kind: 'link-local', host: 'metadata.example', sent: 'no' }
      await expect(clients.open(elsewhere).client.queryAccount()).rejects.toMatchObject({ failure })
    }
    clients.dispose()
  })

  // Would catch a page that uses a test to read answers of hosts inside the network.
  it.each([
    ['a page', httpAnswer(cabinet, 'HTTP/1.1 404 Not Found\r\nserver: cabinet\r\nx-safe: behind the picture')],
    ['a sign-in', httpAnswer(cabinet, 'HTTP/1.1 401 Unauthorized\r\nserver: cabinet\r\nx-safe: behind the picture')],
    ['another form', httpAnswer(cabinet, 'HTTP/1.1 200 OK\r\nserver: cabinet\r\nx-safe: behind the picture')],
  ])('keep status and form of a test’s answer, but none of its text: %s', async (_what, answer) => {
    const { clients, exchanges, a } = await setUp()
    const { port } = await startRawServer(answering(answer))
    const elsewhere = { ...a, baseUrl: `http://127.0.0.1:${port}/inside` }
    const failure = await failureOf(clients.test(elsewhere, new Secret('token-of-a')))
    const [exchange] = exchanges.all()
    expect(JSON.stringify([failure, exchange])).not.toMatch(/behind|"7"/)
    expect(failure).toMatchObject({ httpStatus: exchange?.httpStatus, code: null, exchangeId: exchange?.id })
    expect(exchange).toMatchObject({ isAnswerStored: false, answerHeaders: { server: 'cabinet' } })
    expect(exchange?.answerHeaders['content-length']).toBe(String(cabinet.length))
    expect(exchange?.url).toBe(`http://127.0.0.1:${port}/inside/queryAccount`)
    clients.dispose()
  })

  it('report why the service itself declined a test', async () => {
    const { clients, exchanges, a } = await setUp()
    const declined = httpAnswer('{"success":false,"code":"1009","message":"no such application"}')
    const { port } = await startRawServer(answering(declined))
    const elsewhere = { ...a, baseUrl: `http://127.0.0.1:${port}/v2` }
    const failure = await failureOf(clients.test(elsewhere, new Secret('token-of-a')))
    expect(failure).toMatchObject({ kind: 'declined', code: '1009', message: 'no such application' })
    expect(exchanges.all()).toMatchObject([{ httpStatus: 200, answerExcerpt: null }])
    clients.dispose()
  })

  // Would catch a manual fetch that is answered while the page says that nothing is sent.
  it('send nothing manually either while there is no network', async () => {
    const { clients, a, setOffline, toHall } = await setUp()
    const client = await clients.forId(a.id)
    await client.queryAccount()
    const sent = toHall()
    setOffline()
    await expect(client.queryAccount()).rejects.toMatchObject({ failure: { kind: 'offline', sent: 'no' } })
    await expect(client.closeAllSessions(appId.parse('lobby'))).rejects.toMatchObject({ failure: { sent: 'no' } })
    expect(toHall()).toBe(sent)
    clients.dispose()
  })

  it('forget a removed secret, and end with a deleted profile', async () => {
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

describe('a test of an incomplete address', () => {
  const page = httpAnswer('<html>Welcome</html>', 'HTTP/1.1 200 OK\r\ncontent-type: text/html')
  const notFound = httpAnswer('{"status":404,"error":"Not Found"}', 'HTTP/1.1 404 Not Found')
  const other = httpAnswer('{"status":"up"}')
  const toSignIn = 'HTTP/1.1 302 Found\r\nlocation: /login\r\ncontent-length: 0\r\n\r\n'
  const declined = httpAnswer('{"success":false,"code":"1005","message":"bad token"}')
  const anybody = httpAnswer('no', 'HTTP/1.1 401 Unauthorized')

  /** A server that has the service at only one path, and its requests. */
  const serviceAt = async (path: string, elsewhere: string, answer = account) => {
    const asked: string[] = []
    const server = await startRawServer(({ socket, received }) => {
      if (!received().endsWith('\r\n\r\n')) return
      const [, target = ''] = /.*GET (\S+)/s.exec(received()) ?? []
      asked.push(target)
      socket.write(target === `${path}/queryAccount` ? answer : elsewhere)
    })
    return { asked, origin: `http://127.0.0.1:${server.port}` }
  }

  const testOf = async (baseUrl: string) => {
    const { clients, vault, toHall, toTower } = await setUp()
    const test = createConnectionTest(
      { journal: { noteAfter: () => undefined }, clock: systemClock } as never,
      { rules: createProfileRules(noPolicy, () => true), vault, testConnection: clients.test } as never,
      () => profileOf(),
    )
    const input = profileInput.parse({
      id: null,
      fields: profileFields.strip().parse(profileOf({ baseUrl })),
      secret: { kind: 'set', value: 'token-in-the-form', keepIn: 'session' },
    })
    const failure = await failureOf(test(input))
    expect(toHall() + toTower()).toBe('')
    clients.dispose()
    return failure
  }

  it.each([
    ['', '/openapi/v2', page],
    ['/openapi', '/openapi/v2', notFound],
    ['/openapi/', '/openapi/v2', other],
    ['', '/duix-openapi-v2/sdk/v2', toSignIn],
    ['/duix-openapi-v2', '/duix-openapi-v2/sdk/v2', notFound],
    ['/own/prefix', '/own/prefix/v2', page],
    ['/own/v2/createAvatar', '/own/v2', notFound],
    ['/own/queryAccount/', '/own', page],
  ])('"%s" finds the service at %s on the same host', async (typed, path, elsewhere) => {
    for (const answer of [account, declined]) {
      const { origin } = await serviceAt(path, elsewhere, answer)
      const failure = await testOf(`${origin}${typed}`)
      expect(failure.hints).toEqual({ lacksVersion: true, foundBaseUrl: `${origin}${path}` })
    }
  })

  it('finds nothing when no answer has the form of the service', async () => {
    for (const answer of [page, notFound, anybody, other]) {
      const { origin, asked } = await serviceAt('/openapi/v2', notFound, answer)
      const failure = await testOf(origin)
      expect(failure.hints).toEqual({ lacksVersion: true })
      expect(asked).toHaveLength(4)
    }
  })

  it('is sent once when the address has its version', async () => {
    const { origin, asked } = await serviceAt('/openapi/v2', notFound)
    expect((await testOf(`${origin}/sdk/v2`)).hints).toBeUndefined()
    expect(asked).toEqual(['/sdk/v2/queryAccount'])
  })
})
