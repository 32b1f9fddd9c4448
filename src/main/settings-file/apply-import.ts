/** Writes what a settings file changes on this computer. */
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ProfileBundle } from '../../shared/schemas/settings-file.ts'
import type { StoredSettings } from '../../shared/schemas/settings.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Journal } from '../context/journal.ts'
import { inTransaction } from '../store/storage-failure.ts'
import { isOtherAccount, isOtherScope, unboundIn } from '../vault/secret.ts'
import type { ImportPlan } from './import-plan.ts'

export interface ImportContext extends Pick<AppContext, 'database' | 'repositories' | 'settings' | 'clock'> {
  readonly journal: Pick<Journal, 'noteAfter'>
}

export interface ImportHooks {
  /** What was confirmed for the profile's former address or account must not go on. */
  readonly beforeMove: (id: ProfileId) => void
  readonly onSaved: (profile: Profile) => void
}

function writeRules({ database, repositories, clock }: ImportContext, bundles: readonly ProfileBundle[]): void {
  const { alerts, closeRules, presets } = repositories
  const at = clock.now()
  inTransaction(database, () => {
    for (const { profile, alertRules, alertSettings, suggestionRules, presets: named } of bundles) {
      for (const rule of alertRules) alerts.saveRule(profile.id, rule, at)
      alerts.setSettings(profile.id, alertSettings)
      for (const rule of suggestionRules) closeRules.save(profile.id, rule, at)
      for (const preset of named) presets.save(profile.id, { ...preset, formerName: null })
    }
  })
}

/** The profiles of `wanted` that `isOther` than the profile of the same id among `known`. */
function changed(
  wanted: readonly Profile[],
  known: readonly Profile[],
  isOther: (before: Profile, after: Profile) => boolean,
): readonly Profile[] {
  return wanted.filter((after) => {
    const before = known.find(({ id }) => id === after.id)
    return before !== undefined && isOther(before, after)
  })
}

function merged(stored: StoredSettings, profiles: readonly Profile[], moved: readonly Profile[]) {
  return {
    profiles: [
      ...stored.profiles.map((one) => profiles.find(({ id }) => id === one.id) ?? one),
      ...profiles.filter(({ id }) => stored.profiles.every((one) => one.id !== id)),
    ],
    // A secret of an earlier version belongs to where the profile was.
    ...(moved.length > 0 && {
      unboundSecrets: unboundIn(stored).filter((id) => moved.every((one) => one.id !== id)),
    }),
  }
}

/** The settings stay as they were when the rules cannot be written. Failures: storage. */
export async function applyImport(context: ImportContext, { wanted }: ImportPlan, hooks: ImportHooks): Promise<void> {
  const { settings, journal } = context
  const former = settings.read()
  const profiles = wanted.profiles.map(({ profile }) => profile)
  const moved = changed(profiles, former.profiles, isOtherScope)
  for (const { id } of changed(profiles, former.profiles, isOtherAccount)) hooks.beforeMove(id)
  await settings.write((stored) => ({ preferences: wanted.preferences, ...merged(stored, profiles, moved) }))
  try {
    writeRules(context, wanted.profiles)
  } catch (error) {
    await settings.write({ preferences: former.preferences, profiles: former.profiles })
    throw error
  }
  for (const profile of profiles) {
    const { id, name } = profile
    journal.noteAfter({ profileId: id, profileName: name, target: name, action: 'profile.saved', outcome: 'done' })
    hooks.onSaved(profile)
  }
}
