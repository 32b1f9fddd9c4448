/**
 * Translates an error below HTTP into a problem that an operator understands. Knows the codes of Node, OpenSSL and
 * undici.
 */
import { networkInterfaces } from 'node:os'
import type { ServiceProblem, TlsProblem } from '../../shared/failure.ts'
import { ProxyError, proxyErrorOf, UnknownProxy } from './proxy-list.ts'
import { CertificateError } from './served-certificates.ts'
import type { ServedCertificates } from './served-certificates.ts'

interface Destination {
  /** Host, with its port when the port is not the scheme's default. */
  readonly host: string
  /** Host and port of the proxy; null without a proxy. */
  readonly proxy: string | null
  readonly isSecure: boolean
  /** Whether bytes of the request might have been sent. Before that, an error means that connecting failed. */
  readonly isConnected: boolean
  readonly connectMs: number
}

type ProblemOf<Kind extends ServiceProblem['kind']> = Extract<ServiceProblem, { readonly kind: Kind }>

export function connectionProblem(error: unknown, destination: Destination): ServiceProblem {
  const proxyError = proxyErrorOf(error)
  if (proxyError !== null) return proxyProblem(proxyError, destination)
  const { host, proxy, isSecure, isConnected } = destination
  if (isConnected) return lostConnection(error, destination)
  // Plain HTTP uses no tunnel: before the request leaves, only the connection to the proxy can fail.
  if (proxy !== null && !isSecure) return proxyProblem(new ProxyError(null, error), destination)
  const problem = problemOfCode(codeOf(error), destination)
  if (problem !== null) return problem
  // All TLS errors that are not transport errors: certificates, names, versions, interrupted handshakes.
  return isSecure ? tlsFailure(error, host, proxy !== null) : { kind: 'connection-reset' }
}

// An established connection that breaks was neither refused nor unresolvable, whatever code the error has.
function lostConnection(error: unknown, destination: Destination): ServiceProblem {
  const { host, proxy, isSecure } = destination
  if (problemOfCode(codeOf(error), destination)?.kind === 'cancelled') return { kind: 'cancelled' }
  return !isSecure && isTlsRecord(error) ? wantsHttps(proxy ?? host) : { kind: 'connection-reset' }
}

/** Describes an error in one line for the record of exchanges: its code and messages, innermost last. */
export function describeError(error: unknown): string {
  const code = codeOf(error)
  return code === null ? reasonOf(error) : `${code}: ${reasonOf(error)}`
}

function proxyProblem(error: ProxyError, destination: Destination): ServiceProblem {
  if (error instanceof UnknownProxy) {
    return { kind: 'proxy-authentication', proxy: error.address, unsupported: error.kind }
  }
  const proxy = destination.proxy ?? destination.host
  if (error.httpStatus === 407) return { kind: 'proxy-authentication', proxy, ...signInProblem(error) }
  if (error.httpStatus !== null) return { kind: 'http', proxy }
  const code = codeOf(error.cause)
  const codeProblem = problemOfCode(code, { ...destination, host: proxy })
  if (codeProblem !== null) return ofProxy(codeProblem, destination)
  const isTls = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code ?? '')
  const problem = isTls ? tlsFailure(error.cause, proxy, false) : ({ kind: 'connection-refused', host: proxy } as const)
  return ofProxy(problem, destination)
}

function ofProxy(problem: ServiceProblem, { proxy }: Destination): ServiceProblem {
  return 'host' in problem && proxy !== null && problem.kind !== 'link-local' ? { ...problem, isProxy: true } : problem
}

// Greenroom does not support NTLM and Negotiate (Kerberos), which sign in a connection with the system's account.
function signInProblem({
  signIn: { schemes, isSignedIn },
}: ProxyError): Pick<ProblemOf<'proxy-authentication'>, 'unsupported' | 'isRejected'> {
  const canSignIn = schemes.length === 0 || schemes.some((scheme) => /^basic$/i.test(scheme))
  if (!canSignIn) return { unsupported: schemes.join(', ').slice(0, 100) }
  return isSignedIn ? { isRejected: true } : {}
}

/** The problem of a plain HTTP request to a port that expects TLS. */
export function wantsHttps(host: string): ServiceProblem {
  return { kind: 'tls', host, problem: 'wants-https', reason: 'the answer is not HTTP but TLS' }
}

// By OpenSSL's codes. The first code means that the server sends only its own certificate.
const tlsProblems: readonly (readonly [code: RegExp, problem: TlsProblem])[] = [
  [/UNABLE_TO_VERIFY_LEAF_SIGNATURE/, 'incomplete-chain'],
  [/UNABLE_TO_GET_ISSUER_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|INVALID_CA/, 'unknown-issuer'],
  [/DEPTH_ZERO_SELF_SIGNED_CERT/, 'self-signed'],
  [/CERT_HAS_EXPIRED/, 'expired'],
  [/CERT_NOT_YET_VALID/, 'not-yet-valid'],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH|IP_ADDRESS_MISMATCH/, 'wrong-host'],
  [/CERT_REVOKED/, 'revoked'],
  [/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/, 'too-old'],
  [/WRONG_VERSION_NUMBER|HTTP_REQUEST|HTTPS_PROXY_REQUEST|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL/, 'plain-http'],
]

function tlsFailure(error: unknown, host: string, isByProxy: boolean): ServiceProblem {
  const code = codeOf(error) ?? ''
  const [, problem = 'other'] = tlsProblems.find(([pattern]) => pattern.test(code)) ?? []
  const reason = tlsReason(error)
  const served = servedIn(error)
  if (served === null || !issuerProblems.has(problem)) return { kind: 'tls', host, problem, reason }
  const { issuer } = served
  return { kind: 'tls', host, problem: isInspected(served, isByProxy) ? 'inspected' : problem, reason, issuer }
}

const issuerProblems: ReadonlySet<TlsProblem> = new Set(['incomplete-chain', 'unknown-issuer'])

// Certificates of public authorities contain the address of the issuer's certificate; certificates made by a proxy do
// not.
function isInspected({ isFromInspection, namesIssuerAddress }: ServedCertificates, isByProxy: boolean): boolean {
  return isFromInspection || (isByProxy && !namesIssuerAddress)
}

function servedIn(error: unknown): ServedCertificates | null {
  if (error instanceof CertificateError) return error.served
  return error instanceof Error && error.cause !== undefined ? servedIn(error.cause) : null
}

// undici attaches the bytes that are not HTTP. A TLS alert begins with its type 21, followed by the major version 3.
function isTlsRecord(error: unknown): boolean {
  const isUnreadable = error instanceof Error && error.name === 'HTTPParserError'
  return isUnreadable && 'data' in error && String(error.data).startsWith('\u0015\u0003')
}

const problemOf: Readonly<Record<string, (destination: Destination) => ServiceProblem>> = {
  ...alike(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'], unknownName),
  ...alike(['ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'], () => ({ kind: 'offline' })),
  ...alike(['ECONNREFUSED', 'EHOSTUNREACH', 'EHOSTDOWN'], ({ host }) => ({ kind: 'connection-refused', host })),
  ...alike(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'], ({ connectMs }) => ({
    kind: 'timeout',
    timeoutMs: connectMs,
    phase: 'connect',
  })),
  // The network's `lookup` refuses names that resolve only to link-local addresses (`isLinkLocal`).
  ENOTPUBLIC: ({ host }) => ({ kind: 'link-local', host }),
  ...alike(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'], () => ({ kind: 'cancelled' })),
}

function alike<Value>(codes: readonly string[], value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(codes.map((code) => [code, value]))
}

function problemOfCode(code: string | null, destination: Destination): ServiceProblem | null {
  return code === null ? null : (problemOf[code]?.(destination) ?? null)
}

// An unresolvable name means "offline" when this computer has no network address except loopback.
function unknownName({ host }: Destination): ServiceProblem {
  const hasNetwork = Object.values(networkInterfaces()).some(
    (addresses) => addresses?.some(({ internal }) => !internal) === true,
  )
  return hasNetwork ? { kind: 'dns', host: host.replace(/:\d+$/, '') } : { kind: 'offline' }
}

// Connecting to several addresses fails with one `AggregateError` that contains an error per address.
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error.cause === undefined ? null : codeOf(error.cause)
}

// Removes Node's advice about its command line, and reduces BoringSSL's source reference to the name of the error.
function tlsReason(error: unknown): string {
  const reason = reasonOf(error)
  const [, name] = /:OPENSSL_internal:(\w+)/.exec(reason) ?? []
  return name?.toLowerCase().replaceAll('_', ' ') ?? reason.replace(/; if the root CA is installed locally.*$/s, '')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  const message = error.message === '' ? error.name : error.message
  return cause instanceof Error && cause.message !== message ? `${message} (${reasonOf(cause)})` : message
}
