/**
 * The secret port: what the rest of main knows of the keychain. One entry per profile, under the profile's id, bound to
 * the service that the secret was typed for: settings that name another one, however they came about, get nothing.
 */
import { FailureError, forbidden } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Policy } from '../../shared/schemas/policy.ts'
import type { SecretState } from '../../shared/schemas/profile.ts'
import type { Log } from '../lib/log.ts'
import type { Keychain } from './keychain.ts'
import { decodeEntry, encodeEntry, isSameScope, Secret } from './secret.ts'
import type { ScopedSecret, SecretScope } from './secret.ts'

/** Where a secret is to be kept: in the OS keychain, or in main's memory until Greenroom quits. */
export type KeepIn = 'keychain' | 'session'

/** `own`: in memory too, for a secret that main itself made, which no policy is about. */
export type SecretPlace = KeepIn | 'own'

interface VaultOptions {
  readonly keychain: Keychain
  readonly log: Log
  /** Where the policy has secrets kept; with `required` an older entry of the keychain is taken out and never read. */
  readonly sessionOnlySecrets?: Policy['sessionOnlySecrets']
  /** Profiles whose entry an earlier version may have written as the bare secret, and what it was saved for. Asked once. */
  readonly unbound: () => ReadonlyMap<ProfileId, SecretScope>
}

// In the keychain itself, so that no file can make a bare entry be bound a second time, to another origin.
const BOUND_ACCOUNT = 'entries-bound'

function keychainProblem(error: unknown): 'keychain-missing' | 'keychain-locked' {
  const kind = error instanceof FailureError ? error.failure.kind : null
  if (kind === 'keychain-missing' || kind === 'keychain-locked') return kind
  throw error
}

/** Binds entries that an earlier version wrote as the bare secret, once, before the first entry is read. */
function createBinding({ keychain, log, unbound }: Pick<VaultOptions, 'keychain' | 'log' | 'unbound'>) {
  let binding: Promise<void> | null = null

  async function bind(id: ProfileId, scope: SecretScope): Promise<void> {
    const entry = await keychain.get(id)
    if (entry === null || decodeEntry(entry).scope !== null) return
    try {
      await keychain.set(id, encodeEntry(scope, entry), 'keep')
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.kind !== 'secret-too-long') throw error
      log.warn('keychain: a secret is too long to be bound to its origin and has to be typed again')
    }
  }

  // Before the first entry is read, once and for all: a bare entry that turns up afterwards belongs to nobody.
  async function bindAll(): Promise<void> {
    if ((await keychain.get(BOUND_ACCOUNT)) !== null) return
    for (const [id, scope] of unbound()) await bind(id, scope)
    await keychain.set(BOUND_ACCOUNT, new Secret('1'), 'keep')
  }

  return (): Promise<void> => {
    binding ??= bindAll().catch((error: unknown) => {
      binding = null
      throw error
    })
    return binding
  }
}

export type Vault = ReturnType<typeof createVault>

/** Secrets by profile. Every call ends within a few seconds, whatever the keychain does. */
export function createVault({ keychain, log, sessionOnlySecrets = 'allowed', unbound }: VaultOptions) {
  // Gone when Greenroom quits, never in a file.
  const session = new Map<ProfileId, ScopedSecret>()
  const bound = createBinding({ keychain, log, unbound })
  const evicted = new Set<ProfileId>()

  async function evict(key: ProfileId): Promise<void> {
    if (evicted.has(key)) return
    evicted.add(key)
    try {
      await keychain.delete(key)
    } catch (error) {
      log.warn(`keychain: an entry that the policy forbids may be left, ${keychainProblem(error)}`)
    }
  }

  async function stored(key: ProfileId): Promise<ScopedSecret | null> {
    const inSession = session.get(key)
    if (inSession !== undefined) return inSession
    if (sessionOnlySecrets === 'required') {
      await evict(key)
      return null
    }
    await bound()
    const entry = await keychain.get(key)
    return entry === null ? null : decodeEntry(entry)
  }

  /** Failures: secret-not-for-host (typed for another scope); keychain-missing, keychain-locked (cannot be known). */
  async function get(key: ProfileId, scope: SecretScope): Promise<Secret | null> {
    const found = await stored(key)
    if (found === null || isSameScope(found.scope, scope)) return found?.secret ?? null
    throw new FailureError({ kind: 'secret-not-for-host', host: new URL(scope.origin).host })
  }

  /**
   * Keeps the secret for this scope alone; nothing is written anywhere when it fails. With `session` the keychain is not
   * even asked: an older entry in it stays, hidden until Greenroom quits, so `delete` it first. Failures, for `keychain`
   * alone: keychain-missing, keychain-locked, secret-too-long (the whole entry has 2,560 bytes); forbidden-by-policy.
   */
  async function set(
    key: ProfileId,
    { scope, secret }: { scope: SecretScope; secret: Secret },
    keepIn: SecretPlace,
  ): Promise<void> {
    if (keepIn === 'session' && sessionOnlySecrets === 'forbidden') throw forbidden('session-secret', '')
    if (keepIn === 'keychain' && sessionOnlySecrets === 'required') throw forbidden('keychain-secret', '')
    if (keepIn !== 'keychain') {
      session.set(key, { scope, secret })
      return
    }
    const entry = encodeEntry(scope, secret)
    await bound()
    await keychain.set(key, entry)
    session.delete(key)
  }

  /** Forgets the secret in both places. Failures, for an entry that may be left: keychain-missing, keychain-locked. */
  async function remove(key: ProfileId): Promise<void> {
    const wasInSession = session.delete(key)
    try {
      await keychain.delete(key)
    } catch (error) {
      keychainProblem(error)
      if (!wasInSession) throw error
    }
  }

  /** Where the secret for this scope is; never fails. */
  async function whereabouts(key: ProfileId, scope: SecretScope): Promise<SecretState> {
    try {
      const found = await stored(key)
      if (found === null) return 'none'
      if (!isSameScope(found.scope, scope)) return 'other-host'
      return session.has(key) ? 'session' : 'keychain'
    } catch (error) {
      return keychainProblem(error)
    }
  }

  return {
    get,
    set,
    delete: remove,
    /** Whether the keychain can be written and read, as known from the last minutes. */
    state: keychain.state,
    /** As `state`, but asks a keychain again that was not usable; for acts of the operator only (password dialog). */
    recheck: keychain.recheck,
    whereabouts,
    /**
     * True while a call to the keychain has not returned. Such a call keeps the process alive after quit, even through
     * `process.exit`: who ends the process then has to kill it.
     */
    hasPendingCall: keychain.hasPendingCall,
  }
}
