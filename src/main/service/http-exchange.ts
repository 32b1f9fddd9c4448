/** One HTTP exchange: sent once, without redirects or retries. Its outcome always states how far the request got. */
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { FailureError } from '../../shared/failure.ts'
import type { Sent, ServiceProblem } from '../../shared/failure.ts'
import type { Clock } from '../lib/clock.ts'
import { connectionProblem, describeError } from './connection-problem.ts'
import type { Connections, Line } from './network.ts'
import { ProxyError, proxyErrorOf } from './proxy-list.ts'
import { TooLarge, UnknownEncoding, decompress } from './decompress.ts'
import { startDeadline, Stopped } from './exchange-deadline.ts'
import type { ExchangeDeadline } from './exchange-deadline.ts'

export interface OutgoingBody {
  readonly contentType: string
  /** Its exact length. */
  readonly bytes: number
  /**
   * Streams the body from its start. Calls `onChunk` with the number of bytes written to the connection so far, the
   * last time with all bytes.
   */
  readonly stream: (onChunk: (writtenBytes: number) => void) => Readable
  /** The description that the record of exchanges keeps. */
  readonly recorded: string
}

export interface Outgoing {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: OutgoingBody | null
  /** `fresh` sends on a new connection, which is closed afterwards. */
  readonly connection: 'kept' | 'fresh'
}

/** Limits of one exchange, in milliseconds and bytes. */
export interface ExchangeLimits {
  /** Until the first byte of the request is sent, per attempted line. */
  readonly connectMs: number
  /**
   * From the last part of the request to the end of the answer, and between two parts of the request. Extended after a
   * large body (`sendingMs`).
   */
  readonly answerMs: number
  readonly answerBytes: number
  /** `answerMs` restarts with each part of the answer. */
  readonly isAnswerMsOfParts?: true
}

/** An answer as received, decompressed. Plain values. */
export interface ReceivedAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

/** The end of an exchange: a whole answer, or a problem and the part of the answer received before it. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: ReceivedAnswer }
  | {
      readonly kind: 'failed'
      readonly problem: ServiceProblem
      readonly sent: Sent
      /** The part received. Its status is 0 when no status line arrived; a proxy's refusal has the proxy's status. */
      readonly partial: ReceivedAnswer
      /** For the record of exchanges. */
      readonly detail: string
    }

interface ExchangeSettings {
  readonly limits: ExchangeLimits
  /** Decides by the status whether the body is read; the answer has no bytes otherwise. */
  readonly wantsBody?: (status: number) => boolean
  /** Called while a body is sent, with the share of it that was written to the connection, from 0 to 1. */
  readonly onUpload?: ((share: number) => void) | undefined
}

interface ExchangeParts extends ExchangeSettings {
  readonly outgoing: Outgoing
  readonly deadline: ExchangeDeadline
}

interface ExchangeOptions extends ExchangeSettings {
  readonly connections: Pick<Connections, 'lines'>
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

type LineParts = Omit<ExchangeOptions, 'connections'> & Pick<ExchangeParts, 'outgoing'>

/** Sends one request and returns its outcome; throws only a `FailureError` of `lines`. */
export async function exchange(outgoing: Outgoing, { connections, ...settings }: ExchangeOptions): Promise<Outcome> {
  const { clock, signal, limits } = settings
  const deadline = startDeadline(clock, signal)
  try {
    deadline.restart(limits.connectMs)
    const lines = await deadline.race(connections.lines(outgoing.url, outgoing.connection)).finally(deadline.stop)
    return await overLines(lines, { ...settings, outgoing })
  } catch (error) {
    if (error instanceof FailureError) throw error
    return failedOutcome(error, newProgress(), { outgoing, limits, proxy: null })
  }
}

// If a proxy is unreachable, the next line is tried, as in browsers. Commands can use this too, because nothing was
// sent.
async function overLines(lines: readonly Line[], { clock, signal, ...parts }: LineParts): Promise<Outcome> {
  for (const [index, line] of lines.entries()) {
    const deadline = startDeadline(clock, signal)
    deadline.restart(parts.limits.connectMs)
    const outcome = await overLine(line, { ...parts, deadline }).finally(deadline.stop)
    const isLast = index === lines.length - 1
    if (isLast || line.proxy === null || signal?.aborted === true || !isUnreachable(outcome)) return outcome
  }
  throw new ProxyError(null)
}

function isUnreachable(outcome: Outcome): boolean {
  if (outcome.kind === 'answered' || outcome.sent !== 'no') return false
  const { problem } = outcome
  if (problem.kind === 'timeout') return problem.phase === 'connect'
  return problem.kind === 'connection-refused' || problem.kind === 'dns' || problem.kind === 'offline'
}

/** How far an exchange got. The answer's handler writes it; decompressing the answer replaces its chunks. */
interface Progress {
  isStarted: boolean
  /** The whole body was written to the connection, or there is no body. */
  isBodyWritten: boolean
  status: number
  headers: Readonly<Record<string, string>>
  chunks: Buffer[]
  bytes: number
}

function newProgress(): Progress {
  return { isStarted: false, isBodyWritten: true, status: 0, headers: {}, chunks: [], bytes: 0 }
}

async function overLine(line: Line, parts: ExchangeParts): Promise<Outcome> {
  const progress = newProgress()
  const { outgoing, deadline } = parts
  const body = outgoing.body && startUpload(outgoing.body, progress, parts)
  try {
    await deadline.race(send(line, body, { ...parts, progress }))
    const encoding = progress.headers['content-encoding'] ?? ''
    progress.chunks = [await decompress(joined(progress.chunks), encoding, parts.limits.answerBytes)]
    return { kind: 'answered', answer: answerOf(progress) }
  } catch (error) {
    return failedOutcome(error, progress, { ...parts, proxy: line.proxy })
  } finally {
    body?.destroy()
    await line.close()
  }
}

// The slowest supported upload: an image of 10 MB takes about five minutes as base64.
const minUploadBytesPerMs = 50
// A body of a few packets needs no extra time.
const smallBodyBytes = 64 * 1_024

/**
 * Milliseconds that a body needs to reach the service after the connection accepted it. The system's buffers accept
 * megabytes immediately and do not report when they are empty: on a slow line the last part leaves minutes later.
 */
export function sendingMs(bodyBytes: number): number {
  return Math.max(0, bodyBytes - smallBodyBytes) / minUploadBytesPerMs
}

// Each written part is progress. Without progress for `answerMs`, the upload has stalled.
function startUpload(body: OutgoingBody, progress: Progress, { deadline, limits, onUpload }: ExchangeParts): Readable {
  progress.isBodyWritten = false
  return body.stream((writtenBytes) => {
    progress.isBodyWritten = writtenBytes >= body.bytes
    deadline.restart(limits.answerMs + (progress.isBodyWritten ? sendingMs(body.bytes) : 0))
    onUpload?.(writtenBytes / body.bytes)
  })
}

// Uses `dispatch`, because `request` does not report when the request starts to leave, which decides what is certain.
function send(
  line: Line,
  body: Readable | null,
  parts: ExchangeParts & { readonly progress: Progress },
): Promise<void> {
  const { url, method, connection, headers, body: described } = parts.outgoing
  const ofBody = described && { 'content-type': described.contentType, 'content-length': String(described.bytes) }
  const options = {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { host: url.host, ...headers, ...ofBody },
    body,
    reset: connection === 'fresh',
  }
  return new Promise((resolve, reject) => {
    line.dispatcher.dispatch(options, {
      ...answerHandler(parts),
      onResponseEnd: () => resolve(),
      onResponseError: (_controller, error) => reject(error),
    })
  })
}

class BodyNotWanted extends Error {}

function answerHandler({
  progress,
  deadline,
  limits,
  wantsBody = () => true,
}: ExchangeParts & { readonly progress: Progress }): Dispatcher.DispatchHandler {
  const onPart = (): void => {
    if (limits.isAnswerMsOfParts) deadline.restart(limits.answerMs)
  }
  return {
    onRequestStart: (controller) => {
      const stop = (): void => controller.abort(deadline.reason())
      // The exchange was stopped while connecting: an abort at this point ends the request before undici writes a byte.
      if (deadline.signal.aborted) {
        stop()
        return
      }
      progress.isStarted = true
      deadline.signal.addEventListener('abort', stop, { once: true })
      deadline.restart(limits.answerMs)
    },
    onResponseStart: (controller, status, headers) => {
      if (status < 200) return
      onPart()
      progress.status = status
      progress.headers = plainHeaders(headers)
      if (!wantsBody(status)) controller.abort(new BodyNotWanted())
      else {
        const announced = Number(headers['content-length'] ?? 0)
        if (announced > limits.answerBytes) controller.abort(new TooLarge(announced))
      }
    },
    onResponseData: (controller, chunk) => {
      onPart()
      progress.bytes += chunk.byteLength
      if (progress.bytes > limits.answerBytes) controller.abort(new TooLarge(null))
      else progress.chunks.push(chunk)
    },
  }
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => {
    return [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : (value ?? '')] as const
  })
  return Object.fromEntries(pairs)
}

function answerOf({ status, headers, chunks }: Progress): ReceivedAnswer {
  return { status, headers, bytes: joined(chunks) }
}

// Only an excerpt of an unusable body is recorded.
const partialBytes = 100_000

// A single chunk is not copied, because it can be a body of megabytes.
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)
}

type AttemptParts = Pick<ExchangeParts, 'outgoing' | 'limits'> & { readonly proxy: string | null }

function failedOutcome(error: unknown, progress: Progress, attempt: AttemptParts): Outcome {
  const proxyError = proxyErrorOf(error)
  // The status outweighs the end of the body: a 502 with half an HTML page is a 502.
  const isBodyNeeded = progress.status >= 200 && progress.status < 300 && !(error instanceof BodyNotWanted)
  const answer = answerOf(progress)
  if (answer.status !== 0 && !isBodyNeeded && proxyError === null) return { kind: 'answered', answer }
  const problem = problemOf(error, progress, attempt)
  const status = answer.status === 0 ? (proxyError?.httpStatus ?? 0) : answer.status
  const partial = { ...answer, status, bytes: answer.bytes.subarray(0, partialBytes) }
  return { kind: 'failed', problem, sent: sentOf(problem, progress), partial, detail: describeError(error) }
}

function problemOf(error: unknown, progress: Progress, { outgoing, proxy, limits }: AttemptParts): ServiceProblem {
  if (error instanceof TooLarge) return { kind: 'too-large', limitBytes: limits.answerBytes, bytes: error.bytes }
  if (error instanceof UnknownEncoding) return { kind: 'unknown-encoding', encoding: error.encoding }
  if (error instanceof Stopped) {
    if (error.afterMs === null) return { kind: 'cancelled' }
    return { kind: 'timeout', timeoutMs: error.afterMs, phase: phaseOf(progress) }
  }
  if (progress.status !== 0 && proxyErrorOf(error) === null) {
    return { kind: 'cut-short', receivedBytes: progress.bytes }
  }
  const problem = connectionProblem(error, {
    host: outgoing.url.host,
    proxy,
    isSecure: outgoing.url.protocol === 'https:',
    isConnected: progress.isStarted,
    connectMs: limits.connectMs,
  })
  const isUploadCut = problem.kind === 'connection-reset' && phaseOf(progress) === 'upload'
  return isUploadCut ? { ...problem, phase: 'upload' } : problem
}

function phaseOf({ isStarted, isBodyWritten, status }: Progress): 'connect' | 'upload' | 'answer' {
  if (!isStarted) return 'connect'
  return isBodyWritten || status !== 0 ? 'answer' : 'upload'
}

// A proxy that demands a password did not forward the request, and a TLS port did not read it.
function sentOf(problem: ServiceProblem, { isStarted, status }: Progress): Sent {
  if (problem.kind === 'proxy-authentication' || problem.kind === 'tls' || !isStarted) return 'no'
  return status === 0 ? 'maybe' : 'yes'
}
