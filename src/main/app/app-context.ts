/** Creates main's single instances: journal, repositories, backups, and other parts that app and desktop share. */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { app } from 'electron'
import type { ProfileId } from '../../shared/ids.ts'
import { languageFor } from '../../shared/model/language.ts'
import type { Language } from '../../shared/model/language.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { AlertNotice } from '../alerts/alerts.ts'
import type { AppContext } from '../context/app-context.ts'
import { createJournal } from '../context/journal.ts'
import { textsIn } from '../context/texts.ts'
import type { Texts } from '../context/texts.ts'
import { logged } from '../lib/log.ts'
import { createFolderMemory } from '../desktop/dialog-folders.ts'
import { createFileDialogs } from '../desktop/file-dialogs.ts'
import { createNativePersonCheck } from '../desktop/person.ts'
import { systemLanguage } from '../desktop/run-facts.ts'
import type { Emit } from '../ipc/handlers.ts'
import { systemClock as clock } from '../lib/clock.ts'
import { operatorName } from '../lib/operator.ts'
import { applySubmissions, createSubmissionNeed } from '../store/apply-submissions.ts'
import { createDailyBackups } from '../store/backup/daily-backups.ts'
import { copyOnWorker } from '../store/backup/run-on-worker.ts'
import type { EndedBatch } from '../store/job-counts-repository.ts'
import { createRepositories } from '../store/repositories.ts'
import { openSubmissionLog } from '../store/submission-log.ts'
import { readBuildInfo } from '../support/about.ts'
import { createWindowProfiles } from '../workspaces/registry.ts'
import type { ComposeOptions } from './failed-main.ts'
import type { Stored } from './stored.ts'

/** The events between parts of main; listeners run synchronously, in the order in which they were added. */
type MainEvents = EventEmitter<{
  /** Something that the shell, the tray or the badge shows has changed. */
  changed: []
  /** Jobs have progressed, or can progress again. */
  progressed: []
  batchEnded: [EndedBatch]
  profileOpened: []
  keychainBack: []
  alertTriggered: [AlertNotice]
  /** Counts of live calls or triggered alerts have changed. */
  countsChanged: []
  /** The balances were read around a creation. */
  balanceRead: [ProfileId, AccountSample]
  /** The shape of the profile's answers has changed. */
  answersChanged: [ProfileId]
  /** An avatar of the profile has finished; its conversation is in the library. */
  avatarReady: [ProfileId]
}>

/** The context of app and desktop, beyond the context of every part of main. */
export type ProgramContext = ReturnType<typeof createProgramContext>

export function createProgramContext(
  { windows, emitTo, log }: ComposeOptions,
  { policy, dataFolder, databaseFile, opened, settings, facts }: Stored,
  built: AsyncDisposableStack,
) {
  const { database } = opened
  const submissions = openSubmissionLog({ file: join(dataFolder, 'submissions.jsonl'), log })
  applySubmissions(database, submissions.read(createSubmissionNeed(database)), log)
  const repositories = createRepositories(database, log)
  const { samples } = repositories
  const backups = createDailyBackups({ file: databaseFile, clock, log }, (job) => {
    samples.tryFlush()
    return copyOnWorker(job)
  })
  built.defer(backups.dispose)
  backups.start()
  built.defer(() => logged(log, 'the last counts could not be stored', samples.flush))

  const windowProfiles = createWindowProfiles()
  const emit = emitTo(() => true)
  /** The operator's current language. */
  const language = (): Language => languageFor(settings.read().preferences.language, systemLanguage())
  const texts = (): Texts => textsIn(language())
  const { saveFile, chooseFile } = createFileDialogs(createFolderMemory(settings, log))
  const context: AppContext = {
    dataFolder,
    database,
    repositories,
    settings,
    submissions,
    clock,
    log,
    saveFile,
    emit,
    journal: createJournal({ clock, emit, log }, repositories.activity, operatorName()),
    random: Math.random,
    randomId: () => randomUUID(),
    person: createNativePersonCheck(windows, texts, clock),
    findProfile: (id) => settings.read().profiles.find((profile) => profile.id === id) ?? null,
  }
  const events: MainEvents = new EventEmitter()
  return {
    ...context,
    chooseFile,
    policy,
    opened,
    databaseFile,
    backups,
    windows,
    windowProfiles,
    language,
    texts,
    events,
    emitToProfile: (id: ProfileId | null): Emit =>
      emitTo((windowId) => id !== null && windowProfiles.profileOf(windowId) === id),
    /** Emits to one window. */
    emitTo: (id: number): Emit => emitTo((windowId) => windowId === id),
    facts,
    build: readBuildInfo(app.getAppPath(), process.resourcesPath),
  }
}
