/** Types of main's handlers: one function per operation of the contract. */
import type { OperationName, OutputOf, ParsedInputOf } from '../../shared/contract.ts'
import type { EventName, Events } from '../../shared/events.ts'

export interface CallContext {
  /** Derived from the event, never taken from what the page says. */
  readonly windowId: number
  /** The profile that the page showed when it made the call; undefined while it knows none. Compared, never trusted. */
  readonly profileId?: unknown
}

// One that has nothing to tell need not say so: the page gets null.
type Answer<Output> = Output | Promise<Output> | ([Output] extends [null] ? void | Promise<void> : never)

/** The function that answers an operation; it throws `FailureError` for an expected failure. */
export type Handler<Name extends OperationName> = (
  input: ParsedInputOf<Name>,
  context: CallContext,
) => Answer<OutputOf<Name>>

/** One handler per operation: a missing one fails to compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> }

export type HandlersOf<Name extends OperationName> = Pick<Handlers, Name>

/** Those of all operations that begin so. */
export type HandlersUnder<Prefix extends string> = HandlersOf<Extract<OperationName, `${Prefix}.${string}`>>

/** Pushes an event to the page; batched by the transport. */
export type Emit = <Name extends EventName>(name: Name, payload: Events[Name]) => void
