/** A test's own service on the D-Bus session: it answers calls to its name, and sends signals. */
import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { readMessage, writeMessage } from './bus-message.ts'
import type { BusValue, Incoming, Outgoing } from './bus-message.ts'

/** The service, under the name that it requested. */
export interface BusService {
  readonly send: (message: Omit<Outgoing, 'serial'>) => void
  readonly stop: () => void
}

const bus = { path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus', destination: 'org.freedesktop.DBus' }

function socketOf(address: string | undefined): string {
  const parts = new Map(
    (address ?? '')
      .replace(/^unix:/, '')
      .split(/[,;]/)
      .map((part) => part.split('=', 2) as [string, string]),
  )
  const found = parts.get('path') ?? (parts.has('abstract') ? `\0${String(parts.get('abstract'))}` : null)
  if (found === null) throw new Error('no D-Bus session: run the test in a session that has one')
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

/** Starts the service; it accepts calls when this resolves. */
export async function startBusService(
  name: string,
  answerTo: (message: Incoming) => readonly BusValue[],
): Promise<BusService> {
  const socket = await signIn()
  const answers = new EventEmitter()
  let serial = 0
  const send = (message: Omit<Outgoing, 'serial'>): number => {
    serial += 1
    socket.write(writeMessage({ ...message, serial }))
    return serial
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
    send: (message) => void send(message),
    stop: () => {
      socket.destroy()
    },
  }
}
