/**
 * The one table from failure to text: the sentence of the `failures` catalogue, and the values it names. A kind without
 * a row fails to compile.
 */
import type { Failure, FailureKind, ServiceFacts } from '../../shared/failure.ts'
import type { Format } from '../i18n/format.ts'
import type { FailureKey } from './next-step.ts'

/** The sentence, and the values for its sentence; null values are named by the catalogue ("not named"). */
export interface FailureRow {
  readonly key: FailureKey
  readonly values: Readonly<Record<string, string | number | null>>
}

type FailureOf<Kind extends FailureKind> = Extract<Failure, { readonly kind: Kind }>

type Table = { readonly [Kind in FailureKind]: (failure: FailureOf<Kind>, format: Format) => FailureRow }

const plain = (textKey: FailureKey) => (): FailureRow => ({ key: textKey, values: {} })

function httpKey(status: number | null): FailureKey {
  if (status === 404) return 'http-not-found'
  if (status === 429 || status === 503) return 'http-busy'
  return status !== null && status >= 500 ? 'http-server' : 'http-other'
}

// "Dialogue information does not exist" (`service-api.md §Codes`).
const unknownId = '1007'

// Nothing inside a conversation is required, so that only `data` itself can have another form: null, or a list.
// What was expected of the field is among the details, in the words of the library that checks it.
const fieldIn = (problem: string): string => problem.split(':', 1)[0] ?? problem

function isWithoutConversation(operation: string, problems: readonly string[]): boolean {
  return operation === 'getConversationById' && problems.some((problem) => problem.startsWith('data:'))
}

// "Fix the problem it reports" would be no step for a call that has ended.
function declinedKey({ operation, code }: ServiceFacts): FailureKey {
  if (operation === 'getConversationById' && code === unknownId) return 'declined-unknown-id'
  if (operation === 'sessionStop') return 'declined-close'
  return operation === 'distroyCallSessionsByAppId' ? 'declined-close-all' : 'declined'
}

// The service’s message goes last in these sentences; `saidOf` in describe-failure.ts formats it.
const said = ({ httpStatus }: ServiceFacts): FailureRow['values'] => ({ httpStatus })

const table: Table = {
  offline: plain('offline'),
  dns: ({ host }) => ({ key: 'dns', values: { host } }),
  tls: ({ host, reason }) => ({ key: 'tls', values: { host, reason } }),
  'connection-refused': ({ host }) => ({ key: 'connection-refused', values: { host } }),
  'link-local': ({ host }) => ({ key: 'link-local', values: { host } }),
  'connection-reset': plain('connection-reset'),
  'proxy-authentication': ({ proxy }) => ({ key: 'proxy-authentication', values: { proxy } }),
  timeout: ({ phase, timeoutMs }, format) => ({
    key: phase === 'connect' ? 'timeout-connect' : 'timeout-answer',
    values: { limit: format.duration(timeoutMs) },
  }),
  redirect: ({ targetOrigin }) => ({ key: 'redirect', values: { targetOrigin } }),
  'too-large': ({ limitBytes }, format) => ({ key: 'too-large', values: { limit: format.bytes(limitBytes) } }),
  http: (failure) => ({ key: httpKey(failure.httpStatus), values: said(failure) }),
  'empty-answer': plain('empty-answer'),
  'cut-short': ({ receivedBytes }, format) => ({
    key: 'cut-short',
    values: { received: format.bytes(receivedBytes) },
  }),
  'not-json': ({ contentType }) => ({ key: 'not-json', values: { contentType } }),
  'wrong-shape': ({ operation, problems }) =>
    isWithoutConversation(operation, problems)
      ? { key: 'wrong-shape-conversation', values: {} }
      : { key: 'wrong-shape', values: { fields: problems.slice(0, 3).map(fieldIn).join(' · ') } },
  unread: plain('unread'),
  declined: (failure) => ({ key: declinedKey(failure), values: said(failure) }),
  'token-rejected': (failure) => ({ key: 'token-rejected', values: said(failure) }),
  cancelled: plain('cancelled'),
  'no-token': plain('no-token'),
  'keychain-missing': plain('keychain-missing'),
  'keychain-locked': plain('keychain-locked'),
  'secret-not-for-host': ({ host }) => ({ key: 'secret-not-for-host', values: { host } }),
  'secret-too-long': ({ limitBytes }, format) => ({
    key: 'secret-too-long',
    values: { limit: format.bytes(limitBytes) },
  }),
  'invalid-input': plain('invalid-input'),
  refused: ({ reason, detail }) => ({ key: `refused-${reason}`, values: { detail } }),
  'not-fetched': ({ reason, host, detail }) => ({ key: `not-fetched-${reason}`, values: { host, detail } }),
  'not-found': ({ what }) => ({ key: `not-found-${what}`, values: {} }),
  'forbidden-by-policy': ({ rule, detail }) => ({ key: `forbidden-${rule}`, values: { detail } }),
  'policy-unusable': ({ reason, file, detail }) => ({ key: `policy-${reason}`, values: { file, detail } }),
  storage: ({ reason, detail }) => ({ key: `storage-${reason}`, values: { detail } }),
  'newer-data': ({ version }) =>
    version === null ? { key: 'newer-data', values: {} } : { key: 'newer-data-version', values: { version } },
  internal: ({ logId }) => ({ key: 'internal', values: { logId } }),
  'not-started': ({ why }, format) => rowOf(why, format),
}

/** The row of a failure. */
export function rowOf(failure: Failure, format: Format): FailureRow {
  // Kind and failure belong together; the compiler cannot follow a union through the table.
  const row = table[failure.kind] as (failure: Failure, format: Format) => FailureRow
  return row(failure, format)
}

const passing: ReadonlySet<FailureKey> = new Set([
  'offline',
  'connection-reset',
  'timeout-connect',
  'timeout-answer',
  'http-busy',
  'http-server',
  'empty-answer',
  'cut-short',
  'unread',
])

/** Whether a failure may pass without anybody acting, so that a retry is all there is to do. */
export const isPassing = (textKey: FailureKey): boolean => passing.has(textKey)
