/** The ways to show a profile in a window; the practice profile is created for the running service. */
import { isDeepStrictEqual } from 'node:util'
import { refusal } from '../../shared/failure.ts'
import { profileId } from '../../shared/schemas/ids.ts'
import { application, defaultCreationRules } from '../../shared/schemas/profile.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { logged } from '../lib/log.ts'
import { scopeOf, typedSecret } from '../vault/secret.ts'
import type { PracticeAccess, ProfileHooks, ProfileParts, ProfilesContext } from './profile-parts.ts'

type ProfileIdentity = Pick<Profile, 'id' | 'createdAt'>

/** Address, keys and applications come from this run; the operator's settings are unchanged. */
function practiceProfile(before: Profile | ProfileIdentity, access: PracticeAccess, name: string): Profile {
  return {
    name,
    durationUnit: 'seconds',
    protection: 'open',
    colour: 'green',
    unencryptedOrigin: '',
    creation: defaultCreationRules,
    ...before,
    kind: 'practice',
    baseUrl: access.baseUrl,
    mediaBaseUrl: access.origin,
    authentication: { kind: 'api-keys', appId: access.appId, tokenLifetimeSeconds: 1_800 },
    applications: access.applications.map((one) => application.parse(one)),
  }
}

/** The window for a profile: an existing window, or a function that opens one when everything is ready. */
export type WindowTarget = number | (() => number)

interface OpeningHooks extends Pick<ProfileHooks, 'onSaved' | 'onOpened' | 'onChanged'> {
  /** Stores the profile as the open one; its secret is already in the vault. */
  readonly store: (profile: Profile) => Promise<void>
  readonly show: (profile: Profile | null, windowId: number) => void
}

export function createOpening(
  { settings, clock, log, randomId }: ProfilesContext,
  { rules, vault, practice, practiceName, addSamples }: ProfileParts,
  { store, show, onSaved, onOpened, onChanged }: OpeningHooks,
) {
  const windowOf = (target: WindowTarget): number => (typeof target === 'number' ? target : target())

  async function openPractice(target: WindowTarget, seed?: string): Promise<Profile> {
    const access = await practice.start(seed).catch((error: unknown) => {
      log.error('the practice service did not start', error)
      throw refusal('practice-stopped', error instanceof Error ? error.message : String(error))
    })
    const before = settings.read().profiles.find(({ kind }) => kind === 'practice')
    const identity = before ?? { id: profileId.parse(randomId()), createdAt: clock.now() }
    const updated = practiceProfile(identity, access, practiceName())
    // An unchanged profile for a further window keeps its identity: confirmations and work in flight in the other
    // windows continue.
    const profile = before !== undefined && isDeepStrictEqual(before, updated) ? before : updated
    const secret = typedSecret({ kind: 'set', value: access.appKey, keepIn: 'session' })
    if (secret !== null) vault.keepOwn(profile.id, { scope: scopeOf(profile), secret })
    await store(profile)
    logged(log, 'the practice samples are missing in the library', () => addSamples(profile.id, access.conversations))
    if (profile !== before) onSaved(profile)
    show(profile, windowOf(target))
    return profile
  }

  async function open(profile: Profile, target: WindowTarget): Promise<void> {
    rules.assertMayOpen(profile)
    if (profile.kind === 'practice') {
      await openPractice(target)
      return
    }
    // Only the next start needs this: a failing disk must not prevent access to a profile's calls.
    await settings.write({ openProfileId: profile.id }).catch((error: unknown) => {
      log.warn('the next start will open a different profile', error)
    })
    // The operator requests this profile: the moment to retry a keychain that was locked before.
    await vault.recheck()
    show(profile, windowOf(target))
  }

  /** Opens the profile that was open at the end of the last run; shows none when that fails. */
  async function reopen(windowId: number): Promise<void> {
    const { profiles, openProfileId } = settings.read()
    const profile = profiles.find((candidate) => candidate.id === openProfileId && rules.mayOpen(candidate)) ?? null
    if (profile?.kind !== 'practice') {
      onOpened(windowId, profile)
      onChanged()
      return
    }
    try {
      await openPractice(windowId)
    } catch (error) {
      log.warn('the practice profile could not be opened again', error)
      show(null, windowId)
    }
  }

  return { open, reopen, openPractice }
}
