import { existsSync } from 'node:fs'
import { getCACertificates } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { defaultServiceLimits } from '../../../src/main/service/client.ts'
import { systemCertificates } from '../../../src/main/service/network.ts'
import { addressOf, operations } from '../../../src/main/service/operations.ts'
import { needsNoNetwork, readProxyList } from '../../../src/main/service/proxy-list.ts'
import { isLoopbackHost } from '../../../src/shared/model/loopback.ts'
import { CallError, requestedDelayMs, retryAfterMs, retryDelayMs } from '../../../src/main/service/retry.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import type { Failure, ServiceFailure, ServiceProblem } from '../../../src/shared/failure.ts'
import { commandCertainty } from '../../../src/shared/model/command-certainty.ts'

function failure(problem: ServiceProblem, facts: { sent?: 'no' | 'maybe' | 'yes'; httpStatus?: number } = {}): Failure {
  const rest = { operation: 'createAvatar', at: 0, code: null, message: null, exchangeId: null } as const
  return { ...problem, ...rest, sent: facts.sent ?? 'yes', httpStatus: facts.httpStatus ?? null }
}

// Each is promised in the documents, or decides how soon an operator is notified of a hanging service.
it('the limits in daily use match the documents', () =>
  expect(defaultServiceLimits).toEqual({
    connectMs: 10_000,
    answerMs: 15_000,
    creationAnswerMs: 60_000,
    answerBytes: 2_000_000,
    retries: { maxRetries: 2, initialBackoffMs: 500, maxRetryAfterMs: 30_000, retryBudgetMs: 20_000 },
  }))

// Would catch a close that is abandoned as early as a read: then nobody knows whether the calls were closed.
it('a creation gets a minute to answer, a close half a minute, and a read 15 seconds', () => {
  const seconds = Object.entries(operations).map(([name, row]) => [name, row.answerMs(defaultServiceLimits) / 1_000])
  const { createAvatar, sessionStop, distroyCallSessionsByAppId, ...reads } = Object.fromEntries(seconds) as Readonly<
    Record<string, number>
  >
  expect([createAvatar, sessionStop, distroyCallSessionsByAppId]).toEqual([60, 30, 30])
  expect(new Set(Object.values(reads))).toEqual(new Set([15]))
})

it('the system’s certificates are trusted, and those that the environment adds', () => {
  const [system, extra] = [getCACertificates('system'), getCACertificates('extra')]
  expect(systemCertificates()).toEqual([...system, ...extra])
  // On a machine without this file the check proves nothing.
  if (process.platform === 'linux' && existsSync('/etc/ssl/certs/ca-certificates.crt')) expect(system).not.toEqual([])
})

describe('addresses', () => {
  it('keep the base URL’s prefix, with or without a slash at its end', () => {
    const address = 'http://127.0.0.1:8080/openapi/v2/queryAccount'
    expect(addressOf('http://127.0.0.1:8080/openapi/v2', 'queryAccount', '').href).toBe(address)
    expect(addressOf('http://127.0.0.1:8080/openapi/v2//', 'queryAccount', '').href).toBe(address)
    expect(addressOf('https://h', 'sessionStop', 'x').href).toBe('https://h/sessionStop?uuid=x')
  })

  it('percent-encode parameters, and spell the paths as the contract does', () => {
    const { search } = addressOf('https://h/v2', 'sessionStop', 'a&b=c d+é/?#')
    expect(search).toBe('?uuid=a%26b%3Dc%20d%2B%C3%A9%2F%3F%23')
    expect(addressOf('https://h/v2', 'distroyCallSessionsByAppId', '1').pathname).toBe('/v2/distroyCallSessionsByAppId')
  })

  it('can be repeated only where nothing is spent or closed', () => {
    const once = Object.entries(operations).filter(([, row]) => !row.repeatable)
    expect(once.map(([name]) => name)).toEqual(['createAvatar', 'distroyCallSessionsByAppId', 'sessionStop'])
  })
})

describe('a failed command', () => {
  it('certainly did nothing only where nobody can have started it', () => {
    const notDone: readonly Failure[] = [
      failure({ kind: 'connection-refused', host: 'h' }, { sent: 'no' }),
      failure({ kind: 'timeout', timeoutMs: 1, phase: 'connect' }, { sent: 'no' }),
      failure({ kind: 'declined' }, { httpStatus: 200 }),
      failure({ kind: 'declined' }, { httpStatus: 400 }),
      failure({ kind: 'token-rejected' }, { httpStatus: 401 }),
      ...[400, 401, 403, 404, 405, 411, 413, 414, 415, 422, 429, 431, 451].map((httpStatus) =>
        failure({ kind: 'http' }, { httpStatus }),
      ),
      { kind: 'no-token' },
      { kind: 'storage', reason: 'other', detail: '' },
    ]
    const unknown: readonly Failure[] = [
      failure({ kind: 'connection-reset' }, { sent: 'maybe' }),
      failure({ kind: 'timeout', timeoutMs: 1, phase: 'answer' }, { sent: 'maybe' }),
      failure({ kind: 'cancelled' }, { sent: 'maybe' }),
      failure({ kind: 'redirect', targetOrigin: 'x' }, { httpStatus: 302 }),
      failure({ kind: 'empty-answer' }, { httpStatus: 200 }),
      failure({ kind: 'wrong-shape', problems: [] }, { httpStatus: 200 }),
      ...[408, 409, 500, 502, 503, 504].map((httpStatus) => failure({ kind: 'http' }, { httpStatus })),
      // A timed-out upstream, which a gateway reports like a refusal of the service.
      failure({ kind: 'declined' }, { httpStatus: 504 }),
      { kind: 'internal', logId: 'x' },
    ]
    expect(notDone.map(commandCertainty)).toEqual(notDone.map(() => 'not-done'))
    expect(unknown.map(commandCertainty)).toEqual(unknown.map(() => 'unknown'))
  })
})

describe('repeating a read', () => {
  const policy = { maxRetries: 2, initialBackoffMs: 500, maxRetryAfterMs: 30_000, retryBudgetMs: 20_000 }
  const busy = failure({ kind: 'http' }, { httpStatus: 503 })
  const attempt = { failure: busy, answerHeaders: {}, index: 0, tookMs: 0 }
  const at = (random: number) => ({ now: 0, random: () => random })

  it('waits a random part of a doubling time', () => {
    expect(retryDelayMs(attempt, policy, at(0.5))).toBe(250)
    expect(retryDelayMs({ ...attempt, index: 1 }, policy, at(0.5))).toBe(500)
    expect(retryDelayMs(attempt, policy, at(0))).toBe(0)
  })

  it('ends after two repeats, after its retry budget, and when the requested wait is too long', () => {
    expect(retryDelayMs({ ...attempt, index: 2 }, policy, at(0))).toBeNull()
    expect(retryDelayMs({ ...attempt, tookMs: 20_000 }, policy, at(0))).toBeNull()
    expect(retryDelayMs({ ...attempt, answerHeaders: { 'retry-after': '31' } }, policy, at(0))).toBeNull()
    expect(retryDelayMs({ ...attempt, answerHeaders: { 'retry-after': '30' } }, policy, at(0))).toBe(30_000)
  })

  it('applies to transient failures', () => {
    const passing = [
      failure({ kind: 'connection-reset' }),
      failure({ kind: 'timeout', timeoutMs: 1, phase: 'answer' }),
      ...[429, 502, 503, 504].map((httpStatus) => failure({ kind: 'http' }, { httpStatus })),
      failure({ kind: 'declined' }, { httpStatus: 503 }),
    ]
    const lasting: readonly Failure[] = [
      failure({ kind: 'http' }, { httpStatus: 500 }),
      failure({ kind: 'declined' }, { httpStatus: 400 }),
      failure({ kind: 'token-rejected' }, { httpStatus: 401 }),
      failure({ kind: 'token-rejected' }, { httpStatus: 503 }),
      failure({ kind: 'http' }),
      failure({ kind: 'tls', host: 'h', problem: 'other', reason: '' }),
      failure({ kind: 'redirect', targetOrigin: 'x' }),
      { kind: 'no-token' },
    ]
    const waits = (failures: readonly Failure[]) =>
      failures.map((each) => retryDelayMs({ ...attempt, failure: each }, policy, at(0)))
    expect(waits(passing)).toEqual(passing.map(() => 0))
    expect(waits(lasting)).toEqual(lasting.map(() => null))
  })

  it('reads Retry-After in both its forms', () => {
    expect(retryAfterMs('2', 0)).toBe(2_000)
    expect(retryAfterMs('Thu, 01 Jan 1970 00:00:10 GMT', 4_000)).toBe(6_000)
    expect(retryAfterMs('Thu, 01 Jan 1970 00:00:10 GMT', 90_000)).toBe(0)
    expect(retryAfterMs(' 2 ', 0)).toBe(2_000)
    expect(retryAfterMs('Thu 01 Jan 1970 00:00:10 GMT', 4_000)).toBe(6_000)
    const unreadables = ['', 'soon', '-1', '2 soon', '1 Jan 1970 00:00:10 GMT', undefined]
    for (const unreadable of unreadables) expect(retryAfterMs(unreadable, 0)).toBe(0)
  })
})

it('the requested delay is known only from the service’s own refusals', () => {
  const refused = failure({ kind: 'http' }, { httpStatus: 429 }) as ServiceFailure
  expect(requestedDelayMs(new CallError(refused, { 'retry-after': '7' }), 0)).toBe(7_000)
  expect(requestedDelayMs(new FailureError(refused), 0)).toBe(0)
})

describe('the route to an address', () => {
  it('follows the PAC result, in its order', () => {
    const proxies = readProxyList('PROXY  proxy.corp:3128; http web.corp:80; HTTPS secure.corp:443 ;SOCKS5 s:1; DIRECT')
    expect(proxies?.map((route) => (route.kind === 'direct' ? 'direct' : route.proxy.origin))).toEqual([
      'http://proxy.corp:3128',
      'http://web.corp',
      'https://secure.corp',
      'direct',
    ])
    expect(readProxyList('DIRECT')).toEqual([{ kind: 'direct' }])
    expect(readProxyList('')).toEqual([{ kind: 'direct' }])
  })

  it('does not bypass a proxy of an unsupported type', () => {
    expect(readProxyList('SOCKS5 s:1080')).toBeNull()
    for (const unusable of ['PROXY', 'https', 's:1080', 'PROXY [']) expect(readProxyList(unusable)).toBeNull()
  })

  it('needs no network to this computer, nor without a profile', () => {
    for (const profile of [null, { baseUrl: 'http://127.0.0.1:4001/v2' }]) expect(needsNoNetwork(profile)).toBe(true)
    for (const baseUrl of ['https://service.example/v2', 'localhost']) expect(needsNoNetwork({ baseUrl })).toBe(false)
  })

  it('is direct on this computer and nowhere else', () => {
    for (const host of ['localhost', 'app.localhost', '127.0.0.1', '127.9.9.9', '[::1]']) {
      expect({ host, is: isLoopbackHost(new URL(`http://${host}:80/`).hostname) }).toEqual({ host, is: true })
    }
    for (const host of ['localhost.evil.example', '128.0.0.1', '127.0.0.1.nip.io', '[::2]', 'notlocalhost']) {
      expect({ host, is: isLoopbackHost(new URL(`http://${host}/`).hostname) }).toEqual({ host, is: false })
    }
  })
})
