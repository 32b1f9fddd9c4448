/** What there is once in main and all parts share: what is kept on this computer, the journal, the operator's texts. */
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { createJournal } from '../context/journal.ts'
import type { Journal } from '../context/journal.ts'
import { operatorName } from '../lib/operator.ts'
import { copyOnWorker } from '../store/backup/copy-on-worker.ts'
import { createDailyBackups } from '../store/backup/daily-backups.ts'
import type { DailyBackups } from '../store/backup/daily-backups.ts'
import type { Clock } from '../lib/clock.ts'
import { languageFor } from '../desktop/language.ts'
import { nativeTexts } from '../desktop/native-texts.ts'
import type { NativeTexts } from '../desktop/native-texts.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Log } from '../lib/log.ts'
import { createAccountSamplesRepository } from '../store/account-samples-repository.ts'
import type { AccountSamplesRepository } from '../store/account-samples-repository.ts'
import { underPolicy } from '../policy/managed-settings.ts'
import type { ManagedSettings } from '../policy/managed-settings.ts'
import type { ActivePolicy } from '../policy/read-policy.ts'
import { createActivityRepository } from '../store/activity-repository.ts'
import { openDatabase } from '../store/database.ts'
import type { OpenedDatabase } from '../store/database.ts'
import { applySubmissions } from '../store/apply-submissions.ts'
import { createCloseRulesRepository } from '../store/close-rules-repository.ts'
import type { CloseRulesRepository } from '../store/close-rules-repository.ts'
import { createKnownSessionsRepository } from '../store/known-sessions-repository.ts'
import type { KnownSessionsRepository } from '../store/known-sessions-repository.ts'
import { migrations } from '../store/migrations.ts'
import { salvagedJobsRest } from '../store/salvage-database.ts'
import { createSamplesRepository } from '../store/samples-repository.ts'
import type { SamplesRepository } from '../store/samples-repository.ts'
import { openSubmissionLog } from '../store/submission-log.ts'
import type { SubmissionLog } from '../store/submission-log.ts'
import { openSettings } from '../store/settings.ts'

/** What all parts of main share. */
export interface AppContext {
  readonly settings: ManagedSettings
  readonly database: DatabaseSync
  readonly databaseFile: string
  readonly opened: OpenedDatabase
  readonly backups: DailyBackups
  readonly submissions: SubmissionLog
  readonly journal: Journal
  readonly samples: SamplesRepository
  readonly accountSamples: AccountSamplesRepository
  readonly known: KnownSessionsRepository
  readonly closeRules: CloseRulesRepository
  readonly findProfile: (id: ProfileId) => Profile | null
  readonly language: () => ReturnType<typeof languageFor>
  readonly texts: () => NativeTexts
}

/** Where things are kept and who hears of them. */
export interface AppContextOptions {
  readonly dataFolder: string
  /** Of the program. */
  readonly version: string
  readonly clock: Clock
  readonly log: Log
  readonly policy: ActivePolicy
  /** To all windows. */
  readonly emit: Emit
  /** Preferred language of the system, such as `zh-CN`. */
  readonly systemLanguage: string
}

/** Opens what is kept; the database is closed with what was built. Failures: storage. */
export async function openAppContext(options: AppContextOptions, built: AsyncDisposableStack): Promise<AppContext> {
  const { dataFolder, version, clock, log, emit, systemLanguage } = options
  // First of all: where it is refused as a newer program's, the settings must stay as they are too.
  const databaseFile = join(dataFolder, 'greenroom.db')
  const afterSalvage = salvagedJobsRest
  const opened = openDatabase({ file: databaseFile, migrations, clock, log, version, afterSalvage })
  const { database } = opened
  built.defer(() => {
    database.close()
  })
  const submissions = openSubmissionLog({ file: join(dataFolder, 'submissions.jsonl'), log })
  applySubmissions({ database, submissions: submissions.read(), log })
  const backups = createDailyBackups({ file: databaseFile, clock, log, copy: copyOnWorker })
  built.defer(backups.dispose)
  backups.start()
  if (options.policy.file !== null) log.info(`policy in force: ${options.policy.file}`)
  const settings = underPolicy(await openSettings({ folder: dataFolder, clock, log }), options.policy)
  const repository = createActivityRepository(database)
  const journal = createJournal({ repository, clock, emit, log, operator: operatorName() })
  const findProfile = (id: ProfileId) => settings.read().profiles.find((profile) => profile.id === id) ?? null
  const preferred = () => settings.read().preferences.language
  return {
    ...{ settings, database, databaseFile, opened, backups, submissions, journal, findProfile },
    samples: createSamplesRepository(database),
    accountSamples: createAccountSamplesRepository(database),
    known: createKnownSessionsRepository(database),
    closeRules: createCloseRulesRepository(database, log),
    language: () => languageFor(preferred(), systemLanguage),
    texts: () => nativeTexts(preferred(), systemLanguage),
  }
}
