/** Notifies the operator outside of the page: on the taskbar and in notifications. */
import { hash } from 'node:crypto'
import { BrowserWindow, Notification } from 'electron'
import type { AlertNotice } from '../alerts/alerts.ts'
import type { JobsOverview } from '../creations/batches.ts'
import { alertTexts, batchEndTexts, taskbarState } from '../desktop/native-texts.ts'
import type { NoticeTexts } from '../desktop/native-texts.ts'
import { locationInToast, toastXml } from '../desktop/toast.ts'
import type { Log } from '../lib/log.ts'
import type { EndedBatch } from '../store/job-counts-repository.ts'
import type { ProgramContext } from './app-context.ts'
import type { LocationToShow, ShowLocation } from './deep-link-router.ts'

/** Only for events that need the operator, in texts without any secret. */
export interface Notifications {
  /**
   * With `location`, a click works in a later run too, where the system supports it (Windows); `onClick` must lead to the
   * same location.
   */
  readonly show: (texts: NoticeTexts, onClick: () => void, location?: LocationToShow) => void
  /** Closes notifications that are still shown and whose click could no longer be handled. */
  readonly dispose: () => void
}

interface ShownNotification {
  readonly notification: Notification
  /** A click is handled in a later run too. */
  readonly isForLater: boolean
}

/** A notification that the system did not show. */
interface MissedNotification extends NoticeTexts {
  /** The same for notifications of one profile, or of none, with the same title: the last one is enough. */
  readonly id: string
}

/** Where the system shows no notification, the log receives the reason, and `onNotShown` the notification. */
export function createNotifications(log: Log, onNotShown: (missed: MissedNotification) => void): Notifications {
  // Referenced here, because Electron garbage-collects an unreferenced notification, and a click minutes later would be
  // lost.
  const shownNotifications = new Set<ShownNotification>()
  return {
    show: (texts, onClick, location) => {
      const { title, body } = texts
      const failed = (reason: string): void => {
        log.warn('a notification could not be shown', reason)
        onNotShown({ id: hash('sha256', JSON.stringify([location?.profileId, title])), title, body })
      }
      if (!Notification.isSupported()) {
        failed('this system shows no notifications')
        return
      }
      const hasToast = process.platform === 'win32' && location !== undefined
      const notification = new Notification({
        title,
        body,
        ...(hasToast ? { toastXml: toastXml(texts, location) } : {}),
      })
      const entry = { notification, isForLater: hasToast }
      const forget = (): void => void shownNotifications.delete(entry)
      shownNotifications.add(entry)
      notification.on('click', () => {
        forget()
        // `followToasts` handles the clicks on the others.
        if (!hasToast) onClick()
      })
      notification.on('close', forget)
      notification.on('failed', (_event, reason) => {
        forget()
        failed(reason)
      })
      notification.show()
    },
    dispose: () => {
      for (const { notification, isForLater } of shownNotifications) if (!isForLater) notification.close()
    },
  }
}

/**
 * Windows reports every click, on notifications of earlier runs too; a click that started the program is reported
 * immediately.
 */
function followToasts(onLocation: (location: LocationToShow) => void): void {
  if (process.platform !== 'win32') return
  Notification.handleActivation(({ arguments: launch }) => {
    const location = locationInToast(launch)
    if (location !== null) onLocation(location)
  })
}

export function locationOfAlert({ profileId, event: { appId } }: AlertNotice): LocationToShow {
  return { profileId, section: appId === null ? 'account' : 'sessions', appId }
}

export function createNativeNotices(
  { texts, settings, windowProfiles, findProfile, log }: ProgramContext,
  { notifications, show }: { readonly notifications: Notifications; readonly show: ShowLocation },
) {
  const showLocation = (location: LocationToShow): void => {
    show(location).catch((error: unknown) => log.error('the page of a notification could not be shown', error))
  }
  const leadTo = (location: LocationToShow, texts: NoticeTexts): void =>
    notifications.show(texts, () => showLocation(location), location)
  followToasts(showLocation)

  return {
    batchEnded: ({ profileId, ...batch }: EndedBatch): void => {
      // A notification need not name the only open profile.
      const open = settings.read().profiles.filter(({ id }) => windowProfiles.isOpen(id))
      const isOnlyOpen = open.length === 1 && open[0]?.id === profileId
      const profileName = isOnlyOpen ? null : (findProfile(profileId)?.name ?? null)
      leadTo({ profileId, section: 'avatars', appId: null }, batchEndTexts(texts(), batch, profileName))
    },
    alertTriggered: (notice: AlertNotice): void => leadTo(locationOfAlert(notice), alertTexts(texts(), notice)),
    progressed: (overview: JobsOverview): void => {
      const { part, mode } = taskbarState(overview)
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(part, { mode })
    },
  }
}
