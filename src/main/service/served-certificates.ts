/** The certificates that a server presented before they were refused: their issuer, and signs of TLS inspection. */
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Certificate, DetailedPeerCertificate } from 'node:tls'
import type { buildConnector } from 'undici'
import { cleanName } from '../../shared/model/file-names.ts'
import { truncate } from '../../shared/model/truncate.ts'

export interface ServedCertificates {
  /** The name of the last issuer in the chain; null when it has no name. */
  readonly issuer: string | null
  /**
   * Whether the certificate contains the address of its issuer's certificate. Certificates of public authorities do;
   * certificates made by a proxy do not.
   */
  readonly namesIssuerAddress: boolean
  /** Whether an issuer is named like a program that decrypts secure connections. */
  readonly isFromInspection: boolean
}

/** A secure connection was refused because of its certificates. `cause` is the TLS error. */
export class CertificateError extends Error {
  readonly served: ServedCertificates

  constructor(cause: Error, served: ServedCertificates) {
    super(cause.message, { cause })
    this.name = 'CertificateError'
    this.served = served
  }
}

/** undici's connector returns the socket, but its types omit it. */
type SocketConnector = (...args: Parameters<buildConnector.connector>) => Socket

/** Wraps a connector so that its errors contain the refused certificates. */
export function reportingCertificates(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    let served: ServedCertificates | null = null
    // A refused socket is destroyed before its error is reported, so its certificates are read earlier.
    const socket = (connect as SocketConnector)(options, (...[error, connected]) => {
      if (error === null) callback(null, connected)
      else callback(served === null ? error : new CertificateError(error, served), null)
    })
    if (socket instanceof TLSSocket) {
      // Must run before Node's own listener, which verifies the certificates.
      socket.prependOnceListener('secure', () => {
        served = readServed(socket.getPeerCertificate(true))
      })
    }
  }
}

// Limits an endless chain of certificates.
const maxCertificates = 10

function readServed(first: DetailedPeerCertificate): ServedCertificates {
  const chain: DetailedPeerCertificate[] = []
  // The last certificate is its own issuer, or has no issuer.
  let next: DetailedPeerCertificate | undefined = first
  while (next !== undefined && !chain.includes(next) && chain.length < maxCertificates) {
    chain.push(next)
    // The types omit that the issuer's certificate can be missing.
    next = next.issuerCertificate as DetailedPeerCertificate | undefined
  }
  const issuers = chain.map(({ issuer }) => issuer)
  const addresses = first.infoAccess?.['CA Issuers - URI'] ?? []
  return {
    issuer: nameOf(issuers.at(-1)),
    namesIssuerAddress: addresses.some((address) => /^https?:/i.test(address)),
    isFromInspection: issuers.some((issuer) => inspection.test(Object.values(issuer).flat().join('\n'))),
  }
}

const maxNameLength = 80

/** The common name of an issuer, or its organisation or unit. Node returns a list for a repeated part. */
function nameOf(issuer: Partial<Certificate> | undefined): string | null {
  const [name = ''] = [issuer?.CN ?? issuer?.O ?? issuer?.OU ?? []].flat()
  return truncate(cleanName(name), maxNameLength) || null
}

const inspection = new RegExp(
  [
    'zscaler|netskope|fortinet|fortigate|palo ?alto|blue ?coat|cisco umbrella|mcafee|skyhigh|forcepoint|websense',
    'check ?point|barracuda|watchguard|sonicwall|sophos|kaspersky|eset ssl|avast|avg technologies|bitdefender',
    'untangle|iboss|menlo security|squid|mitmproxy|charles proxy|fiddler|portswigger',
    String.raw`\bproxy\b|\bfirewall\b|web gateway|(?:ssl|tls|deep|https) (?:inspection|interception|decryption)`,
  ].join('|'),
  'i',
)
