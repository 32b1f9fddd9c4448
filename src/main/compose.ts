/** The only place where main's parts are built and joined; read it from top to bottom like a wiring diagram. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { app, session } from 'electron'
import { FailureError } from '../shared/failure.ts'
import type { ProfileId } from '../shared/ids.ts'
import type { Profile } from '../shared/schemas/profile.ts'
import { createAccount } from './account/account.ts'
import { createAccountHandlers } from './account/handlers.ts'
import { createActivityHandlers } from './activity/handlers.ts'
import { createJournal } from './activity/journal.ts'
import { operatorName } from './activity/operator.ts'
import { createShellHandlers, createShellState, noticesOf } from './app-state.ts'
import { createClients } from './clients.ts'
import { systemClock as clock } from './clock.ts'
import { unusable } from './composed.ts'
import type { Composed, ComposeOptions } from './composed.ts'
import { createConversationSubject } from './conversations/handlers.ts'
import { followAttention } from './desktop/attention.ts'
import { openExternal } from './desktop/external.ts'
import { leave } from './desktop/farewell.ts'
import { openLog } from './desktop/log-file.ts'
import { setMenu } from './desktop/menu.ts'
import { followPower } from './desktop/power.ts'
import { createPracticeHost } from './desktop/practice.ts'
import { createTelling } from './desktop/telling.ts'
import { saveFile } from './desktop/save-file.ts'
import { setTheme } from './desktop/theme.ts'
import { languageFor, nativeWords } from './desktop/words.ts'
import type { NativeWords } from './desktop/words.ts'
import { createDispatch } from './ipc/dispatch.ts'
import { createJobs } from './jobs/handlers.ts'
import type { Log } from './log.ts'
import { createMediaFetcher } from './media/fetch-media.ts'
import { createMediaStore } from './media/media-store.ts'
import type { CurrentProfile } from './open-profile.ts'
import { createProfileHandlers } from './profiles/handlers.ts'
import { createProfiles } from './profiles/profiles.ts'
import { createRest } from './rest.ts'
import { createExchanges } from './service/exchanges.ts'
import { createNetwork, systemCertificates } from './service/network.ts'
import { redactor } from './service/redaction.ts'
import { tokenExpiresAt } from './service/token.ts'
import { usualLimits } from './service/client.ts'
import { createCloseAll } from './sessions/close-all.ts'
import { createCloseOne } from './sessions/close-one.ts'
import { createSessionHandlers } from './sessions/handlers.ts'
import { createMonitor } from './sessions/monitor.ts'
import { createActivityRepository } from './store/activity-repository.ts'
import { openDatabase } from './store/database.ts'
import { migrations } from './store/migrations.ts'
import { salvagedJobsRest } from './store/salvage-database.ts'
import { createSamplesRepository } from './store/samples-repository.ts'
import { openSettings } from './store/settings.ts'
import { createKeychain } from './vault/keychain.ts'
import { createVault } from './vault/vault.ts'

async function build({ emit, practice: opensPractice }: ComposeOptions, log: Log): Promise<Composed> {
  const dataFolder = app.getPath('userData')
  const random = Math.random
  const randomId = (): string => randomUUID()

  // What is kept on this computer.
  const settings = await openSettings({ folder: dataFolder, clock, log })
  setTheme(settings.read().preferences.theme)
  const file = path.join(dataFolder, 'greenroom.db')
  const opened = openDatabase({ file, migrations, clock, log, afterSalvage: salvagedJobsRest })
  const { database } = opened
  const samples = createSamplesRepository(database)
  const journal = createJournal({
    repository: createActivityRepository(database),
    clock,
    emit,
    log,
    operator: operatorName(),
  })

  // Secrets and the way to the service.
  const keychain = createKeychain({
    clock,
    log,
    random: randomId,
    onRecovered: () => {
      profiles.refresh()
    },
  })
  const vault = createVault(keychain)
  const exchanges = createExchanges({ newId: randomId })
  const ways = {
    resolveProxy: (url: string) => session.defaultSession.resolveProxy(url),
    certificates: systemCertificates,
  }
  const network = createNetwork({ ...ways, connectMs: usualLimits.connectMs })
  const fetchMedia = createMediaFetcher({ ...ways, clock })
  const media = createMediaStore({ fetchMedia, clock })
  const practice = createPracticeHost({ folder: path.join(dataFolder, 'practice'), clock, log })
  const findProfile = (id: ProfileId): Profile | null =>
    settings.read().profiles.find((profile) => profile.id === id) ?? null
  const clients = createClients({
    vault,
    exchanges,
    network,
    clock,
    random,
    judgeAside: (given) => conversations.judgeAside(given),
    findProfile,
    isPracticeRunning: () => practice.running() !== null,
  })

  // Profiles; everything that belongs to the open one follows it.
  const profiles = createProfiles({
    settings,
    vault,
    journal,
    clock,
    log,
    random: randomId,
    expiryOf: (secret) => tokenExpiresAt(secret.open()),
    testConnection: clients.test,
    startPractice: practice.start,
    beforeMove: (id) => {
      jobs.beforeMove(id)
    },
    onChanged: () => {
      state.announce()
    },
    onSecretGone: clients.forget,
    onOpened: (profile) => {
      if (profile !== null) clients.forget(profile.id)
      emit('profile.switched', { profileId: profile?.id ?? null })
      for (const part of [monitor, account, closeAll, conversations.library, rest]) part.follow()
      jobs.wake()
    },
  })
  const current: CurrentProfile = () => {
    const profile = profiles.current()
    return profile === null ? null : clients.open(profile)
  }

  // The subjects.
  const account = createAccount({ current, samples, journal, clock, emit, log })
  const monitor = createMonitor({ current, samples, clock, randomFraction: random, emit, log })
  const closeOne = createCloseOne({ current, monitor, journal, clock, randomId })
  const closeAll = createCloseAll({ current, monitor, journal, clock, randomId, emit, log })
  const systemLanguage = app.getPreferredSystemLanguages()[0] ?? 'en'
  const conversations = createConversationSubject({
    database,
    media,
    databaseFile: file,
    current,
    clock,
    journal,
    log,
    randomId,
    random,
    emit,
    exchanges,
    files: { open: (handle) => jobs.openHanded(handle) },
    saveFile,
    language: () => languageFor(settings.read().preferences.language, systemLanguage),
  })
  const words = (): NativeWords => nativeWords(settings.read().preferences.language, systemLanguage)
  const telling = createTelling({ words, profiles, findProfile, emit, log })
  const progressed = (): void => {
    telling.progressed(jobs.overview())
  }
  const jobs = createJobs({
    database,
    dataFolder,
    clock,
    random,
    log,
    emit,
    current,
    findProfile,
    clientFor: clients.forId,
    journal,
    fetchMedia,
    media,
    saveFile,
    onBalanceRead: account.record,
    isAttended: () => attention.isAttended(),
    onBatchEnd: telling.batchEnded,
    onProgress: progressed,
    onReady: conversations.library.changedOutside,
  })
  const rest = createRest({
    current,
    jobs,
    followers: [monitor, account, conversations.library],
    onChanged: () => {
      state.announce()
      progressed()
    },
  })

  // The shell.
  const state = createShellState({
    profiles,
    settings,
    notices: noticesOf({ settingsFile: settings.setAside, database: opened, drops: jobs.unfinishedDrops.list() }),
    unfinishedDrops: jobs.unfinishedDrops,
    facts: {
      version: app.getVersion(),
      runtime: `Electron ${process.versions.electron}, Chrome ${process.versions.chrome}`,
      dataFolder,
      systemLanguage,
    },
    isOffline: rest.isOffline,
    emit,
    log,
  })
  const applyPreferences = (): void => {
    setTheme(settings.read().preferences.theme)
    setMenu(words(), {
      goTo: (section) => {
        emit('section.requested', { section })
      },
      quit: leave,
    })
  }
  const dispatch = createDispatch(
    {
      ...createShellHandlers({ state, exchanges, look: monitor.look, setOnline: rest.setOnline, openExternal }),
      ...createProfileHandlers({
        profiles,
        settings,
        onChanged: () => {
          applyPreferences()
          state.announce()
        },
      }),
      ...jobs.handlers,
      ...conversations.handlers,
      ...createSessionHandlers({ monitor, closeOne, closeAll }),
      ...createAccountHandlers(account),
      ...createActivityHandlers(journal),
    },
    log,
  )

  applyPreferences()
  const attention = followAttention(jobs.setAttended)
  const stopPower = followPower(rest)
  await jobs.start()
  await profiles.reopen()
  if (opensPractice) await profiles.openPractice()
  log.info(`started ${app.getVersion()} on Electron ${process.versions.electron}`)

  return {
    dispatch,
    take: (files) => Promise.resolve(jobs.take(files)),
    log,
    findImage: jobs.findImage,
    findMedia: (kind, id) => (kind === 'opened' ? conversations.findMedia(id) : jobs.findMedia(kind, id)),
    leaving: () => telling.leaving(jobs.overview()),
    isKeychainHanging: vault.hasPendingCall,
    dispose: async () => {
      for (const stop of [stopPower, attention.stop, telling.dispose, media.dispose]) stop()
      // Nothing new is sent from here on, reads are broken off, and commands on their way get their answer.
      const commands = [jobs.dispose(), closeOne.dispose(), closeAll.dispose()]
      for (const part of [monitor, account, clients]) part.dispose()
      await Promise.all(commands)
      // Last, as it judges the large ones among their answers.
      await conversations.dispose()
      practice.dispose()
      database.close()
    },
  }
}

/** Builds main. What goes wrong on the way is not thrown: the page is told, whatever it asks. */
export async function compose(options: ComposeOptions): Promise<Composed> {
  const log = openLog(app.getPath('userData'), redactor([]))
  try {
    return await build(options, log)
  } catch (error) {
    const logId = log.error('start', error)
    return unusable(error instanceof FailureError ? error.failure : { kind: 'internal', logId }, log)
  }
}
