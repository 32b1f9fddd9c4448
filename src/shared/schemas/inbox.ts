import { z } from 'zod'
import { limits } from '../model/limits.ts'
import { failure } from './failure.ts'
import { appId, conversationId, sessionId } from './ids.ts'
import { closeAnswer, sessionCandidate } from './session.ts'

/** `name` is the file name, for a source that is a file. */
export const sessionSource = z.strictObject({
  kind: z.enum(['paste', 'file', 'watch', 'link', 'command', 'list', 'typed']),
  name: z.string().max(limits.sourceName).nullable(),
})

/** `close-all`: a close of all calls of the session's application. */
export const sessionAction = z.strictObject({
  kind: z.enum(['close', 'close-all']),
  at: z.number(),
  answer: closeAnswer.nullable(),
  failure: failure.nullable(),
})

/** A session as this computer knows it, because the service returns no list of sessions. */
export const knownSession = z.strictObject({
  sessionId,
  appId: appId.nullable(),
  label: z.string(),
  note: z.string(),
  source: sessionSource,
  /** The session's age counts from this time, because the start of the call is not known. */
  firstSeenAt: z.number(),
  /** When the operator marked the session as ended, or the service accepted its close; null while it may be live. */
  endedAt: z.number().nullable(),
  lastAction: sessionAction.nullable(),
})

/** Sessions of the inbox, the newest by `firstSeenAt` first (at most `limits.sessionsAtOnce`), and their numbers. */
export const inbox = z.strictObject({
  sessions: z.array(knownSession),
  /**
   * Sessions of the requested application that are not marked as ended. A request for all sessions counts every
   * session, with or without an application.
   */
  known: z.int(),
  /** Sessions without an application that are not marked as ended and not counted in `known`. */
  withoutApplication: z.int(),
  ended: z.int(),
  /** Sessions that only a request for all sessions or for a different application returns, ended or not. */
  elsewhere: z.int(),
})

/** A session from a link or a command. It is only shown: no action may follow from it. */
export const linkedSession = z.strictObject({
  sessionId,
  appId: appId.nullable(),
  isNew: z.boolean(),
})

/** Requests from outside the window since the last call, oldest first. */
export const linkedSessions = z.strictObject({
  sessions: z.array(linkedSession),
  /** The operator requested, outside the window, the form that adds session ids. */
  isAddAsked: z.boolean(),
})

/** A session id found in a watched file, for an operator to add or dismiss. */
export const proposedSession = sessionCandidate.extend({ appId: appId.nullable(), source: sessionSource })

/** The meaning of an id in this profile; `name` is "" without a name. */
export const recognisedId = z.discriminatedUnion('kind', [
  /** `conversationId`: the conversation of the task's avatar; null before it is ready. */
  z.strictObject({ kind: z.literal('task'), name: z.string(), conversationId: conversationId.nullable() }),
  z.strictObject({ kind: z.literal('session'), name: z.string() }),
  z.strictObject({ kind: z.literal('conversation'), name: z.string() }),
  z.strictObject({ kind: z.literal('application'), name: z.string() }),
])

/** The file of a profile that is watched for session ids. */
export const watchedFile = z.strictObject({
  path: z.string(),
  /** The application for which the found ids are proposed. */
  appId: appId.nullable(),
  lastReadAt: z.number().nullable(),
  /** Number of session ids proposed from the file. */
  found: z.int(),
  /** gone: the file doesn't exist; unreadable: it can't be opened, or isn't text. */
  problem: z.enum(['gone', 'unreadable']).nullable(),
})

export type SessionSource = z.output<typeof sessionSource>
export type SessionAction = z.output<typeof sessionAction>
export type KnownSession = z.output<typeof knownSession>
export type Inbox = z.output<typeof inbox>
export type LinkedSession = z.output<typeof linkedSession>
export type RecognisedId = z.output<typeof recognisedId>
export type WatchedFile = z.output<typeof watchedFile>
