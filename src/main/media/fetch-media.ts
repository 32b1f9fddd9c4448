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
import { startDeadlines } from './fetch-deadlines.ts'
import type { Deadlines } from './fetch-deadlines.ts'
import type { MayAsk } from '../policy/host-rule.ts'
import { boundsOf, mayConnect } from './resolve-media-address.ts'
import type { MediaBounds, MediaRules } from './resolve-media-address.ts'
import { isPublicAddress, literalOf, lookupOf, NotPublic, addressScopeOf, systemResolve } from './public-address.ts'
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

export interface MediaFetcherDeps extends NetworkSettings {
  readonly clock: Clock
  /** Which hosts the organisation allows. */
  readonly isAllowed: MayAsk
  /** All addresses of a name; the system's way by default. */
  readonly resolve?: ResolveName
}

const maxRedirects = 3
const connectMs = 10_000
interface FetchBounds extends MediaBounds {
  /** A proxy may be asked for a name that name servers here do not know, so that nobody can say where it leads. */
  readonly mayAskUnknown: boolean
}

const publicBounds: FetchBounds = { allowsHttp: false, isInside: false, ownOrigins: [], mayAskUnknown: false }
const redirects: readonly number[] = [301, 302, 303, 307, 308]

const headers = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'cache-control': 'no-store',
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

// Undici and Node wrap what a snapshot answered in errors of their own.
function isNotPublic(error: unknown): boolean {
  if (error instanceof NotPublic) return true
  if (error instanceof AggregateError) return error.errors.some(isNotPublic)
  return error instanceof Error && error.cause !== undefined && isNotPublic(error.cause)
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof FailureError) || error.failure.kind !== 'not-fetched') return false
  return error.failure.reason === 'unreachable' || error.failure.reason === 'offline'
}

interface Fetch {
  readonly url: URL
  readonly limits: MediaLimits
  readonly bounds: FetchBounds
  readonly deadlines: Deadlines
  /** Told once the answer has begun. */
  isAnswered: boolean
}

// What the two sides of the exchange decided by themselves, before what the network did to it.
function endedBy(error: unknown, { url: { host }, limits, deadlines, isAnswered }: Fetch): FailureError | null {
  if (error instanceof FailureError) return error
  if (deadlines.signal.aborted) return notFetched('timeout', host, deadlines.passed())
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

async function bodyOf({ body, headers: said }: Dispatcher.ResponseData, fetch: Fetch): Promise<Uint8Array> {
  const { limitBytes, onlyTries = false } = fetch.limits
  if (onlyTries) return new Uint8Array()
  if (Number(said['content-length'] ?? 0) > limitBytes) throw new TooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    fetch.deadlines.restartIdle()
    bytes += chunk.byteLength
    if (bytes > limitBytes) throw new TooLarge()
    chunks.push(chunk)
  }
  return decompress(Buffer.concat(chunks), String(said['content-encoding'] ?? ''), limitBytes)
}

type Step = FetchedMedia | { readonly location: string }

async function stepOver(line: Line, fetch: Fetch): Promise<Step> {
  const { url, deadlines } = fetch
  const answer = await line.dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'GET',
    headers: { host: url.host, ...headers },
    signal: deadlines.signal,
  })
  fetch.isAnswered = true
  deadlines.restartIdle()
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

/** Who may be asked by name: one network for each, as certificates are read once for each. */
type Company = 'public' | 'inside' | 'own'

const mayAsk: Readonly<Record<Company, (address: string) => boolean>> = {
  public: isPublicAddress,
  inside: (address) => isPublicAddress(address) || addressScopeOf(address) === 'private',
  // The service's own host, and that of its media base: they may be this computer.
  own: (address) => addressScopeOf(address) !== 'special',
}

function companyOf({ origin }: URL, { isInside, ownOrigins }: MediaBounds): Company {
  if (!isInside) return 'public'
  return ownOrigins.includes(origin) ? 'own' : 'inside'
}

// Only what begins inside may stay inside: a page out in the world must not send us there.
function boundsAfter(first: URL, next: URL, bounds: FetchBounds): FetchBounds {
  const literal = literalOf(first)
  const beginsInside = bounds.ownOrigins.includes(first.origin) || (literal !== null && !isPublicAddress(literal))
  return beginsInside || first.hostname === next.hostname ? bounds : { ...bounds, isInside: false }
}

/** Gives the fetching of media. Nothing is connected before the first fetch; each fetch has connections of its own. */
export function createMediaFetcher({
  clock,
  isAllowed,
  resolve = systemResolve,
  ...settings
}: MediaFetcherDeps): FetchMedia {
  const networkFor = (company: Company): Network =>
    createNetwork(settings, { connectMs, lookup: lookupOf(resolve, mayAsk[company]) })
  const networks = { public: networkFor('public'), inside: networkFor('inside'), own: networkFor('own') }

  // The name of a service may stand for an address inside, which only a snapshot tells. Where not even that name is known,
  // as behind proxies that alone know the world outside, an unknown name says nothing.
  const boundsUnder = async (rules: MediaRules): Promise<FetchBounds> => {
    const bounds = boundsOf(rules)
    const base = URL.parse(rules.baseUrl)
    if (bounds.isInside || base === null || literalOf(base) !== null)
      return { ...bounds, mayAskUnknown: bounds.isInside }
    const [answer] = await Promise.allSettled([resolve(base.hostname)])
    const addresses = answer.status === 'fulfilled' ? answer.value : []
    const isInside = addresses.length > 0 && addresses.every(({ address }) => !isPublicAddress(address))
    return { ...bounds, isInside, mayAskUnknown: isInside || addresses.length === 0 }
  }

  // A proxy resolves names itself and reaches hosts that we cannot: a name that is known to be inside never gets there, and
  // one that nobody here knows may be inside as well.
  const assertMayAskName = async ({ url, bounds }: Fetch): Promise<void> => {
    if (literalOf(url) !== null) return
    const [answer] = await Promise.allSettled([resolve(url.hostname)])
    if (answer.status === 'rejected') {
      if (bounds.mayAskUnknown) return
      throw notFetched('unreachable', url.host)
    }
    const isGood = mayAsk[companyOf(url, bounds)]
    if (!answer.value.every(({ address }) => isGood(address))) throw notFetched('not-public', url.host)
  }

  const connectionsFor = ({ url, bounds }: Fetch): Connections => {
    const { protocol, host } = url
    if (!isAllowed(url)) throw notFetched('forbidden', host)
    if (protocol !== 'https:' && !(protocol === 'http:' && bounds.allowsHttp)) throw notFetched('not-https', host)
    if (!mayConnect(url, bounds)) throw notFetched('not-public', host)
    return networks[companyOf(url, bounds)].open()
  }

  const overLine = async (line: Line, fetch: Fetch): Promise<Step> => {
    try {
      if (line.proxy !== null) await assertMayAskName(fetch)
      return await stepOver(line, fetch)
    } catch (error) {
      throw failureOf(error, fetch, line)
    } finally {
      await line.close()
    }
  }

  const linesTo = async (fetch: Fetch): Promise<readonly Line[]> => {
    try {
      return await connectionsFor(fetch).lines(fetch.url, 'fresh')
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

  const follow = async (first: URL, limits: MediaLimits, deadlines: Deadlines): Promise<FetchedMedia> => {
    const bounds = limits.rules === undefined ? publicBounds : await boundsUnder(limits.rules)
    let url = first
    for (let count = 0; count <= maxRedirects; count += 1) {
      const fetch = { url, limits, deadlines, bounds: boundsAfter(first, url, bounds), isAnswered: false }
      const answer = await step(fetch)
      if (!('location' in answer)) return answer
      if (!URL.canParse(answer.location, url.href)) throw notFetched('redirects', url.host)
      url = new URL(answer.location, url)
    }
    throw notFetched('redirects', first.host)
  }

  return async (address, limits) => {
    if (!URL.canParse(address)) throw notFetched('not-https', address.slice(0, 100))
    const first = new URL(address)
    const deadlines = startDeadlines(clock, limits)
    const isUp = Promise.withResolvers<never>()
    deadlines.signal.addEventListener('abort', () => {
      isUp.reject(notFetched('timeout', first.host, deadlines.passed()))
    })
    try {
      // Also for what hears no signal: a proxy script, or a name server, that never answers.
      return await Promise.race([follow(first, limits, deadlines), isUp.promise])
    } finally {
      deadlines.stop()
    }
  }
}
