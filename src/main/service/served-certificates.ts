/** What a server showed of itself before its certificates were refused: who issued them, and whether all of them came. */
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Certificate, DetailedPeerCertificate } from 'node:tls'
import type { buildConnector } from 'undici'
import { cleanName } from '../../shared/model/file-names.ts'
import { truncate } from '../../shared/model/truncate.ts'

export interface ServedCertificates {
  /** The issuer at the end of what was sent, as a person would look for it; null when it has no name. */
  readonly issuer: string | null
  /** Says where its issuer's certificate can be had, as those of public authorities do and those made by a proxy do not. */
  readonly namesIssuerAddress: boolean
  /** An issuer is named like a program that opens secure connections to read them. */
  readonly isFromInspection: boolean
}

/** A secure connection that was refused for its certificates. The error of TLS is its cause. */
export class CertificateError extends Error {
  readonly served: ServedCertificates

  constructor(cause: Error, served: ServedCertificates) {
    super(cause.message, { cause })
    this.name = 'CertificateError'
    this.served = served
  }
}

/** undici's connector answers the socket, which its types leave out. */
type SocketConnector = (...asked: Parameters<buildConnector.connector>) => Socket

/** The same connector, whose errors tell which certificates were refused. */
export function tellingCertificates(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    let served: ServedCertificates | null = null
    // A refused socket is gone before its error is heard.
    const socket = (connect as SocketConnector)(options, (...[error, connected]) => {
      if (error === null) callback(null, connected)
      else callback(served === null ? error : new CertificateError(error, served), null)
    })
    if (socket instanceof TLSSocket) {
      // Before Node's own listener, which judges the certificates.
      socket.prependOnceListener('secure', () => {
        served = readServed(socket.getPeerCertificate(true))
      })
    }
  }
}

// Of a server that sends certificates without end.
const maxCertificates = 10

function readServed(first: DetailedPeerCertificate): ServedCertificates {
  const chain: DetailedPeerCertificate[] = []
  // The last one is its own issuer, or has none.
  let next: DetailedPeerCertificate | undefined = first
  while (next !== undefined && !chain.includes(next) && chain.length < maxCertificates) {
    chain.push(next)
    // The types know of no certificate that came without its issuer's.
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

/** The common name of an issuer; else its organisation. Node gives a list where a part is there twice. */
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
