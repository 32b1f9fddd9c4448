/** The types of a row of `operations.ts`. */
import type { z } from 'zod'
import type { CloseAnswer } from '../../shared/schemas/session.ts'
import type { Redact } from '../lib/redaction.ts'
import type { OutgoingBody } from './http-exchange.ts'

/** The answer to an accepted call; code and message are complete, as the service wrote them. */
export interface Replied<Value> extends CloseAnswer {
  readonly value: Value
}

/** The facts that parsing an answer can use in addition to its data. */
export interface AnsweredCall {
  /** Value of the operation's parameter; "" for an operation without a parameter. */
  readonly argument: string
  /** When the answer was completely received, in epoch milliseconds. */
  readonly at: number
  readonly answer: { readonly bytes: Uint8Array }
}

/**
 * Longest waits for an answer, in milliseconds. `creationAnswerMs` counts from the last part of the body that was sent.
 */
export interface AnswerLimits {
  readonly answerMs: number
  readonly creationAnswerMs: number
}

export interface OperationRow {
  /** Name of the client's function. */
  readonly call: string
  readonly method: 'GET' | 'POST'
  /** The only query parameter, which the function takes; null without a parameter. */
  readonly parameter: { readonly name: string; readonly schema: z.ZodType<string> } | null
  /** Makes the body from the function's input; null without a body. */
  readonly body: ((input: never) => Promise<OutgoingBody>) | null
  /**
   * False for operations that spend money or end calls: these are sent once, on a fresh connection. Never derived from
   * the HTTP verb.
   */
  readonly repeatable: boolean
  /**
   * `content`: the answer is an envelope with the requested data. `envelope`: the data can be empty. `anything`: an
   * answer without an envelope can mean success too (`service-api.md §GET /sessionStop`: not shown).
   */
  readonly answer: 'content' | 'envelope' | 'anything'
  readonly answerMs: (limits: AnswerLimits) => number
  /** Documented paths below `data`, without the list markers `[]`; null where the contract documents no answer. */
  readonly documented: readonly string[] | null
  /** Finds the task id in the answer's text; null without a task id. */
  readonly taskIn?: (text: string) => string | null
  /** Pure: runs on any thread. Throws `ZodError` for data of a different shape. */
  readonly read: (data: unknown, answered: AnsweredCall) => unknown
  /** Makes the result of the function; by default the result is the value from `read`. */
  readonly reply?: (replied: Replied<never>, redact: Redact) => unknown
}
