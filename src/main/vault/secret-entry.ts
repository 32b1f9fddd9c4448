/** What an entry of the keychain holds: a secret together with the service it may be sent to. */
import { FailureError } from '../../shared/failure.ts'
import type { ProfileFields } from '../../shared/schemas/profile.ts'
import { secretEntry } from '../../shared/schemas/secret-entry.ts'
import { parseJson } from '../lib/json-text.ts'
import { Secret } from './secret.ts'

/** The only place a secret is sent to: the origin (scheme, host, port) and the way of signing in it was typed for. */
export interface SecretScope {
  readonly origin: string
  readonly kind: ProfileFields['authentication']['kind']
}

/** A secret and where it may be sent; the scope is null for an entry that does not say. */
export interface ScopedSecret {
  readonly scope: SecretScope | null
  readonly secret: Secret
}

// UTF-8 bytes of a whole entry. Windows' store takes no more, and one limit everywhere surprises nobody.
const MAX_ENTRY_BYTES = 2_560

/** The scope of a secret that is typed for these fields. */
export function scopeOf({ baseUrl, authentication }: Pick<ProfileFields, 'baseUrl' | 'authentication'>): SecretScope {
  return { origin: new URL(baseUrl).origin, kind: authentication.kind }
}

/** True when a secret of the one may be sent to the other; a scope of null fits nothing. */
export function isSameScope(one: SecretScope | null, other: SecretScope): boolean {
  return one?.origin === other.origin && one.kind === other.kind
}

function textOf({ origin, kind }: SecretScope, secret: string): string {
  return JSON.stringify({ version: 1, origin, kind, secret })
}

/** The text to keep. Throws `secret-too-long`, whose limit is what the entry leaves for the secret itself. */
export function encodeEntry(scope: SecretScope, secret: Secret): Secret {
  const text = textOf(scope, secret.open())
  if (Buffer.byteLength(text) <= MAX_ENTRY_BYTES) return new Secret(text)
  const limitBytes = MAX_ENTRY_BYTES - Buffer.byteLength(textOf(scope, ''))
  throw new FailureError({ kind: 'secret-too-long', limitBytes })
}

/** Reads an entry. One that earlier versions wrote is the bare secret. */
export function decodeEntry(entry: Secret): ScopedSecret {
  const parsed = secretEntry.safeParse(parseJson(entry.open()))
  if (!parsed.success) return { scope: null, secret: entry }
  const { origin, kind, secret } = parsed.data
  return { scope: { origin, kind }, secret: new Secret(secret) }
}
