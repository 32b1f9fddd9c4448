import { z } from 'zod'
import { limits } from '../model/limits.ts'
import { failure } from './failure.ts'
import { appId, conversationId, sessionId } from './ids.ts'
import { closeAnswer, sessionCandidate } from './session.ts'

/** `name` is the file's, for those that have one. */
export const sessionSource = z.strictObject({
  kind: z.enum(['paste', 'file', 'watch', 'link', 'command', 'list', 'typed']),
  name: z.string().max(limits.sourceName).nullable(),
})

/** `close-all`: the session was known to be of an application whose calls were all closed. */
export const sessionAction = z.strictObject({
  kind: z.enum(['close', 'close-all']),
  at: z.number(),
  answer: closeAnswer.nullable(),
  failure: failure.nullable(),
})

/** The service gives no list of sessions: this is what this computer knows. */
export const knownSession = z.strictObject({
  sessionId,
  appId: appId.nullable(),
  label: z.string(),
  note: z.string(),
  source: sessionSource,
  /** Its age counts from here, as nobody says when the call began. */
  firstSeenAt: z.number(),
  /** Marked as ended by the operator, or closed from here with an accepted answer; null while it may be live. */
  endedAt: z.number().nullable(),
  lastAction: sessionAction.nullable(),
})

/** Sessions of the inbox, those first seen last first (at most `limits.sessionsAtOnce`), and how many there are. */
export const inbox = z.strictObject({
  sessions: z.array(knownSession),
  /** Not marked as ended, of the asked-for application; when all are asked for, of any and of none. */
  known: z.int(),
  /** Not marked as ended, of no application and not in `known`. */
  withoutApplication: z.int(),
  ended: z.int(),
})

/** Came by a link or a command, to be shown; nothing is to be done to it. */
export const linkedSession = z.strictObject({
  sessionId,
  appId: appId.nullable(),
  isNew: z.boolean(),
})

/** What came from outside of the window since it was last asked, oldest first. */
export const linkedSessions = z.strictObject({
  sessions: z.array(linkedSession),
  /** The operator asked, outside of the window, for the place where session ids are added. */
  isAddAsked: z.boolean(),
})

/** Found in a watched file, to be added or dismissed by a person. */
export const proposedSession = sessionCandidate.extend({ appId: appId.nullable(), source: sessionSource })

/** What an id is in this profile; `name` is "" where it has none. */
export const recognisedId = z.discriminatedUnion('kind', [
  /** `conversationId`: of the avatar that the task made; null before it is ready. */
  z.strictObject({ kind: z.literal('task'), name: z.string(), conversationId: conversationId.nullable() }),
  z.strictObject({ kind: z.literal('session'), name: z.string() }),
  z.strictObject({ kind: z.literal('conversation'), name: z.string() }),
  z.strictObject({ kind: z.literal('application'), name: z.string() }),
])

/** The file of a profile that is watched for session ids. */
export const watchedFile = z.strictObject({
  path: z.string(),
  /** What is found in it is proposed for this application. */
  appId: appId.nullable(),
  lastReadAt: z.number().nullable(),
  /** How many session ids were proposed from it. */
  found: z.int(),
  /** gone: the file isn't there; unreadable: it can't be opened, or is no text. */
  problem: z.enum(['gone', 'unreadable']).nullable(),
})

export type SessionSource = z.output<typeof sessionSource>
export type SessionAction = z.output<typeof sessionAction>
export type KnownSession = z.output<typeof knownSession>
export type Inbox = z.output<typeof inbox>
export type LinkedSession = z.output<typeof linkedSession>
export type RecognisedId = z.output<typeof recognisedId>
export type WatchedFile = z.output<typeof watchedFile>
