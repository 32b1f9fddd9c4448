/**
 * The only access to secrets for the rest of main. The keychain has one entry per profile, stored under the profile's
 * id and bound to the service for which the secret was typed: settings that name a different service get no secret,
 * however these settings came about. A second entry exists during a replacement: the previous secret is removed only
 * when nothing can fail any more.
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

/** Where a secret is stored: in the OS keychain, or in main's memory until Greenroom quits. */
export type KeepIn = 'keychain' | 'session'

/** Replacements and removals that a locked keychain or a kill might have interrupted; kept across restarts. */
export interface UnfinishedSecrets {
  readonly read: () => Readonly<Partial<Record<ProfileId, UnfinishedSecret>>>
  /** Failures: storage. */
  readonly write: (mark: SettingsMark) => Promise<void>
}

/** The change of the settings that records the progress of a replacement or removal. */
export type SettingsMark = (stored: StoredSettings) => Pick<StoredSettings, 'unfinishedSecrets'>

export interface NewSecret {
  readonly scope: SecretScope
  readonly secret: Secret
  readonly keepIn: KeepIn
  /** Whether the profile is not saved yet, so that it has no entry. */
  readonly isFirst: boolean
}

interface VaultOptions {
  readonly keychain: Keychain
  readonly log: Log
  /** The policy for secrets. With `required`, an older entry in the keychain is removed and never read. */
  readonly sessionOnlySecrets?: Policy['sessionOnlySecrets']
  readonly unfinished: UnfinishedSecrets
}

/** Records how far the replacement or removal of a secret has got; null: it is finished. */
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
  /**
   * Failures: secret-not-for-host (typed for a different scope); keychain-missing, keychain-locked (it cannot be known
   * whether there is a secret).
   */
  readonly get: (key: ProfileId, scope: SecretScope) => Promise<Secret | null>
  /**
   * Replaces the secret of a profile, or removes it (null), together with the settings that `save` writes: until they
   * are written, the previous secret stays valid and in its place. An entry left in a keychain that locks meanwhile is
   * never read again, and is removed later. Failures: those of `save`; forbidden-by-policy; keychain-missing and
   * keychain-locked where an entry is written or removed; secret-too-long (an entry has at most 2,560 bytes).
   */
  readonly replace: (
    key: ProfileId,
    next: NewSecret | null,
    save: (mark: SettingsMark) => Promise<void>,
  ) => Promise<void>
  /** Keeps a secret that main itself made. It stays in memory; neither the policy nor the keychain applies to it. */
  readonly keepOwn: (key: ProfileId, secret: ScopedSecret) => void
  /** Removes a secret that `keepOwn` stored. */
  readonly forgetOwn: (key: ProfileId) => void
  /** As `replace` with null, without other changes of the settings. */
  readonly delete: (key: ProfileId) => Promise<void>
  /**
   * Finishes interrupted replacements and removals as far as the keychain allows. Uses the keychain for nothing else.
   */
  readonly finish: () => Promise<void>
  /** Whether the keychain is readable and writable; uses a result from the last minutes. */
  readonly state: () => Promise<KeychainState>
  /**
   * As `state`, but checks an unusable keychain again. Only for acts of the operator, because a password dialog can
   * open.
   */
  readonly recheck: () => Promise<KeychainState>
  /** Where the secret for this scope is stored; never fails. */
  readonly whereabouts: (key: ProfileId, scope: SecretScope) => Promise<SecretState>
  /**
   * True while a call to the keychain has not returned. Such a call keeps the process alive after quit, even through
   * `process.exit`, so the process must be killed.
   */
  readonly hasPendingCall: () => boolean
}

export function createVault({ keychain, log, sessionOnlySecrets = 'allowed', unfinished }: VaultOptions): Vault {
  // Lost when Greenroom quits; never written to a file.
  const session = new Map<ProfileId, ScopedSecret>()
  const evicted = new Set<ProfileId>()
  // Changes of entries run one at a time.
  const turns = new PQueue({ concurrency: 1 })

  async function evict(key: ProfileId): Promise<void> {
    if (evicted.has(key)) return
    evicted.add(key)
    try {
      // No operator requested this, so a locked keychain must not open a password dialog.
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
    const storedSecret = await stored(key)
    if (storedSecret === null || isSameScope(storedSecret.scope, scope)) return storedSecret?.secret ?? null
    throw new FailureError({ kind: 'secret-not-for-host', host: new URL(scope.origin).host })
  }

  async function whereabouts(key: ProfileId, scope: SecretScope): Promise<SecretState> {
    try {
      const storedSecret = await stored(key)
      if (storedSecret === null) return 'none'
      if (!isSameScope(storedSecret.scope, scope)) return 'other-host'
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

  /** Finishes a replacement or removal; false when the keychain or the disk refuses. A later call tries again. */
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

  /** Checks the keychain now, because it might have been locked since the last check. */
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
      // Reports the first failure; the previous secret is unchanged.
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

  /** `next`: the secret for this session; null: no secret. */
  async function removeFromKeychain(
    key: ProfileId,
    next: NewSecret | null,
    save: (mark: SettingsMark) => Promise<void>,
  ): Promise<void> {
    const isUnfinished = unfinished.read()[key] !== undefined
    // A secret typed for a session has no entry, unless a previous entry still has to be removed.
    const hasEntry = isUnfinished || (!session.has(key) && next?.isFirst !== true)
    if (next === null && hasEntry && !isUnfinished) await requireOpen()
    await save(hasEntry ? marked(key, 'removed') : () => ({}))
    if (next === null) session.delete(key)
    else session.set(key, next)
    // An operator might type a secret for a session because the keychain is locked, so a locked keychain must not open
    // a password dialog.
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
    keepOwn: (key: ProfileId, secret: ScopedSecret): void => void session.set(key, secret),
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
