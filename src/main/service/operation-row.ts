/** What a row of `operations.ts` is made of. Types alone. */
import type { z } from 'zod'
import type { CloseAnswer } from '../../shared/schemas/session.ts'
import type { Redact } from '../lib/redaction.ts'
import type { OutgoingBody } from './http-exchange.ts'

/** What came back for an accepted call; code and message whole, as the service wrote them. */
export interface Replied<Value> extends CloseAnswer {
  readonly value: Value
}

/** What the reading of an answer may depend on beside its data. */
export interface AnsweredCall {
  /** Value of the operation's parameter; "" when it has none. */
  readonly argument: string
  /** When the answer was whole, in epoch milliseconds. */
  readonly at: number
  readonly answer: { readonly bytes: Uint8Array }
}

/** Longest waits for an answer, in milliseconds; the creation's counts from the last part of the body that was sent. */
export interface AnswerLimits {
  readonly answerMs: number
  readonly creationAnswerMs: number
}

export interface OperationRow {
  /** Name of the client's function. */
  readonly call: string
  readonly method: 'GET' | 'POST'
  /** Its one query parameter, which the function takes; null when it has none. */
  readonly parameter: { readonly name: string; readonly schema: z.ZodType<string> } | null
  /** Makes the body from what the function takes; null without one. */
  readonly body: ((input: never) => Promise<OutgoingBody>) | null
  /** False for what spends or cuts calls: sent once, on a fresh connection. Declared here, never guessed from the verb. */
  readonly repeatable: boolean
  /**
   * `content`: the answer is an envelope whose data are what was asked for; `envelope`: its data may be empty; `anything`:
   * an answer that is no envelope may mean success too (`service-api.md §GET /sessionStop`: not shown).
   */
  readonly answer: 'content' | 'envelope' | 'anything'
  readonly answerMs: (limits: AnswerLimits) => number
  /** Paths below `data` that the contract documents, without the signs of lists; null where it shows no answer at all. */
  readonly documented: readonly string[] | null
  /** The task that the text of a failed command's answer names; null without one. */
  readonly taskIn?: (text: string) => string | null
  /** Pure: runs on any thread. Throws `ZodError` for data of another shape. */
  readonly read: (data: unknown, answered: AnsweredCall) => unknown
  /** What the function resolves to; without it, what `read` gave. */
  readonly reply?: (replied: Replied<never>, redact: Redact) => unknown
}
