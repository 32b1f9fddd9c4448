/** What a settings file would change on this computer, found out without changing anything; and writing it. */
import { isDeepStrictEqual } from 'node:util'
import type { RuleId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ImportEntry, PortableSettings, ProfileBundle } from '../../shared/schemas/settings-file.ts'
import type { StoredSettings } from '../../shared/schemas/settings.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Journal } from '../context/journal.ts'
import { logged } from '../lib/log.ts'
import { inTransaction } from '../store/storage-failure.ts'
import type { BeforeSave } from '../vault/payer.ts'
import { isOtherAccount } from '../vault/secret.ts'

/** The entries for the preview, and the settings as they would be written; profiles have the ids of this computer. */
export interface ImportPlan {
  readonly entries: readonly ImportEntry[]
  readonly wanted: PortableSettings
}

interface PlanInput {
  readonly file: PortableSettings
  readonly current: PortableSettings
  readonly newRuleId: () => RuleId
}

type Fields = Readonly<Record<string, unknown>>
type Heading = Pick<ImportEntry, 'kind' | 'profileName' | 'name'>

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function entryOf(heading: Heading, before: Fields | null, after: Fields): ImportEntry {
  const changed = Object.keys(after).filter((key) => before === null || !isDeepStrictEqual(before[key], after[key]))
  const fields = changed.map((field) => ({
    field,
    before: before?.[field] === undefined ? null : textOf(before[field]),
    after: textOf(after[field]),
  }))
  const change = fields.length === 0 ? 'unchanged' : 'changed'
  return { ...heading, change: before === null ? 'added' : change, fields }
}

function originOf({ baseUrl }: Profile): string {
  return new URL(baseUrl).origin
}

/** The profile of this computer that one of a file stands for: that of its id, else that of its name and origin. */
function counterpart(profile: Profile, bundles: readonly ProfileBundle[]): ProfileBundle | null {
  const isSame = (one: Profile): boolean => one.name === profile.name && originOf(one) === originOf(profile)
  const byId = bundles.find((one) => one.profile.id === profile.id)
  return byId ?? bundles.find((one) => isSame(one.profile)) ?? null
}

function settle(bundle: ProfileBundle, local: ProfileBundle | null, { current, newRuleId }: PlanInput): ProfileBundle {
  const others = current.profiles.filter((one) => one !== local)
  const taken = new Set<RuleId>(others.flatMap((one) => one.alertRules.map(({ id }) => id)))
  const own = local === null ? {} : { id: local.profile.id, createdAt: local.profile.createdAt }
  return {
    ...bundle,
    profile: { ...bundle.profile, ...own },
    // Rules have ids that are unique over all profiles: one that belongs to another profile here gets an id of its own.
    alertRules: bundle.alertRules.map((rule) => (taken.has(rule.id) ? { ...rule, id: newRuleId() } : rule)),
  }
}

function entriesOf(after: ProfileBundle, before: ProfileBundle | null): ImportEntry[] {
  const profileName = after.profile.name
  const ruleBefore = (id: RuleId) => before?.alertRules.find((one) => one.id === id) ?? null
  const preset = (name: string) => before?.presets.find((one) => one.name === name)?.fields ?? null
  return [
    entryOf({ kind: 'profile', profileName, name: '' }, before?.profile ?? null, after.profile),
    ...after.alertRules.map((rule) =>
      entryOf({ kind: 'alert-rule', profileName, name: rule.condition.kind }, ruleBefore(rule.id), rule),
    ),
    entryOf({ kind: 'alert-settings', profileName, name: '' }, before?.alertSettings ?? null, after.alertSettings),
    ...after.presets.map(({ name, fields }) => entryOf({ kind: 'preset', profileName, name }, preset(name), fields)),
  ]
}

/** What is here and not in the file stays as it is. */
export function planImport(input: PlanInput): ImportPlan {
  const { file, current } = input
  const pairs = file.profiles.map((bundle) => {
    const before = counterpart(bundle.profile, current.profiles)
    return { before, after: settle(bundle, before, input) }
  })
  const preferences = { kind: 'preferences', profileName: '', name: '' } as const
  const wanted = { ...current.preferences, ...file.preferences }
  return {
    entries: [
      entryOf(preferences, current.preferences, wanted),
      ...pairs.flatMap(({ before, after }) => entriesOf(after, before)),
    ],
    wanted: { preferences: wanted, profiles: pairs.map(({ after }) => after) },
  }
}

export interface ImportContext extends Pick<AppContext, 'database' | 'repositories' | 'settings' | 'clock' | 'log'> {
  readonly journal: Pick<Journal, 'noteAfter'>
}

export interface ImportHooks {
  /** Jobs that were confirmed for the profile's former address or account must not be sent. */
  readonly beforeSave: BeforeSave
  readonly onSaved: (profile: Profile) => void
}

function writeRules({ database, repositories, clock }: ImportContext, bundles: readonly ProfileBundle[]): void {
  const { alerts, presets } = repositories
  const at = clock.now()
  inTransaction(database, () => {
    for (const { profile, alertRules, alertSettings, presets: named } of bundles) {
      for (const rule of alertRules) alerts.saveRule(profile.id, rule, at)
      alerts.setSettings(profile.id, alertSettings)
      for (const preset of named) presets.save(profile.id, { ...preset, formerName: null })
    }
  })
}

function merged(stored: StoredSettings, profiles: readonly Profile[]) {
  return {
    profiles: [
      ...stored.profiles.map((one) => profiles.find(({ id }) => id === one.id) ?? one),
      ...profiles.filter(({ id }) => stored.profiles.every((one) => one.id !== id)),
    ],
  }
}

/** The settings before the import, with every change that was saved since. */
function withoutImport(
  stored: StoredSettings,
  { profiles, preferences }: PortableSettings,
  former: StoredSettings,
): Partial<StoredSettings> {
  const isImported = (one: Profile): boolean => profiles.some(({ profile }) => isDeepStrictEqual(profile, one))
  const isPreferenceImported = isDeepStrictEqual(stored.preferences, preferences)
  return {
    ...(isPreferenceImported && { preferences: former.preferences }),
    profiles: stored.profiles.flatMap((one) =>
      isImported(one) ? former.profiles.filter(({ id }) => id === one.id) : [one],
    ),
  }
}

/** The settings stay as they were when the rules cannot be written. Failures: storage. */
export async function applyImport(context: ImportContext, { wanted }: ImportPlan, hooks: ImportHooks): Promise<void> {
  const { settings, journal, log } = context
  const profiles = wanted.profiles.map(({ profile }) => profile)
  const undos: (() => void)[] = []
  const undoAll = (): void => {
    for (const undo of undos.toReversed()) logged(log, 'a failed import could not be undone', undo)
  }
  let former = settings.read()
  try {
    await settings.write((stored) => {
      former = stored
      const changed = profiles.flatMap((after) => {
        const before = stored.profiles.find(({ id }) => id === after.id)
        return before === undefined ? [] : [{ before, after }]
      })
      // Not sooner: until the profiles are replaced, they are what they were.
      for (const { before, after } of changed.filter((one) => isOtherAccount(one.before, one.after)))
        undos.push(hooks.beforeSave({ before, after, typed: null, stored: null }))
      return { preferences: wanted.preferences, ...merged(stored, profiles) }
    })
    writeRules(context, wanted.profiles)
  } catch (error) {
    undoAll()
    await settings
      .write((stored) => withoutImport(stored, wanted, former))
      .catch((problem: unknown) => {
        log.error('the settings of an import that failed could not be put back', problem)
      })
    throw error
  }
  for (const profile of profiles) {
    journal.noteAfter({ profile, target: profile.name, action: 'profile.saved', outcome: 'done' })
    hooks.onSaved(profile)
  }
}
