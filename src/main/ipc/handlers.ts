/** Types of main's handlers: one function per operation of the contract. */
import type { OperationName, OutputOf, ParsedInputOf } from '../../shared/contract.ts'
import type { EventName, Events } from '../../shared/events.ts'

export interface CallContext {
  /** Derived from the event, never from data of the page. */
  readonly windowId: number
  /**
   * The profile that the page showed when it made the call; undefined while the page knows no profile. Only compared,
   * never trusted.
   */
  readonly profileId?: unknown
}

// A handler without a result can return nothing: the page receives null.
type Answer<Output> = Output | Promise<Output> | ([Output] extends [null] ? void | Promise<void> : never)

/** The function that answers an operation; it throws `FailureError` for an expected failure. */
export type Handler<Name extends OperationName> = (
  input: ParsedInputOf<Name>,
  context: CallContext,
) => Answer<OutputOf<Name>>

/** One handler per operation: a missing handler fails to compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> }

export type HandlersOf<Name extends OperationName> = Pick<Handlers, Name>

/** The handlers of all operations with this prefix. */
export type HandlersUnder<Prefix extends string> = HandlersOf<Extract<OperationName, `${Prefix}.${string}`>>

/** Pushes an event to the page; batched by the transport. */
export type Emit = <Name extends EventName>(name: Name, payload: Events[Name]) => void
