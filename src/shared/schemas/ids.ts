import { z } from 'zod'
import type { Branded } from '../ids.ts'
import { limits } from '../model/limits.ts'

// This function is the only place where a checked string becomes a branded id; a cast anywhere else is a mistake.
function id<Name extends string>(check: z.ZodString): z.ZodType<Branded<Name>, string> {
  return check as unknown as z.ZodType<Branded<Name>, string>
}

const text = (longest: number): z.ZodString => z.string().trim().min(1).max(longest)
// An address cannot contain half of a surrogate pair, and SQLite reads a text up to its first NUL.
const sendable = /^[^\s\0\p{Cs}]+$/u
const local = (): z.ZodString => z.string().regex(/^[A-Za-z0-9-]{1,64}$/)

/** Surrounding white space is removed. Source: `service-api.md §GET /queryAvatar`. */
export const taskId = id<'TaskId'>(
  z
    .string()
    .trim()
    .regex(/^\d{1,32}$/),
)

/** Source: `service-api.md §GET /getConversationById`. */
export const conversationId = id<'ConversationId'>(text(limits.conversationId).regex(sendable))

/** Source: `service-api.md §GET /getconcurrentNumber`. */
export const appId = id<'AppId'>(text(128).regex(sendable))

/** Any text, including inner white space: no form is documented. Source: `service-api.md §GET /sessionStop`. */
export const sessionId = id<'SessionId'>(text(limits.sessionId).regex(/^[^\p{Cc}\p{Cs}]+$/u))

export const imageId = id<'ImageId'>(z.string().regex(/^[0-9a-f]{64}$/))

// Ids that are generated on this computer.
export const profileId = id<'ProfileId'>(local())
export const draftId = id<'DraftId'>(local())
export const jobId = id<'JobId'>(local())
export const snapshotId = id<'SnapshotId'>(local())
export const exchangeId = id<'ExchangeId'>(local())
export const ticketId = id<'TicketId'>(local())
export const manifestId = id<'ManifestId'>(local())
export const fileHandle = id<'FileHandle'>(local())
export const comparedFileId = id<'ComparedFileId'>(local())
