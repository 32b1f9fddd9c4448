/**
 * Maps failures to texts. Reasons with the same meaning for an operator share a sentence and a step. A reason without a
 * row does not compile.
 */
import { isServiceFailure } from '../../shared/failure.ts'
import type {
  Failure,
  FailureKind,
  FetchProblem,
  LocalFailure,
  PolicyProblem,
  RefusalReason,
  ServiceFacts,
  TlsProblem,
} from '../../shared/failure.ts'
import { refusedFormats } from '../../shared/model/refused-formats.ts'
import type { RefusedFormat } from '../../shared/model/refused-formats.ts'
import type { en } from '../i18n/en.ts'
import type { Format } from '../i18n/format.ts'

type Sentence = keyof typeof en.failures.sentence
type NextStep = keyof typeof en.failures.next
type Texts = readonly [sentence: Sentence, next: NextStep]

/** The sentence, the next step and their placeholder values; the catalogue shows null values as "not named". */
type FailureRow = readonly [...Texts, values?: Readonly<Record<string, string | number | null>>]

type FailureOf<Kind extends FailureKind> = Extract<Failure, { readonly kind: Kind }>

type Table = { readonly [Kind in FailureKind]: (failure: FailureOf<Kind>, format: Format) => FailureRow }

const refused: Readonly<Record<RefusalReason, Texts>> = {
  'read-only': ['read-only', 'protection'],
  'confirmation-expired': ['outdated', 'reopen'],
  'confirmation-used': ['confirmation-used', 'changed'],
  'profile-changed': ['profile-changed', 'reopen'],
  'not-confirmed': ['not-confirmed', 'again'],
  'fetch-limit': ['too-often', 'minute'],
  'test-limit': ['too-often', 'minute'],
  'typed-id-differs': ['typed-id-differs', 'again'],
  'count-too-old': ['count-too-old', 'reopen'],
  'not-enough-creations': ['not-enough-creations', 'fewer'],
  'below-floor': ['below-floor', 'fewer'],
  'floor-unchecked': ['floor-unchecked', 'again'],
  'missing-fields': ['missing-fields', 'marked'],
  'task-in-queue': ['task-in-queue', 'id'],
  'wrong-state': ['not-possible', 'changed'],
  'no-profile': ['no-profile', 'profile'],
  'profile-moved': ['profile-moved', 'profile'],
  'practice-stopped': ['practice-stopped', 'profile'],
  'unknown-operation': ['internal', 'restart'],
  'untrusted-sender': ['internal', 'restart'],
  'file-gone': ['file-gone', 'choose'],
  'file-name-unreadable': ['file-name-unreadable', 'rename'],
  'file-unreadable': ['file-unreadable', 'choose'],
  'not-a-file': ['not-a-file', 'other'],
  'outside-folder': ['outside-folder', 'itself'],
  'file-not-written': ['storage-other', 'folder'],
  'address-too-long': ['file-too-large', 'browser'],
  'not-at-hand': ['gone', 'choose'],
  'too-many-files': ['too-many-files', 'parts'],
  'too-many-in-folder': ['too-many-in-folder', 'parts'],
  'link-in-folder': ['link-in-folder', 'itself'],
  'not-an-image': ['not-an-image', 'formats'],
  'file-empty': ['file-empty', 'other'],
  'unsupported-image': ['not-an-image', 'formats'],
  'image-too-heavy': ['file-too-large', 'other'],
  'image-too-large': ['image-too-large', 'other'],
  'not-prepared': ['not-prepared', 'again'],
  'not-decodable': ['not-decodable', 'choose'],
  'keeps-metadata': ['keeps-metadata', 'choose'],
  unencrypted: ['unencrypted', 'https'],
  'link-local': ['link-local', 'baseUrl'],
  'no-media-base': ['no-media-base', 'mediaBase'],
  'json-too-large': ['file-too-large', 'other'],
  'text-too-large': ['file-too-large', 'other'],
  'json-unusable': ['json-unusable', 'other'],
  'nothing-to-close': ['not-possible', 'changed'],
  'not-json': ['file-not-json', 'other'],
  'not-a-conversation': ['not-a-conversation', 'other'],
  'not-settings': ['not-settings', 'other'],
  'newer-settings': ['newer-settings', 'update'],
  'media-script': ['not-web', 'address'],
  'media-file': ['not-web', 'address'],
  'media-data': ['not-web', 'address'],
  'media-other-scheme': ['not-web', 'address'],
  'media-not-https': ['not-https', 'address'],
  'media-private-network': ['not-public', 'address'],
  'media-credentials': ['media-credentials', 'address'],
  'media-not-an-address': ['not-web', 'address'],
}

const formats: Readonly<Record<RefusedFormat, Texts>> = {
  tiff: ['is-tiff', 'saveAs'],
  psd: ['is-psd', 'saveAs'],
  svg: ['is-svg', 'saveAs'],
  ico: ['is-ico', 'saveAs'],
  jxl: ['is-jxl', 'saveAs'],
  jp2: ['is-jp2', 'saveAs'],
  raw: ['is-raw', 'saveAs'],
  'other-picture': ['is-other-picture', 'saveAs'],
  pdf: ['is-pdf', 'saveAs'],
  postscript: ['is-postscript', 'saveAs'],
  video: ['is-video', 'formats'],
  audio: ['is-audio', 'formats'],
  archive: ['is-archive', 'unpack'],
  document: ['is-document', 'formats'],
  text: ['is-text', 'formats'],
  'web-page': ['is-web-page', 'formats'],
  program: ['is-program', 'formats'],
  'arithmetic-jpeg': ['is-arithmetic-jpeg', 'resave'],
  'lossless-jpeg': ['is-lossless-jpeg', 'resave'],
  truncated: ['is-truncated', 'copy'],
  damaged: ['is-damaged', 'copy'],
}

function refusedImage(format: string | null): Texts {
  const refusedFormat = refusedFormats.find((one) => one === format)
  return refusedFormat === undefined ? refused['not-an-image'] : formats[refusedFormat]
}

const notFetched: Readonly<Record<FetchProblem, Texts>> = {
  offline: ['offline', 'network'],
  unreachable: ['unreachable', 'browser'],
  insecure: ['insecure', 'browser'],
  'not-https': ['not-https', 'browser'],
  'not-public': ['not-public', 'browser'],
  redirects: ['redirects', 'browser'],
  http: ['fetched-http', 'browser'],
  'too-large': ['file-too-large', 'other'],
  timeout: ['timeout-answer', 'again'],
  'cut-short': ['connection-reset', 'again'],
  'unknown-encoding': ['unknown-encoding', 'admin'],
  proxy: ['proxy', 'proxy'],
  'wrong-content': ['wrong-content', 'browser'],
  forbidden: ['forbidden-host', 'admin'],
}

const afterNotFound: Readonly<Record<Extract<LocalFailure, { readonly kind: 'not-found' }>['what'], NextStep>> = {
  profile: 'profile',
  draft: 'choose',
  job: 'changed',
  image: 'choose',
  snapshot: 'conversation',
  exchange: 'changed',
  media: 'conversation',
  session: 'changed',
  rule: 'changed',
  watch: 'changed',
  diagnostics: 'again',
  preset: 'changed',
}

const notStored: Readonly<Record<Extract<LocalFailure, { readonly kind: 'storage' }>['reason'], Texts>> = {
  full: ['storage-full', 'space'],
  'read-only': ['storage-other', 'dataFolder'],
  corrupt: ['storage-corrupt', 'restart'],
  other: ['storage-other', 'dataFolder'],
}

/**
 * With a detail where main has none. `owner` shares the text of `writable`, because the owner of a file can change it.
 */
const policyTexts: Readonly<Record<PolicyProblem, readonly [sentence: Sentence, detail?: string]>> = {
  unreadable: ['policy-unreadable'],
  'not-a-file': ['policy-not-a-file'],
  owner: ['policy-writable'],
  writable: ['policy-writable'],
  'too-large': ['policy-unreadable', '> 1 MB'],
  'not-json': ['policy-wrong-shape', 'JSON'],
  'wrong-shape': ['policy-wrong-shape'],
}

/**
 * The step for an answer that did not come from the service because the address was never right; `other` where no hint
 * suggests that.
 */
function addressStep({ hints }: ServiceFacts, other: NextStep): NextStep {
  if (hints?.foundBaseUrl !== undefined) return 'foundAddress'
  return hints?.lacksVersion ? 'version' : other
}

const bareSentences = { page: 'http-page', text: 'http-text', empty: 'http-empty' } as const

function isServerError({ httpStatus: status }: ServiceFacts): boolean {
  return status === 429 || (status !== null && status >= 500)
}

function isBusy({ httpStatus: status }: ServiceFacts): boolean {
  return status === 429 || status === 503
}

function sentenceOfStatus(failure: ServiceFacts): Sentence {
  if (failure.hints?.lacksVersion) return 'http-elsewhere'
  if (isBusy(failure)) return 'http-busy'
  return isServerError(failure) ? 'http-server' : 'http-other'
}

function stepOfHttp(failure: FailureOf<'http'>): NextStep {
  const { httpStatus: status, hints, body } = failure
  if (hints?.lacksVersion) return addressStep(failure, 'version')
  if (status === 404 && !hints?.hasAnswered) return 'baseUrl'
  if (isBusy(failure)) return 'minute'
  if (isServerError(failure)) return body === 'page' ? 'down' : 'again'
  return body === 'page' ? 'gateway' : 'details'
}

function httpTexts(failure: FailureOf<'http'>): Texts {
  const { body, proxy } = failure
  if (proxy !== undefined) return ['proxy-http', isServerError(failure) ? 'again' : 'admin']
  return [body === undefined ? sentenceOfStatus(failure) : bareSentences[body], stepOfHttp(failure)]
}

const timeoutTexts = {
  connect: ['timeout-connect', 'network'],
  upload: ['timeout-upload', 'network'],
  answer: ['timeout-answer', 'again'],
} as const satisfies Readonly<Record<string, Texts>>

/**
 * Each step names the person who can solve the problem: the operator, the administrator of this computer or the
 * provider of the service. Older journal entries have none of these problem names.
 */
const tlsTexts: Readonly<Partial<Record<TlsProblem, Texts>>> = {
  'incomplete-chain': ['tls-incomplete-chain', 'fullChain'],
  'unknown-issuer': ['tls-unknown-issuer', 'trustIssuer'],
  inspected: ['tls-inspected', 'trustProxy'],
  'self-signed': ['tls-self-signed', 'trustCertificate'],
  expired: ['tls-expired', 'renew'],
  'not-yet-valid': ['tls-not-yet-valid', 'renew'],
  'wrong-host': ['tls-wrong-host', 'hostName'],
  revoked: ['tls-revoked', 'newCertificate'],
  'too-old': ['tls-too-old', 'newerTls'],
  'plain-http': ['tls-plain-http', 'plainHttp'],
  'wants-https': ['tls-wants-https', 'wantsHttps'],
}

const unreachedProxy = (proxy: string): FailureRow => ['proxy-unreached', 'proxySettings', { proxy }]

/** Adds the clock's offset where the service rejected a token that was made with this clock. */
function withClock(texts: Texts, { hints }: ServiceFacts, format: Format): FailureRow {
  const aheadMs = hints?.clockAheadMs
  if (aheadMs === undefined) return texts
  const [sentence] = texts
  return [sentence, aheadMs > 0 ? 'clockAhead' : 'clockBehind', { offset: format.duration(Math.abs(aheadMs)) }]
}

// "Dialogue information does not exist", "session does not exist", "task does not exist" (`service-api.md §Codes`).
const unknownIdCodes: ReadonlySet<string | null> = new Set(['1007', '2002', '10004'])

// "Resource in use".
const inUseCode = '50003'

const operationsById: ReadonlySet<string> = new Set(['getConversationById', 'queryAvatar'])

// The details show the expected type of the field, in the words of the validation library.
const fieldIn = (problem: string): string => problem.split(':', 1)[0] ?? problem

// Nothing inside a conversation is required, so only `data` itself can have a wrong type: null, or a list.
function isWithoutConversation(operation: string, problems: readonly string[]): boolean {
  return operation === 'getConversationById' && problems.some((problem) => problem.startsWith('data:'))
}

// "Correct what the service reports" is no useful step for a call that has ended.
function afterDeclined({ operation, code }: ServiceFacts): NextStep {
  if (code === inUseCode) return 'later'
  if (operationsById.has(operation) && unknownIdCodes.has(code)) return 'id'
  if (operation === 'sessionStop') return 'ended'
  return operation === 'distroyCallSessionsByAppId' ? 'liveCount' : 'fix'
}

const table: Table = {
  offline: () => ['offline', 'network'],
  dns: ({ host, isProxy, hints }) =>
    isProxy ? unreachedProxy(host) : ['dns', hints?.hasAnswered ? 'network' : 'baseUrl', { host }],
  tls: ({ host, isProxy, problem, reason, issuer = null }) => {
    const [sentence, next] = tlsTexts[problem] ?? (['tls', 'secure'] as const)
    return [sentence, isProxy ? 'admin' : next, { host, reason, issuer }]
  },
  'connection-refused': ({ host, isProxy, hints }) =>
    isProxy ? unreachedProxy(host) : ['connection-refused', hints?.hasAnswered ? 'down' : 'baseUrl', { host }],
  'link-local': ({ host, hints }) => ['link-local', hints?.hasAnswered ? 'network' : 'baseUrl', { host }],
  'connection-reset': ({ hints, phase }) => [
    phase === 'upload' ? 'reset-upload' : 'connection-reset',
    hints?.mayWantHttps ? 'mayWantHttps' : 'again',
  ],
  'proxy-authentication': ({ proxy, unsupported, isRejected }) => {
    if (unsupported !== undefined) return ['proxy-unsupported', 'proxyBasic', { proxy, schemes: unsupported }]
    return isRejected ? ['proxy-rejected', 'proxyAgain', { proxy }] : ['proxy-authentication', 'proxy', { proxy }]
  },
  timeout: ({ phase, timeoutMs }, format) => {
    const values = { limit: format.duration(timeoutMs) }
    return [...timeoutTexts[phase], values]
  },
  redirect: (failure) => [
    'redirect',
    addressStep(failure, failure.hints?.hasAnswered ? 'network' : 'baseUrl'),
    { targetOrigin: failure.targetOrigin },
  ],
  'too-large': ({ limitBytes, bytes, operation, hints }, format) => {
    const values = { limit: format.bytes(limitBytes), size: bytes === null ? '' : format.bytes(bytes) }
    // Only the answer of a conversation can be saved as a file instead.
    const next = hints?.hasAnswered ? 'details' : 'baseUrl'
    const step = operation === 'getConversationById' ? 'saveAnswer' : next
    return [bytes === null ? 'too-large' : 'too-large-sized', step, values]
  },
  http: (failure, format) => {
    const [sentence, next, values] = withClock(httpTexts(failure), failure, format)
    return [sentence, next, { ...values, httpStatus: failure.httpStatus, proxy: failure.proxy ?? null }]
  },
  'empty-answer': () => ['empty-answer', 'again'],
  'cut-short': ({ receivedBytes }, format) => ['cut-short', 'again', { received: format.bytes(receivedBytes) }],
  'unknown-encoding': ({ encoding }) => ['unknown-encoding', 'admin', { encoding }],
  'not-json': (failure) => {
    const { contentType, hints } = failure
    // If the service has answered before, such a page comes from a network that asks for a sign-in.
    return ['not-json', addressStep(failure, hints?.hasAnswered ? 'network' : 'baseUrl'), { contentType }]
  },
  'wrong-shape': (failure) => {
    const { operation, problems } = failure
    if (isWithoutConversation(operation, problems)) return ['wrong-shape-conversation', 'id']
    const fields = problems.slice(0, 3).map(fieldIn).join(' · ')
    return ['wrong-shape', addressStep(failure, 'details'), { fields }]
  },
  'invalid-count': ({ answered }) => ['invalid-count', 'details', { answered: answered === '' ? '“”' : answered }],
  'no-content': ({ operation }) => ['no-content', operationsById.has(operation) ? 'id' : 'details'],
  declined: (failure, format) => withClock(['declined', afterDeclined(failure)], failure, format),
  'token-rejected': (failure, format) =>
    withClock([failure.body === 'page' ? 'token-rejected-page' : 'token-rejected', 'secret'], failure, format),
  cancelled: () => ['cancelled', 'again'],
  'no-token': () => ['no-token', 'secret'],
  'keychain-missing': () => ['keychain-missing', 'session'],
  'keychain-locked': () => ['keychain-locked', 'unlock'],
  'secret-not-for-host': ({ host }) => ['secret-not-for-host', 'secret', { host }],
  'secret-too-long': ({ limitBytes }, format) => ['secret-too-long', 'session', { limit: format.bytes(limitBytes) }],
  'invalid-input': () => ['invalid-input', 'marked'],
  refused: ({ reason, detail }) => [
    ...(reason === 'unsupported-image' ? refusedImage(detail) : refused[reason]),
    { detail, host: detail },
  ],
  'not-fetched': ({ reason, host, detail }, format) => [
    ...notFetched[reason],
    { host, detail, encoding: detail, limit: format.duration(1_000 * Number(detail)) },
  ],
  'not-found': ({ what }) => ['gone', afterNotFound[what]],
  'forbidden-by-policy': ({ rule, detail }) => [`forbidden-${rule}`, 'admin', { detail, host: detail }],
  'policy-unusable': ({ reason, file, detail: policyDetail }) => {
    const [sentence, detail = policyDetail] = policyTexts[reason]
    return [sentence, 'policy', { file, detail }]
  },
  storage: ({ reason, detail }) => [...notStored[reason], { detail }],
  'newer-data': ({ version }) => ['newer-data', 'update', { version }],
  internal: ({ logId }) => ['internal', 'log', { logId }],
  'not-started': ({ why }, format) => rowOf(why, format),
}

export function rowOf(failure: Failure, format: Format): FailureRow {
  // Kind and failure belong together; the compiler cannot follow a union through the table.
  const toRow = table[failure.kind] as (failure: Failure, format: Format) => FailureRow
  const row = toRow(failure, format)
  const address = isServiceFailure(failure) ? failure.hints?.foundBaseUrl : undefined
  if (address === undefined) return row
  const [sentence, next, values] = row
  return [sentence, next, { ...values, address }]
}

const passing: ReadonlySet<FailureKind> = new Set([
  'offline',
  'connection-reset',
  'timeout',
  'empty-answer',
  'cut-short',
])

/** True when a failure might pass without any action, so that only a retry is needed. */
export function isPassing(failure: Failure): boolean {
  if (failure.kind !== 'http') return passing.has(failure.kind)
  return isServerError(failure)
}
