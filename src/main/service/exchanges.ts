/**
 * The last exchanges of this run, which the page shows as "what was sent and what came back". Exchanges of creations
 * and closes are kept beyond the run. Exchanges are redacted when they are recorded.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { operations } from './operations.ts'
import type { ServiceOperation } from './operations.ts'
import type { ExchangeId, ProfileId } from '../../shared/ids.ts'
import type { Exchange } from '../../shared/schemas/app.ts'
import { exchangeId } from '../../shared/schemas/ids.ts'
import { redactedStart, redactHeaders } from '../lib/redaction.ts'
import type { Redact } from '../lib/redaction.ts'

/** An exchange before it is recorded and redacted. Its body describes the image instead of containing it. */
export interface RawExchange extends Readonly<
  Omit<Exchange, 'id' | 'durationMs' | 'isAnswerStored' | 'answerExcerpt'>
> {
  readonly operation: ServiceOperation
  /** Absent for a test of unsaved profile fields. */
  readonly profileId?: ProfileId
  readonly endedAt: number
  /** The received part of the body; null when no status line was received. */
  readonly answerText: string | null
  /** Whether text of the answer can be kept; true by default. */
  readonly isAnswerStored?: boolean
}

interface Recorded {
  readonly profileId: ProfileId | undefined
  readonly exchange: Exchange
}

export interface Exchanges {
  /** Records the exchange without the secrets that `redact` knows, and returns its id. Evicts the oldest exchange. */
  readonly record: (raw: RawExchange, redact: Redact) => ExchangeId
  /** Keeps the exchange of a profile beyond this run. The exchanges of commands are kept automatically. */
  readonly keep: (id: ExchangeId) => void
  /** Undefined for an unknown id, or when the exchange was evicted and not kept. Reading does not delay eviction. */
  readonly read: (id: ExchangeId) => Exchange | undefined
  /** Oldest first. */
  readonly all: () => readonly Exchange[]
  /** The exchanges of one profile, oldest first. */
  readonly of: (id: ProfileId) => readonly Exchange[]
}

const maxExchanges = 200
const maxExcerptLength = 4_000

/** An exchange before it has its id. */
type UnnamedExchange = Omit<Exchange, 'id'>

/** The hashed members of an exchange, in this order. */
export const hashedOfExchange = [
  'operation',
  'method',
  'url',
  'startedAt',
  'durationMs',
  'requestHeaders',
  'requestBody',
  'httpStatus',
  'answerHeaders',
  'isAnswerStored',
  'answerExcerpt',
  'problem',
] as const satisfies readonly (keyof UnnamedExchange)[]

export const hashedTextOfExchange = (exchange: UnnamedExchange): string =>
  JSON.stringify(hashedOfExchange.map((name) => exchange[name]))

/** SHA-256 in hex. A journal entry that contains this hash proves what was sent and answered. */
export const hashOfExchange = (exchange: UnnamedExchange): string => hash('sha256', hashedTextOfExchange(exchange))

interface ExchangesOptions {
  readonly onRecorded?: () => void
  /** Storage that keeps exchanges beyond this run; `add` must not throw. */
  readonly kept?: {
    readonly add: (profileId: ProfileId, exchange: Exchange) => void
    readonly find: (id: ExchangeId) => Exchange | null
  }
}

/** Keeps the last 200 exchanges in memory. `idOf` must return only letters, digits and hyphens. */
export function createExchanges(
  idOf: (exchange: UnnamedExchange) => string,
  { onRecorded, kept }: ExchangesOptions = {},
): Exchanges {
  const recorded = new LRUCache<ExchangeId, Recorded>({ max: maxExchanges })
  const keep = (id: ExchangeId): void => {
    const { profileId, exchange } = recorded.peek(id) ?? {}
    if (profileId !== undefined && exchange !== undefined) kept?.add(profileId, exchange)
  }
  const inOrder = (): readonly Recorded[] => [...recorded.rvalues()].filter((entry) => entry !== undefined)
  return {
    record: ({ profileId, ...raw }: RawExchange, redact: Redact): ExchangeId => {
      const unnamed = redacted(raw, redact)
      const id = exchangeId.parse(idOf(unnamed))
      recorded.set(id, { profileId, exchange: { ...unnamed, id } })
      if (!operations[raw.operation].repeatable) keep(id)
      onRecorded?.()
      return id
    },
    keep,
    read: (id: ExchangeId): Exchange | undefined => recorded.peek(id)?.exchange ?? kept?.find(id) ?? undefined,
    all: (): readonly Exchange[] => inOrder().map(({ exchange }) => exchange),
    of: (id: ProfileId): readonly Exchange[] =>
      inOrder().flatMap(({ profileId, exchange }) => (profileId === id ? [exchange] : [])),
  }
}

// Headers that are kept of an answer whose text is not kept: its sender, form and length.
const plainHeaders: ReadonlySet<string> = new Set([
  'content-length',
  'content-type',
  'date',
  'retry-after',
  'server',
  'via',
])

function plain(headers: RawExchange['answerHeaders']): RawExchange['answerHeaders'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => plainHeaders.has(name)))
}

function redacted(raw: Omit<RawExchange, 'profileId'>, redact: Redact): UnnamedExchange {
  const { answerText, endedAt, isAnswerStored = true, ...same } = raw
  return {
    ...same,
    url: redact(raw.url),
    durationMs: Math.max(0, endedAt - raw.startedAt),
    requestHeaders: redactHeaders(raw.requestHeaders, redact),
    requestBody: raw.requestBody === null ? null : redact(raw.requestBody),
    answerHeaders: redactHeaders(isAnswerStored ? raw.answerHeaders : plain(raw.answerHeaders), redact),
    isAnswerStored,
    answerExcerpt: answerText === null || !isAnswerStored ? null : redactedStart(answerText, maxExcerptLength, redact),
    problem: raw.problem === null ? null : redactedStart(raw.problem, maxExcerptLength, redact),
  }
}
