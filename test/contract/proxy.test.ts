/** The operator's proxy: used, respected, and distinguished from the service when it fails. */
import { describe, expect, it } from 'vitest'
import { createCertificate } from '../support/certificate.ts'
import { createTestClient, failureOf, plainCreation } from '../support/client.ts'
import { startProxy } from '../support/proxy.ts'
import type { ProxyOptions } from '../support/proxy.ts'
import { answering, closedPort, httpAnswer, startRawServer, startRawTlsServer } from '../support/raw-server.ts'
import type { RawBehaviour } from '../support/raw-server.ts'

const account = httpAnswer('{"success":true,"data":{"companionCreateTimesBalance":3,"durationBalance":4}}')
const certificate = createCertificate({ dnsNames: ['service.test'] })
const certificates = [certificate.cert]

const behind = async (targetPort: number, behaviour: NonNullable<ProxyOptions['behaviour']> = 'open') => {
  const proxy = await startProxy({ targetPort, behaviour })
  return { ...proxy, pac: `PROXY 127.0.0.1:${proxy.port}` }
}

describe('through a proxy', () => {
  it('an https service is reached by a tunnel, in which its own certificate counts', async () => {
    const offered: string[][] = []
    const ALPNCallback = ({ protocols }: { readonly protocols: string[] }): string => {
      offered.push(protocols)
      return protocols.includes('h2') ? 'h2' : 'http/1.1'
    }
    const service = await startRawTlsServer({ ...certificate, ALPNCallback }, answering(account))
    const { pac, asked } = await behind(service.port)
    const baseUrl = 'https://service.test/v2'
    const { client } = createTestClient({ baseUrl, proxy: pac, certificates })
    await expect(client.queryAccount()).resolves.toMatchObject({ avatarCreationsLeft: 3 })
    expect(asked).toEqual(['CONNECT service.test:443'])
    expect(offered).toEqual([['http/1.1']])
    const distrusting = createTestClient({ baseUrl, proxy: pac })
    await expect(failureOf(distrusting.client.queryAccount())).resolves.toMatchObject({
      kind: 'tls',
      host: 'service.test',
      sent: 'no',
    })
  })

  it('an http service is requested by its full address, and receives its own host name', async () => {
    const service = await startRawServer(answering(account))
    const { pac, asked } = await behind(service.port)
    const { client } = createTestClient({ baseUrl: 'http://service.test:8081/v2', proxy: pac })
    await expect(client.queryAccount()).resolves.toMatchObject({ avatarCreationsLeft: 3 })
    expect(asked).toEqual(['GET http://service.test:8081/v2/queryAccount'])
    expect(service.connections[0]?.received()).toMatch(/\r\nhost: service\.test:8081\r\n/i)
  })

  it('an IPv6 address is written with brackets', async () => {
    const service = await startRawTlsServer(certificate, answering(account))
    const { pac, asked } = await behind(service.port)
    const { client } = createTestClient({ baseUrl: 'https://[2001:db8::1]:8443/v2', proxy: pac })
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'tls', sent: 'no' })
    expect(asked).toEqual(['CONNECT [2001:db8::1]:8443'])
  })

  it('this computer is reached without the proxy', async () => {
    const service = await startRawServer(answering(account))
    const { pac, asked } = await behind(await closedPort())
    for (const host of ['127.0.0.1', 'localhost']) {
      const { client } = createTestClient({ baseUrl: `http://${host}:${service.port}/v2`, proxy: pac })
      await expect(client.queryAccount()).resolves.toMatchObject({ avatarCreationsLeft: 3 })
    }
    expect(asked).toEqual([])
  })

  it.each(['https://service.test/v2', 'http://service.test/v2'])(
    'that requires a password, %s is not reached',
    async (baseUrl) => {
      const service = await startRawTlsServer(certificate, answering(account))
      const proxy = await behind(service.port, 'wants-password')
      const { client } = createTestClient({ baseUrl, proxy: proxy.pac, certificates })
      const failure = await failureOf(client.createAvatar(plainCreation))
      expect(failure).toMatchObject({ kind: 'proxy-authentication', proxy: `127.0.0.1:${proxy.port}`, sent: 'no' })
      expect(proxy.asked).toHaveLength(1)
      expect(service.connections).toHaveLength(0)
    },
  )

  // Would catch a proxy that nobody can pass, and a password that is sent to a different proxy or to the service.
  it.each(['https://service.test/v2', 'http://service.test/v2'])(
    'that requires a password, %s is reached after a sign-in',
    async (baseUrl) => {
      const service = await (baseUrl.startsWith('https')
        ? startRawTlsServer(certificate, answering(account))
        : startRawServer(answering(account)))
      const credentials = Buffer.from('ada:pässword').toString('base64')
      const proxy = await startProxy({
        targetPort: service.port,
        opensTo: `Basic ${credentials}`,
        schemes: ['Basic realm="x"'],
      })
      let signedIn: { readonly open: () => string } | null = null
      const asked: string[] = []
      const rejected: string[] = []
      const { client, recorded } = createTestClient({
        baseUrl,
        certificates,
        proxy: `PROXY 127.0.0.1:${proxy.port}`,
        proxySignIns: {
          find: (host) => {
            asked.push(host)
            return Promise.resolve(signedIn)
          },
          reject: (host, credentials) => void rejected.push(`${host} ${credentials.open()}`),
        },
      })
      for (const call of [client.queryAccount(), client.createAvatar(plainCreation)]) {
        const failure = await failureOf(call)
        expect(failure).toMatchObject({ kind: 'proxy-authentication', sent: 'no' })
        expect(failure).not.toHaveProperty('unsupported')
        expect(failure).not.toHaveProperty('isRejected')
      }
      const wrong = Buffer.from('ada:wrong').toString('base64')
      signedIn = { open: () => wrong }
      const failure = await failureOf(client.createAvatar(plainCreation))
      expect(failure).toMatchObject({ kind: 'proxy-authentication', isRejected: true, sent: 'no' })
      expect(rejected).toEqual([`127.0.0.1:${proxy.port} ${wrong}`])
      signedIn = { open: () => credentials }
      await expect(client.queryAccount()).resolves.toMatchObject({ avatarCreationsLeft: 3 })
      expect(new Set(asked)).toEqual(new Set([`127.0.0.1:${proxy.port}`]))
      expect(service.connections.map((each) => each.received()).join('')).not.toContain(credentials)
      expect(recorded()).not.toContain(credentials)
    },
  )

  // Would catch an account that the office locks at the start, because many reads send an outdated password.
  it.each([
    ['is sent once when it is wrong, however many readings begin together', 'Basic other', 1],
    ['opens a tunnel for each reading when it is right', 'Basic right', 6],
  ])('that requires a password: it %s', async (_what, opensTo, tunnels) => {
    const service = await startRawTlsServer(certificate, answering(account))
    const proxy = await startProxy({ targetPort: service.port, opensTo, schemes: ['Basic realm="x"'] })
    const signedIn = { open: () => 'right' }
    const { client } = createTestClient({
      baseUrl: 'https://service.test/v2',
      certificates,
      proxy: `PROXY 127.0.0.1:${proxy.port}`,
      proxySignIns: { find: () => Promise.resolve(signedIn), reject: () => undefined },
    })
    const reading = Array.from({ length: 6 }, () => client.queryAccount())
    const rejected = { reason: { failure: { kind: 'proxy-authentication', isRejected: true, sent: 'no' } } }
    const expected = tunnels === 1 ? rejected : { value: { avatarCreationsLeft: 3 } }
    expect(await Promise.allSettled(reading)).toMatchObject(reading.map(() => expected))
    expect(proxy.asked).toHaveLength(tunnels)
  })

  it.each([
    [['NTLM'], 'NTLM'],
    [['Negotiate', 'NTLM'], 'Negotiate, NTLM'],
    [['Digest realm="x", nonce="a", qop="auth"'], 'Digest'],
    [['Negotiate, Basic realm="x"'], undefined],
    [['NTLM', 'basic realm="x"'], undefined],
  ])('that offers %j reports the unsupported schemes', async (schemes, unsupported) => {
    const proxy = await startProxy({ targetPort: await closedPort(), behaviour: 'wants-password', schemes })
    for (const baseUrl of ['https://service.test/v2', 'http://service.test/v2']) {
      const { client } = createTestClient({ baseUrl, proxy: `PROXY 127.0.0.1:${proxy.port}` })
      const failure = await failureOf(client.createAvatar(plainCreation))
      expect(failure).toMatchObject({ kind: 'proxy-authentication', sent: 'no' })
      expect('unsupported' in failure ? failure.unsupported : undefined).toBe(unsupported)
    }
  })

  it('that hangs up on the tunnel is asked once, and nothing is sent', async () => {
    const proxy = await behind(await closedPort(), 'hangs-up')
    const { client } = createTestClient({ baseUrl: 'https://service.test/v2', proxy: proxy.pac, certificates })
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(failure).toMatchObject({ kind: 'connection-refused', host: `127.0.0.1:${proxy.port}`, sent: 'no' })
    expect(proxy.asked).toHaveLength(1)
  })

  it('that cannot reach the service is reported with its own status, and nothing is sent', async () => {
    const proxy = await behind(await closedPort(), 'bad-gateway')
    const { client } = createTestClient({ baseUrl: 'https://service.test/v2', proxy: proxy.pac, certificates })
    await expect(failureOf(client.createAvatar(plainCreation))).resolves.toMatchObject({
      kind: 'http',
      proxy: `127.0.0.1:${proxy.port}`,
      httpStatus: 502,
      sent: 'no',
    })
  })
})

describe('the certificate of a service behind a proxy', () => {
  const authority = createCertificate({ dnsNames: [], subject: 'Acme Office' })
  const facts = { dnsNames: ['service.test'], subject: 'Leaf', issuer: authority }
  const issuerAddress = 'http://authority.example/acme.crt'
  const problemOf = async (served: { readonly cert: string; readonly key: string }) => {
    const service = await startRawTlsServer(served, answering(account))
    const { pac } = await behind(service.port)
    const { client } = createTestClient({ baseUrl: 'https://service.test/v2', proxy: pac })
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(service.connections).toHaveLength(0)
    return failure
  }

  // Would catch an operator who is sent to the service's administrators for a certificate that the office made.
  it('counts as made by the proxy when it does not state where its issuer’s certificate can be downloaded', async () => {
    const failure = await problemOf(createCertificate(facts))
    expect(failure).toMatchObject({ kind: 'tls', problem: 'inspected', issuer: 'Acme Office', sent: 'no' })
  })

  it('counts as incomplete, or as of an unknown authority, when it states that', async () => {
    const leaf = createCertificate({ ...facts, issuerAddress })
    expect(await problemOf(leaf)).toMatchObject({ problem: 'incomplete-chain', issuer: 'Acme Office', sent: 'no' })
    const whole = { ...leaf, cert: leaf.cert + authority.cert }
    expect(await problemOf(whole)).toMatchObject({ problem: 'unknown-issuer', issuer: 'Acme Office', sent: 'no' })
  })
})

// Would catch a reported connection loss, and advice about the Base URL, when the proxy's own certificate is refused.
it.each(['https://service.test/v2', 'http://service.test/v2'])(
  'a proxy over TLS whose certificate is refused is named, and nothing is sent to %s',
  async (baseUrl) => {
    const other = createCertificate({ dnsNames: ['other.example'] })
    const server = await startRawTlsServer(other, () => undefined)
    const proxy = `HTTPS localhost:${server.port}`
    const { client } = createTestClient({ baseUrl, proxy, certificates: [other.cert] })
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(failure).toMatchObject({ kind: 'tls', problem: 'wrong-host', host: `localhost:${server.port}`, sent: 'no' })
  },
)

describe('a proxy that cannot be reached', () => {
  it('is replaced by the next one, with nothing sent twice', async () => {
    const service = await startRawTlsServer(certificate, answering(account))
    const { pac, asked } = await behind(service.port)
    const gone = `PROXY 127.0.0.1:${await closedPort()}; ${pac}; DIRECT`
    const { client } = createTestClient({ baseUrl: 'https://service.test/v2', proxy: gone, certificates })
    await expect(client.queryAccount()).resolves.toMatchObject({ avatarCreationsLeft: 3 })
    expect(asked).toEqual(['CONNECT service.test:443'])
  })

  // Would catch a creation that is sent through both, and one that is abandoned although a second proxy was available.
  it.each(['https://service.test/v2', 'http://service.test/v2'])(
    'because it never answers is replaced in time, and a creation for %s is sent once',
    async (baseUrl) => {
      const created = httpAnswer('{"success":true,"data":{"taskId":"1712345678901234567"}}')
      const behave: RawBehaviour = ({ socket, received }) => {
        if (received().endsWith('}')) socket.write(created)
      }
      const service = await (baseUrl.startsWith('https')
        ? startRawTlsServer(certificate, behave)
        : startRawServer(behave))
      const silent = await startRawServer()
      const { pac, asked } = await behind(service.port)
      // A proxy over TLS whose handshake never ends: it cannot have received a request.
      const proxy = `HTTPS 127.0.0.1:${silent.port}; ${pac}`
      const { client } = createTestClient({ baseUrl, proxy, certificates, limits: { connectMs: 300 } })
      await expect(client.createAvatar(plainCreation)).resolves.toMatchObject({ taskId: '1712345678901234567' })
      expect(silent.connections).toHaveLength(1)
      expect(asked).toHaveLength(1)
      expect(service.connections).toHaveLength(1)
    },
  )

  it('because its name is unknown is replaced too', async () => {
    const service = await startRawServer(answering(account))
    const { pac } = await behind(service.port)
    const { client } = createTestClient({ baseUrl: 'http://service.test/v2', proxy: `PROXY gone.invalid:81; ${pac}` })
    await expect(client.queryAccount()).resolves.toMatchObject({ avatarCreationsLeft: 3 })
  })

  it('is reported under its own name', async () => {
    const port = await closedPort()
    for (const baseUrl of ['https://service.test/v2', 'http://service.test/v2']) {
      const { client } = createTestClient({ baseUrl, proxy: `PROXY 127.0.0.1:${port}`, certificates })
      const failure = await failureOf(client.createAvatar(plainCreation))
      expect(failure).toMatchObject({
        kind: 'connection-refused',
        host: `127.0.0.1:${port}`,
        sent: 'no',
        httpStatus: null,
      })
    }
  })

  it('because its type is unsupported is not bypassed', async () => {
    const { client } = createTestClient({ baseUrl: 'http://service.test/v2', proxy: 'SOCKS5 127.0.0.1:1080' })
    await expect(failureOf(client.createAvatar(plainCreation))).resolves.toMatchObject({
      kind: 'proxy-authentication',
      proxy: '127.0.0.1:1080',
      unsupported: 'SOCKS5',
      sent: 'no',
    })
  })
})
