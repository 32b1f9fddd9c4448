/**
 * Keeps the program running without a window. The profile of the last window stays open, so that main continues to
 * poll, send and alert, and the next window shows the last window's view.
 */
import type { ProfileId } from '../../shared/ids.ts'
import { lastClose } from '../desktop/last-close.ts'
import type { LastClose } from '../desktop/last-close.ts'
import type { LoginItem } from '../desktop/login-item.ts'
import { followNetwork } from '../desktop/power.ts'
import { hasTray } from '../desktop/tray-host.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import { logged } from '../lib/log.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import type { ProfileWorkspace } from '../workspaces/workspace.ts'
import type { ProgramContext } from './app-context.ts'
import type { Notifications } from './native-notices.ts'
import type { ShellState } from './shell-state.ts'

export interface Background {
  /** The current effect of closing the last window. */
  readonly lastClose: () => Promise<LastClose>
  /** The program continues when this window closes; null: it ends with its last window. */
  readonly setOutlived: (windowId: number | null) => void
  readonly outlives: (windowId: number) => boolean
  /** Must be called when a window is closed: it leaves its profile, unless the program continues without a window. */
  readonly windowClosed: (windowId: number) => void
  readonly isRunning: () => boolean
  /**
   * Opens a window in place of the last one, and shows what happened since; null when the program has a window, or
   * ends.
   */
  readonly bringBack: () => number | null
  readonly dispose: () => void
}

interface BackgroundParts {
  /** Avatars train or wait, or an alert is triggered. */
  readonly isWorking: () => boolean
  readonly isEnding: () => boolean
  readonly workspaces: Pick<Workspaces<ProfileWorkspace>, 'left' | 'assign'>
  readonly state: Pick<ShellState, 'continueIn' | 'notify' | 'dismiss'>
  readonly notifications: Pick<Notifications, 'show'>
  readonly setOnline: (isOnline: boolean) => void
}

/** The last window, now closed. */
interface LastWindow {
  readonly id: number
  readonly profileId: ProfileId | null
  readonly closedAt: number
}

type BackgroundContext = Pick<
  ProgramContext,
  'windows' | 'windowProfiles' | 'settings' | 'repositories' | 'texts' | 'clock' | 'log'
>

const noticeId = 'background'

type BackgroundHandlers = Pick<HandlersUnder<'app'>, 'app.background' | 'app.setOpensAtLogin'>

export function createBackgroundHandlers(loginItem: LoginItem): BackgroundHandlers {
  const facts = async () => ({ hasTray: await hasTray(), opensAtLogin: await loginItem.isOn() })
  return {
    'app.background': facts,
    'app.setOpensAtLogin': async ({ opensAtLogin }) => {
      await loginItem.set(opensAtLogin)
      return facts()
    },
  }
}

export function createBackground(context: BackgroundContext, parts: BackgroundParts): Background {
  const { windows, windowProfiles, settings, repositories, texts, clock, log } = context
  const { isWorking, isEnding, workspaces, state, notifications, setOnline } = parts
  let outlived: number | null = null
  let last: LastWindow | null = null
  let stopFollowingNetwork = (): void => undefined

  const notifyOfChanges = (since: number): void => {
    const { ready = 0, failed = 0, rejected = 0, unknown = 0 } = repositories.batches.changedSince(since)
    // Alerts in quiet hours too: no notification was shown for them.
    const alerts = repositories.alerts.triggeredSince(since)
    if (ready + failed + rejected + unknown + alerts === 0) return
    state.notify({ id: noticeId, kind: 'background', ready, failed, rejected, unknown, alerts })
  }

  const bringBack = (): number | null => {
    if (last === null || isEnding()) return null
    const { id, profileId, closedAt } = last
    last = null
    stopFollowingNetwork()
    const windowId = windows.open()
    state.continueIn(windowId, id)
    workspaces.assign(windowId, profileId)
    windowProfiles.keepOpen(null)
    logged(log, 'changes without a window could not be counted', () => notifyOfChanges(closedAt))
    return windowId
  }

  const readLastClose = async (): Promise<LastClose> => {
    const { runsInBackground } = settings.read().preferences
    const facts = { platform: process.platform, isWorking: isWorking(), runsInBackground }
    const isTrayNeeded = facts.isWorking && runsInBackground
    return lastClose({ ...facts, hasTray: isTrayNeeded && (await hasTray()) })
  }

  /**
   * Explains once, because a person who closes a window may not expect the program to continue. On macOS, with its
   * Dock, this is usual.
   */
  const explain = async (): Promise<void> => {
    if (process.platform === 'darwin' || settings.read().isBackgroundExplained === true) return
    // A close that was not decided here, for example by a page that closed its window, must not keep the program
    // running.
    if ((await readLastClose()) !== 'background' || last === null) return
    const { say } = texts()
    notifications.show({ title: say('background.title'), body: say('background.body') }, bringBack)
    await settings.write({ isBackgroundExplained: true })
  }

  return {
    lastClose: readLastClose,
    setOutlived: (windowId) => {
      outlived = windowId
    },
    outlives: (windowId) => outlived === windowId,
    windowClosed: (id) => {
      if (outlived !== id || windows.ids().length > 0) {
        workspaces.left(id)
        return
      }
      outlived = null
      last = { id, profileId: windowProfiles.profileOf(id), closedAt: clock.now() }
      windowProfiles.keepOpen(last.profileId)
      workspaces.left(id)
      state.dismiss(noticeId)
      // No page reports the network any more.
      stopFollowingNetwork = followNetwork(setOnline)
      explain().catch((error: unknown) => log.warn('the explanation of the background could not be shown', error))
    },
    isRunning: () => last !== null,
    bringBack,
    dispose: () => stopFollowingNetwork(),
  }
}
