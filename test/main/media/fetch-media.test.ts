/**
 * Fetching from the internet, which a TLS server on loopback represents: it is reached through a proxy, where main
 * cannot see the address, so that the rules for public hosts are the real ones.
 */
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createMediaFetcher } from '../../../src/main/media/fetch-media.ts'
import type { MediaLimits } from '../../../src/main/media/fetch-media.ts'
import type { ResolveName } from '../../../src/main/lib/public-address.ts'
import { failureOf } from '../../support/failure-of.ts'
import { createCertificate } from '../../support/certificate.ts'
import { startProxy } from '../../support/proxy.ts'
import type { ProxyOptions } from '../../support/proxy.ts'
import { answering, closedPort, httpAnswer, startRawServer, startRawTlsServer } from '../../support/raw-server.ts'
import type { RawBehaviour } from '../../support/raw-server.ts'

const names = ['pictures.example', 'other.example', 'inside.example']
const certificate = createCertificate({ dnsNames: names })
const limits: MediaLimits = { limitBytes: 2 ** 20, timeoutMs: 20_000 }
const picture = httpAnswer('picture', 'HTTP/1.1 200 OK\r\ncontent-type: image/png')

const addresses: Readonly<Record<string, string>> = {
  'pictures.example': '93.184.216.34',
  'other.example': '93.184.216.35',
  'inside.example': '10.1.2.3',
  'private.example': '10.1.2.4',
  'service.example': '93.184.216.36',
  'localhost.example': '127.0.0.1',
  'both.example': '93.184.216.34 10.0.0.1',
}

const asked: string[] = []

function fetcher(
  proxyList: string,
  trusted: readonly string[] = [certificate.cert],
  isAllowed: (url: URL) => boolean = () => true,
) {
  asked.length = 0
  const settings = { resolveProxy: () => Promise.resolve(proxyList), certificates: () => trusted }
  const resolve: ResolveName = (host) => {
    asked.push(host)
    const address = addresses[host]
    return address === undefined
      ? Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }))
      : Promise.resolve(address.split(' ').map((one) => ({ address: one, family: 4 })))
  }
  return createMediaFetcher(settings, systemClock, { isAllowed, resolve })
}

async function world(behave: RawBehaviour, behaviour: NonNullable<ProxyOptions['behaviour']> = 'open') {
  const server = await startRawTlsServer(certificate, behave)
  const proxy = await startProxy({ targetPort: server.port, behaviour })
  const list = `PROXY 127.0.0.1:${String(proxy.port)}`
  return { server, proxy, list, fetchMedia: fetcher(list) }
}

const notFetched = (reason: string, host: string, detail: string | null = null) => ({
  kind: 'not-fetched',
  reason,
  host,
  detail,
})

describe('a public host', () => {
  it('returns its bytes, and receives neither token nor cookie', async () => {
    const { fetchMedia, server } = await world(answering(picture))
    const got = await fetchMedia('https://user:secret@pictures.example/a/b.png?size=2#part', limits)
    expect(got).toEqual({ bytes: Buffer.from('picture') })
    const sent = server.connections[0]?.received() ?? ''
    expect(sent).toMatch(/^GET \/a\/b\.png\?size=2 HTTP\/1\.1\r\nhost: pictures\.example\r\n/)
    expect(sent).not.toMatch(/token|cookie|authorization|secret|referer/i)
  })

  it('is followed at most three times, each time with a new check', async () => {
    const to = (place: string): RawBehaviour =>
      answering(`HTTP/1.1 302 Found\r\nlocation: ${place}\r\ncontent-length: 0\r\n\r\n`)
    const endless = await world(to('/again'))
    expect(await failureOf(endless.fetchMedia('https://pictures.example/', limits))).toEqual(
      notFetched('redirects', 'pictures.example'),
    )
    expect(endless.server.connections).toHaveLength(4)
    for (const [place, reason, host] of [
      ['http://pictures.example/', 'not-https', 'pictures.example'],
      ['https://127.0.0.1/', 'not-public', '127.0.0.1'],
      ['https://[::ffff:10.0.0.1]/', 'not-public', '[::ffff:a00:1]'],
      ['https://2130706433/', 'not-public', '127.0.0.1'],
      ['https://inside.example/', 'not-public', 'inside.example'],
      ['file:///etc/passwd', 'not-https', ''],
    ] as const) {
      const { fetchMedia, proxy } = await world(to(place))
      expect(await failureOf(fetchMedia('https://pictures.example/', limits))).toEqual(notFetched(reason, host))
      expect(proxy.asked).toEqual(['CONNECT pictures.example:443'])
    }
  })

  // Would catch a redirect, or a picture in a conversation, that leads to a host that the organisation forbids.
  it('is not contacted when the policy forbids it, nor is its redirect target', async () => {
    const { server, list, proxy } = await world(
      answering('HTTP/1.1 302 Found\r\nlocation: https://other.example/\r\ncontent-length: 0\r\n\r\n'),
    )
    const fetchMedia = fetcher(list, [certificate.cert], ({ hostname }) => hostname === 'pictures.example')
    for (const host of ['other.example', 'inside.example'])
      expect(await failureOf(fetchMedia(`https://${host}/`, limits))).toEqual(notFetched('forbidden', host))
    expect([asked, proxy.asked, server.connections]).toEqual([[], [], []])
    const onward = fetchMedia('https://pictures.example/', limits)
    expect(await failureOf(onward)).toEqual(notFetched('forbidden', 'other.example'))
    expect(proxy.asked).toEqual(['CONNECT pictures.example:443'])
  })

  it('can redirect to a second host', async () => {
    const behave: RawBehaviour = ({ socket, received }) => {
      if (!received().endsWith('\r\n\r\n')) return
      const isFirst = received().includes('host: pictures.example')
      socket.end(
        isFirst ? 'HTTP/1.1 301 Moved\r\nlocation: https://other.example/x\r\ncontent-length: 0\r\n\r\n' : picture,
      )
    }
    const { fetchMedia, proxy } = await world(behave)
    expect((await fetchMedia('https://pictures.example/', limits)).bytes).toEqual(Buffer.from('picture'))
    expect(proxy.asked).toEqual(['CONNECT pictures.example:443', 'CONNECT other.example:443'])
  })

  it.each([
    ['HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n', { reason: 'http', detail: '403' }],
    ['HTTP/1.1 204 No Content\r\n\r\n', { reason: 'http', detail: '204' }],
    ['HTTP/1.1 206 Partial Content\r\ncontent-length: 4\r\n\r\nhalf', { reason: 'http', detail: '206' }],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1048577\r\n\r\n', { reason: 'too-large', detail: '1' }],
    ['HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', { reason: 'cut-short', detail: null }],
    [
      'HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: 4\r\n\r\nbody',
      { reason: 'unknown-encoding', detail: 'br' },
    ],
  ])('that answers %j is reported', async (bytes, expected) => {
    const behave: RawBehaviour = ({ socket, received }) => {
      if (received().endsWith('\r\n\r\n')) socket.end(bytes)
    }
    const { fetchMedia } = await world(behave)
    expect(await failureOf(fetchMedia('https://pictures.example/', limits))).toMatchObject(expected)
  })

  it('that sends endlessly is stopped at the limit', async () => {
    const endless: RawBehaviour = ({ socket, received }) => {
      if (!received().endsWith('\r\n\r\n')) return
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const more = (): void => {
        socket.write(Buffer.alloc(65_536), (error) => {
          if (error === undefined || error === null) more()
        })
      }
      more()
    }
    const { fetchMedia } = await world(endless)
    expect(await failureOf(fetchMedia('https://pictures.example/', limits))).toMatchObject({ reason: 'too-large' })
  })

  it('that does not answer in time is abandoned', async () => {
    const { fetchMedia } = await world(() => undefined)
    expect(await failureOf(fetchMedia('https://pictures.example/', { ...limits, timeoutMs: 50 }))).toMatchObject({
      reason: 'timeout',
    })
  })

  it('without a trusted certificate is not sent a request', async () => {
    const { server, list } = await world(answering(picture))
    expect(await failureOf(fetcher(list, [])('https://pictures.example/', limits))).toEqual(
      notFetched('insecure', 'pictures.example'),
    )
    expect(server.connections.map(({ received }) => received())).not.toContain(expect.stringContaining('GET'))
  })
})

describe('an internal host', () => {
  it.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f.1/',
    'https://inside.example/',
    'https://localhost.example/',
  ])('%s is not contacted, with a proxy and without', async (address) => {
    const { fetchMedia, server, proxy } = await world(answering(picture))
    expect(await failureOf(fetchMedia(address, limits))).toMatchObject({ reason: 'not-public' })
    expect(await failureOf(fetcher('DIRECT')(address, limits))).toMatchObject({ reason: 'not-public' })
    expect([server.connections, proxy.asked]).toEqual([[], []])
  })

  // A proxy picks one of the addresses itself.
  it('is not contacted through a proxy either when only one of its addresses is internal', async () => {
    const { fetchMedia, proxy } = await world(answering(picture))
    expect(await failureOf(fetchMedia('https://both.example/', limits))).toMatchObject({ reason: 'not-public' })
    expect(proxy.asked).toEqual([])
  })

  it('is looked up once: the checked address is the one that is connected to', async () => {
    await failureOf(fetcher('DIRECT')('https://inside.example/', limits))
    expect(asked).toEqual(['inside.example'])
  })

  it('is contacted for a profile on this computer itself, over http too, and on no other port', async () => {
    const server = await startRawServer(answering(picture))
    const origin = `http://127.0.0.1:${String(server.port)}`
    const fetchMedia = fetcher('DIRECT')
    const here = { ...limits, rules: { baseUrl: `${origin}/openapi/v2`, mediaBaseUrl: '' } }
    expect((await fetchMedia(`${origin}/cover.png`, here)).bytes).toEqual(Buffer.from('picture'))
    expect(await failureOf(fetchMedia(`${origin}/cover.png`, limits))).toMatchObject({ reason: 'not-https' })
    const other = `https://127.0.0.1:${String(await closedPort())}/`
    expect(await failureOf(fetchMedia(other, here))).toMatchObject({ reason: 'not-public' })
    // Its media base can be a different port; a name for this computer does not bypass the rule.
    const mediaBase = { ...limits, rules: { baseUrl: 'http://127.0.0.1:9/v2', mediaBaseUrl: `${origin}/` } }
    expect((await fetchMedia(`${origin}/cover.png`, mediaBase)).bytes).toEqual(Buffer.from('picture'))
    const named = fetchMedia(`https://localhost.example:${String(server.port)}/`, here)
    expect(await failureOf(named)).toMatchObject({ reason: 'not-public' })
  })

  // Would catch an internal service that opens the whole network to the authors of its conversations.
  it.each([
    ['https://service.example/v2', 'public'],
    ['https://inside.example/v2', 'inside by its name'],
    ['https://10.9.9.9/v2', 'inside by its address'],
    ['https://unknown.example/v2', 'known to nobody'],
  ])('is not contacted by name for the profile %s, which is %s', async (baseUrl) => {
    const { fetchMedia, proxy } = await world(answering(picture), 'open')
    const rules = { baseUrl, mediaBaseUrl: '' }
    const failure = await failureOf(fetchMedia('https://private.example/a.png', { ...limits, rules }))
    expect(failure).toMatchObject({ reason: 'not-public' })
    expect(proxy.asked).toEqual([])
  })

  it.each([
    { baseUrl: 'https://inside.example/v2', mediaBaseUrl: '' },
    { baseUrl: 'https://service.example/v2', mediaBaseUrl: 'https://inside.example/media/' },
  ])('is contacted by name on an own origin: %j', async (rules) => {
    const { fetchMedia, proxy } = await world(answering(picture), 'open')
    const got = await fetchMedia('https://inside.example/a.png', { ...limits, rules })
    expect(got.bytes).toEqual(Buffer.from('picture'))
    expect(proxy.asked).toEqual(['CONNECT inside.example:443'])
  })

  it('is not contacted by name at a different port than that of an own origin', async () => {
    const { fetchMedia, proxy } = await world(answering(picture), 'open')
    const rules = { baseUrl: 'https://inside.example/v2', mediaBaseUrl: '' }
    const failure = await failureOf(fetchMedia('https://inside.example:8443/a.png', { ...limits, rules }))
    expect(failure).toMatchObject({ reason: 'not-public' })
    expect(proxy.asked).toEqual([])
  })

  // Would catch a picture of a conversation that closes sessions at the operator's own service.
  it.each([
    ['http', 'not-https'],
    ['https', 'not-public'],
  ])('is never a public host’s redirect target, not even an own origin over %s', async (scheme, reason) => {
    const server = await startRawServer(answering(picture))
    const origin = `${scheme}://127.0.0.1:${String(server.port)}`
    const { fetchMedia } = await world(
      answering(`HTTP/1.1 302 Found\r\nlocation: ${origin}/sessionStop?uuid=1\r\ncontent-length: 0\r\n\r\n`),
    )
    const rules = { baseUrl: `${origin}/v2`, mediaBaseUrl: '' }
    const failure = await failureOf(fetchMedia('https://pictures.example/', { ...limits, rules }))
    expect(failure).toMatchObject({ reason })
    expect(server.connections).toEqual([])
  })
})

describe('timeouts', () => {
  const slowly: RawBehaviour = ({ socket, received }) => {
    if (!received().endsWith('\r\n\r\n')) return
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
    const drip = setInterval(() => socket.write('x'), 20)
    socket.on('close', () => clearInterval(drip))
  }

  it('end a host that keeps dripping after the total time, however often bytes arrive', async () => {
    const { fetchMedia } = await world(slowly)
    const failure = await failureOf(
      fetchMedia('https://pictures.example/', { ...limits, idleMs: 2_000, timeoutMs: 1_000 }),
    )
    expect(failure).toMatchObject({ reason: 'timeout', detail: '1' })
  })

  it('end a silent host sooner', async () => {
    const silent: RawBehaviour = ({ socket, received }) => {
      if (received().endsWith('\r\n\r\n')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')
    }
    const { fetchMedia } = await world(silent)
    const failure = await failureOf(fetchMedia('https://pictures.example/', { ...limits, idleMs: 1_000 }))
    expect(failure).toMatchObject({ reason: 'timeout', detail: '1' })
  })

  it('read nothing from an answering host that is only tried', async () => {
    const { fetchMedia } = await world(slowly)
    const got = await fetchMedia('https://pictures.example/', { ...limits, onlyTries: true, timeoutMs: 5_000 })
    expect(got.bytes).toHaveLength(0)
    const missing = await world(answering('HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\nnone'))
    expect(
      await failureOf(missing.fetchMedia('https://pictures.example/', { ...limits, onlyTries: true })),
    ).toMatchObject({ reason: 'http', detail: '404' })
  })
})

describe('the way to a host', () => {
  it.each([
    ['the proxy’s script', () => new Promise<string>(() => undefined)],
    ['the name server of a proxied address', () => Promise.resolve('PROXY 127.0.0.1:9')],
    ['the name server', () => Promise.resolve('DIRECT')],
  ])('is abandoned in time when %s never answers', async (_what, resolveProxy) => {
    const fetchMedia = createMediaFetcher({ resolveProxy, certificates: () => [] }, systemClock, {
      isAllowed: () => true,
      resolve: () => new Promise(() => undefined),
    })
    const failure = await failureOf(fetchMedia('https://pictures.example/', { ...limits, timeoutMs: 50 }))
    expect(failure).toMatchObject({ reason: 'timeout', host: 'pictures.example' })
  })

  it.each([
    ['wants-password', 'proxy'],
    ['bad-gateway', 'proxy'],
    ['hangs-up', 'unreachable'],
  ] as const)('a proxy that %s', async (behaviour, reason) => {
    const { fetchMedia } = await world(answering(picture), behaviour)
    expect(await failureOf(fetchMedia('https://pictures.example/', limits))).toMatchObject({ reason })
  })

  it('uses the next proxy when the first is unavailable', async () => {
    const { list } = await world(answering(picture))
    const lines = `PROXY 127.0.0.1:${String(await closedPort())}; ${list}`
    expect((await fetcher(lines)('https://pictures.example/', limits)).bytes).toEqual(Buffer.from('picture'))
  })

  const rulesOf = (baseUrl: string) => ({ ...limits, rules: { baseUrl, mediaBaseUrl: '' } })

  // It might be a host of the network around the proxy: split name servers hide those from this computer.
  it.each([
    ['nobody’s', limits],
    ['a public service’s', rulesOf('https://service.example/v2')],
    ['a public address’s', rulesOf('https://93.184.216.36/v2')],
    ['a service inside’s', rulesOf('https://inside.example/v2')],
  ])('a name that only the proxy knows is not passed to it for %s media', async (_whose, withRules) => {
    const { fetchMedia, proxy } = await world(answering(picture))
    const failure = await failureOf(fetchMedia('https://unknown.example/', withRules))
    expect(failure).toEqual(notFetched('unreachable', 'unknown.example'))
    expect(proxy.asked).toEqual([])
  })

  it('a name that only the proxy knows is passed to the proxy when the same is true of the service’s name', async () => {
    const { fetchMedia, proxy } = await world(answering(picture))
    // The server has no certificate for this name: what counts is that it was contacted at all.
    const failure = await failureOf(fetchMedia('https://unknown.example/', rulesOf('https://hidden.example/v2')))
    expect(failure).toMatchObject({ reason: 'insecure' })
    expect(proxy.asked).toEqual(['CONNECT unknown.example:443'])
  })

  it.each(['no address', '', 'ftp://pictures.example/', 'javascript:alert(1)'])('%j leads nowhere', async (address) => {
    expect(await failureOf(fetcher('DIRECT')(address, limits))).toMatchObject({ reason: 'not-https' })
  })
})
