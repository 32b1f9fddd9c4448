/**
 * Fetches media from addresses that someone else wrote: without token and cookies, limited in time and size, through the
 * operator's proxy; over https from public hosts, or as far as the profile that named them is inside itself. What came is
 * told by its content, never by its name.
 */
import type { Dispatcher } from 'undici'
import { FailureError } from '../../shared/failure.ts'
import type { FetchProblem, ServiceProblem } from '../../shared/failure.ts'
import type { Clock } from '../lib/clock.ts'
import { connectionProblem } from '../service/connection-problem.ts'
import { createNetwork } from '../service/network.ts'
import type { Connections, Line, Network, NetworkSettings } from '../service/network.ts'
import { TooLarge, decompress } from '../service/decompress.ts'
import { startDeadline, Stopped } from '../service/exchange-deadline.ts'
import type { ExchangeDeadline } from '../service/exchange-deadline.ts'
import type { MayAsk } from '../policy/read-policy.ts'
import { boundsAfter, boundsUnder, companyOf, mayAsk, mayConnect, publicBounds } from './resolve-media-address.ts'
import type { Company, FetchBounds, MediaRules } from './resolve-media-address.ts'
import { literalOf, lookupOf, NotPublic, systemResolve } from './public-address.ts'
import type { ResolveName } from './public-address.ts'

/** Limits of one fetch, redirects included. */
export interface MediaLimits {
  readonly limitBytes: number
  /** For the whole of it. */
  readonly timeoutMs: number
  /** For silence: until the answer begins, and between any two parts of it. `timeoutMs` when not given. */
  readonly idleMs?: number
  /** The profile whose conversation named the address; without one, https from public hosts is all. */
  readonly rules?: MediaRules
  /** Looks only whether the address answers: what comes is given up, and `bytes` is empty. */
  readonly onlyTries?: boolean
}

/** What was fetched; `contentType` is what the host says, which is no evidence. */
export interface FetchedMedia {
  readonly bytes: Uint8Array
  readonly contentType: string | null
}

/** Fetches an address. Every failure is `not-fetched`. */
export type FetchMedia = (address: string, limits: MediaLimits) => Promise<FetchedMedia>

const maxRedirects = 3
const connectMs = 10_000
const redirects: readonly number[] = [301, 302, 303, 307, 308]

const headers = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'cache-control': 'no-store',
  // Hosts of public pictures refuse what does not name itself.
  'user-agent': 'Greenroom',
}

export function notFetched(reason: FetchProblem, host: string, detail: string | null = null): FailureError {
  return new FailureError({ kind: 'not-fetched', reason, host, detail })
}

const problems: Readonly<Partial<Record<ServiceProblem['kind'], FetchProblem>>> = {
  offline: 'offline',
  tls: 'insecure',
  timeout: 'timeout',
  'proxy-authentication': 'proxy',
  http: 'proxy',
}

// Undici and Node wrap what a snapshot answered in errors of their own.
function isNotPublic(error: unknown): boolean {
  if (error instanceof NotPublic) return true
  if (error instanceof AggregateError) return error.errors.some(isNotPublic)
  return error instanceof Error && error.cause !== undefined && isNotPublic(error.cause)
}

/** Why something was not fetched; null for what is no failure of fetching. */
export function fetchProblemOf(error: unknown): FetchProblem | null {
  return error instanceof FailureError && error.failure.kind === 'not-fetched' ? error.failure.reason : null
}

function isUnreachable(error: unknown): boolean {
  const problem = fetchProblemOf(error)
  return problem === 'unreachable' || problem === 'offline'
}

interface Means {
  /** Which hosts the organisation allows. */
  readonly isAllowed: MayAsk
  readonly resolve: ResolveName
  readonly networks: Readonly<Record<Company, Network>>
}

interface Fetch {
  readonly url: URL
  readonly limits: MediaLimits
  readonly bounds: FetchBounds
  readonly means: Means
  /** Started anew whenever something came; ends with the limit on the whole, too. */
  readonly silence: ExchangeDeadline
  /** Told once the answer has begun. */
  isAnswered: boolean
}

function timedOut({ afterMs }: Stopped, host: string): FailureError {
  return notFetched('timeout', host, String(Math.round((afterMs ?? 0) / 1_000)))
}

// What the two sides of the exchange decided by themselves, before what the network did to it.
function endedBy(error: unknown, { url: { host }, limits, silence, isAnswered }: Fetch): FailureError | null {
  if (error instanceof FailureError) return error
  if (silence.signal.aborted) return timedOut(silence.reason(), host)
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

function silenceMs({ idleMs, timeoutMs }: MediaLimits): number {
  return idleMs ?? timeoutMs
}

async function bodyOf({ body, headers: said }: Dispatcher.ResponseData, fetch: Fetch): Promise<Uint8Array> {
  const { limitBytes, onlyTries = false } = fetch.limits
  if (onlyTries) return new Uint8Array()
  if (Number(said['content-length'] ?? 0) > limitBytes) throw new TooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    fetch.silence.restart(silenceMs(fetch.limits))
    bytes += chunk.byteLength
    if (bytes > limitBytes) throw new TooLarge()
    chunks.push(chunk)
  }
  return decompress(Buffer.concat(chunks), String(said['content-encoding'] ?? ''), limitBytes)
}

type Step = FetchedMedia | { readonly location: string }

async function stepOver(line: Line, fetch: Fetch): Promise<Step> {
  const { url, silence } = fetch
  const answer = await line.dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'GET',
    headers: { host: url.host, ...headers },
    signal: silence.signal,
  })
  fetch.isAnswered = true
  silence.restart(silenceMs(fetch.limits))
  const { statusCode, headers: said } = answer
  const location = said['location']
  if (redirects.includes(statusCode) && typeof location === 'string') return { location }
  if (statusCode !== 200) throw notFetched('http', url.host, String(statusCode))
  const contentType = said['content-type']
  return {
    bytes: await bodyOf(answer, fetch),
    contentType: typeof contentType === 'string' ? contentType : null,
  }
}

// A proxy resolves names itself and reaches hosts that we cannot: a name that is known to be inside never gets there, and
// one that nobody here knows may be inside as well.
async function assertMayAskName({ url, bounds, means }: Fetch): Promise<void> {
  if (literalOf(url) !== null) return
  const [answer] = await Promise.allSettled([means.resolve(url.hostname)])
  if (answer.status === 'rejected') {
    if (bounds.mayAskUnknown) return
    throw notFetched('unreachable', url.host)
  }
  const isGood = mayAsk[companyOf(url, bounds)]
  if (!answer.value.every(({ address }) => isGood(address))) throw notFetched('not-public', url.host)
}

function connectionsFor({ url, bounds, means }: Fetch): Connections {
  const { protocol, host } = url
  if (!means.isAllowed(url)) throw notFetched('forbidden', host)
  if (protocol !== 'https:' && !(protocol === 'http:' && bounds.allowsHttp)) throw notFetched('not-https', host)
  if (!mayConnect(url, bounds)) throw notFetched('not-public', host)
  return means.networks[companyOf(url, bounds)].open()
}

async function overLine(line: Line, fetch: Fetch): Promise<Step> {
  try {
    if (line.proxy !== null) await assertMayAskName(fetch)
    return await stepOver(line, fetch)
  } catch (error) {
    throw failureOf(error, fetch, line)
  } finally {
    await line.close()
  }
}

async function linesTo(fetch: Fetch): Promise<readonly Line[]> {
  try {
    return await connectionsFor(fetch).lines(fetch.url, 'fresh')
  } catch (error) {
    throw failureOf(error, fetch, null)
  }
}

async function step(fetch: Fetch): Promise<Step> {
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

async function follow(first: URL, of: Pick<Fetch, 'limits' | 'means' | 'silence'>): Promise<FetchedMedia> {
  const { rules } = of.limits
  const bounds = rules === undefined ? publicBounds : await boundsUnder(rules, of.means.resolve)
  let url = first
  for (let count = 0; count <= maxRedirects; count += 1) {
    const answer = await step({ ...of, url, bounds: boundsAfter(first, url, bounds), isAnswered: false })
    if (!('location' in answer)) return answer
    if (!URL.canParse(answer.location, url.href)) throw notFetched('redirects', url.host)
    url = new URL(answer.location, url)
  }
  throw notFetched('redirects', first.host)
}

/**
 * Nothing is connected before the first fetch; each fetch has connections of its own. `resolve` gives all addresses of a
 * name, the system's way by default.
 */
export function createMediaFetcher(
  settings: NetworkSettings,
  clock: Clock,
  { isAllowed, resolve = systemResolve }: { readonly isAllowed: MayAsk; readonly resolve?: ResolveName },
): FetchMedia {
  const networkFor = (company: Company): Network =>
    createNetwork(settings, { connectMs, lookup: lookupOf(resolve, mayAsk[company]) })
  const networks = { public: networkFor('public'), inside: networkFor('inside'), own: networkFor('own') }
  const means: Means = { isAllowed, resolve, networks }

  return async (address, limits) => {
    if (!URL.canParse(address)) throw notFetched('not-https', address.slice(0, 100))
    const first = new URL(address)
    const whole = startDeadline(clock, undefined)
    const silence = startDeadline(clock, whole.signal)
    whole.restart(limits.timeoutMs)
    silence.restart(silenceMs(limits))
    try {
      // Also for what hears no signal: a proxy script, or a name server, that never answers.
      return await silence.race(follow(first, { limits, means, silence }))
    } catch (error) {
      throw error instanceof Stopped ? timedOut(error, first.host) : error
    } finally {
      whole.stop()
      silence.stop()
    }
  }
}
