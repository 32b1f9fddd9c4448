/** Notifies the operator outside of the page: on the taskbar and in notifications. */
import { BrowserWindow, Notification } from 'electron'
import type { AlertNotice } from '../alerts/alerts.ts'
import type { JobsOverview } from '../creations/batches.ts'
import { alertTexts, batchEndTexts, taskbarState } from '../desktop/native-texts.ts'
import type { NoticeTexts } from '../desktop/native-texts.ts'
import { placeInToast, toastXml } from '../desktop/toast.ts'
import type { Log } from '../lib/log.ts'
import type { EndedBatch } from '../store/job-counts-repository.ts'
import type { ProgramContext } from './app-context.ts'
import type { PlaceToShow, ShowPlace } from './deep-link-router.ts'

/** Only for events that need the operator, in texts without any secret. */
export interface Notifications {
  /**
   * With `place`, a click works in a later run too, where the system supports it (Windows); `onClick` must lead to the
   * same place.
   */
  readonly show: (texts: NoticeTexts, onClick: () => void, place?: PlaceToShow) => void
  /** Closes notifications that are still shown and whose click could no longer be handled. */
  readonly dispose: () => void
}

interface ShownNotification {
  readonly notification: Notification
  /** A click is handled in a later run too. */
  readonly isForLater: boolean
}

/** Where the system shows no notification, the log receives the reason, and `onNotShown` the texts. */
export function createNotifications(log: Log, onNotShown: (texts: NoticeTexts) => void): Notifications {
  // Referenced here, because Electron garbage-collects an unreferenced notification, and a click minutes later would be
  // lost.
  const shown = new Set<ShownNotification>()
  const failed = (texts: NoticeTexts, reason: string): void => {
    log.warn('a notification was not shown', reason)
    onNotShown(texts)
  }
  return {
    show: (texts, onClick, place) => {
      if (!Notification.isSupported()) {
        failed(texts, 'this system shows no notifications')
        return
      }
      const { title, body } = texts
      const hasToast = process.platform === 'win32' && place !== undefined
      const notification = new Notification({ title, body, ...(hasToast ? { toastXml: toastXml(texts, place) } : {}) })
      const held = { notification, isForLater: hasToast }
      const forget = (): void => void shown.delete(held)
      shown.add(held)
      notification.on('click', () => {
        forget()
        // `followToasts` handles the clicks on the others.
        if (!hasToast) onClick()
      })
      notification.on('close', forget)
      notification.on('failed', (_event, reason) => {
        forget()
        failed(texts, reason)
      })
      notification.show()
    },
    dispose: () => {
      for (const { notification, isForLater } of shown) if (!isForLater) notification.close()
    },
  }
}

/**
 * Windows reports every click, on notifications of earlier runs too; a click that started the program is reported
 * immediately.
 */
function followToasts(onPlace: (place: PlaceToShow) => void): void {
  if (process.platform !== 'win32') return
  Notification.handleActivation(({ arguments: launch }) => {
    const place = placeInToast(launch)
    if (place !== null) onPlace(place)
  })
}

export function placeOfAlert({ profileId, event: { appId } }: AlertNotice): PlaceToShow {
  return { profileId, section: appId === null ? 'account' : 'sessions', appId }
}

export function createNativeNotices(
  { texts, windowProfiles, findProfile, log }: ProgramContext,
  { notifications, show }: { readonly notifications: Notifications; readonly show: ShowPlace },
) {
  const showPlace = (place: PlaceToShow): void => {
    show(place).catch((error: unknown) => log.error('the place of a notification was not shown', error))
  }
  const leadTo = (place: PlaceToShow, texts: NoticeTexts): void =>
    notifications.show(texts, () => showPlace(place), place)
  followToasts(showPlace)

  return {
    batchEnded: ({ profileId, ...batch }: EndedBatch): void => {
      // Null for an open profile, which the notification need not name.
      const profileName = windowProfiles.isOpen(profileId) ? null : (findProfile(profileId)?.name ?? null)
      leadTo({ profileId, section: 'avatars', appId: null }, batchEndTexts(texts(), batch, profileName))
    },
    alertTriggered: (notice: AlertNotice): void => leadTo(placeOfAlert(notice), alertTexts(texts(), notice)),
    progressed: (overview: JobsOverview): void => {
      const { part, mode } = taskbarState(overview)
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(part, { mode })
    },
  }
}
