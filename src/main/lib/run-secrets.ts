/**
 * The secrets that this run has had in its hands, whatever they look like, so that no log, journal or export shows one:
 * a JWT is known by its shape, an app key is not. There is one run, hence one list for the whole process.
 */
import { redactor } from './redaction.ts'
import type { Redact } from './redaction.ts'

// A shorter one turns up by chance in names and numbers, and what is written down cannot be put right again.
const MIN_LENGTH = 8

const secrets = new Set<string>()
let redact: Redact = redactor([])

/** Has the secret taken out of all that is written from here on. */
export function rememberSecret(text: string): void {
  const secret = text.trim()
  if (secret.length < MIN_LENGTH || secrets.has(secret)) return
  secrets.add(secret)
  redact = redactor([...secrets])
}

/** Takes all secrets of this run out of a text, and everything that looks like a JWT. */
export const redactSecrets: Redact = (text) => redact(text)

/** The secrets of this run, for redaction of texts in which they may be broken up; never to be written or shown. */
export const secretsOfRun = (): readonly string[] => [...secrets]
