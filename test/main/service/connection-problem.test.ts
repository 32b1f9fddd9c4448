/** The explanation of an error below HTTP, and the host that it blames: the service, the proxy, or this computer. */
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectionProblem, describeError } from '../../../src/main/service/connection-problem.ts'
import { ProxyError } from '../../../src/main/service/proxy-list.ts'
import type { ServiceProblem } from '../../../src/shared/failure.ts'

const direct = { host: 'service.example:8443', proxy: null, isSecure: true, isConnected: false, connectMs: 9_000 }
const host = direct.host
const proxy = 'proxy.corp:3128'
const behindProxy = { ...direct, proxy }

const withCode = (code: string, message = 'it broke') => Object.assign(new Error(message), { code })

function setNetwork(...internal: readonly boolean[]): void {
  const addresses = internal.map((isInternal) => ({ internal: isInternal }) as os.NetworkInterfaceInfo)
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({ one: addresses, gone: undefined })
  syncBuiltinESMExports()
}
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

describe('a failed connection', () => {
  it.each([
    ['ENETUNREACH', { kind: 'offline' }],
    ['ENETDOWN', { kind: 'offline' }],
    ['EADDRNOTAVAIL', { kind: 'offline' }],
    ['ECONNREFUSED', { kind: 'connection-refused', host }],
    ['EHOSTUNREACH', { kind: 'connection-refused', host }],
    ['EHOSTDOWN', { kind: 'connection-refused', host }],
    ['ETIMEDOUT', { kind: 'timeout', timeoutMs: 9_000, phase: 'connect' }],
    ['UND_ERR_CONNECT_TIMEOUT', { kind: 'timeout', timeoutMs: 9_000, phase: 'connect' }],
    ['ENOTPUBLIC', { kind: 'link-local', host }],
    ['UND_ERR_DESTROYED', { kind: 'cancelled' }],
    ['UND_ERR_CLOSED', { kind: 'cancelled' }],
    ['CERT_HAS_EXPIRED', { kind: 'tls', host, problem: 'expired', reason: 'it broke' }],
    ['CERT_NOT_YET_VALID', { kind: 'tls', host, problem: 'not-yet-valid', reason: 'it broke' }],
    ['CERT_REVOKED', { kind: 'tls', host, problem: 'revoked', reason: 'it broke' }],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', { kind: 'tls', host, problem: 'self-signed', reason: 'it broke' }],
    ['SELF_SIGNED_CERT_IN_CHAIN', { kind: 'tls', host, problem: 'unknown-issuer', reason: 'it broke' }],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', { kind: 'tls', host, problem: 'unknown-issuer', reason: 'it broke' }],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', { kind: 'tls', host, problem: 'incomplete-chain', reason: 'it broke' }],
    ['ERR_TLS_CERT_ALTNAME_INVALID', { kind: 'tls', host, problem: 'wrong-host', reason: 'it broke' }],
    ['ERR_SSL_WRONG_VERSION_NUMBER', { kind: 'tls', host, problem: 'plain-http', reason: 'it broke' }],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', { kind: 'tls', host, problem: 'too-old', reason: 'it broke' }],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', { kind: 'tls', host, problem: 'other', reason: 'it broke' }],
  ])('%s', (code, problem) => {
    expect(connectionProblem(withCode(code), direct)).toEqual(problem)
    // Node tries several addresses and reports all of them in one error; fetch wraps the original error.
    expect(connectionProblem(new AggregateError([withCode(code)], 'it broke'), direct)).toMatchObject({
      kind: problem.kind,
    })
    expect(connectionProblem(new Error('it broke', { cause: withCode(code) }), direct)).toMatchObject({
      kind: problem.kind,
    })
  })

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'])(
    '%s counts as a name failure only with a network',
    (code) => {
      setNetwork(true, false)
      expect(connectionProblem(withCode(code), direct)).toEqual({ kind: 'dns', host: 'service.example' })
      setNetwork(true)
      expect(connectionProblem(withCode(code), direct)).toEqual({ kind: 'offline' })
    },
  )

  it('states the problem of a certificate, without advice on Node’s command line', () => {
    const advice = 'unable to verify; if the root CA is installed locally, try running Node.js with --use-system-ca'
    const error = withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE', advice)
    expect(connectionProblem(error, direct)).toMatchObject({ kind: 'tls', host, reason: 'unable to verify' })
  })
})

// Would catch a line of BoringSSL's source in the sentence for the operator.
it('a failed handshake is reported by the name of its error', () => {
  const source = '../../third_party/boringssl/src/ssl/tls_record.cc:486:SSL alert number 40\n'
  const line = `39307552646784:error:10000410:SSL routines:OPENSSL_internal:SSLV3_ALERT_HANDSHAKE_FAILURE:${source}`
  const error = withCode('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', line)
  const reason = 'sslv3 alert handshake failure'
  expect(connectionProblem(error, direct)).toEqual({ kind: 'tls', host, problem: 'other', reason })
  expect(connectionProblem(new Error(line, { cause: error }), direct)).toMatchObject({ reason })
})

describe('a connection that ended', () =>
  it('that was established, or is unencrypted, is not reported as a TLS problem or a timeout', () => {
    for (const code of ['ECONNRESET', 'ETIMEDOUT', 'ENETDOWN', 'EHOSTUNREACH', 'ECONNREFUSED', 'CERT_HAS_EXPIRED']) {
      const made = connectionProblem(withCode(code), { ...direct, isConnected: true })
      expect(made).toEqual({ kind: 'connection-reset' })
    }
    const given = connectionProblem(withCode('UND_ERR_DESTROYED'), { ...direct, isConnected: true })
    expect(given).toEqual({ kind: 'cancelled' })
    for (const error of [withCode('ECONNRESET'), new Error('it broke'), 'it broke']) {
      expect(connectionProblem(error, { ...direct, isSecure: false })).toEqual({ kind: 'connection-reset' })
    }
  }))

describe('a proxy on the way', () => {
  it('is blamed when it does not answer in the clear, and the service when the request is inside its tunnel', () => {
    const refused = withCode('ECONNREFUSED')
    expect(connectionProblem(refused, { ...behindProxy, isSecure: false })).toMatchObject({ host: proxy })
    expect(connectionProblem(refused, behindProxy)).toMatchObject({ host })
  })

  it.each<[Error, ServiceProblem]>([
    [new ProxyError(407), { kind: 'proxy-authentication', proxy }],
    [
      new ProxyError(407, undefined, { schemes: ['Basic'], isSignedIn: true }),
      { kind: 'proxy-authentication', proxy, isRejected: true },
    ],
    [new ProxyError(502), { kind: 'http', proxy }],
    [new ProxyError(null, withCode('ECONNREFUSED')), { kind: 'connection-refused', host: proxy, isProxy: true }],
    [new ProxyError(null, withCode('ENETDOWN')), { kind: 'offline' }],
    [new ProxyError(null, withCode('ECONNRESET')), { kind: 'connection-refused', host: proxy, isProxy: true }],
    [new ProxyError(null), { kind: 'connection-refused', host: proxy, isProxy: true }],
    [
      new ProxyError(null, withCode('CERT_HAS_EXPIRED')),
      { kind: 'tls', host: proxy, isProxy: true, problem: 'expired', reason: 'it broke' },
    ],
    ...['ERR_TLS_X', 'ERR_SSL_X', 'SELF_SIGNED_X', 'UNABLE_TO_X', 'EPROTO'].map((code): [Error, ServiceProblem] => [
      new ProxyError(null, withCode(code)),
      { kind: 'tls', host: proxy, isProxy: true, problem: 'other', reason: 'it broke' },
    ]),
  ])('%o', (error, problem) => expect(connectionProblem(error, behindProxy)).toEqual(problem))
})

it('an error is described by its code and its messages, the innermost last', () => {
  expect(describeError(withCode('EPIPE'))).toBe('EPIPE: it broke')
  expect(describeError(new Error('fetch failed', { cause: withCode('EPIPE') }))).toBe('EPIPE: fetch failed (it broke)')
  expect(describeError(new AggregateError([new Error('first'), new Error('second')]))).toBe('AggregateError (first)')
  expect(describeError(new Error('alone', { cause: 'a word' }))).toBe('alone')
  expect(describeError(new Error('it broke', { cause: withCode('EPIPE') }))).toBe('EPIPE: it broke')
  expect(describeError('a word')).toBe('a word')
})
