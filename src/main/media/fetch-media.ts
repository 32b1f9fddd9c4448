/**
 * Fetches media from addresses that someone else wrote: without token and cookies, limited in time and size, through the
 * operator's proxy; over https from public hosts, or as far as the profile that named them is inside itself. What came is
 * told by its content, never by its name.
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
import { boundsAfter, boundsUnder, companyOf, mayAsk, mayConnect, publicBounds } from './resolve-media-address.ts'
import type { Company, FetchBounds, MediaRules } from './resolve-media-address.ts'
import { literalOf, lookupOf, systemResolve } from './public-address.ts'
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
  'link-local': 'not-public',
  'too-large': 'too-large',
  'cut-short': 'cut-short',
  'unknown-encoding': 'unknown-encoding',
}

/** Why something was not fetched; null for what is no failure of fetching. */
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

interface Means {
  /** Which hosts the organisation allows. */
  readonly isAllowed: MayAsk
  readonly resolve: ResolveName
  readonly networks: Readonly<Record<Company, Network>>
  readonly clock: Clock
}

interface Fetch {
  readonly url: URL
  readonly limits: MediaLimits
  readonly bounds: FetchBounds
  readonly means: Means
  /** Ends with the limit on the whole. */
  readonly signal: AbortSignal
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

type Step = FetchedMedia | { readonly location: string }

function stepOf(outcome: Outcome, { host }: URL): Step {
  if (outcome.kind === 'failed') throw failureOf(outcome.problem, host)
  const { status, headers: said, bytes } = outcome.answer
  const location = said['location']
  if (redirects.includes(status) && location !== undefined) return { location }
  if (status !== 200) throw notFetched('http', host, String(status))
  return { bytes, contentType: said['content-type'] ?? null }
}

async function step(fetch: Fetch): Promise<Step> {
  const { url, signal, means } = fetch
  const { limitBytes, timeoutMs, idleMs = timeoutMs, onlyTries = false } = fetch.limits
  const connections = connectionsFor(fetch)
  const lines: Connections['lines'] = async (to, use) => {
    const all = await connections.lines(to, use)
    // A direct line gives way to no other.
    if (all[0]?.proxy !== null) await assertMayAskName(fetch)
    return all
  }
  const outcome = await exchange(
    { method: 'GET', url, headers, body: null, connection: 'fresh' },
    {
      connections: { lines },
      clock: means.clock,
      signal,
      limits: { connectMs, answerMs: idleMs, answerBytes: limitBytes, isAnswerMsOfParts: true },
      wantsBody: (status) => status === 200 && !onlyTries,
    },
  )
  return stepOf(outcome, url)
}

async function follow(first: URL, of: Pick<Fetch, 'limits' | 'means' | 'signal'>): Promise<FetchedMedia> {
  const { rules } = of.limits
  const bounds = rules === undefined ? publicBounds : await boundsUnder(rules, of.means.resolve)
  let url = first
  for (let count = 0; count <= maxRedirects; count += 1) {
    const answer = await step({ ...of, url, bounds: boundsAfter(first, url, bounds) })
    if (!('location' in answer)) return answer
    if (!URL.canParse(answer.location, url.href)) throw notFetched('redirects', url.host)
    url = new URL(answer.location, url)
  }
  throw notFetched('redirects', first.host)
}

/** Each fetch has connections of its own. `resolve` gives all addresses of a name, the system's way by default. */
export function createMediaFetcher(
  settings: NetworkSettings,
  clock: Clock,
  { isAllowed, resolve = systemResolve }: { readonly isAllowed: MayAsk; readonly resolve?: ResolveName },
): FetchMedia {
  const networkFor = (company: Company): Network =>
    createNetwork(settings, { connectMs, lookup: lookupOf(resolve, mayAsk[company]) })
  const networks = { public: networkFor('public'), inside: networkFor('inside'), own: networkFor('own') }
  const means: Means = { isAllowed, resolve, networks, clock }

  return async (address, limits) => {
    if (!URL.canParse(address)) throw notFetched('not-https', address.slice(0, 100))
    const first = new URL(address)
    const whole = startDeadline(clock, undefined)
    whole.restart(limits.timeoutMs)
    try {
      // Also for what hears no signal: a name server that never answers.
      return await whole.race(follow(first, { limits, means, signal: whole.signal }))
    } catch (error) {
      throw error instanceof Stopped ? timedOut(limits.timeoutMs, first.host) : error
    } finally {
      whole.stop()
    }
  }
}
