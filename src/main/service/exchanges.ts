/**
 * The last exchanges of this run, for the page's "what was sent and what came back"; those of creations and closes are kept
 * beyond it. Redacted when recorded.
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

/** An exchange as it happened, on its way into the record: its body has its image described instead of written out. */
export interface RawExchange extends Readonly<
  Omit<Exchange, 'id' | 'durationMs' | 'isAnswerStored' | 'answerExcerpt'>
> {
  readonly operation: ServiceOperation
  /** None for a test of fields that need not be saved. */
  readonly profileId?: ProfileId
  readonly endedAt: number
  /** What came of the body; null when no status line came. */
  readonly answerText: string | null
  /** Whether text of the answer may be kept; it may, unless this says otherwise. */
  readonly isAnswerStored?: boolean
}

interface Recorded {
  readonly profileId: ProfileId | undefined
  readonly exchange: Exchange
}

export interface Exchanges {
  /** Keeps the exchange without the secrets that `redact` knows, and gives its id. The oldest gives way. */
  readonly record: (raw: RawExchange, redact: Redact) => ExchangeId
  /** Keeps an exchange beyond this run, where it is of a profile. Those of commands are kept without being asked for. */
  readonly keep: (id: ExchangeId) => void
  /** Undefined when it gave way and was not kept, or never was. Looking at one does not make it younger. */
  readonly read: (id: ExchangeId) => Exchange | undefined
  /** Oldest first. */
  readonly all: () => readonly Exchange[]
  /** Those of one profile, oldest first. */
  readonly of: (id: ProfileId) => readonly Exchange[]
}

const maxExchanges = 200
const maxExcerptLength = 4_000

/** An exchange before it has its id. */
type UnnamedExchange = Omit<Exchange, 'id'>

/** What is hashed of an exchange, in this order. */
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

/** SHA-256 in hex: an entry of the journal that names an exchange by it vouches for what was sent and answered. */
export const hashOfExchange = (exchange: UnnamedExchange): string => hash('sha256', hashedTextOfExchange(exchange))

interface ExchangesOwn {
  readonly onRecorded?: () => void
  /** Where exchanges are kept beyond this run; `add` must not throw. */
  readonly kept?: {
    readonly add: (profileId: ProfileId, exchange: Exchange) => void
    readonly find: (id: ExchangeId) => Exchange | null
  }
}

/** In memory, the last 200. `idOf` gives letters, digits and hyphens. */
export function createExchanges(
  idOf: (exchange: UnnamedExchange) => string,
  { onRecorded, kept }: ExchangesOwn = {},
): Exchanges {
  const recorded = new LRUCache<ExchangeId, Recorded>({ max: maxExchanges })
  const keep = (id: ExchangeId): void => {
    const { profileId, exchange } = recorded.peek(id) ?? {}
    if (profileId !== undefined && exchange !== undefined) kept?.add(profileId, exchange)
  }
  const inOrder = (): readonly Recorded[] => [...recorded.rvalues()].filter((one) => one !== undefined)
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

// What is said of an answer that is not kept: who answered, in what form and how much.
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
