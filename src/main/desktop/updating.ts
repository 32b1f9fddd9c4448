/** Joins newer versions to the program: its network, notifications, browser, and Electron's own updater. */
import { app, autoUpdater, session, shell } from 'electron'
import type { Notice } from '../../shared/schemas/app.ts'
import type { BuildInfo } from '../support/build-info.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Jobs } from '../creations/creations.ts'
import type { Log } from '../lib/log.ts'
import type { ActivePolicy } from '../policy/read-policy.ts'
import { createNetwork, systemCertificates } from '../service/network.ts'
import type { CloseRegistry } from '../sessions/closing/close-registry.ts'
import type { Installer } from '../updates/installing.ts'
import { publicKey } from '../updates/public-key.ts'
import { updateSource } from '../updates/source.ts'
import { createUpdates } from '../updates/updates.ts'
import type { UpdateChecks, UpdatesDeps } from '../updates/updates.ts'
import { createNotifications } from './notifications.ts'
import type { Windows } from './windows.ts'
import type { NativeTexts } from './native-texts.ts'

/** What it takes. */
export interface UpdatingDeps extends Pick<UpdatesDeps, 'settings' | 'clock' | 'person'> {
  readonly log: Log
  readonly build: Pick<BuildInfo, 'updates' | 'packageKind'>
  readonly policy: Pick<ActivePolicy, 'updates'>
  readonly jobs: Pick<Jobs, 'overview'>
  readonly closeRegistry: Pick<CloseRegistry, 'isClosing'>
  readonly texts: () => NativeTexts
  readonly windows: Pick<Windows, 'front' | 'bringToFront'>
  readonly suspension: { readonly isOffline: (service: { readonly baseUrl: string }) => boolean }
  readonly emit: Emit
  /** To one window. */
  readonly emitTo: (windowId: number) => Emit
  /** Shows a line in all windows. */
  readonly notify: (notice: Notice) => void
}

/** Newer versions, and what the Help menu does about them. */
export interface Updating extends UpdateChecks {
  /** Looks now, and shows what comes of it. */
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

/** Joins them. */
export function createUpdating(deps: UpdatingDeps): Updating {
  const { log, build, texts, windows, emitTo, jobs, closeRegistry } = deps
  const source = updateSource({
    ...{ isPackaged: app.isPackaged, env: process.env, policyFeed: deps.policy.updates?.feed },
    ...{ buildFeed: build.updates, buildKey: publicKey },
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
  const network = createNetwork({
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    certificates: systemCertificates,
    connectMs: 10_000,
  })
  const updates = createUpdates({
    ...deps,
    ...{ source, version: app.getVersion(), packageKind: build.packageKind, installer: electronInstaller },
    connections: network.open(),
    isBusy: () => (jobs.overview().progress?.submitting ?? 0) > 0 || closeRegistry.isClosing(),
    isOffline: () => 'feed' in source && deps.suspension.isOffline({ baseUrl: source.feed.href }),
    notify: (version) => {
      const updateTexts = texts().update
      notifications.show({ title: updateTexts.title(version), body: updateTexts.body, onClick: showAbout })
      deps.notify({ id: 'update', kind: 'update-available', version })
    },
    openPage: (address) => shell.openExternal(address),
    onChanged: (changed) => {
      deps.emit('updates.changed', changed)
    },
  })
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
