/** Computes the changes that a settings file would make on this computer; changes nothing. */
import { isDeepStrictEqual } from 'node:util'
import type { ProfileId } from '../../shared/ids.ts'
import { isSameRule } from '../../shared/model/alert-kinds.ts'
import type { RuleIdentity } from '../../shared/model/alert-kinds.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ImportEntry, PortableSettings, ProfileBundle } from '../../shared/schemas/settings-file.ts'

/** A profile with its rules and presets, before and after the import. */
export interface BundleChange {
  /** null for a profile that is new on this computer. */
  readonly before: ProfileBundle | null
  /** With the profile's id on this computer. */
  readonly after: ProfileBundle
  readonly entries: readonly ImportEntry[]
}

export interface ImportPlan {
  /** The file's preferences; other preferences stay. */
  readonly preferences: PortableSettings['preferences']
  readonly preferencesEntry: ImportEntry
  readonly profiles: readonly BundleChange[]
}

interface PlanInput {
  readonly file: PortableSettings
  readonly current: PortableSettings
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

/**
 * This computer's profile with the same id as a profile of a file, or else with the same name and origin. A profile
 * that the file has under its id may have had a different name, so it is no other profile's counterpart.
 */
function counterpart(
  profile: Profile,
  bundles: readonly ProfileBundle[],
  idsInFile: ReadonlySet<ProfileId>,
): ProfileBundle | null {
  const isSame = (local: Profile): boolean =>
    !idsInFile.has(local.id) && local.name === profile.name && originOf(local) === originOf(profile)
  const byId = bundles.find((local) => local.profile.id === profile.id)
  return byId ?? bundles.find((local) => isSame(local.profile)) ?? null
}

function withLocalId(bundle: ProfileBundle, local: ProfileBundle | null): ProfileBundle {
  const { id, createdAt } = local === null ? bundle.profile : local.profile
  return { ...bundle, profile: { ...bundle.profile, id, createdAt } }
}

function entriesOf(before: ProfileBundle | null, after: ProfileBundle): ImportEntry[] {
  const profileName = after.profile.name
  const ruleBefore = (after: RuleIdentity) => before?.alertRules.find((rule) => isSameRule(rule, after)) ?? null
  const presetBefore = (name: string) => before?.presets.find((preset) => preset.name === name)?.fields ?? null
  return [
    entryOf({ kind: 'profile', profileName, name: '' }, before?.profile ?? null, after.profile),
    ...after.alertRules.map((rule) =>
      entryOf({ kind: 'alert-rule', profileName, name: rule.kind }, ruleBefore(rule), rule),
    ),
    entryOf({ kind: 'alert-settings', profileName, name: '' }, before?.alertSettings ?? null, after.alertSettings),
    ...after.presets.map(({ name, fields }) =>
      entryOf({ kind: 'preset', profileName, name }, presetBefore(name), fields),
    ),
  ]
}

/** Data of this computer that the file lacks stays unchanged. */
export function planImport({ file, current }: PlanInput): ImportPlan {
  const idsInFile = new Set(file.profiles.map(({ profile }) => profile.id))
  const heading = { kind: 'preferences', profileName: '', name: '' } as const
  return {
    preferences: file.preferences,
    preferencesEntry: entryOf(heading, current.preferences, { ...current.preferences, ...file.preferences }),
    profiles: file.profiles.map((bundle) => {
      const before = counterpart(bundle.profile, current.profiles, idsInFile)
      const after = withLocalId(bundle, before)
      return { before, after, entries: entriesOf(before, after) }
    }),
  }
}

export const isChanged = ({ change }: ImportEntry): boolean => change !== 'unchanged'
