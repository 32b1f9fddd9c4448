/** A secret, its scope, and the checks of profile changes that affect the secret. */
import { inspect, isDeepStrictEqual } from 'node:util'
import { FailureError, invalidInput } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { pastedSecret } from '../../shared/model/pasted-text.ts'
import type { Profile, ProfileFields, ProfileInput, SecretInput, SecretState } from '../../shared/schemas/profile.ts'
import { secretEntry } from '../../shared/schemas/profile.ts'
import { parseJson } from '../../shared/model/json-text.ts'
import { rememberSecret } from '../lib/redaction.ts'

const placeholder = '[secret]'

/**
 * A token or key that prints as `[secret]` in texts, JSON, logs and inspectors. Only the file that signs or sends it
 * and the file that passes it to the keychain may call `open()`.
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    rememberSecret(text)
  }

  open(): string {
    return this.#text
  }

  equals(other: Secret): boolean {
    return this.#text === other.#text
  }

  toString(): string {
    return placeholder
  }

  toJSON(): string {
    return placeholder
  }

  [inspect.custom](): string {
    return placeholder
  }
}

/**
 * The origin (scheme, host, port) and the kind of authentication for which a secret was typed. It is sent nowhere else.
 */
export interface SecretScope {
  readonly origin: string
  readonly kind: ProfileFields['authentication']['kind']
}

/** A secret and the scope that it is restricted to. */
export interface ScopedSecret {
  readonly scope: SecretScope
  readonly secret: Secret
}

// UTF-8 bytes of a whole entry. This is the limit of the store on Windows, used on all systems for consistency.
const MAX_ENTRY_BYTES = 2_560

/** The scope of a secret typed for these fields. */
export function scopeOf({ baseUrl, authentication }: Pick<ProfileFields, 'baseUrl' | 'authentication'>): SecretScope {
  return { origin: new URL(baseUrl).origin, kind: authentication.kind }
}

/** True when a secret of one scope may be sent to the other scope. */
export function isSameScope(one: SecretScope, other: SecretScope): boolean {
  return one.origin === other.origin && one.kind === other.kind
}

function textOf({ origin, kind }: SecretScope, secret: string): string {
  return JSON.stringify({ version: 1, origin, kind, secret })
}

/** The text of the entry. Throws `secret-too-long` with the limit that remains for the secret itself. */
export function encodeEntry(scope: SecretScope, secret: Secret): Secret {
  const text = textOf(scope, secret.open())
  if (Buffer.byteLength(text) <= MAX_ENTRY_BYTES) return new Secret(text)
  const limitBytes = MAX_ENTRY_BYTES - Buffer.byteLength(textOf(scope, ''))
  throw new FailureError({ kind: 'secret-too-long', limitBytes })
}

/** Reads an entry; null for a text without a scope. */
export function decodeEntry(entry: Secret): ScopedSecret | null {
  const parsed = secretEntry.safeParse(parseJson(entry.open()))
  if (!parsed.success) return null
  const { origin, kind, secret } = parsed.data
  return { scope: { origin, kind }, secret: new Secret(secret) }
}

/** True when requests would reach a different service or be paid by a different account than before. */
export function isOtherAccount(before: ProfileFields, after: ProfileFields): boolean {
  return before.baseUrl !== after.baseUrl || !isDeepStrictEqual(accountOf(before), accountOf(after))
}

// A token's lifetime does not identify the account, and the fields do not name the account of an access token.
function accountOf({ authentication }: ProfileFields): readonly string[] {
  return authentication.kind === 'api-keys' ? [authentication.kind, authentication.appId] : [authentication.kind]
}

/**
 * The typed secret without surrounding text; null when the stored secret is kept. Throws `invalid-input` when nothing
 * remains, and for a character that no header can contain: such a secret would be saved and never sent.
 */
export function typedSecret(input: SecretInput): Secret | null {
  if (input.kind === 'keep') return null
  const { value, problem } = pastedSecret(input.value)
  if (problem?.kind === 'empty') throw invalidInput('secret', 'nothing but what surrounds a secret')
  if (problem?.kind === 'character') throw invalidInput('secret', 'only visible ASCII characters, no spaces')
  return new Secret(value)
}

/** True when a secret typed for the previous fields may not be sent with the new fields. */
function isOtherScope(before: ProfileFields, after: ProfileFields): boolean {
  return !isSameScope(scopeOf(before), scopeOf(after))
}

/** Throws `invalid-input` (`secret`) when a stored secret would go to a different origin or kind of authentication. */
export async function assertSecretStays(
  before: Profile,
  { fields, secret }: ProfileInput,
  vault: { readonly whereabouts: (id: ProfileId, scope: SecretScope) => Promise<SecretState> },
): Promise<void> {
  if (secret.kind === 'set' || !isOtherScope(before, fields)) return
  const state = await vault.whereabouts(before.id, scopeOf(fields))
  if (state === 'none' || state === 'keychain' || state === 'session') return
  throw invalidInput('secret', 'type it again: it was kept for another address or another way of authentication')
}

/**
 * Throws `invalid-input` when a practice profile gets a different address or a secret, which the practice service sets.
 */
export function assertPracticeStays(before: Profile, { fields, secret }: ProfileInput): void {
  if (before.kind !== 'practice') return
  if (fields.baseUrl !== before.baseUrl)
    throw invalidInput('fields.baseUrl', 'the practice service has its own address')
  if (fields.authentication.kind !== before.authentication.kind || secret.kind === 'set') {
    throw invalidInput('secret', 'the practice service makes its own')
  }
}
