/** Everything that an operator is told went wrong. The page's one table makes a sentence and a next step of it. */
import type { ExchangeId } from './ids.ts'
import type { MediaRefusal } from './model/media-address.ts'

/** `no`: not one byte of the request left; `yes`: the service answered; `maybe`: everything between. */
export type Sent = 'no' | 'maybe' | 'yes'

export interface ServiceFacts {
  /** The service's own name of the operation: a key of main's table of operations. */
  readonly operation: string
  readonly sent: Sent
  readonly at: number
  readonly httpStatus: number | null
  /** The envelope's `code`, as it came. */
  readonly code: string | null
  /** The envelope's `message` or `msg` as it came, or the words with which another JSON answer explains itself. */
  readonly message: string | null
  /** The task that a failed creation's answer names all the same, as it came; absent where it names none. */
  readonly taskId?: string
  /** The redacted exchange, kept in main for this run; null when nothing was sent. */
  readonly exchangeId: ExchangeId | null
  readonly hints?: FailureHints
}

/** What main knows beside the answer, and what the cause may be therefore. */
export interface FailureHints {
  /** This computer's clock minus the service's, in milliseconds; given where a token that was made here was rejected. */
  readonly clockAheadMs?: number
  /** The base address has no version in its path, and something else than the service answered. */
  readonly lacksVersion?: true
  /** The address on the same host where a test of the connection found the service in place of the tested one. */
  readonly foundBaseUrl?: string
  /** The same address answered before, so that it is not the cause. */
  readonly hasAnswered?: true
  /** Sent in the clear, and nothing came back: a port for https closes such a connection. */
  readonly mayWantHttps?: true
}

/**
 * What is wrong with a secure connection. `too-old`: the service speaks no version that is safe; `inspected`: what is on
 * the way seems to open it, with a certificate of its own; `plain-http` and `wants-https`: one side speaks TLS and the
 * other does not.
 */
export type TlsProblem =
  | 'incomplete-chain'
  | 'unknown-issuer'
  | 'inspected'
  | 'self-signed'
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-host'
  | 'revoked'
  | 'too-old'
  | 'plain-http'
  | 'wants-https'
  | 'other'

/** What came with a status and is no JSON: such answers are of gateways and proxies more often than of the service. */
export type BodyKind = 'page' | 'text' | 'empty'

/** Who could not be reached. */
interface Unreached {
  /** With its port when that is not the scheme's own. */
  readonly host: string
  /** It is the proxy on the way to the service. */
  readonly isProxy?: true
}

export type ServiceProblem =
  | { readonly kind: 'offline' }
  | ({ readonly kind: 'dns' } & Unreached)
  | ({
      readonly kind: 'tls'
      readonly problem: TlsProblem
      readonly reason: string
      /** The issuer that is missing or not trusted, at most 80 characters; null or absent where nobody is named. */
      readonly issuer?: string | null
    } & Unreached)
  | ({ readonly kind: 'connection-refused' } & Unreached)
  /** The name stands for link-local addresses only, which are never asked. */
  | { readonly kind: 'link-local'; readonly host: string }
  /** `phase`: part of the request's body had not left yet. */
  | { readonly kind: 'connection-reset'; readonly phase?: 'upload' }
  | {
      readonly kind: 'proxy-authentication'
      readonly proxy: string
      /** The ways of signing in that the proxy offers, or its kind, where Greenroom can do none of them. */
      readonly unsupported?: string
      /** A user name and password were sent to it. */
      readonly isRejected?: true
    }
  | { readonly kind: 'timeout'; readonly timeoutMs: number; readonly phase: 'connect' | 'upload' | 'answer' }
  | { readonly kind: 'redirect'; readonly targetOrigin: string }
  /** `bytes` is the length that the answer announced; null when it announced none. */
  | { readonly kind: 'too-large'; readonly limitBytes: number; readonly bytes: number | null }
  | {
      readonly kind: 'http'
      readonly body?: BodyKind
      /** The proxy that answered in place of the service. */
      readonly proxy?: string
    }
  | { readonly kind: 'empty-answer' }
  | { readonly kind: 'cut-short'; readonly receivedBytes: number }
  /** `encoding` is the answer's `content-encoding`. */
  | { readonly kind: 'unknown-encoding'; readonly encoding: string }
  | { readonly kind: 'not-json'; readonly contentType: string | null }
  | { readonly kind: 'wrong-shape'; readonly problems: readonly string[] }
  /** `answered` is what came where a number of calls belongs; at most 40 characters. */
  | { readonly kind: 'invalid-count'; readonly answered: string }
  /** It says success with a code that is none of a success, and without anything that was asked for. */
  | { readonly kind: 'no-content' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'token-rejected'; readonly body?: BodyKind }
  | { readonly kind: 'cancelled' }

export type ServiceFailure = ServiceProblem & ServiceFacts

type StateRefusal =
  | 'read-only'
  | 'wrong-state'
  | 'no-profile'
  | 'profile-changed'
  | 'profile-moved'
  | 'practice-stopped'
type CallRefusal = 'unknown-operation' | 'untrusted-sender' | 'fetch-limit' | 'test-limit'
type ConfirmationRefusal = 'confirmation-expired' | 'confirmation-used' | 'not-confirmed' | 'typed-id-differs'
type CloseRefusal = 'count-too-old' | 'nothing-to-close'
type CreationRefusal = 'not-enough-creations' | 'below-floor' | 'floor-unchecked' | 'missing-fields' | 'task-in-queue'
type FileRefusal =
  | 'file-gone'
  | 'file-name-unreadable'
  | 'file-unreadable'
  | 'file-empty'
  | 'file-not-written'
  | 'not-a-file'
  | 'outside-folder'
type DropRefusal = 'too-many-files' | 'too-many-in-folder' | 'link-in-folder' | 'address-too-long' | 'not-at-hand'
type FormatRefusal = 'not-an-image' | 'unsupported-image' | 'image-too-heavy' | 'image-too-large' | 'not-decodable'
type ImageRefusal = FormatRefusal | 'not-prepared' | 'keeps-metadata'
type TextRefusal = 'json-too-large' | 'text-too-large' | 'json-unusable' | 'not-json' | 'not-a-conversation'
type SettingsRefusal = 'not-settings' | 'newer-settings'
type AddressRefusal = 'unencrypted' | 'link-local' | 'no-media-base' | `media-${MediaRefusal}`

/** Why Greenroom itself refused to go on, before anything was sent. */
export type RefusalReason =
  | StateRefusal
  | CallRefusal
  | ConfirmationRefusal
  | CloseRefusal
  | CreationRefusal
  | FileRefusal
  | DropRefusal
  | ImageRefusal
  | TextRefusal
  | SettingsRefusal
  | AddressRefusal

/** What the organisation's policy forbids. */
export type PolicyRule = 'host' | 'protection' | 'session-secret' | 'keychain-secret'

export type PolicyProblem =
  | 'unreadable'
  | 'not-a-file'
  | 'owner'
  | 'writable'
  | 'too-large'
  | 'not-json'
  | 'wrong-shape'

export type FetchProblem =
  | 'offline'
  | 'unreachable'
  | 'insecure'
  | 'not-https'
  | 'not-public'
  | 'redirects'
  | 'http'
  | 'too-large'
  | 'timeout'
  | 'cut-short'
  | 'unknown-encoding'
  | 'proxy'
  | 'wrong-content'
  | 'forbidden'

type Sought =
  | 'profile'
  | 'draft'
  | 'job'
  | 'image'
  | 'snapshot'
  | 'exchange'
  | 'media'
  | 'session'
  | 'rule'
  | 'watch'
  | 'diagnostics'
  | 'preset'

/** What went wrong on this computer; nothing was sent to the service. */
export type LocalFailure =
  | { readonly kind: 'no-token' }
  | { readonly kind: 'keychain-missing' }
  | { readonly kind: 'keychain-locked' }
  /** The stored secret was typed for another origin or way of signing in; `host` is the one that did not get it. */
  | { readonly kind: 'secret-not-for-host'; readonly host: string }
  | { readonly kind: 'secret-too-long'; readonly limitBytes: number }
  | { readonly kind: 'invalid-input'; readonly issues: readonly { readonly path: string; readonly message: string }[] }
  | {
      readonly kind: 'refused'
      readonly reason: RefusalReason
      readonly detail: string | null
      /** Avatars that would fit, of `not-enough-creations` and `below-floor`. */
      readonly count?: number
    }
  /** `detail` is the HTTP status, the limit in megabytes or seconds, or the encoding, where the reason has one. */
  | {
      readonly kind: 'not-fetched'
      readonly reason: FetchProblem
      readonly host: string
      readonly detail: string | null
    }
  | { readonly kind: 'not-found'; readonly what: Sought }
  /** `detail` is what was wanted: a host, or the name of a profile. */
  | { readonly kind: 'forbidden-by-policy'; readonly rule: PolicyRule; readonly detail: string }
  /** `detail` names the place in the file, the folder, or the system's code. */
  | { readonly kind: 'policy-unusable'; readonly file: string; readonly reason: PolicyProblem; readonly detail: string }
  | { readonly kind: 'storage'; readonly reason: 'full' | 'read-only' | 'corrupt' | 'other'; readonly detail: string }
  /** The database was written by a newer program, whose `version` is named where it is known; nothing was touched. */
  | { readonly kind: 'newer-data'; readonly version: string | null }
  | { readonly kind: 'internal'; readonly logId: string }
  /** Main could not be built: until the program is started anew every operation is answered with this. */
  | { readonly kind: 'not-started'; readonly why: Failure }

export type Failure = ServiceFailure | LocalFailure

export type FailureKind = Failure['kind']

export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }

/** An expected failure on its way through main; `dispatch` turns it into a `Result`. */
export class FailureError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.kind)
    this.name = 'FailureError'
    this.failure = failure
  }
}

export function isServiceFailure(failure: Failure): failure is ServiceFailure {
  return 'operation' in failure
}

export function sentOf(failure: Failure): Sent {
  return isServiceFailure(failure) ? failure.sent : 'no'
}

export function invalidInput(path: string, message: string): FailureError {
  return new FailureError({ kind: 'invalid-input', issues: [{ path, message }] })
}

export function refusal(reason: RefusalReason, detail: string | null = null, count?: number): FailureError {
  return new FailureError({ kind: 'refused', reason, detail, ...(count === undefined ? {} : { count }) })
}

export function notFound(what: Sought): FailureError {
  return new FailureError({ kind: 'not-found', what })
}

export function orNotFound<Value>(value: Value | null | undefined, what: Sought): Value {
  if (value === null || value === undefined) throw notFound(what)
  return value
}

export function forbidden(rule: PolicyRule, detail: string): FailureError {
  return new FailureError({ kind: 'forbidden-by-policy', rule, detail })
}

/** Fails to compile when a union is not handled whole, and throws when a value outside it comes at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
