/**
 * Every id is a string, because 19 digits exceed a number's precision. Only a schema in `schemas/ids.ts` creates these
 * types.
 */
declare const brand: unique symbol

export type Branded<Name extends string> = string & { readonly [brand]: Name }

// Ids of the service.
export type TaskId = Branded<'TaskId'>
export type ConversationId = Branded<'ConversationId'>
export type AppId = Branded<'AppId'>
/** The id of one call; sent to `sessionStop` as `uuid`. */
export type SessionId = Branded<'SessionId'>

// Ids of this computer, never sent to the service.
export type ProfileId = Branded<'ProfileId'>
export type DraftId = Branded<'DraftId'>
export type JobId = Branded<'JobId'>
export type ExchangeId = Branded<'ExchangeId'>
/** The hex SHA-256 of the image's bytes. */
export type ImageId = Branded<'ImageId'>
export type SnapshotId = Branded<'SnapshotId'>
/** Single-use permission to spend or destroy, issued by main when a confirmation is opened. */
export type TicketId = Branded<'TicketId'>
/** Main keeps the manifest until its rows are added. */
export type ManifestId = Branded<'ManifestId'>
/** Short-lived name that main assigns to a dropped, chosen or pasted file. */
export type FileHandle = Branded<'FileHandle'>
/** Main keeps the file for this run. */
export type ComparedFileId = Branded<'ComparedFileId'>
