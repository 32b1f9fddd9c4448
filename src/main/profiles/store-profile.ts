/**
 * A profile and its secret are two writes in two places: this file handles a failure of the second write, and removes
 * both and all data of the profile. Only a person can lower a profile's protection: a script that could lower it would
 * need no ticket afterwards.
 */
import PQueue from 'p-queue'
import { FailureError, refusal } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { isWeaker } from '../../shared/model/protection.ts'
import type { Protection } from '../../shared/model/protection.ts'
import type { Profile, ProfileFields } from '../../shared/schemas/profile.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import type { Settings } from '../store/settings.ts'
import { isOtherAccount, scopeOf } from '../vault/secret.ts'
import type { Secret } from '../vault/secret.ts'
import type { BeforeSave } from '../vault/payer.ts'
import { marked } from '../vault/vault.ts'
import type { KeepIn, SettingsMark, Vault } from '../vault/vault.ts'
import { logged } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import type { ProfileParts, ProfilesContext } from './profile-parts.ts'

interface ProfileChange {
  /** null for a new profile. */
  readonly before: Profile | null
  readonly after: ProfileFields
}

function isLowered(before: ProfileFields | null, after: ProfileFields): before is ProfileFields {
  return before !== null && isWeaker(after.protection, before.protection)
}

/**
 * Asks natively before the protection is lowered; returns the protection that the person agreed to lower. Refuses:
 * `not-confirmed`.
 */
export async function agreeToLower(
  { before, after }: ProfileChange,
  person: Pick<PersonCheck, 'ask'>,
  windowId: number,
): Promise<Protection | null> {
  if (!isLowered(before, after)) return null
  const { name: profileName, protection: from } = before
  await person.ask(windowId, { kind: 'lower-protection', profileName, from, to: after.protection })
  return from
}

/** Refuses with `not-confirmed` when the protection would be lowered from a different value than the agreed one. */
export function assertAgreed({ before, after }: ProfileChange, agreed: Protection | null): void {
  if (isLowered(before, after) && before.protection !== agreed) throw refusal('not-confirmed')
}

interface StoredSecret {
  readonly secret: Secret
  readonly keepIn: KeepIn
}

/** `before`: null for a new profile, or one whose secret is bound again. `typed`: null where the secret stays. */
export interface ProfileUpdate {
  /** Whether the next start opens the profile. */
  readonly isOpened: boolean
  readonly before: Profile | null
  readonly profile: Profile
  readonly typed: StoredSecret | null
}

interface StoreParts {
  readonly settings: Settings
  readonly vault: Vault
  readonly log: Log
  /** Runs when only the write is left; when it throws, the profile is not written. */
  readonly beforeSave: BeforeSave
}

async function storedSecret(profile: Profile, vault: Vault): Promise<Secret | null> {
  const scope = scopeOf(profile)
  const secretState = await vault.whereabouts(profile.id, scope)
  return secretState === 'keychain' || secretState === 'session' ? vault.get(profile.id, scope) : null
}

/**
 * Writes the profile, with its secret where one was typed: both, or neither. A kill between the two writes leaves the
 * previous state of both.
 */
export async function storeProfile(
  { settings, vault, log, beforeSave }: StoreParts,
  { before, profile, typed, isOpened }: ProfileUpdate,
): Promise<void> {
  const { id } = profile
  const isSameAsBefore = typed === null && before !== null && !isOtherAccount(before, profile)
  const stored = before === null || isSameAsBefore ? null : await storedSecret(before, vault)
  const secrets = { typed: typed?.secret ?? null, stored }
  let undo = (): void => undefined

  const save = async (mark: SettingsMark): Promise<void> => {
    try {
      await settings.write((current) => {
        // Not sooner: while the keychain is in use, and when it refuses, the profile is unchanged.
        if (!isSameAsBefore && profile.kind === 'service') undo = beforeSave({ before, after: profile, ...secrets })
        const { profiles: others } = current
        const isNew = others.every((other) => other.id !== id)
        const profiles = isNew ? [...others, profile] : others.map((other) => (other.id === id ? profile : other))
        return { profiles, openProfileId: isOpened ? id : current.openProfileId, ...mark(current) }
      })
    } catch (error) {
      logged(log, 'the pause of a profile could not be undone after its save failed', () => undo())
      throw error
    }
  }

  if (typed === null) await save(() => ({}))
  else {
    const { secret, keepIn } = typed
    await vault.replace(id, { scope: scopeOf(profile), secret, keepIn, isFirst: before === null }, save)
  }
}

/** `onSecretGone` and `onRemoved` are called when each step is done. */
export function createRemoveProfile(
  { settings, log }: ProfilesContext,
  { vault, eraser }: ProfileParts,
  hooks: { readonly onSecretGone: (id: ProfileId) => void; readonly onRemoved: (profile: Profile) => void },
) {
  const erasing = (): readonly ProfileId[] => settings.read().erasing ?? []
  // One after another, and separate from all other work: a large database takes seconds.
  const erasures = new PQueue({ concurrency: 1 })

  const eraseWorld = async (): Promise<void> => {
    // First, so that a profile that is created after a failure never gets the old world.
    if (settings.read().profiles.every(({ kind }) => kind !== 'practice')) await eraser.eraseWorld()
  }

  const erase = (id: ProfileId): Promise<void> =>
    erasures.add(async () => {
      await eraser.erase(id)
      // Also removes the profile from the previous version of the settings file.
      await settings.write(({ erasing: ids = [] }) => ({ erasing: ids.filter((erasingId) => erasingId !== id) }))
    })

  async function forgetWithSecret({ id, kind }: Profile, save: (mark: SettingsMark) => Promise<void>): Promise<void> {
    if (kind === 'practice') {
      await save(() => ({}))
      vault.forgetOwn(id)
      return
    }
    try {
      await vault.replace(id, null, save)
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.kind !== 'keychain-missing') throw error
      // Without a keychain no entry can be deleted; the entry is deleted once there is a keychain.
      await save(marked(id, 'removed'))
    }
  }

  return {
    /**
     * Ends the profile's commands, which may take as long as an answer; returns the function that resumes its queue,
     * for a profile that stays.
     */
    end: (profile: Profile): Promise<() => void> => eraser.end(profile.id),
    /** Failures: keychain-locked (the secret could not be removed; nothing is changed), storage. */
    forget: async (profile: Profile): Promise<void> => {
      const { id } = profile
      await forgetWithSecret(profile, (mark) =>
        settings.write((stored) => ({
          profiles: stored.profiles.filter((profile) => profile.id !== id),
          openProfileId: stored.openProfileId === id ? null : stored.openProfileId,
          erasing: [...(stored.erasing ?? []), id],
          ...mark(stored),
        })),
      )
      hooks.onSecretGone(id)
      hooks.onRemoved(profile)
      await eraseWorld()
    },
    erase,
    /** Continues the erasures that an earlier run began, without waiting for their end; never fails. */
    resume: async (): Promise<void> => {
      for (const id of erasing()) {
        const onFailure = (error: unknown): void => {
          log.error(`a deleted profile could not be erased completely: ${id}`, error)
        }
        // Awaited up to the world of practice, which a profile that is opened now would get. The rest of a large
        // profile takes a minute, and the window waits for this.
        await eraser
          .end(id)
          .then(eraseWorld)
          .then(() => void erase(id).catch(onFailure), onFailure)
      }
    },
  }
}
