/**
 * The feed of newer versions. Decides whether there is a feed and where, by the organisation's policy or else the
 * build, and reads it. A feed is requested once, without token and cookies, only from its own address, limited in time
 * and size; its content is not parsed before its signature matches the program's key.
 */
import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { ServiceProblem } from '../../shared/failure.ts'
import { isLoopbackHost } from '../../shared/model/loopback.ts'
import { updateEnvelope, updateFeed } from '../../shared/schemas/update-feed.ts'
import type { SeenUpdates, UpdateFeed, UpdateProblem, Updates } from '../../shared/schemas/update-feed.ts'
import type { Clock } from '../lib/clock.ts'
import { parseJson } from '../../shared/model/json-text.ts'
import { exchange } from '../service/http-exchange.ts'
import type { Connections } from '../service/network.ts'

/** The address of the feed, and the public key for its signature. */
interface FeedSource {
  readonly feed: URL
  readonly key: KeyObject
}

interface SourceFacts {
  readonly isPackaged: boolean
  /** Read only in development, for the feed and the key of a test. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** null: the policy forbids updates; undefined: it does not mention them. */
  readonly policyFeed: string | null | undefined
  readonly buildFeed: string | null
  readonly buildKey: string | null
}

/** A feed, or the reason why there is none. */
export type UpdateSource = FeedSource | { readonly off: NonNullable<Updates['off']> }

// https, or http on this computer.
function isFeedAddress(url: URL): boolean {
  const isPlain = url.protocol === 'http:' && isLoopbackHost(url.hostname)
  return url.username === '' && (url.protocol === 'https:' || isPlain)
}

/** Treats an unusable address or key as missing. */
export function updateSource({ isPackaged, env, policyFeed, buildFeed, buildKey }: SourceFacts): UpdateSource {
  if (policyFeed === null) return { off: 'policy' }
  const fromEnvironment = [env['GREENROOM_UPDATES_FEED'], env['GREENROOM_UPDATES_KEY']]
  const [ownFeed, ownKey] = isPackaged ? [buildFeed, buildKey] : fromEnvironment
  const feed = URL.parse(policyFeed ?? ownFeed ?? '')
  const key = readPublicKey(ownKey ?? '')
  if (feed !== null && key !== null && isFeedAddress(feed)) return { feed, key }
  return { off: isPackaged ? 'not-set-up' : 'development' }
}

/** A feed that could not be fetched or is not trusted; `detail` is for the log. */
export class UpdateRefused extends Error {
  readonly problem: UpdateProblem

  constructor(problem: UpdateProblem, detail: string) {
    super(`${problem}: ${detail}`)
    this.name = 'UpdateRefused'
    this.problem = problem
  }
}

/** The key from base64 over DER (`openssl pkey -pubout -outform DER`); null when it is not an Ed25519 key. */
export function readPublicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return null
  }
}

/** Returns the signed bytes. Throws `UpdateRefused` (`wrong-shape`, `signature`). */
export function openEnvelope(text: string, key: KeyObject): Buffer {
  const envelope = updateEnvelope.safeParse(parseJson(text)).data
  if (envelope === undefined) throw new UpdateRefused('wrong-shape', 'no envelope of payload and signature')
  const payload = Buffer.from(envelope.payload, 'base64')
  if (!verify(null, payload, key, Buffer.from(envelope.signature, 'base64'))) {
    throw new UpdateRefused('signature', 'it is not signed with the key of this program')
  }
  return payload
}

interface FeedAccess {
  readonly connections: Connections
  readonly clock: Clock
}

const limits = { connectMs: 10_000, answerMs: 15_000, answerBytes: 2 ** 18 }
// Laptop clocks are wrong by minutes, or by hours with a wrong time zone, but not by more than a day.
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
  'unknown-encoding': 'wrong-shape',
  'proxy-authentication': 'proxy',
  http: 'proxy',
}

async function fetchAnswer(feed: URL, { connections, clock }: FeedAccess): Promise<string> {
  const outgoing = { method: 'GET', url: feed, headers, body: null, connection: 'fresh' } as const
  const outcome = await exchange(outgoing, { connections, clock, limits, signal: undefined })
  if (outcome.kind !== 'answered') {
    throw new UpdateRefused(problems[outcome.problem.kind] ?? 'unreachable', outcome.detail)
  }
  const { status, bytes } = outcome.answer
  if (status === 200) return Buffer.from(bytes).toString()
  throw new UpdateRefused(status >= 300 && status < 400 ? 'redirect' : 'http', `HTTP ${String(status)}`)
}

// The operator's browser opens this page in the program's name, so the page must be on the feed's own host.
function assertOwnHost({ page }: UpdateFeed, address: URL): void {
  if (new URL(page).origin !== address.origin) {
    throw new UpdateRefused('wrong-shape', `${page} is not at ${address.origin}`)
  }
}

function parse(payload: Buffer, address: URL): UpdateFeed {
  const parsed = updateFeed.safeParse(parseJson(payload.toString()))
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new UpdateRefused('wrong-shape', wrong.slice(0, 3).join('; '))
  }
  assertOwnHost(parsed.data, address)
  return parsed.data
}

function assertTimely({ issuedAt }: UpdateFeed, now: number, seen: SeenUpdates | null): void {
  const at = Date.parse(issuedAt)
  if (at > now + MAX_AHEAD_MS) throw new UpdateRefused('clock', `issued at ${issuedAt}, which is in the future`)
  if (seen !== null && at < seen.issuedAt) {
    throw new UpdateRefused('rollback', `issued at ${issuedAt}, before ${new Date(seen.issuedAt).toISOString()}`)
  }
}

/** Reads and checks the feed; `seen` is the stored result of earlier reads. Throws `UpdateRefused`. */
export async function readFeed(
  { feed, key }: FeedSource,
  seen: SeenUpdates | null,
  access: FeedAccess,
): Promise<UpdateFeed> {
  const read = parse(openEnvelope(await fetchAnswer(feed, access), key), feed)
  assertTimely(read, access.clock.now(), seen)
  return read
}
