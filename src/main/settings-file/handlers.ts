/**
 * Exports preferences, profiles and rules without secrets, imports them after a preview, and handles the daily copies.
 */
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { refusal } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { isWeaker } from '../../shared/model/protection.ts'
import { profileId } from '../../shared/schemas/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { settingsFile } from '../../shared/schemas/settings-file.ts'
import type { PortableSettings, ProfileBundle, SettingsFile } from '../../shared/schemas/settings-file.ts'
import type { AppContext } from '../context/app-context.ts'
import { readFileUpTo } from '../files/open-file.ts'
import { encodingOf, textOf } from '../files/plain-text.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import { failureOf } from '../lib/failure-of.ts'
import { dayStamp } from '../lib/files.ts'
import { parseJson } from '../../shared/model/json-text.ts'
import { redactSecrets } from '../lib/redaction.ts'
import type { DailyBackups } from '../store/backup/daily-backups.ts'
import { inTransaction } from '../store/storage-failure.ts'
import { isChanged, planImport } from './import-plan.ts'
import type { BundleChange, ImportPlan } from './import-plan.ts'

const maxBytes = 5_000_000

/** Parses the text of a settings file. Failures: refused (`not-settings` with the place, `newer-settings`). */
function parseSettingsFile(text: string, fileName: string): SettingsFile {
  const json = parseJson(text)
  const { format, version } = { ...(typeof json === 'object' ? json : null) } as Readonly<Record<string, unknown>>
  if (format !== 'greenroom-settings') throw refusal('not-settings', fileName)
  if (typeof version === 'number' && version > 1) throw refusal('newer-settings', fileName)
  const parsed = settingsFile.safeParse(json)
  if (parsed.success) {
    const ids = new Set(parsed.data.profiles.map(({ profile }) => profile.id))
    // A practice profile is never exported; two profiles with the same id would become one.
    const isExport = parsed.data.profiles.every(({ profile }) => profile.kind === 'service')
    if (isExport && ids.size === parsed.data.profiles.length) return parsed.data
    throw refusal('not-settings', fileName)
  }
  const issuePath = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
  throw refusal('not-settings', `${fileName}: ${issuePath}`)
}

/** Failures: the failures of opening the file and of `parseSettingsFile`. */
async function readSettingsFile(path: string) {
  const fileName = basename(path)
  const bytes = await readFileUpTo(path, maxBytes)
  const encoding = bytes === null ? null : encodingOf(bytes)
  if (bytes === null || encoding === null) throw refusal('not-settings', fileName)
  // Without a byte order mark, which editors on Windows write first.
  return { fileName, file: parseSettingsFile(textOf(bytes, encoding), fileName) }
}

type DataContext = Pick<
  AppContext,
  'database' | 'repositories' | 'settings' | 'clock' | 'log' | 'saveFile' | 'randomId'
> & {
  readonly person: Pick<PersonCheck, 'ask' | 'gesture'>
}

interface DataParts {
  readonly backups: Pick<DailyBackups, 'state'>
  /** Saves the profile in the queue of profile commands, if it is still `before` (null: there is none). */
  readonly saveProfile: (change: { readonly before: Profile | null; readonly after: Profile }) => Promise<void>
  readonly chooseFile: () => Promise<string | null>
  /** The version of the program. */
  readonly version: string
  readonly onPreferencesChanged: () => void
  /** The stored alert rules, alert settings and presets of the profile were replaced. */
  readonly onRulesImported: (id: ProfileId) => void
}

function bundleOf({ repositories: { alerts, presets } }: DataContext, profile: Profile): ProfileBundle {
  return {
    profile,
    alertRules: [...alerts.rules(profile.id)],
    alertSettings: alerts.settings(profile.id),
    presets: presets.list(profile.id),
  }
}

// The practice profile is created separately on each computer.
function portableSettings(context: DataContext): PortableSettings {
  const { preferences, profiles } = context.settings.read()
  const services = profiles.filter(({ kind }) => kind === 'service')
  return { preferences, profiles: services.map((profile) => bundleOf(context, profile)) }
}

// Data under an id in `erasing` is erased at the next start.
function withoutErased(file: SettingsFile, erasing: readonly string[], randomId: () => string): SettingsFile {
  const renamed = (profile: Profile): Profile =>
    erasing.includes(profile.id) ? { ...profile, id: profileId.parse(randomId()) } : profile
  return { ...file, profiles: file.profiles.map((bundle) => ({ ...bundle, profile: renamed(bundle.profile) })) }
}

/** The question for a person before the plan is carried out. */
function questionOf({ preferencesEntry, profiles }: ImportPlan) {
  const entries = [preferencesEntry, ...profiles.flatMap((change) => change.entries)]
  return {
    kind: 'import-settings',
    count: entries.filter(isChanged).length,
    lowered: profiles.flatMap(({ before, after }) =>
      before !== null && isWeaker(after.profile.protection, before.profile.protection) ? [before.profile.name] : [],
    ),
    inTheClear: profiles.flatMap(({ before, after }) => {
      const origin = after.profile.unencryptedOrigin
      return origin !== '' && before?.profile.unencryptedOrigin !== origin ? [origin] : []
    }),
  } as const
}

/** Refuses with `confirmation-expired` where a rule or preset was changed since the preview. */
function assertRulesAsShown(context: DataContext, { before }: BundleChange): void {
  if (before !== null && !isDeepStrictEqual(bundleOf(context, before.profile), before))
    throw refusal('confirmation-expired')
}

/** Failures: those of `assertRulesAsShown`, storage. */
function writeRules(context: DataContext, change: BundleChange): void {
  assertRulesAsShown(context, change)
  const { database, repositories } = context
  const { alerts, presets } = repositories
  const { after } = change
  const { id } = after.profile
  inTransaction(database, () => {
    for (const rule of after.alertRules) alerts.saveRule(id, rule)
    alerts.setSettings(id, after.alertSettings)
    for (const preset of after.presets) presets.save(id, { ...preset, formerName: null })
  })
}

export function createDataHandlers(
  context: DataContext,
  parts: DataParts,
): HandlersOf<'data.read' | 'settings.export' | 'settings.chooseImport' | 'settings.import'> {
  const { settings, person, clock, randomId, saveFile, log } = context
  const chosen = new Map<number, { readonly importId: string; readonly plan: ImportPlan }>()

  const writePreferences = async ({ preferences, preferencesEntry }: ImportPlan): Promise<void> => {
    if (!isChanged(preferencesEntry)) return
    await settings.write((stored) => ({ preferences: { ...stored.preferences, ...preferences } }))
    parts.onPreferencesChanged()
  }
  const importBundle = async (change: BundleChange): Promise<Failure | null> => {
    try {
      // Also before the profile is saved: a profile that is reported as not imported must be unchanged.
      assertRulesAsShown(context, change)
      await parts.saveProfile({ before: change.before?.profile ?? null, after: change.after.profile })
      writeRules(context, change)
      parts.onRulesImported(change.after.profile.id)
      return null
    } catch (error) {
      return failureOf(log, 'a profile was not imported', error)
    }
  }

  return {
    'data.read': () => {
      const { copies, failure } = parts.backups.state()
      return { copies: copies.map(({ at, bytes }) => ({ at, bytes })), failure }
    },
    'settings.export': async (_input, { windowId }) => {
      await person.gesture(windowId, { kind: 'export-settings' })
      const file: SettingsFile = {
        format: 'greenroom-settings',
        version: 1,
        exportedAt: clock.now(),
        program: parts.version,
        ...portableSettings(context),
      }
      const text = redactSecrets(`${JSON.stringify(file, null, 2)}\n`)
      return { fileName: await saveFile(`greenroom-settings-${dayStamp(file.exportedAt)}.json`, text) }
    },
    'settings.chooseImport': async (_input, { windowId }) => {
      await person.gesture(windowId, { kind: 'choose-import' })
      const path = await parts.chooseFile()
      if (path === null) return null
      const { fileName, file } = await readSettingsFile(path)
      const plan = planImport({
        file: withoutErased(file, settings.read().erasing ?? [], randomId),
        current: portableSettings(context),
      })
      const importId = randomId()
      chosen.set(windowId, { importId, plan })
      const entries = [plan.preferencesEntry, ...plan.profiles.flatMap((change) => change.entries)]
      return { importId, fileName, exportedAt: file.exportedAt, entries }
    },
    'settings.import': async ({ importId }, { windowId }) => {
      const chosenFile = chosen.get(windowId)
      if (chosenFile?.importId !== importId) throw refusal('confirmation-expired')
      const { plan } = chosenFile
      await person.ask(windowId, questionOf(plan))
      chosen.delete(windowId)
      await writePreferences(plan)
      const results: { name: string; failure: Failure | null }[] = []
      for (const change of plan.profiles.filter(({ entries }) => entries.some(isChanged))) {
        results.push({ name: change.after.profile.name, failure: await importBundle(change) })
      }
      return { profiles: results }
    },
  }
}
