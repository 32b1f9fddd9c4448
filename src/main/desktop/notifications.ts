/** Native notifications: only for what needs the operator, in words without any secret. */
import { Notification } from 'electron'
import type { Log } from '../lib/log.ts'
import type { NoticeTexts } from './native-texts.ts'

export type Notifications = ReturnType<typeof createNotifications>

/** Where the system has no notifications, or refuses one, the log has the reason. */
export function createNotifications(log: Log) {
  // Held, or a click minutes later would be lost: Electron collects what nothing refers to.
  const shown = new Set<Notification>()
  const failed = (reason: string): void => {
    log.warn(`a notification was not shown: ${reason}`)
  }
  return {
    show: ({ title, body }: NoticeTexts, onClick: () => void): void => {
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
    /** Takes away what is still shown: a click could no more be answered. */
    dispose: (): void => {
      for (const notification of shown) notification.close()
    },
  }
}
