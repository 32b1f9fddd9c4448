/**
 * Fetches pictures and sounds from addresses that someone else wrote: without token and cookies, over https from public
 * hosts, limited in time and size, through the operator's proxy. What came is told by its content, never by its name.
 */
import type { Dispatcher } from 'undici'
import { FailureError } from '../../shared/failure.ts'
import type { FetchProblem, ServiceProblem } from '../../shared/failure.ts'
import type { Clock } from '../clock.ts'
import { connectionProblem } from '../service/connection-problem.ts'
import { createNetwork } from '../service/network.ts'
import type { Connections, Line, NetworkDeps } from '../service/network.ts'
import { isLoopback } from '../service/proxy-list.ts'
import { TooLarge, unpack } from '../service/unpack.ts'
import { isPublicAddress, literalOf, lookupOf, NotPublic, systemResolve } from './public-address.ts'
import type { ResolveName } from './public-address.ts'

/** Limits of one fetch, redirects included. */
export interface MediaLimits {
  readonly limitBytes: number
  readonly timeoutMs: number
  /** An origin on this computer that may be asked, over http too: the practice service's. */
  readonly allowLoopbackOf?: string | undefined
}

/** What was fetched; `contentType` is what the host says, which is no evidence. */
export interface FetchedMedia {
  readonly bytes: Uint8Array
  readonly contentType: string | null
}

/** Fetches an address. Every failure is `not-fetched`. */
export type FetchMedia = (address: string, limits: MediaLimits) => Promise<FetchedMedia>

/** What fetching needs. */
export interface MediaFetcherDeps extends Pick<NetworkDeps, 'resolveProxy' | 'certificates'> {
  readonly clock: Clock
  /** All addresses of a name; the system's way by default. */
  readonly resolve?: ResolveName
}

const mostRedirects = 3
const connectMs = 10_000
const redirects: readonly number[] = [301, 302, 303, 307, 308]

const headers = {
  accept: '*/*',
  'accept-encoding': 'identity',
  // Hosts of public pictures refuse what does not name itself.
  'user-agent': 'Greenroom',
}

function notFetched(reason: FetchProblem, host: string, detail: string | null = null): FailureError {
  return new FailureError({ kind: 'not-fetched', reason, host, detail })
}

const problems: Readonly<Partial<Record<ServiceProblem['kind'], FetchProblem>>> = {
  offline: 'offline',
  tls: 'insecure',
  timeout: 'timeout',
  'proxy-authentication': 'proxy',
  http: 'proxy',
}

// Undici and Node wrap what a look-up answered in errors of their own.
function isNotPublic(error: unknown): boolean {
  if (error instanceof NotPublic) return true
  if (error instanceof AggregateError) return error.errors.some(isNotPublic)
  return error instanceof Error && error.cause !== undefined && isNotPublic(error.cause)
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof FailureError) || error.failure.kind !== 'not-fetched') return false
  return error.failure.reason === 'unreachable' || error.failure.reason === 'offline'
}

function secondsOf({ timeoutMs }: MediaLimits): string {
  return String(Math.round(timeoutMs / 1_000))
}

interface Fetch {
  readonly url: URL
  readonly limits: MediaLimits
  readonly signal: AbortSignal
  /** Told once the answer has begun. */
  isAnswered: boolean
}

// What the two sides of the exchange decided by themselves, before what the network did to it.
function endedBy(error: unknown, { url: { host }, limits, signal, isAnswered }: Fetch): FailureError | null {
  if (error instanceof FailureError) return error
  if (signal.aborted) return notFetched('timeout', host, secondsOf(limits))
  if (isNotPublic(error)) return notFetched('not-public', host)
  if (error instanceof TooLarge) return notFetched('too-large', host, String(Math.round(limits.limitBytes / 2 ** 20)))
  return isAnswered ? notFetched('cut-short', host) : null
}

function failureOf(error: unknown, fetch: Fetch, line: Line | null): FailureError {
  const { host, protocol } = fetch.url
  const ended = endedBy(error, fetch)
  if (ended !== null) return ended
  const { kind } = connectionProblem(error, {
    host,
    proxy: line?.proxy ?? null,
    isSecure: protocol === 'https:',
    isConnected: false,
    connectMs,
  })
  const problem = problems[kind] ?? 'unreachable'
  return notFetched(problem, host, problem === 'timeout' ? String(connectMs / 1_000) : null)
}

async function bodyOf({ body, headers: said }: Dispatcher.ResponseData, limitBytes: number): Promise<Uint8Array> {
  if (Number(said['content-length'] ?? 0) > limitBytes) throw new TooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > limitBytes) throw new TooLarge()
    chunks.push(chunk)
  }
  return unpack(Buffer.concat(chunks), String(said['content-encoding'] ?? ''), limitBytes)
}

type Step = FetchedMedia | { readonly location: string }

async function stepOver(line: Line, fetch: Fetch): Promise<Step> {
  const { url, limits, signal } = fetch
  const answer = await line.dispatcher.request({
    origin: line.origin,
    path: `${line.pathPrefix}${url.pathname}${url.search}`,
    method: 'GET',
    headers: { host: url.host, ...headers },
    signal,
  })
  fetch.isAnswered = true
  const { statusCode, headers: said } = answer
  const location = said['location']
  if (redirects.includes(statusCode) && typeof location === 'string') return { location }
  if (statusCode !== 200) throw notFetched('http', url.host, String(statusCode))
  const contentType = said['content-type']
  return {
    bytes: await bodyOf(answer, limits.limitBytes),
    contentType: typeof contentType === 'string' ? contentType : null,
  }
}

/** Gives the fetching of media. Nothing is connected before the first fetch; each fetch has connections of its own. */
export function createMediaFetcher({ clock, resolve = systemResolve, ...deps }: MediaFetcherDeps): FetchMedia {
  const network = createNetwork({ ...deps, connectMs, lookup: lookupOf(resolve, isPublicAddress) })
  const loopback = createNetwork({ ...deps, connectMs })

  // A proxy looks names up by itself and reaches what we cannot, so a name that is known to be inside never gets there.
  const assertPublicName = async (url: URL): Promise<void> => {
    if (literalOf(url) !== null) return
    const [answer] = await Promise.allSettled([resolve(url.hostname)])
    if (answer.status === 'rejected') return
    if (!answer.value.some(({ address }) => isPublicAddress(address))) throw notFetched('not-public', url.host)
  }

  const connectionsFor = (url: URL, { allowLoopbackOf }: MediaLimits): Connections => {
    if (isLoopback(url) && url.origin === allowLoopbackOf) return loopback.open()
    if (url.protocol !== 'https:') throw notFetched('not-https', url.host)
    const literal = literalOf(url)
    if (isLoopback(url) || (literal !== null && !isPublicAddress(literal))) throw notFetched('not-public', url.host)
    return network.open()
  }

  const overLine = async (line: Line, fetch: Fetch): Promise<Step> => {
    try {
      if (line.proxy !== null) await assertPublicName(fetch.url)
      return await stepOver(line, fetch)
    } catch (error) {
      throw failureOf(error, fetch, line)
    } finally {
      await line.close()
    }
  }

  const linesTo = async (fetch: Fetch): Promise<readonly Line[]> => {
    try {
      return await connectionsFor(fetch.url, fetch.limits).lines(fetch.url, 'fresh')
    } catch (error) {
      throw failureOf(error, fetch, null)
    }
  }

  const step = async (fetch: Fetch): Promise<Step> => {
    const lines = await linesTo(fetch)
    for (const [index, line] of lines.entries()) {
      try {
        return await overLine(line, fetch)
      } catch (error) {
        // As in browsers: a proxy that cannot be reached gives way to the next line.
        const isLast = index === lines.length - 1
        if (isLast || line.proxy === null || !isUnreachable(error)) throw error
      }
    }
    throw notFetched('proxy', fetch.url.host)
  }

  const follow = async (first: URL, limits: MediaLimits, signal: AbortSignal): Promise<FetchedMedia> => {
    let url = first
    for (let count = 0; count <= mostRedirects; count += 1) {
      // Only what begins on this computer may stay on it: a public page must not send us there.
      const allowed = first.origin === limits.allowLoopbackOf ? limits : { ...limits, allowLoopbackOf: undefined }
      const answer = await step({ url, limits: allowed, signal, isAnswered: false })
      if (!('location' in answer)) return answer
      if (!URL.canParse(answer.location, url.href)) throw notFetched('redirects', url.host)
      url = new URL(answer.location, url)
    }
    throw notFetched('redirects', first.host)
  }

  return async (address, limits) => {
    if (!URL.canParse(address)) throw notFetched('not-https', address.slice(0, 100))
    const controller = new AbortController()
    const stopTimer = clock.after(limits.timeoutMs, () => {
      controller.abort()
    })
    const first = new URL(address)
    const isUp = Promise.withResolvers<never>()
    controller.signal.addEventListener('abort', () => {
      isUp.reject(notFetched('timeout', first.host, secondsOf(limits)))
    })
    try {
      // Also for what hears no signal: a proxy script, or a name server, that never answers.
      return await Promise.race([follow(first, limits, controller.signal), isUp.promise])
    } finally {
      stopTimer()
    }
  }
}
