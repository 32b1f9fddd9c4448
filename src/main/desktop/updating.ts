/** Joins newer versions to the program: network, notifications, browser, and Electron's own updater. */
import { app, autoUpdater, session, shell } from 'electron'
import type { Notice } from '../../shared/schemas/app.ts'
import type { BuildInfo } from '../support/build-info.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Texts } from '../context/texts.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { ActivePolicy } from '../policy/read-policy.ts'
import { createNetwork, systemCertificates } from '../service/network.ts'
import type { Installer } from '../updates/installing.ts'
import { updateSource } from '../updates/source.ts'
import { createUpdates } from '../updates/updates.ts'
import type { UpdateChecks } from '../updates/updates.ts'
import { createNotifications } from './notifications.ts'
import type { Windows } from './windows.ts'

interface UpdatingParts {
  readonly build: Pick<BuildInfo, 'updates' | 'packageKind'>
  readonly policy: Pick<ActivePolicy, 'updates'>
  readonly texts: () => Texts
  readonly windows: Pick<Windows, 'front' | 'bringToFront'>
  /** To one window. */
  readonly emitTo: (windowId: number) => Emit
  /** Shows a line in all windows. */
  readonly notify: (notice: Notice) => void
}

interface UpdatingConditions {
  /** True while creations are submitting or a close is running. */
  readonly isBusy: () => boolean
  readonly isOffline: (service: { readonly baseUrl: string }) => boolean
}

export interface Updating extends UpdateChecks {
  /** Checks now, and shows the result. */
  readonly ask: () => void
}

// Present on macOS and Windows alone. Never run by the tests of this repository: docs/updates.md says so.
const electronInstaller: Installer = {
  download: (address) =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        autoUpdater.off('update-downloaded', onDownloaded)
        autoUpdater.off('update-not-available', onNone)
        autoUpdater.off('error', onError)
      }
      const onDownloaded = (_event: unknown, _notes: string, releaseName: string): void => {
        settle()
        resolve(releaseName)
      }
      const onNone = (): void => {
        onError(new Error('nothing newer is offered there'))
      }
      const onError = (error: Error): void => {
        settle()
        reject(error)
      }
      autoUpdater.on('update-downloaded', onDownloaded)
      autoUpdater.on('update-not-available', onNone)
      autoUpdater.on('error', onError)
      autoUpdater.setFeedURL({ url: address })
      autoUpdater.checkForUpdates()
    }),
  restart: () => {
    autoUpdater.quitAndInstall()
  },
}

export function createUpdating(
  context: Pick<AppContext, 'settings' | 'clock' | 'log' | 'person' | 'emit'>,
  parts: UpdatingParts,
  { isBusy, isOffline }: UpdatingConditions,
): Updating {
  const { log, emit } = context
  const { build, texts, windows, emitTo } = parts
  // UPDATE_KEY is the Ed25519 key of the release machine, base64 over DER; docs/updates.md says how the pair is made.
  const source = updateSource({
    ...{ isPackaged: app.isPackaged, env: process.env, policyFeed: parts.policy.updates?.feed },
    ...{ buildFeed: build.updates, buildKey: UPDATE_KEY },
  })
  const notifications = createNotifications((reason) => {
    log.warn(`a notification was not shown: ${reason}`)
  })
  const showAbout = (): void => {
    const front = windows.front()
    if (front === null) return
    windows.bringToFront(front)
    emitTo(front)('support.requested', { what: 'about' })
  }
  const network = createNetwork(
    { resolveProxy: (url) => session.defaultSession.resolveProxy(url), certificates: systemCertificates },
    { connectMs: 10_000 },
  )
  const updates = createUpdates(
    context,
    {
      ...{ source, version: app.getVersion(), packageKind: build.packageKind, installer: electronInstaller },
      ...{ connections: network.open(), isBusy },
      isOffline: () => 'feed' in source && isOffline({ baseUrl: source.feed.href }),
    },
    {
      notify: (version) => {
        const { say } = texts()
        notifications.show({ title: say('update.title', { version }), body: say('update.body'), onClick: showAbout })
        parts.notify({ id: 'update', kind: 'update-available', version })
      },
      openPage: (address) => shell.openExternal(address),
      onChanged: (changed) => {
        emit('updates.changed', changed)
      },
    },
  )
  return {
    ...updates,
    ask: () => {
      showAbout()
      updates.check()
    },
    start: () => {
      const stop = updates.start()
      return () => {
        stop()
        notifications.dispose()
      }
    },
  }
}
