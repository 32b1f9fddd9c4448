/** Puts an answer on the wire, in the right way or in the way of a fault. */
import type { ServerResponse } from 'node:http'
import type { Timers } from './clock.ts'
import type { Answer } from './envelope.ts'
import type { Fault } from './faults.ts'

/** Sends an answer as it is. */
export function send(response: ServerResponse, answer: Answer): void {
  const bytes = Buffer.from(answer.body)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length })
  response.end(bytes)
}

/** Resets the connection (RST), so that the client sees ECONNRESET and not an end. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

function sendHalf(response: ServerResponse, answer: Answer): void {
  const bytes = Buffer.from(answer.body)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
    response.socket?.destroy()
  })
}

const chunkBytes = 64 * 1024

/** Writes as fast as the client reads, and stops when it goes away. */
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

function sendDrip(response: ServerResponse, answer: Answer, drip: { intervalMs: number; timers: Timers }): void {
  const bytes = Buffer.from(answer.body)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length })
  response.flushHeaders()
  let sent = 0
  const next = () => {
    if (response.destroyed) return
    response.write(bytes.subarray(sent, sent + dripBytes))
    sent += dripBytes
    if (sent < bytes.length) drip.timers.after(drip.intervalMs, next)
    else response.end()
  }
  drip.timers.after(drip.intervalMs, next)
}

/** Sends an answer in the way of a fault; a fault of content only is sent as it is. */
export function sendFaulty(
  response: ServerResponse,
  answer: Answer,
  how: { readonly fault: Fault; readonly timers: Timers },
): void {
  const { fault, timers } = how
  switch (fault.kind) {
    case 'slow':
      timers.after(fault.delayMs, () => {
        if (!response.destroyed) send(response, answer)
      })
      return
    case 'hang':
      return
    case 'reset-after-processing':
      reset(response)
      return
    case 'truncated-body':
      sendHalf(response, answer)
      return
    case 'huge-body':
      sendHuge(response, fault.bytes)
      return
    case 'slow-drip':
      sendDrip(response, answer, { intervalMs: fault.intervalMs, timers })
      return
    default:
      send(response, answer)
  }
}
