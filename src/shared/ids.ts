/** Every id is a string: 19 digits are beyond a number. Only a schema in `schemas/ids.ts` makes one of these. */
declare const brand: unique symbol

export type Branded<Name extends string> = string & { readonly [brand]: Name }

// These are the service's.
export type TaskId = Branded<'TaskId'>
export type ConversationId = Branded<'ConversationId'>
export type AppId = Branded<'AppId'>
/** Of one call; sent to `sessionStop` as `uuid`. */
export type SessionId = Branded<'SessionId'>

// These are of this computer, and never sent to the service.
export type ProfileId = Branded<'ProfileId'>
export type DraftId = Branded<'DraftId'>
export type JobId = Branded<'JobId'>
export type ExchangeId = Branded<'ExchangeId'>
/** The hex SHA-256 of its bytes. */
export type ImageId = Branded<'ImageId'>
export type SnapshotId = Branded<'SnapshotId'>
/** Single-use permission to spend or destroy, issued by main when a confirmation is opened. */
export type TicketId = Branded<'TicketId'>
/** Kept by main until its rows are added. */
export type ManifestId = Branded<'ManifestId'>
/** Short-lived name that main gives to a dropped, chosen or pasted file. */
export type FileHandle = Branded<'FileHandle'>
/** Kept by main for this run. */
export type ComparedFileId = Branded<'ComparedFileId'>
