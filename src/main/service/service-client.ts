/** What the rest of main knows of the service: one typed function per operation, in plain words. No wire spelling. */
import type { AppId, ConversationId, ExchangeId, SessionId, TaskId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { AvatarResult } from '../../shared/schemas/avatar.ts'
import type { CloseAnswer, ConcurrencySample } from '../../shared/schemas/session.ts'
import type { SnapshotBody } from '../store/snapshot-body.ts'
import type { ConversationFacts } from './conversation-facts.ts'

/** The kinds of images that createAvatar takes. Source: `service-api.md §Creating avatars`. */
export type SentImageType = 'jpeg' | 'png' | 'webp'

/** An image file that is streamed into the request as a base64 data URI. */
export interface CoverImage {
  readonly path: string
  readonly type: SentImageType
  readonly bytes: number
}

/** What createAvatar sends; null fields are left out ("the service will choose"). */
export interface CreateAvatarInput {
  readonly voice: string
  /** Null only beside an image. */
  readonly conversationId: ConversationId | null
  readonly coverImage: CoverImage | null
  readonly language: string | null
  readonly greeting: string | null
  readonly name: string | null
  readonly profileText: string | null
}

/** What queryAvatar answered. `status` and `step` as they came; null when absent. */
export interface AvatarStatus extends AvatarResult {
  readonly status: number | null
  readonly step: string | null
  /** Epoch milliseconds at which the answer came. */
  readonly at: number
}

/** getconcurrentList: the figures when it has the documented shape, and the `data` as it came, as JSON text. */
export interface ConcurrencyList {
  readonly figures: ConcurrencySample | null
  /** Something stands in it beside the documented figures, or in place of them. */
  readonly hasMore: boolean
  readonly dataText: string
  readonly at: number
}

/** A conversation that was received and checked to be a successful envelope. */
export interface ReceivedConversation {
  /** Exactly as received. */
  readonly body: SnapshotBody
  readonly facts: ConversationFacts
  readonly at: number
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

/**
 * The client of one profile. Every function throws `FailureError` with a `ServiceFailure` or a token failure
 * (no-token, keychain-missing, keychain-locked, secret-not-for-host). The four reads with `repeatable: true` are retried with backoff;
 * createAvatar, closeAllSessions and stopSession are sent exactly once, on a fresh connection.
 */
export interface ServiceClient {
  readonly createAvatar: (
    input: CreateAvatarInput,
    options?: CallOptions,
  ) => Promise<{ readonly taskId: TaskId; readonly at: number; readonly exchangeId: ExchangeId }>
  readonly queryAvatar: (taskId: TaskId, options?: CallOptions) => Promise<AvatarStatus>
  readonly getConversation: (conversationId: ConversationId, options?: CallOptions) => Promise<ReceivedConversation>
  readonly queryAccount: (options?: CallOptions) => Promise<AccountSample>
  readonly concurrentNumber: (appId: AppId, options?: CallOptions) => Promise<ConcurrencySample>
  readonly concurrentList: (appId: AppId, options?: CallOptions) => Promise<ConcurrencyList>
  readonly closeAllSessions: (appId: AppId, options?: CallOptions) => Promise<CloseAnswer>
  readonly stopSession: (sessionId: SessionId, options?: CallOptions) => Promise<CloseAnswer>
  /** Ends kept-alive connections. */
  readonly dispose: () => Promise<void>
}
