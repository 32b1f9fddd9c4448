/**
 * A notification service on the test's own D-Bus session: it shows nothing and records the app's notifications, so that
 * tests see notifications as they leave the app, and clicks as they come back. Source: the Desktop Notifications
 * Specification, §D-Bus Protocol.
 */
import type { Incoming } from './bus-message.ts'
import { startBusService } from './bus-service.ts'

/** A notification that the app sent. */
export interface ShownNotification {
  readonly id: number
  readonly title: string
  readonly body: string
}

/** The service. */
export interface NotificationDaemon {
  /** Every notification so far. */
  readonly shown: () => readonly ShownNotification[]
  /** Clicks a notification, as an operator does. */
  readonly click: (id: number) => void
  readonly stop: () => void
}

const name = 'org.freedesktop.Notifications'
const path = '/org/freedesktop/Notifications'
/** Starts the service; it accepts calls when this resolves. */
export async function startNotificationDaemon(): Promise<NotificationDaemon> {
  const shown: ShownNotification[] = []
  const notified = ({ body }: Incoming): number => {
    body.text()
    const replaces = body.number()
    body.text()
    const id = replaces === 0 ? shown.length + 1 : replaces
    shown.push({ id, title: body.text(), body: body.text() })
    return id
  }
  const service = await startBusService(name, (message) => {
    if (message.member === 'GetServerInformation') return ['test', 'Greenroom', '1', '1.2']
    if (message.member === 'GetCapabilities') return [['actions', 'body']]
    return message.member === 'Notify' ? [notified(message)] : []
  })
  return {
    shown: () => shown,
    click: (id) => {
      service.send({ kind: 'signal', path, interface: name, member: 'ActionInvoked', body: [id, 'default'] })
    },
    stop: service.stop,
  }
}
