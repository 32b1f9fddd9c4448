/** Opens what there is once in main: settings, database, journal, and what app and desktop share besides. */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { app } from 'electron'
import type { ProfileId } from '../../shared/ids.ts'
import { languageFor } from '../../shared/model/language.ts'
import type { Language } from '../../shared/model/language.ts'
import type { AppContext } from '../context/app-context.ts'
import { createJournal } from '../context/journal.ts'
import { textsIn } from '../context/texts.ts'
import type { Texts } from '../context/texts.ts'
import { saveFile } from '../desktop/file-dialogs.ts'
import { createNativePersonCheck } from '../desktop/person.ts'
import { runFacts, systemLanguage } from '../desktop/run-facts.ts'
import type { Emit } from '../ipc/handlers.ts'
import { systemClock as clock } from '../lib/clock.ts'
import { operatorName } from '../lib/operator.ts'
import { underPolicy } from '../policy/managed-settings.ts'
import { policyPlaces, readPolicy } from '../policy/read-policy.ts'
import { applySubmissions } from '../store/apply-submissions.ts'
import { createDailyBackups } from '../store/backup/daily-backups.ts'
import type { Batch } from '../store/job-counts-repository.ts'
import { openDatabase, pauseRestoredQueues } from '../store/database.ts'
import { migrations } from '../store/migrations.ts'
import { createRepositories } from '../store/repositories.ts'
import { openSettings } from '../store/settings.ts'
import { openSubmissionLog } from '../store/submission-log.ts'
import { readBuildInfo } from '../support/about.ts'
import { createWindowProfiles } from '../workspaces/registry.ts'
import type { ComposeOptions } from './failed-main.ts'

/** What parts of main announce to each other; listeners are called at once, in the order in which they were added. */
type MainEvents = EventEmitter<{
  /** Something that the shell, the tray or the badge shows is different. */
  changed: []
  /** Jobs have moved on, or may again. */
  progressed: []
  batchEnded: [Batch]
  profileOpened: []
  keychainBack: []
}>

/** What app and desktop need beside what every part of main does. */
export type ProgramContext = Awaited<ReturnType<typeof openProgramContext>>

/** The database is closed with what was built. Failures: storage; policy-unusable, before anything is opened. */
export async function openProgramContext({ windows, emitTo, log }: ComposeOptions, built: AsyncDisposableStack) {
  const policy = readPolicy(policyPlaces({ platform: process.platform, env: process.env, isPackaged: app.isPackaged }))
  log.setLevel(policy.logLevel)
  const dataFolder = app.getPath('userData')

  // First of all: where it is refused as a newer program's, the settings must stay as they are too.
  const databaseFile = join(dataFolder, 'greenroom.db')
  const version = app.getVersion()
  const opened = openDatabase({
    ...{ file: databaseFile, migrations, clock, log, version },
    afterRestore: pauseRestoredQueues,
  })
  const { database } = opened
  built.defer(() => database.close())
  const submissions = openSubmissionLog({ file: join(dataFolder, 'submissions.jsonl'), log })
  applySubmissions(database, submissions.read(), log)
  const backups = createDailyBackups({ file: databaseFile, clock, log })
  built.defer(backups.dispose)
  backups.start()
  if (policy.file !== null) log.info(`policy in force: ${policy.file}`)
  const settings = underPolicy(await openSettings({ folder: dataFolder, clock, log }), policy)

  const repositories = createRepositories(database, log)
  const windowProfiles = createWindowProfiles()
  const emit = emitTo(() => true)
  /** The operator's, at this moment. */
  const language = (): Language => languageFor(settings.read().preferences.language, systemLanguage())
  const texts = (): Texts => textsIn(language())
  const context: AppContext = {
    ...{ dataFolder, database, repositories, settings, submissions, clock, log, saveFile, emit },
    journal: createJournal({ clock, emit, log }, repositories.activity, operatorName()),
    random: Math.random,
    randomId: () => randomUUID(),
    person: createNativePersonCheck(windows, texts, clock),
    findProfile: (id) => settings.read().profiles.find((profile) => profile.id === id) ?? null,
  }
  const events: MainEvents = new EventEmitter()
  return {
    ...context,
    ...{ policy, opened, databaseFile, backups, windows, windowProfiles, language, texts, events },
    emitToProfile: (id: ProfileId | null): Emit =>
      emitTo((windowId) => id !== null && windowProfiles.profileOf(windowId) === id),
    /** To one window. */
    emitTo: (id: number): Emit => emitTo((windowId) => windowId === id),
    facts: runFacts(),
    build: readBuildInfo(app.getAppPath(), process.resourcesPath),
  }
}
