/**
 * The part of D-Bus' wire format that a small service needs: strings, numbers and lists of strings, little-endian.
 * Source: the D-Bus specification, §Marshaling and §Message Format.
 */

/** A value of a message: a string, an unsigned number, a list of strings, or a variant that holds a boolean. */
export type BusValue = string | number | boolean | readonly string[]

/** A message to write. */
export interface Outgoing {
  readonly kind: 'call' | 'return' | 'signal'
  readonly serial: number
  readonly path?: string
  readonly interface?: string
  readonly member?: string
  readonly destination?: string
  readonly replySerial?: number
  readonly body: readonly BusValue[]
}

/** A received message: its body is read value by value, in the order of the sender's signature. */
export interface Incoming {
  readonly kind: number
  readonly serial: number
  readonly member: string | null
  readonly sender: string | null
  readonly replySerial: number | null
  readonly body: BusReader
  /** Length in bytes on the wire. */
  readonly length: number
}

const kinds = { call: 1, return: 2, signal: 4 } as const
const fields = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, sender: 7, signature: 8 } as const

/** Reads values one after the other. */
interface BusReader {
  readonly align: (to: number) => void
  readonly at: () => number
  readonly byte: () => number
  readonly number: () => number
  readonly text: () => string
  readonly signature: () => string
  readonly texts: () => readonly string[]
}

/** Makes a reader that starts at an offset; values are aligned to the start of the bytes. */
function createBusReader(bytes: Buffer, start: number): BusReader {
  let at = start
  const align = (to: number): void => {
    at = Math.ceil(at / to) * to
  }
  const byte = (): number => {
    at += 1
    return bytes.readUInt8(at - 1)
  }
  const number = (): number => {
    align(4)
    at += 4
    return bytes.readUInt32LE(at - 4)
  }
  const chars = (length: number): string => {
    const text = bytes.toString('utf8', at, at + length)
    at += length + 1
    return text
  }
  const text = (): string => chars(number())
  return {
    align,
    at: () => at,
    byte,
    number,
    text,
    signature: () => chars(byte()),
    texts: () => {
      const length = number()
      const end = at + length
      const all: string[] = []
      while (at < end) all.push(text())
      return all
    },
  }
}

interface BusWriter {
  readonly align: (to: number) => void
  readonly byte: (value: number) => void
  readonly number: (value: number) => void
  readonly signature: (value: string) => void
  readonly value: (value: BusValue) => void
  readonly bytes: () => Buffer
}

function createBusWriter(): BusWriter {
  const out: number[] = []
  const align = (to: number): void => {
    while (out.length % to !== 0) out.push(0)
  }
  const number = (value: number): void => {
    align(4)
    out.push(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24)
  }
  const text = (value: string): void => {
    const encoded = Buffer.from(value)
    number(encoded.length)
    out.push(...encoded, 0)
  }
  return {
    align,
    byte: (value) => void out.push(value),
    number,
    signature: (value) => {
      out.push(value.length, ...Buffer.from(value), 0)
    },
    value: (value) => {
      if (typeof value === 'boolean') {
        out.push(1, ...Buffer.from('b'), 0)
        number(value ? 1 : 0)
      } else if (typeof value === 'number') number(value)
      else if (typeof value === 'string') text(value)
      else {
        const list = createBusWriter()
        for (const one of value) list.value(one)
        number(list.bytes().length)
        out.push(...list.bytes())
      }
    },
    bytes: () => Buffer.from(out),
  }
}

function typeOf(value: BusValue): string {
  if (typeof value === 'boolean') return 'v'
  if (typeof value === 'number') return 'u'
  return typeof value === 'string' ? 's' : 'as'
}

/** The bytes of a message. */
export function writeMessage(message: Outgoing): Buffer {
  const body = createBusWriter()
  for (const value of message.body) body.value(value)
  const header = createBusWriter()
  const field = (code: number, type: string, value: string | number | undefined): void => {
    if (value === undefined || value === '') return
    header.align(8)
    header.byte(code)
    header.signature(type)
    if (type === 'g') header.signature(String(value))
    else header.value(value)
  }
  field(fields.path, 'o', message.path)
  field(fields.interface, 's', message.interface)
  field(fields.member, 's', message.member)
  field(fields.replySerial, 'u', message.replySerial)
  field(fields.destination, 's', message.destination)
  field(fields.signature, 'g', message.body.map(typeOf).join(''))
  const all = createBusWriter()
  for (const value of [0x6c, kinds[message.kind], 0, 1]) all.byte(value)
  all.number(body.bytes().length)
  all.number(message.serial)
  all.number(header.bytes().length)
  const start = Buffer.concat([all.bytes(), header.bytes()])
  const padding = Buffer.alloc((8 - (start.length % 8)) % 8)
  return Buffer.concat([start, padding, body.bytes()])
}

/** The first message in the bytes received so far; null until it is complete. */
export function readMessage(bytes: Buffer): Incoming | null {
  if (bytes.length < 16) return null
  const bodyLength = bytes.readUInt32LE(4)
  const headerEnd = 16 + bytes.readUInt32LE(12)
  const bodyStart = Math.ceil(headerEnd / 8) * 8
  if (bytes.length < bodyStart + bodyLength) return null
  const known = new Map<number, string | number>()
  const header = createBusReader(bytes, 16)
  while (header.at() < headerEnd) {
    header.align(8)
    const code = header.byte()
    const type = header.signature()
    known.set(code, type === 'u' ? header.number() : type === 'g' ? header.signature() : header.text())
  }
  const textOf = (code: number): string | null => (known.has(code) ? String(known.get(code)) : null)
  return {
    kind: bytes.readUInt8(1),
    serial: bytes.readUInt32LE(8),
    member: textOf(fields.member),
    sender: textOf(fields.sender),
    replySerial: known.has(fields.replySerial) ? Number(known.get(fields.replySerial)) : null,
    // The body starts at a multiple of eight, so that alignment within it equals alignment within the message.
    body: createBusReader(bytes, bodyStart),
    length: bodyStart + bodyLength,
  }
}
