/**
 * Certificates made at test time, so that none expires in the repository and no tool must be installed: the few lines
 * of DER (ITU-T X.690) that a certificate of RFC 5280 with an EC key needs.
 */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate and its key; both PEM. Without an issuer it is self-signed, and its own authority. */
export interface TestCertificate {
  readonly subject: string
  readonly cert: string
  readonly key: string
}

/** The content of a certificate. */
export interface CertificateFacts {
  readonly dnsNames: readonly string[]
  readonly subject?: string
  readonly issuer?: TestCertificate
  readonly ipAddresses?: readonly string[]
  /** Where the certificate of its issuer can be downloaded, which public authorities always state; default none. */
  readonly issuerAddress?: string
  /** Epoch milliseconds; default a day ago. */
  readonly validFrom?: number
  /** Epoch milliseconds; default in a day. */
  readonly validTo?: number
}

const day = 86_400_000

// The real time, which TLS uses: `Date` shows the time of the tests' clock.
const realNow = (): number => performance.timeOrigin + performance.now()

export function createCertificate(facts: CertificateFacts): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { subject = 'Greenroom test', issuer } = facts
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ecdsaWithSha256,
    nameOf(issuer?.subject ?? subject),
    sequence(time(facts.validFrom ?? realNow() - day), time(facts.validTo ?? realNow() + day)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(basicConstraints, subjectAlternativeNames(facts), ...authorityAccess(facts))),
  )
  const signer = issuer === undefined ? privateKey : createPrivateKey(issuer.key)
  const signature = tagged(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, signer)]))
  const base64 = sequence(body, ecdsaWithSha256, signature).toString('base64')
  return {
    subject,
    cert: `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function nameOf(subject: string): Buffer {
  return sequence(set(sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(subject)))))
}

function tagged(tag: number, content: Buffer): Buffer {
  const length = content.byteLength
  const long = [length >> 8, length & 0xff]
  const header = length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, ...long]
  return Buffer.concat([Buffer.from(header), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function set(...parts: readonly Buffer[]): Buffer {
  return tagged(0x31, Buffer.concat(parts))
}

function oid(...bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes))
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
  return tagged(0x18, Buffer.from(digits.replace(/[-:T]/g, '')))
}

function subjectAlternativeNames({ dnsNames, ipAddresses = [] }: CertificateFacts): Buffer {
  const names = dnsNames.map((name) => tagged(0x82, Buffer.from(name)))
  const addresses = ipAddresses.map((address) => tagged(0x87, Buffer.from(address.split('.').map(Number))))
  return sequence(oid(0x55, 0x1d, 0x11), tagged(0x04, sequence(...names, ...addresses)))
}

function authorityAccess({ issuerAddress }: CertificateFacts): readonly Buffer[] {
  if (issuerAddress === undefined) return []
  const issuers = sequence(oid(0x2b, 6, 1, 5, 5, 7, 0x30, 2), tagged(0x86, Buffer.from(issuerAddress)))
  return [sequence(oid(0x2b, 6, 1, 5, 5, 7, 1, 1), tagged(0x04, sequence(issuers)))]
}

const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))

const basicConstraints = sequence(
  oid(0x55, 0x1d, 0x13),
  tagged(0x01, Buffer.of(0xff)),
  tagged(0x04, sequence(tagged(0x01, Buffer.of(0xff)))),
)
