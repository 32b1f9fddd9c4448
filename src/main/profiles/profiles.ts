/** The operator's profiles: which there are, where their secrets are, and the ways to open, save and remove one. */
import PQueue from 'p-queue'
import { FailureError } from '../../shared/failure.ts'
import type { OutputOf } from '../../shared/contract.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { profileId } from '../../shared/schemas/ids.ts'
import type { Profile, ProfileContents, ProfileInput, ProfileView } from '../../shared/schemas/profile.ts'
import type { NewActivity } from '../context/journal.ts'
import { assertPracticeStays, assertSecretStays, isOtherAccount, typedSecret } from '../vault/secret.ts'
import { createConnectionTest } from './connection-test.ts'
import { createOpening } from './opening.ts'
import type { Place } from './opening.ts'
import type { ProfileHooks, ProfileParts, ProfilesContext } from './profile-parts.ts'
import { createProfileViews } from './profile-views.ts'
import type { ProfileOverview } from './profile-views.ts'
import { agreeToLower, assertAgreed } from './protection.ts'
import { createRemoveProfile } from './remove-profile.ts'
import { storeProfile } from './store-profile.ts'
import type { ProfileUpdate } from './store-profile.ts'

/** Commands run one after the other. */
export interface Profiles {
  readonly view: () => Promise<ProfileOverview>
  /** Erases what was deleted and not erased, and opens the profile that was opened last before the end; none when that fails. */
  readonly reopen: (windowId: number) => Promise<void>
  /**
   * Saves, and opens in that window; lowering the protection is asked natively. Failures: invalid-input, refused
   * (`not-confirmed`, `unencrypted`, `link-local`), not-found, keychain-missing, keychain-locked, secret-too-long, storage.
   */
  readonly save: (input: ProfileInput, windowId: number) => Promise<ProfileView>
  /** Tries the fields as given and stores nothing. Failures: the service's, no-token, invalid-input, keychain-*, `test-limit`. */
  readonly test: (input: ProfileInput) => Promise<OutputOf<'profile.test'>>
  /** Failures: not-found, storage; for a practice profile those of `openPractice`. */
  readonly open: (id: ProfileId, place: Place) => Promise<void>
  /** What `remove` would erase. Failures: not-found, storage. */
  readonly contents: (id: ProfileId) => Promise<ProfileContents>
  /**
   * Forgets profile and secret, and erases everything of it; what a crash or a failing disk leaves is erased at the next
   * start. Failures: not-found, keychain-locked (the secret could not be taken out), storage.
   */
  readonly remove: (id: ProfileId) => Promise<void>
  /** Failures: not-found, keychain-missing, keychain-locked. */
  readonly removeSecret: (id: ProfileId) => Promise<ProfileView>
  /** Starts the practice service and opens the profile on it, made when there is none. Failures: practice-stopped. */
  readonly openPractice: (place: Place) => Promise<ProfileView>
  /** To be called when the keychain has become usable meanwhile. */
  readonly refresh: () => void
}

function findIn(profiles: readonly Profile[], id: ProfileId): Profile {
  const found = profiles.find((one) => one.id === id)
  if (found === undefined) throw new FailureError({ kind: 'not-found', what: 'profile' })
  return found
}

type ProfileAction = 'profile.saved' | 'profile.opened' | 'profile.deleted' | 'secret.removed'

function entryOf(action: ProfileAction, { id, name }: Profile): NewActivity {
  return { profileId: id, profileName: name, action, target: name, outcome: 'done' }
}

export function createProfiles(context: ProfilesContext, parts: ProfileParts, hooks: ProfileHooks): Profiles {
  const { settings, journal, clock, person, randomId } = context
  const { rules, vault } = parts
  const turns = new PQueue({ concurrency: 1 })
  const views = createProfileViews(context, parts, hooks.onChanged)

  const all = (): readonly Profile[] => settings.read().profiles
  const find = (id: ProfileId): Profile => findIn(all(), id)
  const note = (action: ProfileAction, profile: Profile): void => {
    journal.noteAfter(entryOf(action, profile))
  }
  const secretGone = (id: ProfileId): void => {
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
      await storeProfile(settings, vault, update)
    } finally {
      views.forget(update.profile.id)
    }
  }

  const { open, reopen, openPractice } = createOpening(context, parts, {
    ...hooks,
    store: (profile) => store({ before: null, profile, typed: null }),
    show,
  })
  const removal = createRemoveProfile(context, parts, {
    onSecretGone: secretGone,
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
    const own = before ?? { id: profileId.parse(randomId()), kind: 'service' as const, createdAt: clock.now() }
    const profile: Profile = { ...input.fields, id: own.id, kind: own.kind, createdAt: own.createdAt }
    const secret = typedSecret(input.secret)
    if (before !== null && isOtherAccount(before, profile)) hooks.beforeMove(before.id)
    const typed = secret === null || input.secret.kind === 'keep' ? null : { secret, place: input.secret.keepIn }
    await store({ before, profile, typed })
    note('profile.saved', profile)
    hooks.onSaved(profile)
    if (profile.kind === 'practice') return views.readOne(await openPractice(windowId))
    show(profile, windowId)
    return views.readOne(profile)
  }

  async function removeSecret(profile: Profile): Promise<ProfileView> {
    await vault.delete(profile.id)
    secretGone(profile.id)
    note('secret.removed', profile)
    hooks.onSaved(profile)
    hooks.onChanged()
    return views.readOne(profile)
  }

  return {
    view: () => views.read(all()),
    reopen: (windowId) => turns.add(() => removal.resume().then(() => reopen(windowId))),
    save: async (input, windowId) => {
      const before = input.id === null ? null : find(input.id)
      // Out of turn: a dialog that nobody answers holds up no other command.
      const agreed = await agreeToLower({ before, after: input.fields }, person, windowId)
      return turns.add(() => save(input, windowId, agreed))
    },
    test: createConnectionTest(context, parts, find),
    open: (id, place) => turns.add(async () => open(find(id), place)),
    contents: (id) => turns.add(() => Promise.resolve(parts.eraser.contents(find(id).id))),
    remove: (id) => turns.add(() => removal.remove(find(id))),
    removeSecret: (id) => turns.add(async () => removeSecret(find(id))),
    openPractice: (place) => turns.add(async () => views.readOne(await openPractice(place))),
    refresh: () => {
      views.forget()
      hooks.onChanged()
    },
  }
}
