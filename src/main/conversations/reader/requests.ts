/**
 * What main asks of the reader, the thread that holds conversations: it reads bodies from the database, parses them, and
 * answers only what a screen needs, so that main's own thread never sees megabytes.
 */
import type { ProfileId, SnapshotId } from '../../../shared/ids.ts'
import type { ConversationView } from '../../../shared/model/conversation-view.ts'
import type { MediaRules } from '../../media/media-address.ts'

/** A kept look-up of a profile. */
export interface OfSnapshot {
  readonly profileId: ProfileId
  readonly snapshotId: SnapshotId
}

/** Every request: what goes in and what comes out, both made of plain values. */
export interface ReaderRequests {
  readonly view: { readonly input: OfSnapshot & { readonly rules: MediaRules }; readonly output: ConversationView }
}

/** Name of a request. */
export type ReaderRequest = keyof ReaderRequests

/** What a request takes. */
export type ReaderInput<Name extends ReaderRequest> = ReaderRequests[Name]['input']

/** What a request gives. */
export type ReaderOutput<Name extends ReaderRequest> = ReaderRequests[Name]['output']
