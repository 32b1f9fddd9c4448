/**
 * Turns an operation's name and an unknown input into a `Result`: finds the handler, parses the input, calls the
 * handler. Independent of Electron; never throws.
 */
import { contract } from '../../shared/contract.ts'
import type { OperationName } from '../../shared/contract.ts'
import { refusal } from '../../shared/failure.ts'
import type { Failure, Result } from '../../shared/failure.ts'
import { done } from '../../shared/schemas/operation.ts'
import { failureOf } from '../lib/failure-of.ts'
import type { Log } from '../lib/log.ts'
import type { CallContext, Handlers } from './handlers.ts'
import { isPlainCommand } from './plain-commands.ts'
import type { PersonCheck } from './user-gesture.ts'

export type Dispatch = (name: unknown, input: unknown, context: CallContext) => Promise<Result<unknown>>

export function isOperation(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(contract, name)
}

interface DispatchOptions {
  readonly isReadOnly?: () => boolean
  /** Verifies a press before a plain command; without it, nothing is verified. */
  readonly person?: Pick<PersonCheck, 'gesture'>
  /** The answer to operations without a handler: after a failed start, most operations have no handler. */
  readonly otherwise?: Failure
}

/**
 * Answers every call of the page. An unknown operation and an invalid input are refused before a handler runs. An
 * expected failure (`FailureError`) is returned unchanged; all other errors are bugs: logged and returned as `internal`
 * with the log's id. A read-only profile creates and closes nothing at the service. A plain command needs a press.
 */
export function createDispatch(
  handlers: Partial<Handlers>,
  log: Log,
  { isReadOnly = () => false, person, otherwise }: DispatchOptions = {},
): Dispatch {
  const requirePress = async (name: OperationName, windowId: number): Promise<void> => {
    if (person === undefined || !isPlainCommand(name)) return
    await person.gesture(windowId, { kind: 'command', command: name })
  }
  return async (name, input, context) => {
    if (!isOperation(name)) return { ok: false, failure: refusal('unknown-operation').failure }
    // Input and handler belong to the same name, but the compiler cannot follow a union through the table.
    const handler = handlers[name] as (input: unknown, context: CallContext) => unknown
    if (handlers[name] === undefined && otherwise !== undefined) return { ok: false, failure: otherwise }
    const parsed = contract[name].input.safeParse(input)
    if (!parsed.success) {
      const issues = parsed.error.issues
        .slice(0, 50)
        .map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
      return { ok: false, failure: { kind: 'invalid-input', issues } }
    }
    if (contract[name].isWrite && isReadOnly()) return { ok: false, failure: refusal('read-only').failure }
    try {
      await requirePress(name, context.windowId)
      const value = await handler(parsed.data, context)
      return { ok: true, value: contract[name].output === done ? null : value }
    } catch (error) {
      return { ok: false, failure: failureOf(log, `operation ${name}`, error) }
    }
  }
}
