import type { FaultKind } from './faults.ts'
import type { OperationName } from './operations.ts'

/** One request as it arrived. It holds the token that was sent: it is for tests, and no page shows it. */
export interface LoggedRequest {
  /** Epoch milliseconds of the service's clock. */
  readonly at: number
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  /** The operation, or undefined for media, the status page and unknown paths. */
  readonly operation: OperationName | undefined
  readonly query: Readonly<Record<string, string>>
  /** By lower-case name; a header sent twice is joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** The raw body as UTF-8 text; '' when it was not read, not logged, or absent. */
  readonly body: string
  /** Whether the connection had carried another request before. */
  readonly isReused: boolean
  /** The fault that struck it. */
  readonly fault: FaultKind | undefined
  /** Whether the operation itself was carried out (or refused by its own rules). */
  readonly isProcessed: boolean
}

export interface RequestLog {
  readonly add: (request: LoggedRequest) => void
  readonly all: (operation?: OperationName) => readonly LoggedRequest[]
  readonly clear: () => void
  /** The next request to the operation that arrives from now on; it has been acted on by then. */
  readonly next: (operation: OperationName) => Promise<LoggedRequest>
}

interface Waiter {
  readonly operation: OperationName
  readonly resolve: (request: LoggedRequest) => void
}

/** A log of the latest requests, at most `limit` of them. */
export function createRequestLog(limit: number): RequestLog {
  let requests: readonly LoggedRequest[] = []
  let waiters: readonly Waiter[] = []
  return {
    add: (request) => {
      requests = [...requests.slice(1 - limit), request]
      const answered = waiters.filter((waiter) => waiter.operation === request.operation)
      waiters = waiters.filter((waiter) => !answered.includes(waiter))
      for (const waiter of answered) waiter.resolve(request)
    },
    all: (operation) =>
      operation === undefined ? requests : requests.filter((request) => request.operation === operation),
    clear: () => {
      requests = []
    },
    next: (operation) =>
      new Promise((resolve) => {
        waiters = [...waiters, { operation, resolve }]
      }),
  }
}
