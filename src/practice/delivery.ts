import type { ServerResponse } from 'node:http'
import { emptyAnswer, htmlAnswer, isList, jsonAnswer, refusalAnswer, toJson } from './envelope.ts'
import type { Answer, EnvelopeStyle, JsonObject, JsonValue } from './envelope.ts'
import type { Fault } from './faults.ts'
import type { PracticeClock } from './practice-world.ts'
import { invalidToken } from './token.ts'

function gateway(status: number): Answer {
  const center = `<center><h1>${status}</h1></center>\r\n<hr><center>gateway</center>`
  const head = `<head><title>${status}</title></head>`
  return htmlAnswer(status, `<html>\r\n${head}\r\n<body>\r\n${center}\r\n</body>\r\n</html>\r\n`)
}

function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: { ...answer.headers, [name]: value } }
}

/** undefined when the fault lets the operation answer. */
export function answerInstead(fault: Fault, style: EnvelopeStyle): Answer | undefined {
  switch (fault.kind) {
    case 'status':
      return gateway(fault.status)
    case 'too-many-requests':
      return withHeader(gateway(429), 'retry-after', String(fault.retryAfterSeconds))
    case 'redirect':
      return withHeader(emptyAnswer(fault.status), 'location', fault.to)
    case 'expired-token':
      return refusalAnswer(style, invalidToken)
    case 'declined':
      return refusalAnswer(style, { code: fault.code, text: fault.message })
    case 'hang':
      return emptyAnswer()
    default:
      return undefined
  }
}

function numbersAsText(value: JsonValue): JsonValue {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map(numbersAsText)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, numbersAsText(member)]))
}

function reshape(
  { data = null, ...envelope }: JsonObject,
  shape: 'no-data' | 'numbers-as-strings' | 'array',
): JsonObject {
  if (shape === 'no-data') return envelope
  return { ...envelope, data: shape === 'array' ? [data] : numbersAsText(data) }
}

/** Writes every member twice. `code` and `data` differ in the copy, because some parsers accept equal duplicates. */
function withDuplicateMembers(json: JsonObject): string {
  const copy: JsonObject = { ...json, code: '40002', data: null }
  return `{${toJson(json).slice(1, -1)},${toJson(copy).slice(1, -1)}}`
}

function deeplyNested(depth: number): string {
  return `{"success":true,"code":"0","msg":"success","message":"success","data":${'['.repeat(depth)}${']'.repeat(depth)}}`
}

export function corrupt(original: Answer, fault: Fault): Answer {
  // sessionStop has an empty answer, but a content fault needs JSON to corrupt.
  const json = original.json ?? { success: true, code: '200', message: 'success', data: {} }
  const answer = jsonAnswer(json)
  switch (fault.kind) {
    case 'empty-body':
      return emptyAnswer(original.status)
    case 'not-json':
      return { ...original, headers: { 'content-type': 'text/plain' }, body: 'upstream connect error' }
    case 'truncated-json':
      return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) }
    case 'wrong-shape':
      return jsonAnswer(reshape(json, fault.shape))
    case 'duplicate-keys':
      return { ...answer, body: withDuplicateMembers(json) }
    case 'deep-json':
      return { ...answer, body: deeplyNested(fault.depth) }
    case 'truncated-body':
    case 'slow-drip':
      return answer
    default:
      return original
  }
}

function begin(response: ServerResponse, answer: Answer): Buffer {
  const bytes = Buffer.from(answer.body)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length })
  return bytes
}

export function send(response: ServerResponse, answer: Answer): void {
  response.end(begin(response, answer))
}

/** Resets the connection (RST), so that the client sees ECONNRESET instead of a normal end. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

function sendHalf(response: ServerResponse, answer: Answer): void {
  const bytes = begin(response, answer)
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
    response.socket?.destroy()
  })
}

const chunkBytes = 64 * 1024

/** Writes as fast as the client reads, and stops when the client disconnects. */
function sendHuge(response: ServerResponse, totalBytes: number): void {
  response.writeHead(200, { 'content-type': 'application/json;charset=UTF-8' })
  response.write('{"success":true,"code":"0","msg":"')
  const chunk = 'x'.repeat(chunkBytes)
  let sent = 0
  const pump = () => {
    while (sent < totalBytes && !response.destroyed) {
      sent += chunkBytes
      if (!response.write(chunk)) {
        response.once('drain', pump)
        return
      }
    }
    if (!response.destroyed) response.end('","data":{}}')
  }
  pump()
}

const dripBytes = 8

function sendDrip(response: ServerResponse, answer: Answer, later: (run: () => void) => void): void {
  const bytes = begin(response, answer)
  response.flushHeaders()
  let sent = 0
  const next = () => {
    response.write(bytes.subarray(sent, sent + dripBytes))
    sent += dripBytes
    if (sent < bytes.length) later(next)
    else response.end()
  }
  later(next)
}

/**
 * Sends an answer with a fault of delivery; an answer with a content fault is sent unchanged. `timers` contains the
 * cancel functions of waiting sends.
 */
export function sendFaulty(
  response: ServerResponse,
  answer: Answer,
  { fault, clock, timers }: { readonly fault: Fault; readonly clock: PracticeClock; readonly timers: Set<() => void> },
): void {
  const after = (delayMs: number) => (run: () => void) => {
    const cancel = clock.after(delayMs, () => {
      timers.delete(cancel)
      if (!response.destroyed) run()
    })
    timers.add(cancel)
  }
  if (fault.kind === 'slow') after(fault.delayMs)(() => send(response, answer))
  else if (fault.kind === 'reset-after-processing') reset(response)
  else if (fault.kind === 'truncated-body') sendHalf(response, answer)
  else if (fault.kind === 'huge-body') sendHuge(response, fault.bytes)
  else if (fault.kind === 'slow-drip') sendDrip(response, answer, after(fault.intervalMs))
  else if (fault.kind !== 'hang') send(response, answer)
}
