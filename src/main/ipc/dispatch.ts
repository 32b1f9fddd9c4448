/** From a name and an unknown input to a `Result`: find, parse, call. Knows no Electron; never throws. */
import { contract } from '../../shared/contract.ts'
import type { OperationName } from '../../shared/contract.ts'
import { FailureError, refusal } from '../../shared/failure.ts'
import type { Failure, Result } from '../../shared/failure.ts'
import type { Log } from '../lib/log.ts'
import type { CallContext, Handlers } from './handlers.ts'

export type Dispatch = (name: unknown, input: unknown, context: CallContext) => Promise<Result<unknown>>

export function isOperation(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(contract, name)
}

/**
 * Answers every call of the page. An unknown operation and an invalid input are refused before a handler runs; an expected
 * failure (`FailureError`) travels as it is; anything else is a bug: logged, answered as `internal` with the log's id. In a
 * read-only profile nothing is created or closed at the service.
 */
export function createDispatch(handlers: Handlers, log: Log, isReadOnly?: () => boolean): Dispatch {
  return answering(handlers, log, isReadOnly)
}

/** As `createDispatch`, for some operations alone; all others are answered with `otherwise`. */
export function createPartialDispatch(handlers: Partial<Handlers>, otherwise: Failure, log: Log): Dispatch {
  const answer = answering(handlers, log)
  return (name, input, context) =>
    isOperation(name) && handlers[name] === undefined
      ? Promise.resolve({ ok: false, failure: otherwise })
      : answer(name, input, context)
}

function answering(handlers: Partial<Handlers>, log: Log, isReadOnly = () => false): Dispatch {
  return async (name, input, context) => {
    if (!isOperation(name)) return { ok: false, failure: refusal('unknown-operation').failure }
    const parsed = contract[name].input.safeParse(input)
    if (!parsed.success) {
      const issues = parsed.error.issues
        .slice(0, 50)
        .map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
      return { ok: false, failure: { kind: 'invalid-input', issues } }
    }
    if (contract[name].isWrite && isReadOnly()) return { ok: false, failure: refusal('read-only').failure }
    try {
      // The name ties input and handler together, but the compiler cannot follow a union through the table.
      const handler = handlers[name] as (input: unknown, context: CallContext) => unknown
      return { ok: true, value: await handler(parsed.data, context) }
    } catch (error) {
      if (error instanceof FailureError) return { ok: false, failure: error.failure }
      return { ok: false, failure: { kind: 'internal', logId: log.error(`operation ${name}`, error) } }
    }
  }
}
