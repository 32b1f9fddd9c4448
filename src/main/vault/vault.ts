/** The secret port: what the rest of main knows of the keychain. One entry per profile, under the profile's id. */
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { SecretState } from '../../shared/schemas/profile.ts'
import type { Keychain, KeychainState } from './keychain.ts'
import type { Secret } from './secret.ts'
import { createSessionOnly } from './session-only.ts'

/** Where a secret is to be kept: in the OS keychain, or in main's memory until Greenroom quits. */
export type KeepIn = 'keychain' | 'session'

/** Secrets by profile. Every call ends within a few seconds, whatever the keychain does. */
export interface Vault {
  /** The secret, or null when there is none. Failures: keychain-missing, keychain-locked (it cannot be known). */
  readonly get: (key: ProfileId) => Promise<Secret | null>
  /**
   * Keeps the secret; nothing is written anywhere when it fails. With `session` the keychain is not even asked: an older
   * entry in it stays, hidden until Greenroom quits, so `delete` it first. Failures, for `keychain` alone:
   * keychain-missing, keychain-locked, secret-too-long (over 2,560 bytes).
   */
  readonly set: (key: ProfileId, secret: Secret, keepIn: KeepIn) => Promise<void>
  /** Forgets the secret in both places. Failures, for an entry that may be left: keychain-missing, keychain-locked. */
  readonly delete: (key: ProfileId) => Promise<void>
  /** Whether the keychain can be written and read, as known from the last minutes. */
  readonly state: () => Promise<KeychainState>
  /** As `state`, but asks a keychain again that was not usable; for acts of the operator only (password dialog). */
  readonly recheck: () => Promise<KeychainState>
  /** Where the secret is; never fails. */
  readonly whereabouts: (key: ProfileId) => Promise<SecretState>
  /**
   * True while a call to the keychain has not returned. Such a call keeps the process alive after quit, even through
   * `process.exit`: who ends the process then has to kill it.
   */
  readonly hasPendingCall: () => boolean
}

function keychainProblem(error: unknown): 'keychain-missing' | 'keychain-locked' {
  const kind = error instanceof FailureError ? error.failure.kind : null
  if (kind === 'keychain-missing' || kind === 'keychain-locked') return kind
  throw error
}

/** Builds the vault over a keychain and the memory of this run. */
export function createVault(keychain: Keychain): Vault {
  const session = createSessionOnly()

  async function get(key: ProfileId): Promise<Secret | null> {
    return session.get(key) ?? (await keychain.get(key))
  }

  async function set(key: ProfileId, secret: Secret, keepIn: KeepIn): Promise<void> {
    if (keepIn === 'session') {
      session.set(key, secret)
      return
    }
    await keychain.set(key, secret)
    session.delete(key)
  }

  async function remove(key: ProfileId): Promise<void> {
    const wasInSession = session.delete(key)
    try {
      await keychain.delete(key)
    } catch (error) {
      keychainProblem(error)
      if (!wasInSession) throw error
    }
  }

  async function whereabouts(key: ProfileId): Promise<SecretState> {
    if (session.get(key) !== null) return 'session'
    try {
      return (await keychain.get(key)) === null ? 'none' : 'keychain'
    } catch (error) {
      return keychainProblem(error)
    }
  }

  return {
    get,
    set,
    delete: remove,
    state: keychain.state,
    recheck: keychain.recheck,
    whereabouts,
    hasPendingCall: keychain.hasPendingCall,
  }
}
