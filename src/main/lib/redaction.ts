/** Removes secrets from texts before they are recorded. Nothing unredacted is kept, not even in memory. */
import { LRUCache } from 'lru-cache'
import { jsonSigns, parseJson, readTokens } from '../../shared/model/json-text.ts'
import { jwtSearch, needlesIn, needlesOf, spansOf } from './secret-spellings.ts'
import type { SpanSearch } from './secret-spellings.ts'

/** Returns a text without secrets; with `max`, only the redacted form of its first `max` characters. */
export type Redact = (text: string, max?: number) => string

const redactedMark = '[redacted]'

const secretHeaders: ReadonlySet<string> = new Set([
  'token',
  'authorization',
  'proxy-authorization',
  'proxy-authenticate',
  'www-authenticate',
  'authentication-info',
  'cookie',
  'set-cookie',
  'x-api-key',
])

// Shorter texts occur by chance in any answer: removing them would hide the answer and protect nothing.
const minSecretLength = 4

// Cached per secret, because every line of the log is searched for all secrets.
const needles = new LRUCache<string, ReturnType<typeof needlesOf>>({ max: 200, memoMethod: needlesOf })

const searchFor = (secrets: readonly string[]): SpanSearch =>
  needlesIn(secrets.filter((secret) => secret.length >= minSecretLength).flatMap((secret) => needles.memo(secret)))

function without(...searches: readonly SpanSearch[]): Redact {
  return (text, max = text.length) => {
    const pieces: string[] = []
    let from = 0
    for (const { start, end } of spansOf(text, searches)) {
      if (start >= max) break
      pieces.push(text.slice(from, start), redactedMark)
      from = end
    }
    return pieces.length === 0 ? text.slice(0, max) : pieces.join('') + text.slice(from, max)
  }
}

/** Removes only these values from a text, in all their spellings (`secret-spellings.ts`). */
export const redactorOfKnown = (secrets: readonly string[]): Redact => without(searchFor(secrets))

/** As `redactorOfKnown`, but also removes everything that looks like a JWT. */
export const redactor = (secrets: readonly string[]): Redact => without(searchFor(secrets), jwtSearch)

/** As `redact`, but valid JSON stays valid: the mark that replaces a number is a JSON string. */
export function redactJson(text: string, redact: Redact): string {
  const redacted = redact(text)
  if (redacted === text || parseJson(redacted) !== undefined || parseJson(text) === undefined) return redacted
  const pieces: string[] = []
  let from = 0
  readTokens(text, (sign, start, end) => {
    const token = text.slice(start, end)
    const clean = redact(token)
    if (clean === token) return true
    pieces.push(text.slice(from, start), sign === jsonSigns.quote ? clean : `"${redactedMark}"`)
    from = end
    return true
  })
  return pieces.join('') + text.slice(from)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Removes secrets from the bytes of a text; all other bytes stay unchanged. Returns the same object without secrets.
 */
export function redactBytes(bytes: Uint8Array, redact: Redact): Uint8Array {
  const text = decoder.decode(bytes)
  const redacted = redactJson(text, redact)
  if (redacted === text) return bytes
  const received = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Bytes that are not UTF-8 would change when they are decoded and encoded again.
  if (Buffer.from(text).equals(received)) return Buffer.from(redacted)
  return Buffer.from(redactJson(received.toString('latin1'), redact), 'latin1')
}

// Redaction reads this much more than is kept, so that a secret at the cut is complete. The longest secret is 16 kB,
// and escaped up to six times as long.
const overscan = 100_000

/**
 * Returns the first `max` characters of a text without the secrets that `redact` knows. The result is a copy, because a
 * slice of a string keeps the whole string in memory, and the texts come from bodies of megabytes.
 */
export function redactedStart(text: string, max: number, redact: Redact): string {
  const start = redact(text.slice(0, max + overscan), max).slice(0, max)
  return Buffer.from(start, 'utf16le').toString('utf16le')
}

/**
 * Returns headers without secrets: replaces the whole values of headers that carry secrets, and known secrets in all
 * other headers.
 */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redact: Redact,
): Readonly<Record<string, string>> {
  const pairs = Object.entries(headers).map(([name, value]) => {
    return [name, secretHeaders.has(name.toLowerCase()) ? redactedMark : redact(value)] as const
  })
  return Object.fromEntries(pairs)
}

// A shorter secret occurs by chance in names and numbers, and written entries cannot be corrected.
const minRunSecretLength = 8

// All secrets that this run has used, so that no log, journal or export shows a secret: a JWT is recognised by its
// shape, an app key is not. The whole process shares one list.
const secretsInHand = new Set<string>()
const maxMinted = 32
const minted = new Set<string>()
let redactAll: Redact = redactor([])

/** Redacts the secret in everything that is written from now on. */
export function rememberSecret(text: string): void {
  const secret = text.trim()
  if (secret.length < minRunSecretLength || secretsInHand.has(secret)) return
  secretsInHand.add(secret)
  redactAll = redactor(secretsOfRun())
}

/** As `rememberSecret`, for a minted token, which expires within hours: only the newest tokens are kept. */
export function rememberMinted(token: string): void {
  minted.add(token)
  for (const oldest of minted) if (minted.size > maxMinted) minted.delete(oldest)
  redactAll = redactor(secretsOfRun())
}

/** Removes all secrets of this run, and everything that looks like a JWT, from a text. */
export const redactSecrets: Redact = (text, max) => redactAll(text, max)

/** The secrets of this run, only for redaction; never written or shown. */
export const secretsOfRun = (): readonly string[] => [...secretsInHand, ...minted]
