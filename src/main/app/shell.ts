/**
 * The surroundings of the page: its state, menu, tray, native notices, links, the question before quitting, and
 * updates.
 */
import { app } from 'electron'
import type { ProfileId } from '../../shared/ids.ts'
import type { AppNoun } from '../../shared/model/app-operations.ts'
import type { Creations } from '../creations/creations.ts'
import type { CrashRecovery } from '../desktop/crash-recovery.ts'
import { createLoginItem } from '../desktop/login-item.ts'
import { quitTexts, unsavedTexts } from '../desktop/native-texts.ts'
import type { Running } from '../desktop/native-texts.ts'
import { createQuit } from '../desktop/quit.ts'
import { setTheme } from '../desktop/windows.ts'
import { createDispatch } from '../ipc/dispatch.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import { createProfileHandlers } from '../profiles/profiles.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { createDataHandlers } from '../settings-file/handlers.ts'
import type { Support } from '../support/support.ts'
import type { ActiveProfilesOwner } from '../workspaces/active-profiles.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import type { ProfileWorkspace } from '../workspaces/workspace.ts'
import { createAnswerNotices } from './answer-notices.ts'
import type { ProgramContext } from './app-context.ts'
import { createBackground, createBackgroundHandlers } from './background.ts'
import { createDeepLinkRouter, createShowLocation } from './deep-link-router.ts'
import { setLauncherTasks, setMenu } from './menu.ts'
import { createNativeNotices, createNotifications } from './native-notices.ts'
import type { ServiceStack } from './service-stack.ts'
import { createShellHandlers, createShellState } from './shell-state.ts'
import { noticesOf } from './stored.ts'
import { createTrayAndBadge } from './tray-and-badge.ts'
import { createUnsaved } from './unsaved.ts'
import { createUpdating } from './updating.ts'

interface ShellParts extends Pick<ServiceStack, 'clients' | 'exchanges' | 'lastHour' | 'network' | 'proxyHandlers'> {
  readonly profiles: Profiles
  readonly jobs: Creations
  readonly workspaces: Workspaces<ProfileWorkspace>
  readonly activeProfiles: ActiveProfilesOwner
  readonly recovery: CrashRecovery
  readonly support: Pick<Support, 'handlers'>
}

/** Listens to main's events from now on; `dispose` removes everything that it set up. */
export function createShell(context: ProgramContext, parts: ShellParts) {
  const { settings, windows, findProfile, texts, events, log } = context
  const { clients, profiles, jobs, workspaces, activeProfiles, recovery, proxyHandlers } = parts
  const openWindow = async (id: ProfileId | null): Promise<void> => {
    if (id === null) windows.open()
    else await profiles.open(id, windows.open)
  }

  const { unfinishedDrops } = jobs
  const drops = unfinishedDrops.list()
  const notices = noticesOf({ settingsFile: settings.quarantinedAs, database: context.opened, drops })
  const answers = createAnswerNotices(
    context.repositories.shapes,
    context.clock,
    settings.read().profiles.map(({ id }) => id),
  )
  const state = createShellState(
    context,
    { profiles, notices, unfinishedDrops, answers },
    {
      isOffline: (id) => activeProfiles.isOffline(id === null ? null : findProfile(id)),
      isTokenRefused: activeProfiles.isTokenRefused,
    },
  )
  /** null when no unfinished work would end with the program. */
  const running = (): Running | null => {
    const { progress, isStopped } = jobs.overview()
    const { waiting = 0, submitting = 0, training = 0 } = progress ?? {}
    const isAlertOn = workspaces.all().some((workspace) => workspace.isAnyAlertOn())
    if (waiting + submitting + training === 0 && !isAlertOn) return null
    return { waiting, submitting, training, isStopped, isAlertOn }
  }
  const notifications = createNotifications(log, ({ id, ...texts }) =>
    state.notify({ id: `not-notified-${id}`, kind: 'not-notified', ...texts }),
  )
  const background = createBackground(context, {
    isWorking: () => running() !== null,
    isEnding: recovery.isEnding,
    workspaces,
    state,
    notifications,
    setOnline: activeProfiles.setOnline,
  })
  const { bringBack } = background
  const show = createShowLocation(context, { openProfile: profiles.open, bringBack, beginAt: state.beginAt })
  const nativeNotices = createNativeNotices(context, { notifications, show })
  const links = createDeepLinkRouter(context, workspaces.of, {
    openProfile: profiles.open,
    bringBack,
    openWindow,
    show,
  })
  const unsaved = createUnsaved(context)
  const quit = createQuit(windows, {
    question: () => {
      const ending = running()
      return ending === null ? null : quitTexts(texts(), ending)
    },
    background,
    unsaved: () => unsavedTexts(texts()),
    discard: ({ id }) => unsaved.discardForm(id),
    reload: recovery.reload,
    recovery,
    onFailure: (error) => log.error('the question before quitting could not be shown', error),
  })
  const updating = createUpdating(context, {
    notifications,
    bringBack,
    network: parts.network,
    notify: state.notify,
    isOffline: activeProfiles.isOffline,
  })
  const showWindow = (): void => links.route({ requests: [], opens: null })
  const trayAndBadge = createTrayAndBadge(context, { workspaces: workspaces.all, show, showWindow, quit })
  // A click on the icon in the Dock of macOS.
  app.on('activate', showWindow)
  recovery.setShell({ texts: () => Promise.resolve(texts()), quit })

  const applyPreferences = (): void => {
    setTheme(settings.read().preferences.theme)
    const newWindow = (): void => links.route({ requests: [], opens: 'window' })
    setMenu(context, { newWindow, reload: recovery.reload, checkForUpdates: updating.ask, quit })
    setLauncherTasks(texts(), (opens) => links.route({ requests: [], opens }))
    trayAndBadge.changed()
  }
  events.on('changed', state.announce)
  events.on('changed', trayAndBadge.changed)
  events.on('answersChanged', (id) => {
    answers.changed(id)
    state.announce()
  })
  events.on('progressed', () => nativeNotices.progressed(jobs.overview()))
  events.on('progressed', trayAndBadge.changed)
  events.on('batchEnded', nativeNotices.batchEnded)
  events.on('profileOpened', links.profileOpened)
  events.on('alertTriggered', nativeNotices.alertTriggered)
  events.on('countsChanged', trayAndBadge.changed)
  windows.onOpened((window) => {
    const { id } = window
    window.on('closed', () => {
      background.windowClosed(id)
      trayAndBadge.changed()
    })
    nativeNotices.progressed(jobs.overview())
  })

  const { support, exchanges, lastHour } = parts
  const onChanged = (): void => {
    applyPreferences()
    state.announce()
  }
  const profileHandlers = createProfileHandlers(context, profiles, onChanged)
  const handlers: HandlersUnder<AppNoun> = {
    ...profileHandlers,
    'practice.set': (change, call) => {
      // The change may have ended a fault that refuses tokens.
      const id = context.windowProfiles.profileOf(call.windowId)
      if (id !== null) clients.tryToken(id)
      return profileHandlers['practice.set'](change, call)
    },
    ...createDataHandlers(context, {
      backups: context.backups,
      saveProfile: profiles.saveImported,
      chooseFile: () => context.chooseFile('settings'),
      version: context.facts.version,
      onPreferencesChanged: onChanged,
      onRulesImported: (id) => {
        workspaces.of(id)?.rulesImported()
        context.emitToProfile(id)('elsewhere.done', { operation: 'settings.import' })
      },
    }),
    ...support.handlers,
    ...proxyHandlers,
    ...updating.handlers,
    ...createBackgroundHandlers(createLoginItem()),
    ...createShellHandlers(
      context,
      { state, openWindow },
      {
        exchanges,
        lastHour,
        shapes: context.repositories.shapes,
        unsaved,
        setView: (view) => workspaces.at(view.windowId).setView(view),
        setOnline: activeProfiles.setOnline,
      },
    ),
  }

  return {
    /** Handles calls that do not depend on the profile of a window. */
    dispatch: createDispatch(handlers, log, { person: context.person }),
    updating,
    route: links.route,
    isInBackground: background.isRunning,
    /** Draws the elements outside of the windows. */
    begin: (): void => {
      trayAndBadge.begin()
      applyPreferences()
    },
    dispose: (): void => {
      app.off('activate', showWindow)
      trayAndBadge.dispose()
      notifications.dispose()
      background.dispose()
    },
  }
}
