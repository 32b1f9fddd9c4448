/**
 * The secret port: what the rest of main knows of the keychain. One entry per profile, under the profile's id, bound to
 * the service that the secret was typed for: settings that name another one, however they came about, get nothing.
 * A second entry is there while the first one is replaced: the former secret goes when nothing can fail any more.
 */
import PQueue from 'p-queue'
import { FailureError, forbidden } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Policy } from '../../shared/schemas/policy.ts'
import type { SecretState } from '../../shared/schemas/profile.ts'
import type { StoredSettings, UnfinishedSecret } from '../../shared/schemas/settings.ts'
import type { Log } from '../lib/log.ts'
import type { Keychain, KeychainState } from './keychain.ts'
import { decodeEntry, encodeEntry, isSameScope } from './secret.ts'
import type { ScopedSecret, SecretScope, Secret } from './secret.ts'

/** Where a secret is to be kept: in the OS keychain, or in main's memory until Greenroom quits. */
export type KeepIn = 'keychain' | 'session'

/** Replacements and removals that a locked keychain, or a kill, may have cut short; kept across restarts. */
export interface UnfinishedSecrets {
  readonly read: () => Readonly<Partial<Record<ProfileId, UnfinishedSecret>>>
  /** Failures: storage. */
  readonly write: (mark: SettingsMark) => Promise<void>
}

/** What the settings say besides, once a secret is replaced or removed. */
export type SettingsMark = (stored: StoredSettings) => Pick<StoredSettings, 'unfinishedSecrets'>

export interface NewSecret {
  readonly scope: SecretScope
  readonly secret: Secret
  readonly keepIn: KeepIn
  /** Of a profile that is not saved yet, which can have no entry. */
  readonly isFirst: boolean
}

interface VaultOptions {
  readonly keychain: Keychain
  readonly log: Log
  /** Where the policy has secrets kept; with `required` an older entry of the keychain is taken out and never read. */
  readonly sessionOnlySecrets?: Policy['sessionOnlySecrets']
  readonly unfinished: UnfinishedSecrets
}

/** Says how far the replacement or removal of a secret has come; null: to its end. */
export function marked(key: ProfileId, state: UnfinishedSecret | null): SettingsMark {
  return ({ unfinishedSecrets = {} }) => {
    const others = Object.entries(unfinishedSecrets).filter(([id]) => id !== key)
    return { unfinishedSecrets: Object.fromEntries(state === null ? others : [...others, [key, state]]) }
  }
}

/** The entry of a new secret until the settings are written. */
const stagedAccount = (key: ProfileId): string => `${key}.next`

function keychainProblem(error: unknown): 'keychain-missing' | 'keychain-locked' {
  const kind = error instanceof FailureError ? error.failure.kind : null
  if (kind === 'keychain-missing' || kind === 'keychain-locked') return kind
  throw error
}

/** Secrets by profile. Every call ends within a few seconds, whatever the keychain does. */
export interface Vault {
  /** Failures: secret-not-for-host (typed for a different scope); keychain-missing, keychain-locked (cannot be known). */
  readonly get: (key: ProfileId, scope: SecretScope) => Promise<Secret | null>
  /**
   * Replaces the secret of a profile, or removes it (null), together with what `save` writes into the settings: until that
   * is written, the former secret stays valid and where it is. What a keychain that locks meanwhile keeps is never read
   * again, and removed later. Failures: those of `save`; forbidden-by-policy; keychain-missing and keychain-locked where
   * an entry is written or removed; secret-too-long (an entry has 2,560 bytes).
   */
  readonly replace: (
    key: ProfileId,
    next: NewSecret | null,
    save: (mark: SettingsMark) => Promise<void>,
  ) => Promise<void>
  /** Keeps a secret that main itself made in memory, which no policy is about and no keychain is asked for. */
  readonly keepOwn: (key: ProfileId, own: ScopedSecret) => void
  /** Forgets such a secret. */
  readonly forgetOwn: (key: ProfileId) => void
  /** As `replace` with null, where nothing else is written. */
  readonly delete: (key: ProfileId) => Promise<void>
  /** Ends what a locked keychain or a kill cut short, as far as the keychain lets it; asks it for nothing else. */
  readonly finish: () => Promise<void>
  /** Whether the keychain can be written and read, as known from the last minutes. */
  readonly state: () => Promise<KeychainState>
  /** As `state`, but asks a keychain again that was not usable; for acts of the operator only (password dialog). */
  readonly recheck: () => Promise<KeychainState>
  /** Where the secret for this scope is; never fails. */
  readonly whereabouts: (key: ProfileId, scope: SecretScope) => Promise<SecretState>
  /**
   * True while a call to the keychain has not returned. Such a call keeps the process alive after quit, even through
   * `process.exit`: who ends the process then has to kill it.
   */
  readonly hasPendingCall: () => boolean
}

export function createVault({ keychain, log, sessionOnlySecrets = 'allowed', unfinished }: VaultOptions): Vault {
  // Gone when Greenroom quits, never in a file.
  const session = new Map<ProfileId, ScopedSecret>()
  const evicted = new Set<ProfileId>()
  // What changes entries.
  const turns = new PQueue({ concurrency: 1 })

  async function evict(key: ProfileId): Promise<void> {
    if (evicted.has(key)) return
    evicted.add(key)
    try {
      // Nobody has asked for it: a closed keychain is not asked for a password.
      if ((await keychain.state()) === 'locked') throw new FailureError({ kind: 'keychain-locked' })
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
    const state = unfinished.read()[key]
    if (state === 'removed') return null
    const staged = state === 'replaced' ? await keychain.get(stagedAccount(key)) : null
    const entry = staged ?? (await keychain.get(key))
    return entry === null ? null : decodeEntry(entry)
  }

  async function get(key: ProfileId, scope: SecretScope): Promise<Secret | null> {
    const found = await stored(key)
    if (found === null || isSameScope(found.scope, scope)) return found?.secret ?? null
    throw new FailureError({ kind: 'secret-not-for-host', host: new URL(scope.origin).host })
  }

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

  /** Writes an entry and reads it back. */
  async function write(account: string, entry: Secret, late: 'take-back' | 'keep'): Promise<void> {
    await keychain.set(account, entry, late)
    const written = await keychain.get(account)
    if (written?.equals(entry) !== true) throw new FailureError({ kind: 'keychain-locked' })
  }

  /** Finishes a replacement or removal; false where the keychain or the disk refuses, to be tried again later. */
  async function finish(key: ProfileId): Promise<boolean> {
    const state = unfinished.read()[key]
    if (state === undefined) return true
    try {
      const staged = state === 'replaced' ? await keychain.get(stagedAccount(key)) : null
      if (staged !== null) await write(key, staged, 'keep')
      if (state === 'removed') await keychain.delete(key)
      await keychain.delete(stagedAccount(key))
      await unfinished.write(marked(key, null))
      return true
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      log.warn(`keychain: a replaced or removed secret is still there, ${error.failure.kind}`)
      return false
    }
  }

  /** The keychain may have been locked since it answered last. */
  async function requireOpen(): Promise<void> {
    const state = await keychain.check()
    if (state !== 'available') throw new FailureError({ kind: `keychain-${state}` })
  }

  async function replaceInKeychain(
    key: ProfileId,
    { scope, secret }: NewSecret,
    save: (mark: SettingsMark) => Promise<void>,
  ): Promise<void> {
    const entry = encodeEntry(scope, secret)
    await requireOpen()
    if (!(await finish(key))) throw new FailureError({ kind: 'keychain-locked' })
    await unfinished.write(marked(key, 'staged'))
    try {
      await write(stagedAccount(key), entry, 'take-back')
      await save(marked(key, 'replaced'))
    } catch (error) {
      // The first failure is reported; the former secret is untouched.
      await finish(key)
      throw error
    }
    session.delete(key)
    await finish(key)
  }

  function assertAllowed(keepIn: KeepIn | undefined): void {
    if (keepIn === 'session' && sessionOnlySecrets === 'forbidden') throw forbidden('session-secret', '')
    if (keepIn === 'keychain' && sessionOnlySecrets === 'required') throw forbidden('keychain-secret', '')
  }

  /** `next`: for this session; null: none. */
  async function removeFromKeychain(
    key: ProfileId,
    next: NewSecret | null,
    save: (mark: SettingsMark) => Promise<void>,
  ): Promise<void> {
    const isUnfinished = unfinished.read()[key] !== undefined
    // A secret that was typed for a session has no entry, unless a former one is still to be taken out.
    const hasEntry = isUnfinished || (!session.has(key) && next?.isFirst !== true)
    if (next === null && hasEntry && !isUnfinished) await requireOpen()
    await save(hasEntry ? marked(key, 'removed') : () => ({}))
    if (next === null) session.delete(key)
    else session.set(key, next)
    // Who types a secret for a session may do so because the keychain is locked: it is not asked for a password then.
    if (hasEntry && (await keychain.state()) === 'available') await finish(key)
  }

  const replace = (
    key: ProfileId,
    next: NewSecret | null,
    save: (mark: SettingsMark) => Promise<void>,
  ): Promise<void> =>
    turns.add(async () => {
      assertAllowed(next?.keepIn)
      if (next?.keepIn === 'keychain') await replaceInKeychain(key, next, save)
      else await removeFromKeychain(key, next, save)
    })

  return {
    get,
    replace,
    keepOwn: (key: ProfileId, own: ScopedSecret): void => void session.set(key, own),
    forgetOwn: (key: ProfileId): void => void session.delete(key),
    delete: (key: ProfileId): Promise<void> => replace(key, null, unfinished.write),
    finish: (): Promise<void> =>
      turns.add(async () => {
        const keys = Object.keys(unfinished.read()) as ProfileId[]
        if (keys.length === 0 || (await keychain.state()) !== 'available') return
        for (const key of keys) await finish(key)
      }),
    state: keychain.state,
    recheck: keychain.recheck,
    whereabouts,
    hasPendingCall: keychain.hasPendingCall,
  }
}
