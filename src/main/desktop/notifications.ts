/** Native notifications: only for what needs the operator, in words without any secret. */
import { Notification } from 'electron'

export interface NotificationContent {
  readonly title: string
  readonly body: string
  readonly onClick: () => void
}

export interface Notifications {
  /** Shows it; where the system has none, or refuses, `onFailure` gets the reason. */
  readonly show: (content: NotificationContent) => void
  /** Takes away what is still shown: a click could no more be answered. */
  readonly dispose: () => void
}

export function createNotifications(onFailure: (reason: string) => void): Notifications {
  // Held, or a click minutes later would be lost: Electron collects what nothing refers to.
  const shown = new Set<Notification>()
  return {
    show: ({ title, body, onClick }) => {
      if (!Notification.isSupported()) {
        onFailure('this system shows no notifications')
        return
      }
      const notification = new Notification({ title, body })
      shown.add(notification)
      notification.on('click', () => {
        shown.delete(notification)
        onClick()
      })
      notification.on('close', () => {
        shown.delete(notification)
      })
      notification.on('failed', (_event, reason) => {
        shown.delete(notification)
        onFailure(reason)
      })
      notification.show()
    },
    dispose: () => {
      for (const notification of shown) notification.close()
    },
  }
}
