/** Takes secrets out of what is recorded of an exchange. Nothing unredacted is ever kept, not even in memory. */
import { LRUCache } from 'lru-cache'
import { jsonSigns, parseJson, readTokens } from '../../shared/model/json-text.ts'
import { jwtSearch, needlesIn, needlesOf, spansOf } from './secret-spellings.ts'
import type { SpanSearch } from './secret-spellings.ts'

/** A text without secrets; with `max`, what stands for its first characters. */
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

// Shorter texts turn up by chance in any answer: taking them out would hide the answer and protect nothing.
const minSecretLength = 4

// Made once for each secret, as every line of the log is searched for all of them.
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

/** Takes these values alone out of a text, in whatever way it spells them (`secret-spellings.ts`). */
export const redactorOfKnown = (secrets: readonly string[]): Redact => without(searchFor(secrets))

/** Takes these values out of a text in the same way, and what looks like a JWT. */
export const redactor = (secrets: readonly string[]): Redact => without(searchFor(secrets), jwtSearch)

/** As `redact`, and what was JSON stays JSON: a mark in place of a number is a text. */
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

/** The bytes of a text without secrets; all other bytes stay as they are. The same object where there is none. */
export function redactBytes(bytes: Uint8Array, redact: Redact): Uint8Array {
  const text = decoder.decode(bytes)
  const redacted = redactJson(text, redact)
  if (redacted === text) return bytes
  const received = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // What is no UTF-8 would be written otherwise than it came.
  if (Buffer.from(text).equals(received)) return Buffer.from(redacted)
  return Buffer.from(redactJson(received.toString('latin1'), redact), 'latin1')
}

// Redaction reads this much further than what is kept, so that a secret on the cut is whole; the longest is 16 kB, and
// escaped up to six times as long.
const overscan = 100_000

/**
 * Gives the first `max` characters of a text without the secrets that `redact` knows. A copy: a mere piece of a string
 * keeps the whole of it in memory, and what is kept here comes from bodies of megabytes.
 */
export function redactedStart(text: string, max: number, redact: Redact): string {
  const start = redact(text.slice(0, max + overscan), max).slice(0, max)
  return Buffer.from(start, 'utf16le').toString('utf16le')
}

/** Gives headers without secrets: whole values of those that carry them, known secrets in all others. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redact: Redact,
): Readonly<Record<string, string>> {
  const pairs = Object.entries(headers).map(([name, value]) => {
    return [name, secretHeaders.has(name.toLowerCase()) ? redactedMark : redact(value)] as const
  })
  return Object.fromEntries(pairs)
}

// A shorter one turns up by chance in names and numbers, and what is written down cannot be put right again.
const minRunSecretLength = 8

// The secrets that this run has had in its hands, whatever they look like, so that no log, journal or export shows one: a
// JWT is known by its shape, an app key is not. There is one run, hence one list for the whole process.
const secretsInHand = new Set<string>()
const maxMinted = 32
const minted = new Set<string>()
let redactAll: Redact = redactor([])

/** Has the secret taken out of all that is written from here on. */
export function rememberSecret(text: string): void {
  const secret = text.trim()
  if (secret.length < minRunSecretLength || secretsInHand.has(secret)) return
  secretsInHand.add(secret)
  redactAll = redactor(secretsOfRun())
}

/** As `rememberSecret`, for a token that ends within hours: of these the newest are known. */
export function rememberMinted(token: string): void {
  minted.add(token)
  for (const oldest of minted) if (minted.size > maxMinted) minted.delete(oldest)
  redactAll = redactor(secretsOfRun())
}

/** Takes all secrets of this run out of a text, and everything that looks like a JWT. */
export const redactSecrets: Redact = (text, max) => redactAll(text, max)

/** The secrets of this run, for redaction alone; never to be written or shown. */
export const secretsOfRun = (): readonly string[] => [...secretsInHand, ...minted]
