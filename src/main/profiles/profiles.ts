/** The operator's profiles: the list, the places of their secrets, and the ways to open, save and remove one. */
import { isDeepStrictEqual } from 'node:util'
import PQueue from 'p-queue'
import { orNotFound, refusal } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { patched } from '../../shared/model/patch.ts'
import { profileId, sessionId } from '../../shared/schemas/ids.ts'
import type { Capacities, CapacityChanges } from '../../shared/schemas/alert.ts'
import type { Profile, ProfileContents, ProfileInput, ProfileView } from '../../shared/schemas/profile.ts'
import type { OutputOf } from '../../shared/contract.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import type { Settings } from '../store/settings.ts'
import { assertPracticeStays, assertSecretStays, typedSecret } from '../vault/secret.ts'
import { createConnectionTest } from './connection-test.ts'
import { createOpening } from './opening.ts'
import type { WindowTarget } from './opening.ts'
import type { Practice, ProfileHooks, ProfileParts, ProfilesContext } from './profile-parts.ts'
import { createProfileViews } from './profile-views.ts'
import type { ProfileOverview } from './profile-views.ts'
import { agreeToLower, assertAgreed, createRemoveProfile, storeProfile } from './store-profile.ts'
import type { ProfileUpdate } from './store-profile.ts'

/** Profiles and their secrets. Commands run one after another. */
export interface Profiles {
  /** Every profile as the page sees it, in its known state. */
  readonly view: () => ProfileOverview
  /**
   * Begins to erase profiles that were deleted and not erased, and opens the profile that was open last; none when that
   * fails.
   */
  readonly reopen: (windowId: number) => Promise<void>
  /**
   * Saves a profile; a window that shows no profile opens it. Asks natively before lowering the protection. Failures:
   * invalid-input, refused (`not-confirmed`, `unencrypted`, `link-local`), not-found, keychain-missing,
   * keychain-locked, secret-too-long, storage.
   */
  readonly save: (input: ProfileInput, windowId: number) => Promise<ProfileView>
  /**
   * Saves a profile of a settings file, which a person has confirmed: without a secret, and without opening the
   * profile. The stored secret stays bound to its origin. Failures: refused (`confirmation-expired` where the profile
   * is no longer `before`, `unencrypted`, `link-local`), forbidden-by-policy, storage.
   */
  readonly saveImported: (imported: ImportedProfile) => Promise<void>
  /**
   * How many calls each application can have at once, whether the profile is open or not. Failures: not-found, storage.
   */
  readonly capacities: (id: ProfileId) => Capacities
  /** Changes the given capacities; null removes one. Failures: not-found, storage. */
  readonly setCapacities: (id: ProfileId, changes: CapacityChanges) => void
  /** Reads the account with a form's values; stores nothing. Failures: the failures of a service call. */
  readonly test: (input: ProfileInput) => Promise<OutputOf<'profile.test'>>
  /** Failures: not-found; for a practice profile also the failures of `openPractice`. */
  readonly open: (id: ProfileId, target: WindowTarget) => Promise<void>
  /** The data that `remove` would erase. Failures: not-found, storage. */
  readonly contents: (id: ProfileId) => ProfileContents
  /**
   * Removes profile and secret, and erases all their data; the next start erases what a crash or a failing disk left.
   * Failures: not-found, keychain-locked (the secret could not be removed), storage.
   */
  readonly remove: (id: ProfileId) => Promise<void>
  /**
   * The same after a person has agreed in a native dialog. Failures: refused (`not-confirmed`), and the failures of
   * `remove`.
   */
  readonly askToRemove: (id: ProfileId, windowId: number) => Promise<void>
  /** Failures: not-found, keychain-missing, keychain-locked. */
  readonly removeSecret: (id: ProfileId) => Promise<ProfileView>
  /**
   * Starts the practice service and opens its profile, which is created if there is none. Failures: practice-stopped.
   */
  readonly openPractice: (target: WindowTarget) => Promise<ProfileView>
  /**
   * The same in a new world, created from the seed, with nothing of the previous profile. Failures: also the failures
   * of `remove`.
   */
  readonly resetPractice: (seed: string, windowId: number) => Promise<ProfileView>
  readonly practice: Practice
  /** Must be called when the keychain has become usable. */
  readonly refresh: () => void
}

/** A profile as a person saw it before an import, and as the import changes it. */
export interface ImportedProfile {
  /** null for a new profile. */
  readonly before: Profile | null
  readonly after: Profile
}

type ProfileAction = 'profile.saved' | 'profile.opened' | 'profile.deleted' | 'secret.removed'

function createCommands(context: ProfilesContext, parts: ProfileParts, hooks: ProfileHooks) {
  const { settings, journal, clock, randomId, log } = context
  const { rules, vault } = parts
  const views = createProfileViews(context, parts, hooks.onChanged)

  const find = (id: ProfileId): Profile => {
    const found = settings.read().profiles.find((profile) => profile.id === id)
    return orNotFound(found, 'profile')
  }
  const note = (action: ProfileAction, profile: Profile): void =>
    journal.noteAfter({ profile, action, target: profile.name, outcome: 'done' })
  const onSecretRemoved = (id: ProfileId): void => {
    views.forget(id)
    hooks.onSecretGone(id)
  }
  const show = (profile: Profile | null, windowId: number): void => {
    if (profile !== null && hooks.shownIn(windowId) !== profile.id) note('profile.opened', profile)
    hooks.onOpened(windowId, profile)
    hooks.onChanged()
  }
  const store = async (update: ProfileUpdate): Promise<void> => {
    try {
      await storeProfile({ settings, vault, log, beforeSave: hooks.beforeSave }, update)
    } finally {
      views.forget(update.profile.id)
    }
  }
  const storeSaved = async (update: ProfileUpdate): Promise<void> => {
    await store(update)
    note('profile.saved', update.profile)
    hooks.onSaved(update.profile)
  }

  const { open, reopen, openPractice } = createOpening(context, parts, {
    ...hooks,
    store: (profile) => store({ before: null, profile, typed: null, isOpened: true }),
    show,
  })
  const removal = createRemoveProfile(context, parts, {
    onSecretGone: onSecretRemoved,
    onRemoved: (profile) => {
      note('profile.deleted', profile)
      hooks.onRemoved(profile.id)
      hooks.onChanged()
    },
  })

  async function save(
    input: ProfileInput,
    windowId: number,
    agreed: Profile['protection'] | null,
  ): Promise<ProfileView> {
    const before = input.id === null ? null : find(input.id)
    rules.assertMaySave(before, input.fields)
    assertAgreed({ before, after: input.fields }, agreed)
    if (before !== null) {
      assertPracticeStays(before, input)
      await assertSecretStays(before, input, vault)
    }
    const identity = before ?? { id: profileId.parse(randomId()), kind: 'service' as const, createdAt: clock.now() }
    const profile: Profile = { ...input.fields, id: identity.id, kind: identity.kind, createdAt: identity.createdAt }
    const secret = typedSecret(input.secret)
    const typed = secret === null || input.secret.kind === 'keep' ? null : { secret, keepIn: input.secret.keepIn }
    // The shown profile stays on screen: a save that switched the window would lead from practice to real calls.
    const shownProfileId = hooks.shownIn(windowId)
    const isOpened = shownProfileId === null || shownProfileId === profile.id
    await storeSaved({ before, profile, typed, isOpened })
    if (!isOpened) hooks.onChanged()
    else if (profile.kind === 'practice') return views.readOne(await openPractice(windowId))
    else show(profile, windowId)
    return views.readOne(profile)
  }

  async function saveImported({ before, after }: ImportedProfile): Promise<void> {
    const current = settings.read().profiles.find(({ id }) => id === after.id) ?? null
    if (!isDeepStrictEqual(current, before)) throw refusal('confirmation-expired')
    rules.assertMaySave(before, after)
    await storeSaved({ before, profile: after, typed: null, isOpened: false })
    hooks.onChanged()
  }

  async function removeSecret(profile: Profile): Promise<ProfileView> {
    await vault.delete(profile.id)
    onSecretRemoved(profile.id)
    note('secret.removed', profile)
    hooks.onSaved(profile)
    hooks.onChanged()
    return views.readOne(profile)
  }

  return { find, views, open, reopen, openPractice, save, saveImported, removeSecret, ...removal }
}

export function createProfiles(context: ProfilesContext, parts: ProfileParts, hooks: ProfileHooks): Profiles {
  const { find, views, ...commands } = createCommands(context, parts, hooks)
  const turns = new PQueue({ concurrency: 1 })
  /** The profile's commands may wait for an answer for a minute: meanwhile other profiles can be opened and saved. */
  const endAndRemove = async <Value>(profile: Profile, remove: () => Promise<Value>): Promise<Value> => {
    const resumeQueue = await commands.end(profile)
    try {
      return await turns.add(remove)
    } catch (error) {
      resumeQueue()
      throw error
    }
  }
  const remove = async (id: ProfileId): Promise<void> => {
    await endAndRemove(find(id), () => commands.forget(find(id)))
    await commands.erase(id)
  }
  return {
    view: () => views.read(context.settings.read().profiles),
    reopen: (windowId) => turns.add(() => commands.resume().then(() => commands.reopen(windowId))),
    save: async (input, windowId) => {
      const before = input.id === null ? null : find(input.id)
      // Outside of the queue: an unanswered dialog must not block other commands.
      const agreed = await agreeToLower({ before, after: input.fields }, context.person, windowId)
      return turns.add(() => commands.save(input, windowId, agreed))
    },
    saveImported: (imported) => turns.add(() => commands.saveImported(imported)),
    test: createConnectionTest(context, parts, find),
    open: (id, target) => turns.add(async () => commands.open(find(id), target)),
    capacities: (id) => parts.capacities.read(find(id).id),
    setCapacities: (id, changes) => parts.capacities.change(find(id).id, changes),
    contents: (id) => parts.eraser.contents(find(id).id),
    remove,
    askToRemove: async (id, windowId) => {
      const profile = find(id)
      // Outside of the queue, as above.
      await context.person.ask(windowId, { kind: 'delete-profile', name: profile.name })
      await remove(id)
    },
    removeSecret: (id) => turns.add(async () => commands.removeSecret(find(id))),
    openPractice: (target) => turns.add(async () => views.readOne(await commands.openPractice(target))),
    resetPractice: (seed, windowId) => {
      const begin = async () => views.readOne(await commands.openPractice(windowId, seed))
      const before = context.settings.read().profiles.find(({ kind }) => kind === 'practice')
      if (before === undefined) return turns.add(begin)
      return endAndRemove(before, async () => {
        await commands.forget(find(before.id))
        await commands.erase(before.id)
        return begin()
      })
    },
    practice: parts.practice,
    refresh: () => {
      void parts.vault.finish()
      views.forget()
      hooks.onChanged()
    },
  }
}

/** Failures: the failures of `Profiles`, and storage. `onChanged` runs after the preferences were written. */
export function createProfileHandlers(
  { settings }: { readonly settings: Settings },
  profiles: Profiles,
  onChanged: () => void,
): HandlersUnder<'profile' | 'preferences' | 'practice'> {
  return {
    'preferences.set': async (patch) => {
      await settings.write(({ preferences }) => ({ preferences: patched(preferences, patch) }))
      onChanged()
      return settings.read().preferences
    },
    'profile.save': (input, { windowId }) => profiles.save(input, windowId),
    'profile.test': profiles.test,
    'profile.open': ({ profileId }, { windowId }) => profiles.open(profileId, windowId),
    'profile.capacities': ({ profileId }) => profiles.capacities(profileId),
    'profile.setCapacities': ({ profileId, capacities }) => profiles.setCapacities(profileId, capacities),
    'profile.contents': ({ profileId }) => profiles.contents(profileId),
    'profile.delete': ({ profileId }, { windowId }) => profiles.askToRemove(profileId, windowId),
    'profile.removeSecret': ({ profileId }) => profiles.removeSecret(profileId),
    'practice.open': (_input, { windowId }) => profiles.openPractice(windowId),
    'practice.read': () => profiles.practice.state(),
    'practice.set': (change) => {
      const state = profiles.practice.set(change)
      if (state === null) throw refusal('practice-stopped', 'it does not run')
      return state
    },
    'practice.sessionIds': ({ appId }) => {
      const ids = profiles.practice.sessionIds(appId)
      if (ids === null) throw refusal('practice-stopped', 'it does not run')
      return ids.map((id) => sessionId.parse(id))
    },
    'practice.reset': ({ seed }, { windowId }) => profiles.resetPractice(seed, windowId),
  }
}
