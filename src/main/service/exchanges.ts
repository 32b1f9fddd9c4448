/** The last exchanges of this run, for the page's "what was sent and what came back". Redacted when recorded. */
import { LRUCache } from 'lru-cache'
import type { ServiceOperation } from './operations.ts'
import type { ExchangeId } from '../../shared/ids.ts'
import type { Exchange } from '../../shared/schemas/app.ts'
import { exchangeId } from '../../shared/schemas/ids.ts'
import { redactedStart, redactHeaders } from '../lib/redaction.ts'
import type { Redact } from '../lib/redaction.ts'

/** An exchange as it happened, on its way into the record. Times are epoch milliseconds. */
export interface RawExchange {
  readonly operation: ServiceOperation
  readonly method: string
  readonly url: string
  readonly startedAt: number
  readonly endedAt: number
  readonly requestHeaders: Readonly<Record<string, string>>
  /** The body with its image described instead of written out; null when there was none. */
  readonly requestBody: string | null
  readonly httpStatus: number | null
  readonly answerHeaders: Readonly<Record<string, string>>
  /** What came of the body; null when no status line came. */
  readonly answerText: string | null
  /** Whether text of the answer may be kept; it may, unless this says otherwise. */
  readonly isAnswerStored?: boolean
  /** What went wrong, for someone who reads logs; null when nothing did. */
  readonly problem: string | null
}

/** The record of exchanges, shared by all clients of this run. */
export interface Exchanges {
  /** Keeps the exchange without the secrets that `redact` knows, and gives its id. The oldest gives way. */
  readonly record: (exchange: RawExchange, redact: Redact) => ExchangeId
  /** A kept exchange; undefined when it gave way or never was. */
  readonly read: (id: ExchangeId) => Exchange | undefined
  /** All kept exchanges, oldest first. */
  readonly all: () => readonly Exchange[]
}

const maxExchanges = 200
const maxExcerptLength = 4_000

/** In memory, the last 200. `newId` gives letters, digits and hyphens, such as `randomUUID`. */
export function createExchanges(newId: () => string): Exchanges {
  const recorded = new LRUCache<ExchangeId, Exchange>({ max: maxExchanges })
  return {
    record: (raw, redact) => {
      const id = exchangeId.parse(newId())
      recorded.set(id, redacted(raw, { id, redact }))
      return id
    },
    // Looking at one does not make it younger.
    read: (id) => recorded.peek(id),
    all: () => [...recorded.rvalues()].filter((exchange) => exchange !== undefined),
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

function redacted(raw: RawExchange, { id, redact }: { readonly id: ExchangeId; readonly redact: Redact }): Exchange {
  const { answerText, isAnswerStored = true } = raw
  return {
    id,
    operation: raw.operation,
    method: raw.method,
    url: redact(raw.url),
    startedAt: raw.startedAt,
    durationMs: Math.max(0, raw.endedAt - raw.startedAt),
    requestHeaders: redactHeaders(raw.requestHeaders, redact),
    requestBody: raw.requestBody === null ? null : redact(raw.requestBody),
    httpStatus: raw.httpStatus,
    answerHeaders: redactHeaders(isAnswerStored ? raw.answerHeaders : plain(raw.answerHeaders), redact),
    isAnswerStored,
    answerExcerpt: answerText === null || !isAnswerStored ? null : redactedStart(answerText, maxExcerptLength, redact),
    problem: raw.problem === null ? null : redactedStart(raw.problem, maxExcerptLength, redact),
  }
}
