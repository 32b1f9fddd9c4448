/**
 * Branded identifiers. Every id is a string from the wire to the screen: conversation and task ids have 19 digits,
 * beyond what a number can hold. Only a schema in `schemas/ids.ts` turns a plain string into one of these.
 */

declare const brand: unique symbol

export type Branded<Name extends string> = string & { readonly [brand]: Name }

/** Of an avatar creation task at the service (`service-api.md §Avatar creation task`): decimal digits. */
export type TaskId = Branded<'TaskId'>

/** Of a conversation at the service (`service-api.md §Conversation`): any non-empty text without spaces. */
export type ConversationId = Branded<'ConversationId'>

/** Of an application at the service (`appId` of the concurrency and closing operations). */
export type AppId = Branded<'AppId'>

/** Of one in-call session, sent to `sessionStop` as `uuid` (`service-api.md §Session`). */
export type SessionId = Branded<'SessionId'>

// These are of this computer, and never sent to the service.
export type ProfileId = Branded<'ProfileId'>
export type DraftId = Branded<'DraftId'>
export type JobId = Branded<'JobId'>
export type ExchangeId = Branded<'ExchangeId'>

/** Of a stored image: the hex SHA-256 of its bytes. */
export type ImageId = Branded<'ImageId'>

/** Of one stored answer of `getConversationById`. */
export type SnapshotId = Branded<'SnapshotId'>

/** Single-use permission to spend or destroy, issued by main when a confirmation is opened. */
export type TicketId = Branded<'TicketId'>

/** A rule of an operator on this computer: of alerts, or one that suggests closes. */
export type RuleId = Branded<'RuleId'>

/** A file or folder on this computer that is watched for session ids. */
export type WatchId = Branded<'WatchId'>

/** A manifest that main has read and keeps until its rows are added. */
export type ManifestId = Branded<'ManifestId'>

/** Short-lived name that main gives to a dropped, chosen or pasted file. */
export type FileHandle = Branded<'FileHandle'>

/** A JSON file that main has read to be compared, and keeps for this run. */
export type ComparedFileId = Branded<'ComparedFileId'>
