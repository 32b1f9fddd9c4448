/** The only place where main's parts are built and joined; read it from top to bottom like a wiring diagram. */
import { randomUUID } from 'node:crypto'
import { app, session } from 'electron'
import type { ProfileId } from '../shared/ids.ts'
import type { Profile } from '../shared/schemas/profile.ts'
import { openAppContext } from './app/app-context.ts'
import { createShellHandlers, createShellState, noticesOf } from './app-state.ts'
import { readBuildInfo } from './build-info.ts'
import { systemClock as clock } from './clock.ts'
import { wholeOrUnusable } from './composed.ts'
import type { Build, Composed, ComposeOptions } from './composed.ts'
import { createConversationCore } from './conversations/handlers.ts'
import { createArriving } from './desks/arriving.ts'
import { createDesk } from './desks/desk.ts'
import type { ProfileDesk } from './desks/desk.ts'
import { createDesks } from './desks/desks.ts'
import { createSeats } from './desks/seats.ts'
import { followAttention } from './desktop/attention.ts'
import { choosePath } from './desktop/choose-path.ts'
import { createFarewell } from './desktop/farewell.ts'
import { createFrontMenu } from './desktop/front-menu.ts'
import { tellOfNewerData } from './desktop/newer-data.ts'
import { createNativePersonCheck } from './desktop/person.ts'
import { followPower, isOnBattery } from './desktop/power.ts'
import { createTelling } from './desktop/telling.ts'
import { createOutside } from './desktop/outside.ts'
import { createRescue } from './desktop/rescue.ts'
import { createUpdating } from './desktop/updating.ts'
import { programPlaces, runFacts } from './desktop/run-facts.ts'
import { saveFile } from './desktop/save-file.ts'
import { setLogLevel } from './desktop/log-file.ts'
import { setTheme } from './desktop/theme.ts'
import { createJobs } from './jobs/handlers.ts'
import { policyView } from './policy/policy-view.ts'
import { policyPlaces, readPolicy } from './policy/read-policy.ts'
import { createDataHandlers } from './portable/handlers.ts'
import { createEraser } from './profiles/eraser.ts'
import { createProfileHandlers } from './profiles/handlers.ts'
import { createProfiles } from './profiles/profiles.ts'
import { createReach } from './reach.ts'
import { asOneRest, createRest } from './rest.ts'
import { tokenExpiresAt } from './service/token.ts'
import { createClosingBook } from './sessions/closing-book.ts'
import { createMovedAway } from './sessions/moved-away.ts'
import { createSamplePruning } from './sessions/sample-pruning.ts'
import { createSupport } from './support/support.ts'

const build: Build = async (options, built) => {
  const { windows, recovery, first, emitTo, log } = options
  const dataFolder = app.getPath('userData')
  const buildInfo = readBuildInfo(app.getAppPath(), process.resourcesPath)
  const random = Math.random
  const randomId = (): string => randomUUID()

  // A policy that cannot be obeyed ends the start here: nothing is opened, and nothing sent.
  const policy = readPolicy(policyPlaces({ platform: process.platform, env: process.env, isPackaged: app.isPackaged }))
  setLogLevel(policy.logLevel)

  // Who hears of what: all windows, those on a profile, or one.
  const seats = createSeats()
  const emit = emitTo(() => true)
  const emitToProfile = (id: ProfileId | null) => emitTo((windowId) => id !== null && seats.profileOf(windowId) === id)
  const emitToWindow = (id: number) => emitTo((windowId) => windowId === id)

  const systemLanguage = app.getPreferredSystemLanguages()[0] ?? 'en'
  const context = await openAppContext(
    { ...{ dataFolder, clock, log, policy, emit, systemLanguage }, version: app.getVersion() },
    built,
  )
  const { settings, database, backups, submissions, journal, language, words, findProfile } = context
  setTheme(settings.read().preferences.theme)
  const { samples, accountSamples, known, guards } = context
  const movedAway = createMovedAway({ known, clock })
  const pruning = createSamplePruning({ samples, accountSamples, known, clock, log })
  const person = createNativePersonCheck({ windows, words, clock })

  // Secrets and the way to the service.
  const conversationCore = createConversationCore({
    ...{ database, databaseFile: context.databaseFile, clock, log, randomId },
    onIndexed: () => {
      for (const desk of desks.all()) desk.indexed()
    },
  })
  const { vault, exchanges, clients, fetchMedia, media, practice, rules } = createReach({
    ...{ dataFolder, settings, policy, clock, log, random, randomId, findProfile },
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    ...{ parseOnWorker: conversationCore.parseOnWorker, isOffline: (service) => rest.isOffline(service) },
    onKeychainBack: () => {
      profiles.refresh()
    },
    onToken: (id, isRefused) => {
      rest.setTokenRefused(id, isRefused)
    },
  })
  built.defer(practice.dispose)
  // After everything else has ended, as it judges the large ones among the answers that are waited for.
  built.defer(conversationCore.dispose)

  // Profiles; everything that belongs to an open one is at its desk.
  const beforeMove = (id: ProfileId): void => {
    jobs.beforeMove(id)
    movedAway(id)
  }
  const onSaved = (profile: Profile): void => {
    clients.forget(profile.id)
    const desk = desks.of(profile.id)
    desk?.follow()
    if (desk !== null) rest.settle(desk)
  }
  const profiles = createProfiles({
    ...{ settings, rules, vault, journal, clock, log, person, random: randomId },
    expiryOf: (secret) => tokenExpiresAt(secret.open()),
    ...{ testConnection: clients.test, startPractice: practice.start, eraser: () => eraser },
    onChanged: () => {
      state.announce()
      outside.changed()
    },
    ...{ beforeMove, onSaved, onSecretGone: clients.forget, shownIn: seats.profileOf },
    onOpened: (windowId, profile) => {
      if (profile !== null && !seats.isOpen(profile.id)) clients.forget(profile.id)
      desks.sit(windowId, profile?.id ?? null)
      jobs.wake()
      if (profile !== null) arriving.profileOpened()
    },
    onRemoved: (id) => {
      for (const windowId of seats.windowsOn(id)) desks.sit(windowId, null)
    },
  })
  const telling = createTelling({ words, profiles, seats, windows, findProfile, emitTo: emitToWindow, log })
  const progressed = (): void => {
    telling.progressed(jobs.overview())
  }
  const openWindow = async (id: ProfileId | null): Promise<void> => {
    if (id === null) windows.open()
    else await profiles.open(id, windows.open)
  }
  const arriving = createArriving({
    ...{ windows, seats, profiles, openWindow, log, show: telling.show },
    allProfiles: () => settings.read().profiles,
    inboxOf: (id) => desks.of(id),
  })
  const jobs = createJobs({
    ...{ database, dataFolder, submissions, clock, random, log, findProfile },
    ...{ journal, fetchMedia, media, saveFile, person },
    emitTo: emitToProfile,
    isOpen: seats.isOpen,
    openProfiles: () => desks.all().flatMap((desk) => desk.profile() ?? []),
    clientFor: clients.forId,
    isTokenRefused: (id) => rest.isTokenRefused(id),
    onBalanceRead: (profileId, sample) => {
      const desk = desks.of(profileId)
      if (desk === null) accountSamples.add(profileId, sample)
      else desk.balanceRead(sample)
    },
    isAttended: () => attention.isAttended(),
    onBatchEnd: telling.batchEnded,
    onProgress: progressed,
    onReady: (profileId) => desks.of(profileId)?.libraryChanged(),
  })
  const rest = createRest({
    ...{ jobs, parts: () => desks.all() },
    onChanged: () => {
      state.announce()
      progressed()
    },
  })

  // The shell.
  const facts = runFacts(dataFolder, systemLanguage)
  const support = createSupport({
    ...{ facts, build: buildInfo, vault, places: programPlaces(), data: { database, settings, exchanges } },
    ...{ findImage: jobs.findImage, person, saveFile, clock, randomId, log },
  })
  const drops = jobs.unfinishedDrops.list()
  const state = createShellState({
    ...{ profiles, settings, log, unfinishedDrops: jobs.unfinishedDrops },
    notices: noticesOf({ settingsFile: settings.quarantinedAs, database: context.opened, drops }),
    facts,
    policy: policyView(policy),
    windows: windows.ids,
    shownIn: seats.profileOf,
    isOffline: (id) => rest.isOffline(id === null ? null : findProfile(id)),
    isTokenRefused: rest.isTokenRefused,
    emitTo: emitToWindow,
  })
  const farewell = createFarewell({
    ...{ windows, question: () => telling.leaving(jobs.overview()) },
    onFailure: (error) => log.error('nothing asked before the end', error),
  })
  const closingBook = createClosingBook()
  const updating = createUpdating({
    ...{ settings, clock, log, person, words, windows, rest, emit, emitTo: emitToWindow, notify: state.notify },
    ...{ build: buildInfo, policy, jobs, closingBook },
  })
  const showMenu = createFrontMenu({
    ...{ words, windows, seats, openWindow, log, emitTo: emitToWindow },
    ...{ reload: recovery.reload, quit: farewell.leave, checkForUpdates: updating.ask },
  })
  recovery.setShell({ words: () => words().crash, quit: farewell.leave })
  const applyPreferences = (): void => {
    setTheme(settings.read().preferences.theme)
    outside.changed()
    showMenu()
  }
  const onChanged = (): void => {
    applyPreferences()
    state.announce()
  }
  const profileHandlers = {
    ...createProfileHandlers({ profiles, settings, onChanged }),
    ...createDataHandlers({
      ...{ database, settings, backups, rules, person, journal, saveFile, choosePath, beforeMove, onSaved },
      ...{ refresh: profiles.refresh, onChanged, version: facts.version, randomId, clock, log },
    }),
  }
  const desks = createDesks<ProfileDesk>({
    ...{ seats, log, emitTo: emitToWindow },
    isThere: (windowId) => windows.find(windowId) !== null,
    onMade: (desk) => {
      desk.setOnBattery(isOnBattery())
      rest.settle(desk)
    },
    createDesk: (profileId) =>
      createDesk({
        ...{ profileId, database, samples, accountSamples, known, guards, journal, exchanges, media, jobs },
        ...{ conversationCore, clock, log, person },
        ...{ random, randomId, saveFile, language, findProfile },
        openClient: clients.open,
        tryToken: clients.tryToken,
        ...{ closingBook, choosePath },
        tell: telling.alertRaised,
        onSeen: () => {
          outside.changed()
        },
        emit: emitToProfile(profileId),
        ...{ profileHandlers, supportHandlers: support.handlers, updateHandlers: updating.handlers },
        shellHandlers: (look) =>
          createShellHandlers({ state, exchanges, look, setOnline: rest.setOnline, person, openWindow }),
      }),
  })
  windows.onOpened((window) => {
    const { id } = window
    window.on('closed', () => {
      desks.left(id)
      outside.changed()
    })
  })

  const eraser = createEraser({
    ...{ database, file: context.databaseFile, backups, submissions, settings },
    ...{ jobs, conversationCore, practice, desks, log, removeCrashDumps: support.removeCrashDumps },
  })
  const outside = createOutside({
    ...{ words, windows, clock, log, telling },
    desks: desks.all,
    quit: farewell.leave,
  })

  built.defer(async () => {
    // Nothing new is sent from here on, reads are broken off, and commands on their way get their answer.
    const commands = [jobs.dispose(), desks.dispose()]
    clients.dispose()
    await Promise.all(commands)
  })
  for (const stop of [pruning.dispose, outside.dispose, telling.dispose, media.dispose]) built.defer(stop)

  applyPreferences()
  const attention = followAttention(jobs.setAttended)
  built.defer(attention.stop)
  built.defer(
    followPower(asOneRest([rest, updating]), (isBattery) => {
      for (const desk of desks.all()) desk.setOnBattery(isBattery)
    }),
  )
  pruning.start()
  void settings.forgetDropped(vault, log)
  await jobs.start()
  await profiles.reopen(first)
  if (options.practice) await profiles.openPractice(first)
  options.arrivals.follow(arriving.take)
  built.defer(updating.start())
  const made = `${app.getVersion()} of ${buildInfo.commit ?? 'a checkout'}`
  log.info(`started ${made} on Electron ${process.versions.electron}`)

  return {
    dispatch: desks.dispatch,
    take: (files) => Promise.resolve(jobs.take(files)),
    findImage: jobs.findImage,
    findMedia: (kind, id) => (kind === 'opened' ? desks.findMedia(id) : jobs.findMedia(kind, id)),
    isKeychainHanging: vault.hasPendingCall,
  }
}

/** Builds main. What goes wrong on the way is not thrown: what was built by then ends, and the page is told. */
export function compose(options: ComposeOptions): Promise<Composed> {
  return wholeOrUnusable(options, build, (failure) => {
    tellOfNewerData(failure, options)
    return createRescue(options, failure)
  })
}
