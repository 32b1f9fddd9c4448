/** The only place where main's parts are built and joined; read it from top to bottom like a wiring diagram. */
import { randomUUID } from 'node:crypto'
import { app, session } from 'electron'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { openAppContext } from './app-context.ts'
import { createShellHandlers, createShellState, noticesOf } from './shell-state.ts'
import { readBuildInfo } from '../support/build-info.ts'
import { systemClock as clock } from '../lib/clock.ts'
import { buildMain } from './build-main.ts'
import type { Build, Composed, ComposeOptions } from './build-main.ts'
import { createConversationCore } from '../conversations/handlers.ts'
import { createDeepLinkRouter } from './deep-link-router.ts'
import { createWorkspace } from '../workspaces/workspace.ts'
import type { ProfileWorkspace } from '../workspaces/workspace.ts'
import { createWorkspaces } from '../workspaces/registry.ts'
import { createWindowProfiles } from '../workspaces/window-profiles.ts'
import { followAppFocus } from '../desktop/app-focus.ts'
import { choosePath } from '../desktop/choose-path.ts'
import { createQuit } from '../desktop/quit.ts'
import { createFrontMenu } from './front-menu.ts'
import { showNewerData } from '../desktop/newer-data.ts'
import { createNativePersonCheck } from '../desktop/person.ts'
import { followPower, isOnBattery } from '../desktop/power.ts'
import { createNativeNotices } from './native-notices.ts'
import { createTrayAndBadge } from './tray-and-badge.ts'
import { createRescue } from './rescue.ts'
import { createUpdating } from '../desktop/updating.ts'
import { programPlaces, runFacts } from '../desktop/run-facts.ts'
import { saveFile } from '../desktop/save-file.ts'
import { setLogLevel } from '../desktop/log-file.ts'
import { setTheme } from '../desktop/theme.ts'
import { createJobs } from '../creations/creations.ts'
import { policyView } from '../policy/policy-view.ts'
import { policyPlaces, readPolicy } from '../policy/read-policy.ts'
import { createDataHandlers } from '../settings-file/handlers.ts'
import { createEraser } from './eraser.ts'
import { createProfileHandlers } from '../profiles/handlers.ts'
import { createProfiles } from '../profiles/profiles.ts'
import { createServiceStack } from './service-stack.ts'
import { asOneSuspendable } from '../lib/suspendable.ts'
import { createSuspension } from './suspension.ts'
import { tokenExpiresAt } from '../service/token.ts'
import { createCloseRegistry } from '../sessions/closing/close-registry.ts'
import { createOnAccountChanged } from '../sessions/concurrency/on-account-changed.ts'
import { createSamplePruning } from '../sessions/concurrency/sample-pruning.ts'
import { createSupport } from '../support/support.ts'

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
  const windowProfiles = createWindowProfiles()
  const emit = emitTo(() => true)
  const emitToProfile = (id: ProfileId | null) =>
    emitTo((windowId) => id !== null && windowProfiles.profileOf(windowId) === id)
  const emitToWindow = (id: number) => emitTo((windowId) => windowId === id)

  const systemLanguage = app.getPreferredSystemLanguages()[0] ?? 'en'
  const context = await openAppContext(
    { ...{ dataFolder, clock, log, policy, emit, systemLanguage }, version: app.getVersion() },
    built,
  )
  const { settings, database, backups, submissions, journal, language, texts, findProfile } = context
  setTheme(settings.read().preferences.theme)
  const { samples, accountSamples, known, closeRules } = context
  const onAccountChanged = createOnAccountChanged({ known, clock })
  const pruning = createSamplePruning({ samples, accountSamples, known, clock, log })
  const person = createNativePersonCheck({ windows, texts, clock })

  // Secrets and the way to the service.
  const conversationCore = createConversationCore({
    ...{ database, databaseFile: context.databaseFile, clock, log, randomId },
    onIndexed: () => {
      for (const workspace of workspaces.all()) workspace.indexed()
    },
  })
  const { vault, exchanges, clients, fetchMedia, media, practice, rules } = createServiceStack({
    ...{ dataFolder, settings, policy, clock, log, random, randomId, findProfile },
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    ...{ parseOnWorker: conversationCore.parseOnWorker, isOffline: (service) => suspension.isOffline(service) },
    onKeychainBack: () => {
      profiles.refresh()
    },
    onToken: (id, isRefused) => {
      suspension.setTokenRefused(id, isRefused)
    },
  })
  built.defer(practice.dispose)
  // After everything else has ended, as it judges the large ones among the answers that are waited for.
  built.defer(conversationCore.dispose)

  // Profiles; everything that belongs to an open one is at its workspace.
  const beforeMove = (id: ProfileId): void => {
    jobs.beforeMove(id)
    onAccountChanged(id)
  }
  const onSaved = (profile: Profile): void => {
    clients.forget(profile.id)
    const workspace = workspaces.of(profile.id)
    workspace?.follow()
    if (workspace !== null) suspension.applyTo(workspace)
  }
  const profiles = createProfiles({
    ...{ settings, rules, vault, journal, clock, log, person, random: randomId },
    expiryOf: (secret) => tokenExpiresAt(secret.open()),
    ...{ testConnection: clients.test, startPractice: practice.start, eraser: () => eraser },
    onChanged: () => {
      state.announce()
      trayAndBadge.changed()
    },
    ...{ beforeMove, onSaved, onSecretGone: clients.forget, shownIn: windowProfiles.profileOf },
    onOpened: (windowId, profile) => {
      if (profile !== null && !windowProfiles.isOpen(profile.id)) clients.forget(profile.id)
      workspaces.assign(windowId, profile?.id ?? null)
      jobs.wake()
      if (profile !== null) deepLinkRouter.profileOpened()
    },
    onRemoved: (id) => {
      for (const windowId of windowProfiles.windowsOn(id)) workspaces.assign(windowId, null)
    },
  })
  const nativeNotices = createNativeNotices({
    texts,
    profiles,
    windowProfiles,
    windows,
    findProfile,
    emitTo: emitToWindow,
    log,
  })
  const progressed = (): void => {
    nativeNotices.progressed(jobs.overview())
  }
  const openWindow = async (id: ProfileId | null): Promise<void> => {
    if (id === null) windows.open()
    else await profiles.open(id, windows.open)
  }
  const deepLinkRouter = createDeepLinkRouter({
    ...{ windows, windowProfiles, profiles, openWindow, log, show: nativeNotices.show },
    allProfiles: () => settings.read().profiles,
    inboxOf: (id) => workspaces.of(id),
  })
  const jobs = createJobs({
    ...{ database, dataFolder, submissions, clock, random, log, findProfile },
    ...{ journal, fetchMedia, media, saveFile, person },
    emitTo: emitToProfile,
    isOpen: windowProfiles.isOpen,
    openProfiles: () => workspaces.all().flatMap((workspace) => workspace.profile() ?? []),
    clientFor: clients.forId,
    isTokenRefused: (id) => suspension.isTokenRefused(id),
    onBalanceRead: (profileId, sample) => {
      const workspace = workspaces.of(profileId)
      if (workspace === null) accountSamples.add(profileId, sample)
      else workspace.balanceRead(sample)
    },
    isAttended: () => appFocus.isAttended(),
    onBatchEnd: nativeNotices.batchEnded,
    onProgress: progressed,
    onReady: (profileId) => workspaces.of(profileId)?.libraryChanged(),
  })
  const suspension = createSuspension({
    ...{ jobs, parts: () => workspaces.all() },
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
    shownIn: windowProfiles.profileOf,
    isOffline: (id) => suspension.isOffline(id === null ? null : findProfile(id)),
    isTokenRefused: suspension.isTokenRefused,
    emitTo: emitToWindow,
  })
  const quitFlow = createQuit({
    ...{ windows, question: () => nativeNotices.leaving(jobs.overview()) },
    onFailure: (error) => log.error('nothing asked before the end', error),
  })
  const closeRegistry = createCloseRegistry()
  const updating = createUpdating({
    ...{ settings, clock, log, person, texts, windows, suspension, emit, emitTo: emitToWindow, notify: state.notify },
    ...{ build: buildInfo, policy, jobs, closeRegistry },
  })
  const showMenu = createFrontMenu({
    ...{ texts, windows, windowProfiles, openWindow, log, emitTo: emitToWindow },
    ...{ reload: recovery.reload, quit: quitFlow.leave, checkForUpdates: updating.ask },
  })
  recovery.setShell({ texts: () => texts().crash, quit: quitFlow.leave })
  const applyPreferences = (): void => {
    setTheme(settings.read().preferences.theme)
    trayAndBadge.changed()
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
  const workspaces = createWorkspaces<ProfileWorkspace>({
    ...{ windowProfiles, log, emitTo: emitToWindow },
    isThere: (windowId) => windows.find(windowId) !== null,
    onMade: (workspace) => {
      workspace.setOnBattery(isOnBattery())
      suspension.applyTo(workspace)
    },
    createWorkspace: (profileId) =>
      createWorkspace({
        ...{ profileId, database, samples, accountSamples, known, closeRules, journal, exchanges, media, jobs },
        ...{ conversationCore, clock, log, person },
        ...{ random, randomId, saveFile, language, findProfile },
        openClient: clients.open,
        tryToken: clients.tryToken,
        ...{ closeRegistry, choosePath },
        notify: nativeNotices.alertTriggered,
        onSeen: () => {
          trayAndBadge.changed()
        },
        emit: emitToProfile(profileId),
        ...{ profileHandlers, supportHandlers: support.handlers, updateHandlers: updating.handlers },
        shellHandlers: (setView) =>
          createShellHandlers({ state, exchanges, setView, setOnline: suspension.setOnline, person, openWindow }),
      }),
  })
  windows.onOpened((window) => {
    const { id } = window
    window.on('closed', () => {
      workspaces.left(id)
      trayAndBadge.changed()
    })
  })

  const eraser = createEraser({
    ...{ database, file: context.databaseFile, backups, submissions, settings },
    ...{ jobs, conversationCore, practice, workspaces, log, removeCrashDumps: support.removeCrashDumps },
  })
  const trayAndBadge = createTrayAndBadge({
    ...{ texts, windows, clock, log, nativeNotices },
    workspaces: workspaces.all,
    quit: quitFlow.leave,
  })

  built.defer(async () => {
    // Nothing new is sent from here on, reads are broken off, and commands on their way get their answer.
    const commands = [jobs.dispose(), workspaces.dispose()]
    clients.dispose()
    await Promise.all(commands)
  })
  for (const stop of [pruning.dispose, trayAndBadge.dispose, nativeNotices.dispose, media.dispose]) built.defer(stop)

  applyPreferences()
  const appFocus = followAppFocus(jobs.setAttended)
  built.defer(appFocus.stop)
  built.defer(
    followPower(asOneSuspendable([suspension, updating]), (isBattery) => {
      for (const workspace of workspaces.all()) workspace.setOnBattery(isBattery)
    }),
  )
  pruning.start()
  void settings.forgetDropped(vault, log)
  await jobs.start()
  await profiles.reopen(first)
  if (options.practice) await profiles.openPractice(first)
  options.launches.follow(deepLinkRouter.route)
  built.defer(updating.start())
  const made = `${app.getVersion()} of ${buildInfo.commit ?? 'a checkout'}`
  log.info(`started ${made} on Electron ${process.versions.electron}`)

  return {
    dispatch: workspaces.dispatch,
    take: (files) => Promise.resolve(jobs.take(files)),
    findImage: jobs.findImage,
    findMedia: (kind, id) => (kind === 'opened' ? workspaces.findMedia(id) : jobs.findMedia(kind, id)),
    isKeychainHanging: vault.hasPendingCall,
  }
}

/** Builds main. What goes wrong on the way is not thrown: what was built by then ends, and the page is told. */
export function compose(options: ComposeOptions): Promise<Composed> {
  return buildMain(options, build, (failure) => {
    showNewerData(failure, options)
    return createRescue(options, failure)
  })
}
