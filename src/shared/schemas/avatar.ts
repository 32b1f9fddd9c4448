import { z } from 'zod'
import { failure } from './failure.ts'
import { conversationId, draftId, imageId, jobId, profileId, taskId, ticketId } from './ids.ts'

/** A stored image: its bytes are content-addressed under the profile folder and served at `app://…/image/<imageId>`. */
export const imageInfo = z.strictObject({
  imageId,
  type: z.enum(['jpeg', 'png', 'webp']),
  /** Pixels, after EXIF orientation where it is known. */
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
})

/**
 * The fields of a creation as the operator types them; "" means "not sent, the service will choose".
 * Templates `{filename}` and `{n}` are expanded at confirmation. Source: `service-api.md §POST /createAvatar`.
 */
export const creationFields = z.strictObject({
  /** ttsName */
  voice: z.string().max(200),
  conversationId: z.string().trim().max(128),
  /** defaultSpeakingLanguage */
  language: z.string().max(100),
  name: z.string().max(500),
  /** greetings */
  greeting: z.string().max(20_000),
  /** profile */
  profileText: z.string().max(100_000),
})

/** A crop in natural pixels of the image as it is shown (after EXIF orientation). */
export const cropArea = z.strictObject({
  x: z.int().min(0),
  y: z.int().min(0),
  width: z.int().positive(),
  height: z.int().positive(),
})

/** The named reasons a draft card shows. Each is advice: the limits come from outside the contract. */
export const draftProblem = z.enum(['aspect', 'too-large', 'webp'])

/** A draft card: an image or none, and what the operator changed for it alone. Kept in the database. */
export const draft = z.strictObject({
  id: draftId,
  profileId,
  /** Name of the dropped file, or "" for an avatar without an image. */
  fileName: z.string(),
  /** The image as it was dropped; null for an avatar from the public conversation alone. */
  original: imageInfo.nullable(),
  /** What will be sent: the crop's result, or the original. */
  prepared: imageInfo.nullable(),
  crop: cropArea.nullable(),
  overrides: creationFields.partial(),
  problems: z.array(draftProblem),
  createdAt: z.number(),
})

/** A file that did not become a draft, and why. */
export const refusedFile = z.strictObject({ fileName: z.string(), failure })

/** What the Avatars section edits: the drafts and the fields shared by all of them. */
export const creator = z.strictObject({ drafts: z.array(draft), shared: creationFields })

/** A balance at an instant. Source: `service-api.md §Account`. */
export const balanceReading = z.strictObject({ avatarCreationsLeft: z.number(), at: z.number() })

/** What the confirmation dialog shows: read at that moment, valid once and until `expiresAt` (epoch ms). */
export const creationTicket = z.strictObject({
  ticket: ticketId,
  count: z.int().positive(),
  balance: balanceReading.nullable(),
  /** Why the balance could not be read; creation is still possible then, and the dialog says so. */
  balanceFailure: failure.nullable(),
  expiresAt: z.number(),
  items: z.array(z.strictObject({ name: z.string(), image: imageInfo.nullable() })),
})

/** The states of a job, in the words that the queue shows. */
export const jobState = z.enum([
  'waiting',
  'submitting',
  'unknown',
  'training',
  'ready',
  'failed',
  'rejected',
  'removed',
])

/** What is known around a creation whose outcome is unknown. Times are epoch milliseconds. */
export const evidence = z.strictObject({
  balanceBefore: balanceReading.nullable(),
  balanceAfter: balanceReading.nullable(),
  sentAt: z.number().nullable(),
  endedAt: z.number().nullable(),
})

/** What `queryAvatar` answered for a finished avatar. Source: `service-api.md §Avatar creation status`. */
export const avatarResult = z.strictObject({
  conversationId: conversationId.nullable(),
  name: z.string().nullable(),
  modelSceneId: z.string().nullable(),
  coverImage: z.string().nullable(),
})

/** One avatar job: a confirmed intent and all that is known of what became of it. Times are epoch milliseconds. */
export const job = z.strictObject({
  id: jobId,
  profileId,
  createdAt: z.number(),
  fileName: z.string(),
  image: imageInfo.nullable(),
  /** Templates already expanded. */
  fields: creationFields,
  state: jobState,
  stateSince: z.number(),
  taskId: taskId.nullable(),
  /** processingStep as it came; null before the first answer. */
  step: z.string().nullable(),
  /** status as it came (0 training, 1 failed, 2 success, others shown raw). */
  status: z.number().nullable(),
  submittedAt: z.number().nullable(),
  lastContactAt: z.number().nullable(),
  result: avatarResult.nullable(),
  /** Why the creation was rejected or is unknown. */
  failure: failure.nullable(),
  /** The last failed look at a training task; cleared by the next good one. */
  pollFailure: failure.nullable(),
  evidence: evidence.nullable(),
})

/** What a confirmation is opened for: drafts, or a failed, rejected or unknown job to be created again. */
export const creationSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drafts'), draftIds: z.array(draftId).min(1).max(10_000) }),
  z.strictObject({ kind: z.literal('job'), jobId }),
])

/** Whether the queue sends: held after a failure that sent nothing, until the service answers again or on Resume. */
export const queueState = z.strictObject({
  held: z.strictObject({ failure, since: z.number() }).nullable(),
  paused: z.boolean(),
})

export type ImageInfo = z.output<typeof imageInfo>
export type CreationFields = z.output<typeof creationFields>
export type CropArea = z.output<typeof cropArea>
export type DraftProblem = z.output<typeof draftProblem>
export type Draft = z.output<typeof draft>
export type RefusedFile = z.output<typeof refusedFile>
export type Creator = z.output<typeof creator>
export type BalanceReading = z.output<typeof balanceReading>
export type CreationTicket = z.output<typeof creationTicket>
export type CreationSource = z.output<typeof creationSource>
export type JobState = z.output<typeof jobState>
export type Evidence = z.output<typeof evidence>
export type AvatarResult = z.output<typeof avatarResult>
export type Job = z.output<typeof job>
export type QueueState = z.output<typeof queueState>
