import { z } from 'zod'
import { limits } from '../model/limits.ts'
import type {
  AppId,
  ComparedFileId,
  ConversationId,
  DraftId,
  ExchangeId,
  FileHandle,
  ImageId,
  JobId,
  ManifestId,
  ProfileId,
  RuleId,
  SessionId,
  SnapshotId,
  TaskId,
  TicketId,
  WatchId,
} from '../ids.ts'

// The transform is the one place where a checked string becomes a branded id; a cast anywhere else is a mistake.
function id<Id extends string>(check: z.ZodString): z.ZodType<Id, string> {
  return check as unknown as z.ZodType<Id, string>
}

const text = (longest: number): z.ZodString => z.string().trim().min(1).max(longest)
const local = (): z.ZodString => z.string().regex(/^[A-Za-z0-9-]{1,64}$/)

/** A task id: 1 to 32 decimal digits; surrounding white space is dropped. Source: `service-api.md §GET /queryAvatar`. */
export const taskId = id<TaskId>(
  z
    .string()
    .trim()
    .regex(/^\d{1,32}$/),
)

/** A conversation id: 1 to 128 characters without white space. Source: `service-api.md §GET /getConversationById`. */
export const conversationId = id<ConversationId>(text(limits.conversationId).regex(/^\S+$/))

/** An application id: 1 to 128 characters without white space. Source: `service-api.md §GET /getconcurrentNumber`. */
export const appId = id<AppId>(text(128).regex(/^\S+$/))

/** A session id: 1 to 256 characters without white space. Source: `service-api.md §GET /sessionStop`. */
export const sessionId = id<SessionId>(text(256).regex(/^\S+$/))

/** A profile id, made on this computer. */
export const profileId = id<ProfileId>(local())

/** A draft id, made on this computer. */
export const draftId = id<DraftId>(local())

/** A job id, made on this computer. */
export const jobId = id<JobId>(local())

/** An image id: 64 hex digits. */
export const imageId = id<ImageId>(z.string().regex(/^[0-9a-f]{64}$/))

/** A snapshot id, made on this computer. */
export const snapshotId = id<SnapshotId>(local())

/** The id of a recorded exchange, made on this computer. */
export const exchangeId = id<ExchangeId>(local())

/** A ticket id, made by main. */
export const ticketId = id<TicketId>(local())

/** The id of a rule, made on this computer. */
export const ruleId = id<RuleId>(local())

/** The id of a watched file or folder, made on this computer. */
export const watchId = id<WatchId>(local())

/** The id of a manifest that was read, made by main. */
export const manifestId = id<ManifestId>(local())

/** A file handle, made by main. */
export const fileHandle = id<FileHandle>(local())

/** The id of a file that was read for comparing, made by main. */
export const comparedFileId = id<ComparedFileId>(local())
