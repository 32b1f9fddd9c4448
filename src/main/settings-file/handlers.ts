/** Exporting preferences, profiles and rules without secrets, importing them after a preview, and the daily copies. */
import { basename } from 'node:path'
import { refusal } from '../../shared/failure.ts'
import { isWeaker } from '../../shared/model/protection.ts'
import { profileId, ruleId } from '../../shared/schemas/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { settingsFile } from '../../shared/schemas/settings-file.ts'
import type { PortableSettings, SettingsFile } from '../../shared/schemas/settings-file.ts'
import type { AppContext } from '../context/app-context.ts'
import { readFileUpTo } from '../files/open-file.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import { dayStamp } from '../lib/files.ts'
import { parseJson } from '../lib/json-text.ts'
import { redactSecrets } from '../lib/redaction.ts'
import type { ProfileRules } from '../policy/profile-rules.ts'
import type { DailyBackups } from '../store/backup/daily-backups.ts'
import { applyImport, planImport } from './import-plan.ts'
import type { ImportContext, ImportHooks, ImportPlan } from './import-plan.ts'

const maxBytes = 5_000_000

/** What a text says as a settings file. Failures: refused (`not-settings` with the place, `newer-settings`). */
function parseSettingsFile(text: string, fileName: string): SettingsFile {
  const json = parseJson(text)
  const { format, version } = { ...(typeof json === 'object' ? json : null) } as Readonly<Record<string, unknown>>
  if (format !== 'greenroom-settings') throw refusal('not-settings', fileName)
  if (typeof version === 'number' && version > 1) throw refusal('newer-settings', fileName)
  const parsed = settingsFile.safeParse(json)
  if (parsed.success) {
    const ids = new Set(parsed.data.profiles.map(({ profile }) => profile.id))
    // A practice profile is never exported; an id that is there twice would be one profile that is two.
    const isOwn = parsed.data.profiles.every(({ profile }) => profile.kind === 'service')
    if (isOwn && ids.size === parsed.data.profiles.length) return parsed.data
    throw refusal('not-settings', fileName)
  }
  const place = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
  throw refusal('not-settings', `${fileName}: ${place}`)
}

/** Failures: those of opening the file and of `parseSettingsFile`. */
async function readSettingsFile(path: string) {
  const fileName = basename(path)
  const bytes = await readFileUpTo(path, maxBytes)
  if (bytes === null) throw refusal('not-settings', fileName)
  return { fileName, file: parseSettingsFile(Buffer.from(bytes).toString('utf8'), fileName) }
}

// The practice profile is made anew on each computer.
function portableSettings({ settings, repositories }: ImportContext): PortableSettings {
  const { alerts, presets } = repositories
  const { preferences, profiles } = settings.read()
  const own = profiles.filter((profile) => profile.kind === 'service')
  return {
    preferences,
    profiles: own.map((profile) => ({
      profile,
      alertRules: [...alerts.rules(profile.id)],
      alertSettings: alerts.settings(profile.id),
      presets: presets.list(profile.id),
    })),
  }
}

// What is stored under an id in `erasing` is erased at the next start.
function withoutErased(file: SettingsFile, erasing: readonly string[], randomId: () => string): SettingsFile {
  const renamed = (profile: Profile): Profile =>
    erasing.includes(profile.id) ? { ...profile, id: profileId.parse(randomId()) } : profile
  return { ...file, profiles: file.profiles.map((one) => ({ ...one, profile: renamed(one.profile) })) }
}

function findIn(known: readonly Profile[], id: string): Profile | null {
  return known.find((one) => one.id === id) ?? null
}

/** What a person is asked before the plan is carried out. */
function questionOf({ entries, wanted }: ImportPlan, known: readonly Profile[]) {
  return {
    kind: 'import-settings',
    count: entries.filter(({ change }) => change !== 'unchanged').length,
    lowered: wanted.profiles.flatMap(({ profile }) => {
      const before = findIn(known, profile.id)
      return before !== null && isWeaker(profile.protection, before.protection) ? [before.name] : []
    }),
    inTheClear: wanted.profiles.flatMap(({ profile: { id, unencryptedOrigin: origin } }) =>
      origin !== '' && findIn(known, id)?.unencryptedOrigin !== origin ? [origin] : [],
    ),
  } as const
}

export function createDataHandlers(
  context: ImportContext &
    Pick<AppContext, 'saveFile' | 'randomId'> & { readonly person: Pick<PersonCheck, 'ask' | 'gesture'> },
  parts: {
    readonly backups: Pick<DailyBackups, 'state'>
    readonly rules: Pick<ProfileRules, 'assertMaySave'>
    readonly choosePath: (kind: 'file') => Promise<string | null>
    /** Of the program. */
    readonly version: string
  },
  hooks: ImportHooks & {
    /** The whereabouts of secrets may be others. */
    readonly refresh: () => void
    /** Preferences may be others. */
    readonly onChanged: () => void
  },
): HandlersOf<'data.read' | 'settings.export' | 'settings.chooseImport' | 'settings.import'> {
  const { settings, person, clock, randomId, saveFile } = context
  const chosen = new Map<
    number,
    { readonly importId: string; readonly file: SettingsFile; readonly plan: ImportPlan }
  >()

  const planOf = (file: SettingsFile): ImportPlan =>
    planImport({ file, current: portableSettings(context), newRuleId: () => ruleId.parse(randomId()) })
  const assertMay = ({ wanted }: ImportPlan): void => {
    const known = settings.read().profiles
    for (const { profile } of wanted.profiles) parts.rules.assertMaySave(findIn(known, profile.id), profile)
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
      const path = await parts.choosePath('file')
      if (path === null) return null
      const { fileName, file: read } = await readSettingsFile(path)
      const file = withoutErased(read, settings.read().erasing ?? [], randomId)
      const plan = planOf(file)
      assertMay(plan)
      const importId = randomId()
      chosen.set(windowId, { importId, file, plan })
      return { importId, fileName, exportedAt: file.exportedAt, entries: [...plan.entries] }
    },
    'settings.import': async ({ importId }, { windowId }) => {
      const found = chosen.get(windowId)
      if (found?.importId !== importId) throw refusal('confirmation-expired')
      const { plan } = found
      await person.ask(windowId, questionOf(plan, settings.read().profiles))
      chosen.delete(windowId)
      // What was shown, and nothing else: new ids of rules aside, which nobody sees.
      if (JSON.stringify(planOf(found.file).entries) !== JSON.stringify(plan.entries))
        throw refusal('confirmation-expired')
      assertMay(plan)
      await applyImport(context, plan, hooks)
      hooks.refresh()
      hooks.onChanged()
      return null
    },
  }
}
