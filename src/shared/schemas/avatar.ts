import { z } from 'zod'
import { creationFieldRows, mapCreationFields } from '../model/creation-fields.ts'
import { findingKinds } from '../model/finding-kinds.ts'
import type { FindingId } from '../model/finding-kinds.ts'
import { failure } from './failure.ts'
import { conversationId, draftId, fileHandle, imageId, jobId, profileId, taskId, ticketId } from './ids.ts'

/** By content; what is sent is always JPEG or PNG. */
export const imageType = z.enum(['jpeg', 'png', 'webp', 'gif', 'bmp', 'avif', 'heic'])

/** A stored image, whose bytes are served at `app://…/image/<imageId>`. */
export const imageInfo = z.strictObject({
  imageId,
  type: imageType,
  /** Pixels, after EXIF orientation where it is known. */
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
})

export const imageFacts = z.object({
  orientation: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  metadata: z.object({ any: z.boolean(), location: z.boolean() }),
  /** `print`: four inks, whose profile no decoder here reads; the colours of what is drawn are near them. */
  colours: z.enum(['srgb', 'other', 'print']),
  /** JPEG or PNG, upright, whole, in sRGB, and nothing but a picture: may be sent as it is where its shape is right. */
  sendable: z.boolean(),
})

/**
 * The fields of a creation as the operator types them; "" means "not sent, the service will choose".
 * Templates `{filename}` and `{n}` are expanded at confirmation. Source: `service-api.md §POST /createAvatar`.
 */
export const creationFields = z.strictObject({
  ...mapCreationFields((_name, { max }) => z.string().max(max)),
  conversationId: z.string().trim().max(creationFieldRows.conversationId.max),
})

/** In natural pixels of the upright image. */
export const cropArea = z.strictObject({
  x: z.int().min(0),
  y: z.int().min(0),
  width: z.int().positive(),
  height: z.int().positive(),
})

export const pictureQuality = z.strictObject({
  /** The variance of edges against that of the picture: about 0.1 and more for what is sharp. */
  sharpness: z.number().min(0),
  /** 0 to 255: nineteen of twenty pixels are no brighter. */
  brightness: z.number().min(0).max(255),
})

/** In natural pixels of the upright original. Advice, never a condition. */
export const faceBox = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  confidence: z.number().min(0).max(1),
  frontal: z.boolean(),
  quality: pictureQuality.optional(),
})

/** What the page saw of an original when it drew it; `faces` is null when they could not be looked for. */
export const imageAnalysis = z.discriminatedUnion('decoded', [
  z.strictObject({
    decoded: z.literal(true),
    /** Pixels of the upright image as drawn. */
    width: z.int().positive(),
    height: z.int().positive(),
    transparent: z.boolean(),
    /** More than one frame, of which the first is used. */
    animated: z.boolean().optional(),
    truncated: z.boolean().optional(),
    /** Bytes of the file belong to nothing; its picture was drawn all the same. */
    damaged: z.boolean().optional(),
    faces: z.array(faceBox).max(100).nullable(),
    /** Of the whole picture. */
    quality: pictureQuality.optional(),
  }),
  z.strictObject({ decoded: z.literal(false), reason: z.string().max(500) }),
])

export const imageEdit = z.strictObject({
  /** null: the whole image. */
  area: cropArea.nullable(),
  /** Longest side in pixels; null: not scaled. */
  longestSide: z.int().positive().nullable(),
  type: z.enum(['jpeg', 'png']),
})

export const finding = z.strictObject({
  // The boundary: the keys of the table are the ids.
  id: z.enum(Object.keys(findingKinds) as [FindingId, ...FindingId[]]),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const draft = z.strictObject({
  id: draftId,
  profileId,
  /** Name of the dropped file, or "" for an avatar without an image. */
  fileName: z.string(),
  /** Name of the folder that the file lies in; "" where it has none, such as a pasted image. */
  folder: z.string(),
  /** As it was dropped; null for an avatar from the public conversation alone. */
  original: imageInfo.nullable(),
  /** What will be sent; null without an image, and until the page has converted what cannot be sent as it is. */
  prepared: imageInfo.nullable(),
  /** How `prepared` was made; null: as dropped, or the whole of it encoded anew. */
  edit: imageEdit.nullable(),
  /** null until the page has looked. */
  analysis: imageAnalysis.nullable(),
  overrides: creationFields.partial(),
  findings: z.array(finding),
  createdAt: z.number(),
})

export const refusedFile = z.strictObject({ fileName: z.string(), failure })

export const takenFiles = z.strictObject({
  added: z.array(draft),
  refused: z.array(refusedFile),
  /** CSV files among them, which `manifest.read` reads. */
  manifests: z.array(z.strictObject({ handle: fileHandle, fileName: z.string() })),
})

export const creator = z.strictObject({ drafts: z.array(draft), shared: creationFields })

/** Source: `service-api.md §Account`. */
export const balanceReading = z.strictObject({ avatarCreationsLeft: z.number(), at: z.number() })

/** An avatar as it is confirmed and sent. */
export const confirmedAvatar = z.strictObject({
  /** null for a job that is created again. */
  draftId: draftId.nullable(),
  /** Its name, or else its file's without the extension; "" where the service chooses. */
  name: z.string(),
  image: imageInfo.nullable(),
  /** Templates already expanded. */
  fields: creationFields,
  /** Some fields are not the shared ones. */
  isCustom: z.boolean(),
  /** The portrait is an avatar of the profile already, or is about to become an avatar: it would be paid again. */
  isCreated: z.boolean(),
})

/** Valid once and until `expiresAt` (epoch ms). */
export const creationTicket = z.strictObject({
  ticket: ticketId,
  count: z.int().positive(),
  /** Confirmed before and not answered yet: they are going to use the balance too. */
  queued: z.int().min(0),
  balance: balanceReading.nullable(),
  /** Creation is still possible then, and the dialog says so. */
  balanceFailure: failure.nullable(),
  /** The last known balance where `balance` is null. */
  lastBalance: balanceReading.nullable(),
  /** Creations that the profile wants left; 0 for none. */
  floor: z.int().min(0),
  expiresAt: z.number(),
  items: z.array(confirmedAvatar),
})

/** The fields as they would be sent. */
export const jobEditTicket = z.strictObject({ ticket: ticketId, fields: creationFields, expiresAt: z.number() })

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

/** Around a creation whose outcome is unknown. */
export const evidence = z.strictObject({
  balanceBefore: balanceReading.nullable(),
  balanceAfter: balanceReading.nullable(),
  sentAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** Other creations of the profile that were on their way between the two readings, and may have cost one each. */
  othersSent: z.int().min(1).exactOptional(),
  /** Those among them that cost one each for certain: sent and accepted between the two, with an image. */
  othersAccepted: z.int().min(1).exactOptional(),
  /** Creations of failed trainings that were seen to come back between the two readings. */
  refunded: z.int().min(1).exactOptional(),
  /** Those that may have come back. */
  refundsAwaited: z.int().min(1).exactOptional(),
})

/** The balance around a creation. */
export const jobBalances = z.strictObject({
  before: balanceReading.nullable(),
  /** The first reading after the answer; null where none came soon. */
  after: balanceReading.nullable(),
  /** Other creations that were on their way between the two readings. */
  othersSent: z.int().min(0),
})

/** What `queryAvatar` answered for a finished avatar. Source: `service-api.md §Avatar creation status`. */
export const avatarResult = z.strictObject({
  conversationId: conversationId.nullable(),
  name: z.string().nullable(),
  modelSceneId: z.string().nullable(),
  coverImage: z.string().nullable(),
  /** Of a failed training: what the answer says beside the documented fields, each with the name of its field. */
  reasons: z.array(z.strictObject({ field: z.string(), text: z.string() })).exactOptional(),
})

/** Whether a failed training was given back: an observation, as others may use the account too. */
export const refund = z.strictObject({
  state: z.enum(['awaited', 'seen', 'not-seen']),
  before: balanceReading.nullable(),
  after: balanceReading.nullable(),
})

/** A confirmed intent and all that is known of what became of it. */
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
  /** As it came; null before the first answer. */
  step: z.string().nullable(),
  /** As it came (0 training, 1 failed, 2 success, others shown raw). */
  status: z.number().nullable(),
  submittedAt: z.number().nullable(),
  lastContactAt: z.number().nullable(),
  result: avatarResult.nullable(),
  failure: failure.nullable(),
  /** Cleared by the next good poll. */
  pollFailure: failure.nullable(),
  evidence: evidence.nullable(),
  /** What was confirmed at once shares it. */
  batchId: z.string().max(64),
  /** The image as it was dropped, which `image` was made from. */
  originalId: imageId.nullable(),
  /** Only for a failed job of which the balance before is known. */
  refund: refund.nullable(),
  /** The last job that was confirmed in place of this one, and when. */
  createdAgain: z.strictObject({ jobId, at: z.number() }).nullable().default(null),
  /** How long the avatar took to become ready; null until then, and where nobody looked when it did. */
  trainedMs: z.number().nullable().default(null),
})

/** How long trainings of a profile usually take: the 10th to the 90th percentile of its newest ready avatars. */
export const usualTime = z.strictObject({
  fromMs: z.number(),
  toMs: z.number(),
  /** How many were counted, and when the newest of them became ready. */
  trainings: z.int().positive(),
  lastReadyAt: z.number(),
})

/** Drafts, or failed, rejected or unknown jobs to be created again. */
export const creationSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drafts'), draftIds: z.array(draftId).min(1).max(10_000) }),
  z.strictObject({ kind: z.literal('jobs'), jobIds: z.array(jobId).min(1).max(10_000) }),
])

/** A batch is what was confirmed at once. */
export const batchProgress = z.strictObject({
  total: z.int().positive(),
  /** Ready, failed, rejected or removed. */
  finished: z.int().min(0),
  ready: z.int().min(0),
  failed: z.int().min(0),
  rejected: z.int().min(0),
  unknown: z.int().min(0),
  waiting: z.int().min(0),
  submitting: z.int().min(0),
  training: z.int().min(0),
})

/** Why Greenroom paused a queue: waiting jobs were confirmed for an address or account that the profile no longer has. */
export const pauseReason = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('other-address'), baseUrl: z.string() }),
  /** The account by its App ID, or as its token names it; null where that is not known. */
  z.strictObject({ kind: z.literal('other-account'), account: z.string().nullable() }),
])

/** Why nothing is sent, and what ends it. */
const queueHold = z.strictObject({
  failure,
  since: z.number(),
  /** Unknown outcomes in a row that stopped it; 0 where `failure` alone did. */
  unknown: z.int().min(0),
  /**
   * `answer`: the service answers; `balance`: the account has creations left; `token`: the service accepts a token;
   * `retry`: the next try; `person`: an operator continues.
   */
  continuesOn: z.enum(['answer', 'balance', 'token', 'retry', 'person']),
  /** Epoch milliseconds; null while none is planned. */
  nextTryAt: z.number().nullable(),
})

export const queueState = z.strictObject({
  held: queueHold.nullable(),
  /** By an operator, or after three unknown outcomes in a row; across restarts. */
  paused: z.boolean(),
  /** Absent where the queue is not paused, or the operator paused it. */
  pauseReason: pauseReason.exactOptional(),
  /** Of the batches that are not at their end, or else of the last one; null when there never was one. */
  progress: batchProgress.nullable(),
  /** The batches that `progress` counts. */
  batchIds: z.array(z.string()),
  /** Absent with too few ready avatars. */
  usualTime: usualTime.exactOptional(),
  /** When everything that trains will be ready; absent where that cannot be said, and while anything is to be sent. */
  doneAt: z.number().exactOptional(),
  /** Of an ended batch, from its first submission to its last ready avatar; absent where nobody looked then. */
  readyMs: z.number().exactOptional(),
  /** How much of each body that is being sent has left, from 0 to 1; absent while none is. */
  uploads: z.array(z.strictObject({ jobId, share: z.number() })).exactOptional(),
})

export type ImageInfo = z.output<typeof imageInfo>
export type ImageFacts = z.output<typeof imageFacts>
export type CreationFields = z.output<typeof creationFields>
export type CropArea = z.output<typeof cropArea>
export type ImageType = z.output<typeof imageType>
export type PictureQuality = z.output<typeof pictureQuality>
export type FaceBox = z.output<typeof faceBox>
export type ImageAnalysis = z.output<typeof imageAnalysis>
export type ImageEdit = z.output<typeof imageEdit>
export type Finding = z.output<typeof finding>
export type BatchProgress = z.output<typeof batchProgress>
export type Refund = z.output<typeof refund>
export type Draft = z.output<typeof draft>
export type RefusedFile = z.output<typeof refusedFile>
export type Creator = z.output<typeof creator>
export type BalanceReading = z.output<typeof balanceReading>
export type ConfirmedAvatar = z.output<typeof confirmedAvatar>
export type CreationTicket = z.output<typeof creationTicket>
export type CreationSource = z.output<typeof creationSource>
export type JobState = z.output<typeof jobState>
export type Evidence = z.output<typeof evidence>
export type JobBalances = z.output<typeof jobBalances>
export type AvatarResult = z.output<typeof avatarResult>
export type Job = z.output<typeof job>
export type PauseReason = z.output<typeof pauseReason>
export type UsualTime = z.output<typeof usualTime>
export type QueueState = z.output<typeof queueState>
