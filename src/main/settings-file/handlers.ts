/** Exporting preferences, profiles and rules without secrets, importing them after a preview, and the daily copies. */
import type { SaveFile } from '../context/app-context.ts'
import type { DatabaseSync } from 'node:sqlite'
import { refusal } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { isWeaker } from '../../shared/model/protection.ts'
import { profileId, ruleId } from '../../shared/schemas/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { PortableSettings, ProfileBundle, SettingsFile } from '../../shared/schemas/settings-file.ts'
import type { Journal } from '../context/journal.ts'
import type { DailyBackups } from '../store/backup/daily-backups.ts'
import type { Clock } from '../lib/clock.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import { dayStamp } from '../lib/files.ts'
import type { Log } from '../lib/log.ts'
import { isManaged } from '../policy/managed-settings.ts'
import type { ProfileRules } from '../policy/profile-rules.ts'
import { isOtherAccount, isOtherScope, unboundIn } from '../vault/secret-rules.ts'
import { redactSecrets } from '../lib/run-secrets.ts'
import { createAlertsRepository } from '../store/alerts-repository.ts'
import { createCloseRulesRepository } from '../store/close-rules-repository.ts'
import { createPresetsRepository } from '../store/presets-repository.ts'
import type { Settings } from '../store/settings.ts'
import { inTransaction } from '../store/transaction.ts'
import { planImport } from './import-plan.ts'
import type { ImportPlan } from './import-plan.ts'
import { readSettingsFile } from './read-settings-file.ts'

/** The operations of data on this computer. */
export type DataHandlers = HandlersOf<'data.read' | 'settings.export' | 'settings.chooseImport' | 'settings.import'>

export interface DataHandlersDeps {
  readonly database: DatabaseSync
  readonly settings: Settings
  readonly backups: Pick<DailyBackups, 'state'>
  readonly rules: Pick<ProfileRules, 'assertMaySave'>
  readonly person: Pick<PersonCheck, 'ask' | 'gesture'>
  readonly journal: Pick<Journal, 'noteAfter'>
  readonly saveFile: SaveFile
  readonly choosePath: (kind: 'file') => Promise<string | null>
  /** What was confirmed for the profile's former address or account must not go on. */
  readonly beforeMove: (id: ProfileId) => void
  readonly onSaved: (profile: Profile) => void
  /** The whereabouts of secrets may be others. */
  readonly refresh: () => void
  /** Preferences may be others. */
  readonly onChanged: () => void
  /** Of the program. */
  readonly version: string
  readonly randomId: () => string
  readonly clock: Clock
  readonly log: Log
}

interface Chosen {
  readonly importId: string
  readonly file: SettingsFile
  readonly plan: ImportPlan
}

export function createDataHandlers(deps: DataHandlersDeps): DataHandlers {
  const { database, settings, person, clock } = deps
  const alerts = createAlertsRepository(database, deps.log)
  const closeRules = createCloseRulesRepository(database, deps.log)
  const presets = createPresetsRepository(database)
  const chosen = new Map<number, Chosen>()

  // The practice profile is made anew on each computer, and managed ones come from their policy.
  const gather = (): PortableSettings => {
    const { preferences, profiles } = settings.read()
    const own = profiles.filter((profile) => profile.kind === 'service' && !isManaged(profile))
    return {
      preferences,
      profiles: own.map((profile) => ({
        profile,
        alertRules: [...alerts.rules(profile.id)],
        alertSettings: alerts.settings(profile.id),
        suggestionRules: closeRules.list(profile.id),
        presets: presets.list(profile.id),
      })),
    }
  }

  // What is kept under such an id is erased at the next start.
  const withoutErased = (file: SettingsFile): SettingsFile => {
    const { erasing = [] } = settings.read()
    const renamed = (profile: Profile): Profile =>
      erasing.includes(profile.id) ? { ...profile, id: profileId.parse(deps.randomId()) } : profile
    return { ...file, profiles: file.profiles.map((one) => ({ ...one, profile: renamed(one.profile) })) }
  }

  const planOf = (file: SettingsFile): ImportPlan =>
    planImport({ file, current: gather(), newRuleId: () => ruleId.parse(deps.randomId()) })

  const before = (id: ProfileId): Profile | null => settings.read().profiles.find((one) => one.id === id) ?? null

  const assertMay = ({ wanted }: ImportPlan): void => {
    for (const { profile } of wanted.profiles) deps.rules.assertMaySave(before(profile.id), profile)
  }

  const writeRules = (bundles: readonly ProfileBundle[]): void => {
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

  const write = async ({ wanted }: ImportPlan): Promise<void> => {
    const former = settings.read()
    const profiles = wanted.profiles.map(({ profile }) => profile)
    const moved = profiles.filter((profile) => {
      const known = before(profile.id)
      return known !== null && isOtherScope(known, profile)
    })
    for (const profile of profiles) {
      const known = before(profile.id)
      if (known !== null && isOtherAccount(known, profile)) deps.beforeMove(profile.id)
    }
    await settings.write((stored) => ({
      preferences: wanted.preferences,
      profiles: [
        ...stored.profiles.map((one) => profiles.find(({ id }) => id === one.id) ?? one),
        ...profiles.filter(({ id }) => stored.profiles.every((one) => one.id !== id)),
      ],
      // A secret of an earlier version belongs to where the profile was.
      ...(moved.length > 0 && {
        unboundSecrets: unboundIn(stored).filter((id) => moved.every((one) => one.id !== id)),
      }),
    }))
    try {
      writeRules(wanted.profiles)
    } catch (error) {
      await settings.write({ preferences: former.preferences, profiles: former.profiles })
      throw error
    }
    for (const profile of profiles) {
      const { id, name } = profile
      const about = { profileId: id, profileName: name, target: name } as const
      deps.journal.noteAfter({ ...about, action: 'profile.saved', outcome: 'done' })
      deps.onSaved(profile)
    }
  }

  const lowered = ({ wanted }: ImportPlan): string[] =>
    wanted.profiles.flatMap(({ profile }) => {
      const known = before(profile.id)
      return known !== null && isWeaker(profile.protection, known.protection) ? [known.name] : []
    })
  const inTheClear = ({ wanted }: ImportPlan): string[] =>
    wanted.profiles.flatMap(({ profile: { id, unencryptedOrigin: origin } }) =>
      origin !== '' && before(id)?.unencryptedOrigin !== origin ? [origin] : [],
    )

  return {
    'data.read': () => {
      const { copies, failure } = deps.backups.state()
      return { copies: copies.map(({ at, bytes }) => ({ at, bytes })), failure }
    },
    'settings.export': async (_input, { windowId }) => {
      await person.gesture(windowId, { kind: 'export-settings' })
      const file: SettingsFile = {
        ...{ format: 'greenroom-settings', version: 1, exportedAt: clock.now(), program: deps.version },
        ...gather(),
      }
      const text = redactSecrets(`${JSON.stringify(file, null, 2)}\n`)
      return { fileName: await deps.saveFile(`greenroom-settings-${dayStamp(file.exportedAt)}.json`, text) }
    },
    'settings.chooseImport': async (_input, { windowId }) => {
      await person.gesture(windowId, { kind: 'choose-import' })
      const path = await deps.choosePath('file')
      if (path === null) return null
      const { fileName, file: read } = await readSettingsFile(path)
      const file = withoutErased(read)
      const plan = planOf(file)
      assertMay(plan)
      const importId = deps.randomId()
      chosen.set(windowId, { importId, file, plan })
      return { importId, fileName, exportedAt: file.exportedAt, entries: [...plan.entries] }
    },
    'settings.import': async ({ importId }, { windowId }) => {
      const found = chosen.get(windowId)
      if (found?.importId !== importId) throw refusal('confirmation-expired')
      const { plan } = found
      const count = plan.entries.filter(({ change }) => change !== 'unchanged').length
      await person.ask(windowId, {
        ...{ kind: 'import-settings', count, lowered: lowered(plan), inTheClear: inTheClear(plan) },
      })
      chosen.delete(windowId)
      // What was shown, and nothing else: new ids of rules aside, which nobody sees.
      if (JSON.stringify(planOf(found.file).entries) !== JSON.stringify(plan.entries))
        throw refusal('confirmation-expired')
      assertMay(plan)
      await write(plan)
      deps.refresh()
      deps.onChanged()
      return null
    },
  }
}
