/**
 * Every failure that Greenroom reports to an operator. One table of the page turns it into a sentence and a next step.
 */
import type { ExchangeId } from './ids.ts'
import type { MediaRefusal } from './model/media-address.ts'

/** `no`: not one byte of the request was sent; `yes`: the service answered; `maybe`: every case in between. */
export type Sent = 'no' | 'maybe' | 'yes'

export interface ServiceFacts {
  /** The service's name of the operation: a key of main's table of operations. */
  readonly operation: string
  readonly sent: Sent
  readonly at: number
  readonly httpStatus: number | null
  /** The envelope's `code` as received. */
  readonly code: string | null
  /** The envelope's `message` or `msg` as received, or the explanation in a different JSON answer. */
  readonly message: string | null
  /** The task id that the answer to a failed creation contains, as received; absent where it contains none. */
  readonly taskId?: string
  /** The redacted exchange, kept in main for this run; null when nothing was sent. */
  readonly exchangeId: ExchangeId | null
  readonly hints?: FailureHints
}

/** Facts that main knows besides the answer and that suggest a cause. */
export interface FailureHints {
  /** This computer's clock minus the service's, in milliseconds; present where a locally minted token was rejected. */
  readonly clockAheadMs?: number
  /** The base address has no version in its path, and the answer did not come from the service. */
  readonly lacksVersion?: true
  /** The address on the same host where a connection test found the service, instead of the tested address. */
  readonly foundBaseUrl?: string
  /** The same address answered before, so the address is not the cause. */
  readonly hasAnswered?: true
  /** Sent without encryption, and nothing came back: a port for https closes such a connection. */
  readonly mayWantHttps?: true
}

/**
 * What is wrong with a secure connection. `too-old`: the service supports no safe version of TLS; `inspected`: a device
 * on the way seems to decrypt the connection with its own certificate; `plain-http` and `wants-https`: one side speaks
 * TLS and the other does not.
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

/** Body of an answer that is not JSON. Such answers come from gateways and proxies more often than from the service. */
export type BodyKind = 'page' | 'text' | 'empty'

/** The host that could not be reached. */
interface Unreached {
  /** Includes the port unless it is the scheme's default. */
  readonly host: string
  /** The host is the proxy on the way to the service. */
  readonly isProxy?: true
}

export type ServiceProblem =
  | { readonly kind: 'offline' }
  | ({ readonly kind: 'dns' } & Unreached)
  | ({
      readonly kind: 'tls'
      readonly problem: TlsProblem
      readonly reason: string
      /** The issuer that is missing or not trusted, at most 80 characters; null or absent where no issuer is named. */
      readonly issuer?: string | null
    } & Unreached)
  | ({ readonly kind: 'connection-refused' } & Unreached)
  /** The name resolves to link-local addresses only, and Greenroom never connects to those. */
  | { readonly kind: 'link-local'; readonly host: string }
  /** `phase`: part of the request's body was not sent yet. */
  | { readonly kind: 'connection-reset'; readonly phase?: 'upload' }
  | {
      readonly kind: 'proxy-authentication'
      readonly proxy: string
      /** The sign-in methods that the proxy offers, or its kind, where Greenroom supports none of them. */
      readonly unsupported?: string
      /** A user name and a password were sent to the proxy. */
      readonly isRejected?: true
    }
  | { readonly kind: 'timeout'; readonly timeoutMs: number; readonly phase: 'connect' | 'upload' | 'answer' }
  | { readonly kind: 'redirect'; readonly targetOrigin: string }
  /** `bytes` is the length that the answer announced; null without an announced length. */
  | { readonly kind: 'too-large'; readonly limitBytes: number; readonly bytes: number | null }
  | {
      readonly kind: 'http'
      readonly body?: BodyKind
      /** The proxy that answered instead of the service. */
      readonly proxy?: string
    }
  | { readonly kind: 'empty-answer' }
  | { readonly kind: 'cut-short'; readonly receivedBytes: number }
  /** `encoding` is the answer's `content-encoding`. */
  | { readonly kind: 'unknown-encoding'; readonly encoding: string }
  | { readonly kind: 'not-json'; readonly contentType: string | null }
  | { readonly kind: 'wrong-shape'; readonly problems: readonly string[] }
  /** `answered` is the received value in place of a number of calls; at most 40 characters. */
  | { readonly kind: 'invalid-count'; readonly answered: string }
  /** The answer says success, but its code is not a success code and it contains none of the requested data. */
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

/** Why Greenroom itself refused the operation before anything was sent. */
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

/** The subject that the organisation's policy forbids. */
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

type NotFoundSubject =
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

/** A failure on this computer; nothing was sent to the service. */
export type LocalFailure =
  | { readonly kind: 'no-token' }
  | { readonly kind: 'keychain-missing' }
  | { readonly kind: 'keychain-locked' }
  /** The stored secret was typed for a different origin or way of signing in; `host` did not receive it. */
  | { readonly kind: 'secret-not-for-host'; readonly host: string }
  | { readonly kind: 'secret-too-long'; readonly limitBytes: number }
  | { readonly kind: 'invalid-input'; readonly issues: readonly { readonly path: string; readonly message: string }[] }
  | {
      readonly kind: 'refused'
      readonly reason: RefusalReason
      readonly detail: string | null
      /** Number of avatars that would fit, for `not-enough-creations` and `below-floor`. */
      readonly count?: number
    }
  /** `detail` is the HTTP status, the limit in megabytes or seconds, or the encoding, where the reason has one. */
  | {
      readonly kind: 'not-fetched'
      readonly reason: FetchProblem
      readonly host: string
      readonly detail: string | null
    }
  | { readonly kind: 'not-found'; readonly what: NotFoundSubject }
  /** `detail` is the forbidden host, or the name of the profile. */
  | { readonly kind: 'forbidden-by-policy'; readonly rule: PolicyRule; readonly detail: string }
  /** `detail` is the position in the file, the folder, or the system's error code. */
  | { readonly kind: 'policy-unusable'; readonly file: string; readonly reason: PolicyProblem; readonly detail: string }
  | { readonly kind: 'storage'; readonly reason: 'full' | 'read-only' | 'corrupt' | 'other'; readonly detail: string }
  /**
   * A newer program wrote the database; `version` is the version of that program, where it is known. Nothing was
   * changed.
   */
  | { readonly kind: 'newer-data'; readonly version: string | null }
  | { readonly kind: 'internal'; readonly logId: string }
  /** Main could not be built. Every operation returns this failure until the program is restarted. */
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

export function notFound(subject: NotFoundSubject): FailureError {
  return new FailureError({ kind: 'not-found', what: subject })
}

export function orNotFound<Value>(value: Value | null | undefined, subject: NotFoundSubject): Value {
  if (value === null || value === undefined) throw notFound(subject)
  return value
}

export function forbidden(rule: PolicyRule, detail: string): FailureError {
  return new FailureError({ kind: 'forbidden-by-policy', rule, detail })
}

/**
 * Fails to compile when a case of a union is not handled; throws when a value outside the union arrives at run time.
 */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
