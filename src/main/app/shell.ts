/** What surrounds the page: its state, menu, tray, native notices, links, the question before the end, and updates. */
import type { ProfileId } from '../../shared/ids.ts'
import type { Creations } from '../creations/creations.ts'
import type { CrashRecovery } from '../desktop/crash-recovery.ts'
import { createQuit } from '../desktop/quit.ts'
import { setTheme } from '../desktop/window.ts'
import { createUpdating } from '../desktop/updating.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { CloseRegistry } from '../sessions/closing/close-registry.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import type { ProfileWorkspace } from '../workspaces/workspace.ts'
import type { ProgramContext } from './app-context.ts'
import { createDeepLinkRouter } from './deep-link-router.ts'
import { createFrontMenu } from './front-menu.ts'
import { createNativeNotices } from './native-notices.ts'
import { createShellState, noticesOf } from './shell-state.ts'
import type { Suspension } from './suspension.ts'
import { createTrayAndBadge } from './tray-and-badge.ts'

/** What the shell shows and opens. */
export interface ShellParts {
  readonly profiles: Profiles
  readonly jobs: Creations
  readonly workspaces: Workspaces<ProfileWorkspace>
  readonly suspension: Suspension
  readonly closeRegistry: CloseRegistry
  readonly recovery: CrashRecovery
}

/** Listens to the events of main from now on; what it put in place goes with `dispose`. */
export function createShell(context: ProgramContext, parts: ShellParts) {
  const { settings, windows, findProfile, texts, events, log } = context
  const { profiles, jobs, workspaces, suspension, closeRegistry, recovery } = parts
  const openWindow = async (id: ProfileId | null): Promise<void> => {
    if (id === null) windows.open()
    else await profiles.open(id, windows.open)
  }

  const nativeNotices = createNativeNotices(context, profiles)
  const showing = { openProfile: profiles.open, openWindow, show: nativeNotices.show }
  const links = createDeepLinkRouter(context, workspaces.of, showing)
  const { unfinishedDrops } = jobs
  const drops = unfinishedDrops.list()
  const notices = noticesOf({ settingsFile: settings.quarantinedAs, database: context.opened, drops })
  const state = createShellState(
    context,
    { profiles, notices, unfinishedDrops },
    {
      isOffline: (id) => suspension.isOffline(id === null ? null : findProfile(id)),
      isTokenRefused: suspension.isTokenRefused,
    },
  )
  const { leave: quit } = createQuit(
    windows,
    () => nativeNotices.leaving(jobs.overview()),
    (error) => log.error('nothing asked before the end', error),
  )
  const updating = createUpdating(
    context,
    { ...context, notify: state.notify },
    {
      isBusy: () => (jobs.overview().progress?.submitting ?? 0) > 0 || closeRegistry.isClosing(),
      isOffline: suspension.isOffline,
    },
  )
  const trayAndBadge = createTrayAndBadge(context, { workspaces: workspaces.all, show: nativeNotices.show, quit })
  const menuActions = { openWindow, reload: recovery.reload, checkForUpdates: updating.ask, quit }
  const showMenu = createFrontMenu(context, menuActions)
  recovery.setShell({ texts: () => Promise.resolve(texts()), quit })

  const applyPreferences = (): void => {
    setTheme(settings.read().preferences.theme)
    trayAndBadge.changed()
    showMenu()
  }
  events.on('changed', state.announce)
  events.on('changed', trayAndBadge.changed)
  events.on('progressed', () => {
    nativeNotices.progressed(jobs.overview())
  })
  events.on('batchEnded', nativeNotices.batchEnded)
  events.on('profileOpened', links.profileOpened)
  windows.onOpened((window) => {
    const { id } = window
    window.on('closed', () => {
      workspaces.left(id)
      trayAndBadge.changed()
    })
  })

  return {
    state,
    updating,
    openWindow,
    route: links.route,
    showAlert: nativeNotices.alertTriggered,
    countsChanged: trayAndBadge.changed,
    applyPreferences,
    dispose: () => {
      trayAndBadge.dispose()
      nativeNotices.dispose()
    },
  }
}
