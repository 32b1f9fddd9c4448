/** Reads the feed: requested once, without token and cookies, never followed elsewhere, limited in time and size. */
import type { KeyObject } from 'node:crypto'
import type { ServiceProblem } from '../../shared/failure.ts'
import { updateFeed } from '../../shared/schemas/update-feed.ts'
import type { SeenUpdates, UpdateFeed, UpdateProblem } from '../../shared/schemas/update-feed.ts'
import type { Clock } from '../lib/clock.ts'
import { parseJson } from '../lib/json-text.ts'
import type { Connections } from '../service/network.ts'
import { isLoopback } from '../service/proxy-list.ts'
import { exchange } from '../service/http-exchange.ts'
import type { ReceivedAnswer } from '../service/http-exchange.ts'
import { openEnvelope, UpdateRefused } from './verify.ts'

/** Where the feed is, and whose signature counts. */
export interface FeedSource {
  readonly feed: URL
  readonly key: KeyObject
}

export interface FeedAccess {
  readonly connections: Connections
  readonly clock: Clock
}

const limits = { connectMs: 10_000, answerMs: 15_000, answerBytes: 2 ** 18 }
// Clocks of laptops are wrong by minutes, and by hours where the zone is; a feed from further ahead is nonsense.
const MAX_AHEAD_MS = 86_400_000

const headers = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'cache-control': 'no-store',
  'user-agent': 'Greenroom',
}

const problems: Readonly<Partial<Record<ServiceProblem['kind'], UpdateProblem>>> = {
  offline: 'offline',
  tls: 'insecure',
  timeout: 'timeout',
  'too-large': 'too-large',
  'proxy-authentication': 'proxy',
  http: 'proxy',
}

/** True for an address that may be fetched: https, or http on this computer itself. */
export function isFeedAddress(url: URL): boolean {
  return url.username === '' && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)))
}

async function fetchAnswer(feed: URL, { connections, clock }: FeedAccess): Promise<ReceivedAnswer> {
  const outgoing = { method: 'GET', url: feed, headers, body: null, connection: 'fresh' } as const
  const outcome = await exchange(outgoing, { connections, clock, limits, signal: undefined })
  if (outcome.kind === 'answered') return outcome.answer
  throw new UpdateRefused(problems[outcome.problem.kind] ?? 'unreachable', outcome.detail)
}

function assertGood({ status }: ReceivedAnswer): void {
  if (status >= 300 && status < 400) throw new UpdateRefused('redirect', `HTTP ${String(status)}`)
  if (status !== 200) throw new UpdateRefused('http', `HTTP ${String(status)}`)
}

// A page elsewhere would be opened in the operator's browser under the program's name.
function assertOwnHost(offer: UpdateFeed, feed: URL): void {
  for (const address of [offer.page, offer.installFrom.mac, offer.installFrom.windows]) {
    if (address !== undefined && new URL(address).origin !== feed.origin) {
      throw new UpdateRefused('wrong-shape', `${address} is not at ${feed.origin}`)
    }
  }
}

function parse(payload: Buffer, feed: URL): UpdateFeed {
  const parsed = updateFeed.safeParse(parseJson(payload.toString()))
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new UpdateRefused('wrong-shape', wrong.slice(0, 3).join('; '))
  }
  assertOwnHost(parsed.data, feed)
  return parsed.data
}

function assertTimely({ issuedAt }: UpdateFeed, now: number, seen: SeenUpdates | null): void {
  const at = Date.parse(issuedAt)
  if (at > now + MAX_AHEAD_MS) throw new UpdateRefused('clock', `issued at ${issuedAt}, which has not come yet`)
  if (seen !== null && at < seen.issuedAt) {
    throw new UpdateRefused('rollback', `issued at ${issuedAt}, before ${new Date(seen.issuedAt).toISOString()}`)
  }
}

/** `seen`: of earlier reads of this feed. Throws `UpdateRefused`. */
export async function readFeed(
  { feed, key }: FeedSource,
  seen: SeenUpdates | null,
  access: FeedAccess,
): Promise<UpdateFeed> {
  const answer = await fetchAnswer(feed, access)
  assertGood(answer)
  const offer = parse(openEnvelope(Buffer.from(answer.bytes).toString(), key), feed)
  assertTimely(offer, access.clock.now(), seen)
  return offer
}
