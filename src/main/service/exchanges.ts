/** The last exchanges of this run, for the page's "what was sent and what came back". Redacted when recorded. */
import { LRUCache } from 'lru-cache'
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
  /** Undefined when it gave way or never was. Looking at one does not make it younger. */
  readonly read: (id: ExchangeId) => Exchange | undefined
  /** Oldest first. */
  readonly all: () => readonly Exchange[]
  /** Those of one profile, oldest first. */
  readonly of: (id: ProfileId) => readonly Exchange[]
}

const maxExchanges = 200
const maxExcerptLength = 4_000

/** In memory, the last 200. `newId` gives letters, digits and hyphens, such as `randomUUID`. */
export function createExchanges(newId: () => string, onRecorded?: () => void): Exchanges {
  const recorded = new LRUCache<ExchangeId, Recorded>({ max: maxExchanges })
  const inOrder = (): readonly Recorded[] => [...recorded.rvalues()].filter((one) => one !== undefined)
  return {
    record: ({ profileId, ...raw }: RawExchange, redact: Redact): ExchangeId => {
      const id = exchangeId.parse(newId())
      recorded.set(id, { profileId, exchange: redacted(raw, { id, redact }) })
      onRecorded?.()
      return id
    },
    read: (id: ExchangeId): Exchange | undefined => recorded.peek(id)?.exchange,
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

function redacted(
  raw: Omit<RawExchange, 'profileId'>,
  { id, redact }: { readonly id: ExchangeId; readonly redact: Redact },
): Exchange {
  const { answerText, endedAt, isAnswerStored = true, ...same } = raw
  return {
    ...same,
    id,
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
