/** The eight operations of the service as rows. Source: `service-api.md §Endpoints`; the paths are spelled exactly so. */
import type { ServiceOperation } from '../../shared/failure.ts'

/** One operation: how it is sent, and whether sending it again is harmless. */
export interface OperationRow {
  readonly method: 'GET' | 'POST'
  /** Appended to the base URL. */
  readonly path: string
  /** Name of its one query parameter; null when it has none. */
  readonly parameter: string | null
  /** False for what spends or cuts calls: sent once, on a fresh connection. Declared here, never guessed from the verb. */
  readonly repeatable: boolean
  /** Whether an answer that is no envelope may mean success (`service-api.md §GET /sessionStop`: not shown). */
  readonly answer: 'envelope' | 'anything'
}

function read(path: string, parameter: string | null): OperationRow {
  return { method: 'GET', path, parameter, repeatable: true, answer: 'envelope' }
}

/** The table. Keys are the service's own names, which failures and recorded exchanges carry. */
export const operations: Readonly<Record<ServiceOperation, OperationRow>> = {
  createAvatar: { method: 'POST', path: '/createAvatar', parameter: null, repeatable: false, answer: 'envelope' },
  queryAvatar: read('/queryAvatar', 'taskId'),
  getConversationById: read('/getConversationById', 'conversationId'),
  queryAccount: read('/queryAccount', null),
  getconcurrentNumber: read('/getconcurrentNumber', 'appId'),
  getconcurrentList: read('/getconcurrentList', 'appId'),
  distroyCallSessionsByAppId: {
    method: 'GET',
    path: '/distroyCallSessionsByAppId',
    parameter: 'appId',
    repeatable: false,
    answer: 'envelope',
  },
  sessionStop: { method: 'GET', path: '/sessionStop', parameter: 'uuid', repeatable: false, answer: 'anything' },
}

/**
 * Gives the address of an operation under a base URL, whatever its prefix and with or without a trailing slash. The
 * argument is percent-encoded; it is ignored by an operation without a parameter.
 */
export function addressOf(baseUrl: string, operation: ServiceOperation, argument: string): URL {
  const { path, parameter } = operations[operation]
  const query = parameter === null ? '' : `?${parameter}=${encodeURIComponent(argument)}`
  return new URL(`${baseUrl.replace(/\/+$/, '')}${path}${query}`)
}
