/**
 * What the operator is notified of outside of the page: on the taskbar and in notifications.
 */
import { BrowserWindow, Notification } from 'electron'
import type { AlertNotice } from '../alerts/alerts.ts'
import type { JobsOverview } from '../creations/batches.ts'
import { alertTexts, batchEndTexts, taskbarState } from '../desktop/native-texts.ts'
import type { NoticeTexts } from '../desktop/native-texts.ts'
import type { Log } from '../lib/log.ts'
import type { EndedBatch } from '../store/job-counts-repository.ts'
import type { ProgramContext } from './app-context.ts'
import type { PlaceToShow, ShowPlace } from './deep-link-router.ts'

/** Only for what needs the operator, in words without any secret. Where the system refuses one, the log has the reason. */
export interface Notifications {
  readonly show: (texts: NoticeTexts, onClick: () => void) => void
  /** Closes the notifications that are still shown: nothing would answer a click any more. */
  readonly dispose: () => void
}

export function createNotifications(log: Log): Notifications {
  // Held, or a click minutes later would be lost: Electron collects what nothing refers to.
  const shown = new Set<Notification>()
  const failed = (reason: string): void => log.warn('a notification was not shown', reason)
  return {
    show: ({ title, body }, onClick) => {
      if (!Notification.isSupported()) {
        failed('this system shows no notifications')
        return
      }
      const notification = new Notification({ title, body })
      const forget = (): void => void shown.delete(notification)
      shown.add(notification)
      notification.on('click', () => {
        forget()
        onClick()
      })
      notification.on('close', forget)
      notification.on('failed', (_event, reason) => {
        forget()
        failed(reason)
      })
      notification.show()
    },
    dispose: () => {
      for (const notification of shown) notification.close()
    },
  }
}

export function placeOfAlert({ profileId, event: { appId } }: AlertNotice): PlaceToShow {
  return { profileId, section: appId === null ? 'account' : 'sessions', appId }
}

export function createNativeNotices(
  { texts, windowProfiles, findProfile, log }: ProgramContext,
  { notifications, show }: { readonly notifications: Notifications; readonly show: ShowPlace },
) {
  const leadTo = (place: PlaceToShow, texts: NoticeTexts): void =>
    notifications.show(texts, () => {
      show(place).catch((error: unknown) => log.error('the place of a notification was not shown', error))
    })

  return {
    batchEnded: ({ profileId, ...batch }: EndedBatch): void => {
      // Named where it is not the open one.
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
