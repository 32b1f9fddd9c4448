/** The operator's profiles: which there are, where their secrets are, and the ways to open, save and remove one. */
import { isDeepStrictEqual } from 'node:util'
import { FailureError, refusal } from '../../shared/failure.ts'
import type { OutputOf } from '../../shared/contract.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { profileId } from '../../shared/schemas/ids.ts'
import type {
  Profile,
  ProfileContents,
  ProfileFields,
  ProfileInput,
  ProfileView,
} from '../../shared/schemas/profile.ts'
import type { Journal } from '../context/journal.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import type { ProfileRules } from '../policy/profile-rules.ts'
import type { Settings } from '../store/settings.ts'
import type { Secret } from '../vault/secret.ts'
import { scopeOf } from '../vault/secret-entry.ts'
import { practiceProfile } from './practice-profile.ts'
import type { PracticeAccess } from './practice-profile.ts'
import { createRemoveProfile } from './remove-profile.ts'
import { replaceSecret } from './replace-secret.ts'
import type { SecretReplacement } from './replace-secret.ts'
import type { Eraser } from './remove-profile.ts'
import { limitTests } from './limit-tests.ts'
import { createProfileViews } from './profile-views.ts'
import type { ProfileOverview, ProfileViewsDeps } from './profile-views.ts'
import { agreeToLower, assertAgreed } from './protection.ts'
import {
  assertPracticeStays,
  assertSecretStays,
  isOtherAccount,
  isOtherScope,
  typedSecret,
  unboundIn,
} from '../vault/secret-rules.ts'

/** What `createProfiles` takes. */
export interface ProfilesDeps extends Omit<ProfileViewsDeps, 'onSettled'> {
  readonly person: Pick<PersonCheck, 'ask'>
  readonly settings: Settings
  readonly rules: ProfileRules
  readonly journal: Pick<Journal, 'noteAfter'>
  /** A text fit for an id (letters, digits, hyphens) that has not been used before. */
  readonly random: () => string
  /** Reads queryAccount once with the fields and the secret as given; throws the service's failure. */
  readonly testConnection: (fields: ProfileFields, secret: Secret) => Promise<OutputOf<'profile.test'>>
  /** Starts the practice service, or answers the one that runs. */
  readonly startPractice: () => Promise<PracticeAccess>
  /** A profile is about to be saved on another address or account: what was confirmed for the old one must not go on. */
  readonly beforeMove: (id: ProfileId) => void
  /** Something that `view` shows has changed. */
  readonly onChanged: () => void
  /** The profile that a window shows; null when it shows none. */
  readonly shownIn: (windowId: number) => ProfileId | null
  /** A window is to show this profile now; null: none. */
  readonly onOpened: (windowId: number, profile: Profile | null) => void
  /** The profile or its secret was changed: its client is to be made anew, wherever it is open. */
  readonly onSaved: (profile: Profile) => void
  readonly eraser: Eraser
  /** The profile is gone: no window can show it any more. */
  readonly onRemoved: (id: ProfileId) => void
  /** The secret of a profile, open or not, is gone: whoever still knows it must forget it. */
  readonly onSecretGone: (id: ProfileId) => void
}

/** The window that is to show a profile: there already, or opened when everything is ready for it. */
export type Place = number | (() => number)

/** The profiles. Commands run one after the other. */
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
  /** To be called when the keychain has become usable by itself. */
  readonly refresh: () => void
}

function createQueue() {
  let tail: Promise<unknown> = Promise.resolve()
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = tail.then(work)
    const done = (): void => undefined
    tail = result.then(done, done)
    return result
  }
}

export function createProfiles(deps: ProfilesDeps): Profiles {
  const { settings, rules, vault, journal, clock, log } = deps
  const inTurn = createQueue()
  const views = createProfileViews({ ...deps, onSettled: deps.onChanged })

  const all = (): readonly Profile[] => settings.read().profiles

  function find(id: ProfileId): Profile {
    const found = all().find((one) => one.id === id)
    if (found === undefined) throw new FailureError({ kind: 'not-found', what: 'profile' })
    return found
  }

  function note(action: 'profile.saved' | 'profile.opened' | 'profile.deleted' | 'secret.removed', on: Profile): void {
    journal.noteAfter({ profileId: on.id, profileName: on.name, action, target: on.name, outcome: 'done' })
  }

  function show(profile: Profile | null, windowId: number): void {
    if (profile !== null && deps.shownIn(windowId) !== profile.id) note('profile.opened', profile)
    deps.onOpened(windowId, profile)
    deps.onChanged()
  }

  const removal = createRemoveProfile({
    ...deps,
    onSecretGone: (id) => {
      views.forget(id)
      deps.onSecretGone(id)
    },
    onRemoved: (profile) => {
      note('profile.deleted', profile)
      deps.onRemoved(profile.id)
      deps.onChanged()
    },
  })

  const windowOf = (place: Place): number => (typeof place === 'number' ? place : place())

  async function store(profile: Profile, before: Profile | null): Promise<void> {
    const others = all()
    const isNew = others.every(({ id }) => id !== profile.id)
    const profiles = isNew ? [...others, profile] : others.map((one) => (one.id === profile.id ? profile : one))
    const hasMoved = before !== null && isOtherScope(before, profile)
    const unbound = hasMoved ? { unboundSecrets: unboundIn(settings.read()).filter((id) => id !== profile.id) } : {}
    await settings.write({ profiles, openProfileId: profile.id, ...unbound })
    views.forget(profile.id)
  }

  async function storeWithSecret(
    profile: Profile,
    before: Profile | null,
    typed: SecretReplacement['typed'],
  ): Promise<void> {
    try {
      await replaceSecret(vault, { before, profile, typed }, () => store(profile, before))
    } finally {
      views.forget(profile.id)
    }
  }

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
    const own = before ?? { id: profileId.parse(deps.random()), kind: 'service' as const, createdAt: clock.now() }
    const profile: Profile = { ...input.fields, id: own.id, kind: own.kind, createdAt: own.createdAt }
    const secret = typedSecret(input.secret)
    if (before !== null && isOtherAccount(before, profile)) deps.beforeMove(before.id)
    if (secret === null || input.secret.kind === 'keep') await store(profile, before)
    else await storeWithSecret(profile, before, { secret, place: input.secret.keepIn })
    note('profile.saved', profile)
    deps.onSaved(profile)
    if (profile.kind === 'practice') return openPractice(windowId)
    show(profile, windowId)
    return views.readOne(profile)
  }

  async function test(input: ProfileInput): Promise<OutputOf<'profile.test'>> {
    rules.assertMayTalk(input.fields)
    const before = input.id === null ? null : find(input.id)
    if (before !== null) await assertSecretStays(before, input, vault)
    const secret =
      typedSecret(input.secret) ?? (before === null ? null : await vault.get(before.id, scopeOf(input.fields)))
    if (secret === null) throw new FailureError({ kind: 'no-token' })
    const { name } = input.fields
    const entry = { profileId: input.id, profileName: name, action: 'profile.tested', target: name } as const
    try {
      const answer = await deps.testConnection(input.fields, secret)
      journal.noteAfter({ ...entry, outcome: 'done' })
      return answer
    } catch (error) {
      if (error instanceof FailureError) journal.noteAfter({ ...entry, outcome: 'failed', failure: error.failure })
      throw error
    }
  }

  async function startPractice(): Promise<PracticeAccess> {
    try {
      return await deps.startPractice()
    } catch (error) {
      log.error('the practice service did not start', error)
      throw refusal('practice-stopped', error instanceof Error ? error.message : String(error))
    }
  }

  async function openPractice(place: Place): Promise<ProfileView> {
    const access = await startPractice()
    const before = all().find(({ kind }) => kind === 'practice')
    const own = before ?? { id: profileId.parse(deps.random()), createdAt: clock.now() }
    const wanted = practiceProfile(own, access)
    // The same as before, for another window: what is confirmed or in flight in the others goes on.
    const profile = before !== undefined && isDeepStrictEqual(before, wanted) ? before : wanted
    const secret = typedSecret({ kind: 'set', value: access.appKey, keepIn: 'session' })
    if (secret !== null) await vault.set(profile.id, { scope: scopeOf(profile), secret }, 'own')
    await store(profile, null)
    if (profile !== before) deps.onSaved(profile)
    show(profile, windowOf(place))
    return views.readOne(profile)
  }

  async function open(id: ProfileId, place: Place): Promise<void> {
    const profile = find(id)
    rules.assertMayOpen(profile)
    if (profile.kind === 'practice') {
      await openPractice(place)
      return
    }
    await settings.write({ openProfileId: id })
    // The operator asks for this profile: the moment to ask a keychain again that was closed before.
    await vault.recheck()
    show(profile, windowOf(place))
  }

  async function reopen(windowId: number): Promise<void> {
    await removal.resume()
    const profile = all().find((one) => one.id === settings.read().openProfileId && rules.mayOpen(one)) ?? null
    if (profile?.kind !== 'practice') {
      deps.onOpened(windowId, profile)
      deps.onChanged()
      return
    }
    try {
      await openPractice(windowId)
    } catch (error) {
      log.warn(`the practice profile could not be opened again: ${String(error)}`)
      show(null, windowId)
    }
  }

  async function removeSecret(id: ProfileId): Promise<ProfileView> {
    const profile = find(id)
    await vault.delete(id)
    views.forget(id)
    deps.onSecretGone(id)
    note('secret.removed', profile)
    deps.onSaved(profile)
    deps.onChanged()
    return views.readOne(profile)
  }

  return {
    view: () => views.read(all()),
    reopen: (windowId) => inTurn(() => reopen(windowId)),
    save: async (input, windowId) => {
      const before = input.id === null ? null : find(input.id)
      // Out of turn: a dialog that nobody answers holds up no other command.
      const agreed = await agreeToLower({ before, after: input.fields }, deps.person, windowId)
      return inTurn(() => save(input, windowId, agreed))
    },
    test: limitTests(test, clock),
    open: (id, place) => inTurn(() => open(id, place)),
    contents: (id) => inTurn(() => Promise.resolve(deps.eraser.contents(find(id).id))),
    remove: (id) => inTurn(() => removal.remove(find(id))),
    removeSecret: (id) => inTurn(() => removeSecret(id)),
    openPractice: (place) => inTurn(() => openPractice(place)),
    refresh: () => {
      views.forget()
      deps.onChanged()
    },
  }
}
