/**
 * A notification service on the test's own D-Bus session: it shows nothing and keeps what the app wanted shown, so that
 * notifications are tested as they leave the app, and clicks as they come back.
 * Source: the Desktop Notifications Specification, §D-Bus Protocol.
 */
import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { readMessage, writeMessage } from './bus-message.ts'
import type { BusValue, Incoming, Outgoing } from './bus-message.ts'

/** A notification that the app wanted shown. */
export interface ShownNotification {
  readonly id: number
  readonly title: string
  readonly body: string
}

/** The service. */
export interface NotificationDaemon {
  /** Every notification so far. */
  readonly shown: () => readonly ShownNotification[]
  /** Clicks it, as an operator does. */
  readonly click: (id: number) => void
  readonly stop: () => void
}

const name = 'org.freedesktop.Notifications'
const path = '/org/freedesktop/Notifications'
const bus = { path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus', destination: 'org.freedesktop.DBus' }

function socketOf(address: string | undefined): string {
  const parts = new Map(
    (address ?? '')
      .replace(/^unix:/, '')
      .split(/[,;]/)
      .map((part) => part.split('=', 2) as [string, string]),
  )
  const found = parts.get('path') ?? (parts.has('abstract') ? `\0${String(parts.get('abstract'))}` : null)
  if (found === null) throw new Error('no D-Bus session: run the window tests through scripts/window-tests.mjs')
  return found
}

async function signIn(): Promise<Socket> {
  const socket = connect(socketOf(process.env['DBUS_SESSION_BUS_ADDRESS']))
  await once(socket, 'connect')
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString().startsWith('OK')) throw new Error(`the bus refuses: ${answer.toString()}`)
  socket.write('BEGIN\r\n')
  return socket
}

/** Starts the service; ready to be asked when it resolves. */
export async function startNotificationDaemon(): Promise<NotificationDaemon> {
  const socket = await signIn()
  const shown: ShownNotification[] = []
  const answers = new EventEmitter()
  let serial = 0
  const send = (message: Omit<Outgoing, 'serial'>): number => {
    serial += 1
    socket.write(writeMessage({ ...message, serial }))
    return serial
  }

  const notified = ({ body }: Incoming): number => {
    body.text()
    const replaces = body.number()
    body.text()
    const id = replaces === 0 ? shown.length + 1 : replaces
    shown.push({ id, title: body.text(), body: body.text() })
    return id
  }

  const answerTo = (message: Incoming): readonly BusValue[] => {
    if (message.member === 'GetServerInformation') return ['test', 'Greenroom', '1', '1.2']
    if (message.member === 'GetCapabilities') return [['actions', 'body']]
    return message.member === 'Notify' ? [notified(message)] : []
  }

  let waiting = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    for (let message = readMessage(waiting); message !== null; message = readMessage(waiting)) {
      if (message.replySerial !== null) answers.emit(String(message.replySerial))
      const { serial: replySerial, sender } = message
      if (message.kind === 1 && sender !== null) {
        send({ kind: 'return', replySerial, destination: sender, body: answerTo(message) })
      }
      waiting = waiting.subarray(message.length)
    }
  })
  send({ ...bus, kind: 'call', member: 'Hello', body: [] })
  const asked = send({ ...bus, kind: 'call', member: 'RequestName', body: [name, 0] })
  await once(answers, String(asked))
  return {
    shown: () => shown,
    click: (id) => {
      send({ kind: 'signal', path, interface: name, member: 'ActionInvoked', body: [id, 'default'] })
    },
    stop: () => {
      socket.destroy()
    },
  }
}
