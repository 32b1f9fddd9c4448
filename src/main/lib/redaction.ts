/** Takes secrets out of what is recorded of an exchange. Nothing unredacted is ever kept, not even in memory. */

export type Redact = (text: string) => string

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

// Header and payload of a JWT both start with `{"`, which is `eyJ` in base64url; a cut-off signature is no help to it.
const jwtLike = /eyJ[\w-]{8,}\.[\w-]{2,}(?:\.[\w-]*)?/g

// Shorter texts turn up by chance in any answer: taking them out would hide the answer and protect nothing.
const minSecretLength = 4

const hexOf = (code: number, digits: number): string => {
  const hex = code.toString(16).padStart(digits, '0')
  return `(?:${hex}|${hex.toUpperCase()})`
}

// Writers of JSON differ: `/` comes as `\/` too, and `=` as `\u003d`. And JSON may stand in JSON.
function spellingsOf(character: string): string {
  if (/\w/.test(character)) return character
  const units = Array.from({ length: character.length }, (_, at) => hexOf(character.charCodeAt(at), 4))
  const bytes = Array.from(Buffer.from(character), (byte) => hexOf(byte, 2))
  const spellings = [
    String.raw`\\{0,8}${RegExp.escape(character)}`,
    RegExp.escape(JSON.stringify(character).slice(1, -1)),
    units.map((unit) => String.raw`\\{1,8}u${unit}`).join(''),
    bytes.map((byte) => `%(?:25)*${byte}`).join(''),
  ]
  return `(?:${spellings.join('|')})`
}

function anchorIn(text: string): string {
  return (text.match(/\w+/g) ?? []).reduce((one, other) => (other.length > one.length ? other : one), '')
}

/** Takes these values out of a text, also percent-encoded and as JSON writes them, and what looks like a JWT. */
export function redactor(secrets: readonly string[]): Redact {
  const longestFirst = secrets
    .filter((secret) => secret.length >= minSecretLength)
    .toSorted((one, other) => other.length - one.length)
    .map((secret) => ({ secret, letters: anchorIn(secret) }))
  return (text) =>
    longestFirst
      .reduce((left, { secret, letters }) => {
        // Nobody spells letters and digits otherwise: a text without them needs no closer search, which takes longer.
        if (!left.includes(letters)) return left
        return left.replace(new RegExp(Array.from(secret, spellingsOf).join(''), 'g'), redactedMark)
      }, text)
      .replace(jwtLike, redactedMark)
}

// Redaction reads this much further than what is kept, so that a secret on the cut is whole; the longest is 16 kB.
const overscan = 20_000

/**
 * Gives the first `max` characters of a text without the secrets that `redact` knows. A copy: a mere piece of a string
 * keeps the whole of it in memory, and what is kept here comes from bodies of megabytes.
 */
export function redactedStart(text: string, max: number, redact: Redact): string {
  const start = redact(text.slice(0, max + overscan)).slice(0, max)
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
let redactAll: Redact = redactor([])

/** Has the secret taken out of all that is written from here on. */
export function rememberSecret(text: string): void {
  const secret = text.trim()
  if (secret.length < minRunSecretLength || secretsInHand.has(secret)) return
  secretsInHand.add(secret)
  redactAll = redactor([...secretsInHand])
}

/** Takes all secrets of this run out of a text, and everything that looks like a JWT. */
export const redactSecrets: Redact = (text) => redactAll(text)

/** The secrets of this run, for redaction of texts in which they may be broken up; never to be written or shown. */
export const secretsOfRun = (): readonly string[] => [...secretsInHand]
