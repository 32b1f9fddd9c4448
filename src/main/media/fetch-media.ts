/**
 * Fetches media from untrusted addresses: without token and cookies, limited in time and size, through the operator's
 * proxy; over https from public hosts, and from the origins of the profile that named the media.
 */
import { FailureError } from '../../shared/failure.ts'
import type { FetchProblem, ServiceProblem } from '../../shared/failure.ts'
import type { Clock } from '../lib/clock.ts'
import type { MayAsk } from '../policy/read-policy.ts'
import { startDeadline, Stopped } from '../service/exchange-deadline.ts'
import { exchange } from '../service/http-exchange.ts'
import type { Outcome } from '../service/http-exchange.ts'
import { createNetwork } from '../service/network.ts'
import type { Connections, Network, NetworkSettings } from '../service/network.ts'
import { literalOf, lookupOf, systemResolve } from '../lib/public-address.ts'
import type { ResolveName } from '../lib/public-address.ts'
import { hasGoodScheme, mayAskHost, mayReach, ownOriginsOf } from './resolve-media-address.ts'
import type { MediaRules } from './resolve-media-address.ts'

/** Limits of one fetch, redirects included. */
export interface MediaLimits {
  readonly limitBytes: number
  /** Limit for the whole fetch. */
  readonly timeoutMs: number
  /** Until the answer begins, and between any two parts of it. `timeoutMs` when absent. */
  readonly idleMs?: number
  /** The addresses of the profile that named the media; without them, only https from public hosts is fetched. */
  readonly rules?: MediaRules
  /** Only checks whether the address answers: `bytes` is empty. */
  readonly onlyTries?: boolean
}

/** The content type that the host states is unreliable, so it is not kept. */
export interface FetchedMedia {
  readonly bytes: Uint8Array
}

/** Fetches an address. Failures: `not-fetched`; beyond the budget `refused` (`fetch-limit`). */
export type FetchMedia = (address: string, limits: MediaLimits) => Promise<FetchedMedia>

const maxRedirects = 3
const connectMs = 10_000
const redirects: readonly number[] = [301, 302, 303, 307, 308]

const headers = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'cache-control': 'no-store',
  // Hosts of public pictures refuse requests without a user agent.
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
  'link-local': 'not-public',
  'too-large': 'too-large',
  'cut-short': 'cut-short',
  'unknown-encoding': 'unknown-encoding',
}

/** The reason of a failed fetch; null for all other errors. */
export function fetchProblemOf(error: unknown): FetchProblem | null {
  return error instanceof FailureError && error.failure.kind === 'not-fetched' ? error.failure.reason : null
}

function timedOut(afterMs: number, host: string): FailureError {
  return notFetched('timeout', host, String(Math.round(afterMs / 1_000)))
}

function failureOf(problem: ServiceProblem, host: string): FailureError {
  if (problem.kind === 'timeout') return timedOut(problem.timeoutMs, host)
  return notFetched(problems[problem.kind] ?? 'unreachable', host, detailOf(problem))
}

function detailOf(problem: ServiceProblem): string | null {
  if (problem.kind === 'too-large') return String(Math.round(problem.limitBytes / 2 ** 20))
  return problem.kind === 'unknown-encoding' ? problem.encoding : null
}

interface FetchParts {
  /** Whether the organisation's policy allows a host. */
  readonly isAllowed: MayAsk
  readonly resolve: ResolveName
  /** A direct connection resolves the name itself and connects only to a checked address. */
  readonly networks: { readonly public: Network; readonly own: Network }
  readonly clock: Clock
}

interface Fetch {
  readonly url: URL
  /**
   * Whether the origin belongs to the profile that named the address: the origin of the service or of its media base.
   */
  readonly isOwn: boolean
  readonly limits: MediaLimits
  readonly parts: FetchParts
  /** Aborted at the time limit of the whole fetch. */
  readonly signal: AbortSignal
}

/**
 * True when the local resolver does not know the service either, which means that only the proxy resolves external
 * names.
 */
async function isServiceUnknown({ limits: { rules }, parts }: Fetch): Promise<boolean> {
  const service = rules === undefined ? null : URL.parse(rules.baseUrl)
  if (service === null || literalOf(service) !== null) return false
  const [answer] = await Promise.allSettled([parts.resolve(service.hostname)])
  return answer.status === 'rejected'
}

// A proxy resolves names itself and reaches hosts that this computer does not reach. So a name is not sent to the proxy
// if an address that it resolves to may not be reached. An unknown name can be internal, so it is sent only for an own
// origin, or where only the proxy resolves external names.
async function assertProxyMayAsk(fetch: Fetch): Promise<void> {
  const { url, isOwn, parts } = fetch
  if (literalOf(url) !== null) return
  const [answer] = await Promise.allSettled([parts.resolve(url.hostname)])
  if (answer.status === 'rejected') {
    if (isOwn || (await isServiceUnknown(fetch))) return
    throw notFetched('unreachable', url.host)
  }
  if (!answer.value.every(({ address }) => mayReach(address, isOwn))) throw notFetched('not-public', url.host)
}

function connectionsFor({ url, isOwn, parts }: Fetch): Connections {
  if (!parts.isAllowed(url)) throw notFetched('forbidden', url.host)
  if (!hasGoodScheme(url, isOwn)) throw notFetched('not-https', url.host)
  if (!mayAskHost(url, isOwn)) throw notFetched('not-public', url.host)
  return parts.networks[isOwn ? 'own' : 'public'].open()
}

type Step = FetchedMedia | { readonly location: string }

function stepOf(outcome: Outcome, { host }: URL): Step {
  if (outcome.kind === 'failed') throw failureOf(outcome.problem, host)
  const { status, headers, bytes } = outcome.answer
  const location = headers['location']
  if (redirects.includes(status) && location !== undefined) return { location }
  if (status !== 200) throw notFetched('http', host, String(status))
  return { bytes }
}

async function step(fetch: Fetch): Promise<Step> {
  const { url, signal, parts } = fetch
  const { limitBytes, timeoutMs, idleMs = timeoutMs, onlyTries = false } = fetch.limits
  const connections = connectionsFor(fetch)
  const lines: Connections['lines'] = async (to, use) => {
    const allLines = await connections.lines(to, use)
    // If the first line is direct, no proxy follows.
    if (allLines[0]?.proxy !== null) await assertProxyMayAsk(fetch)
    return allLines
  }
  const outcome = await exchange(
    { method: 'GET', url, headers, body: null, connection: 'fresh' },
    {
      connections: { lines },
      clock: parts.clock,
      signal,
      limits: { connectMs, answerMs: idleMs, answerBytes: limitBytes, isAnswerMsOfParts: true },
      wantsBody: (status) => status === 200 && !onlyTries,
    },
  )
  return stepOf(outcome, url)
}

async function follow(first: URL, options: Pick<Fetch, 'limits' | 'parts' | 'signal'>): Promise<FetchedMedia> {
  const { rules } = options.limits
  const ownOrigins = rules === undefined ? [] : ownOriginsOf(rules)
  // A redirect from an external host must not lead into the internal network: only own origins can redirect to own
  // origins.
  const reachable = ownOrigins.includes(first.origin) ? ownOrigins : []
  let url = first
  for (let count = 0; count <= maxRedirects; count += 1) {
    const answer = await step({ ...options, url, isOwn: reachable.includes(url.origin) })
    if (!('location' in answer)) return answer
    if (!URL.canParse(answer.location, url.href)) throw notFetched('redirects', url.host)
    url = new URL(answer.location, url)
  }
  throw notFetched('redirects', first.host)
}

/**
 * Each fetch uses new connections. `resolve` returns all addresses of a name, by default with the system's resolver.
 */
export function createMediaFetcher(
  settings: NetworkSettings,
  clock: Clock,
  { isAllowed, resolve = systemResolve }: { readonly isAllowed: MayAsk; readonly resolve?: ResolveName },
): FetchMedia {
  const networkFor = (isOwn: boolean): Network =>
    createNetwork(settings, { connectMs, lookup: lookupOf(resolve, (address) => mayReach(address, isOwn)) })
  const networks = { public: networkFor(false), own: networkFor(true) }
  const parts: FetchParts = { isAllowed, resolve, networks, clock }

  return async (address, limits) => {
    if (!URL.canParse(address)) throw notFetched('not-https', address.slice(0, 100))
    const first = new URL(address)
    const deadline = startDeadline(clock, undefined)
    deadline.restart(limits.timeoutMs)
    try {
      // `race` also ends operations that ignore the signal, such as a name server that never answers.
      return await deadline.race(follow(first, { limits, parts, signal: deadline.signal }))
    } catch (error) {
      throw error instanceof Stopped ? timedOut(limits.timeoutMs, first.host) : error
    } finally {
      deadline.stop()
    }
  }
}
