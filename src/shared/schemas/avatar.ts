import { z } from 'zod'
import { creationFieldRows, mapCreationFields } from '../model/creation-fields.ts'
import { findingKinds } from '../model/finding-kinds.ts'
import type { FindingId } from '../model/finding-kinds.ts'
import { failure } from './failure.ts'
import { conversationId, draftId, fileHandle, imageId, jobId, profileId, taskId, ticketId } from './ids.ts'

/** Detected from the content of the file. Only JPEG and PNG are sent. */
export const imageType = z.enum(['jpeg', 'png', 'webp', 'gif', 'bmp', 'avif', 'heic'])

/** A stored image, whose bytes are served at `app://…/image/<imageId>`. */
export const imageInfo = z.strictObject({
  imageId,
  type: imageType,
  /** In pixels, with the EXIF orientation applied where it is known. */
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
})

export const imageFacts = z.object({
  orientation: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  metadata: z.object({ any: z.boolean(), location: z.boolean() }),
  /** `print`: CMYK, whose profile no decoder here reads; the drawn colours are close to the original. */
  colours: z.enum(['srgb', 'other', 'print']),
  /** JPEG or PNG, upright, complete, in sRGB and without metadata: can be sent unchanged if its aspect ratio fits. */
  sendable: z.boolean(),
})

/**
 * The fields of a creation as the operator types them; "" means that the field is not sent and the service chooses.
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
  /** Variance of the edges divided by the variance of the picture; a sharp picture has about 0.1 or more. */
  sharpness: z.number().min(0),
  /** 0 to 255: 95% of the pixels are at most this bright. */
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

/** What the page found in an original when it decoded it; `faces` is null when face detection was not possible. */
export const imageAnalysis = z.discriminatedUnion('decoded', [
  z.strictObject({
    decoded: z.literal(true),
    /** In pixels of the upright image as drawn. */
    width: z.int().positive(),
    height: z.int().positive(),
    transparent: z.boolean(),
    /** The file has more than one frame; the first frame is used. */
    animated: z.boolean().optional(),
    truncated: z.boolean().optional(),
    /** The file contains bytes that belong to no part of it; the picture was drawn anyway. */
    damaged: z.boolean().optional(),
    faces: z.array(faceBox).max(100).nullable(),
    /** Quality of the whole picture. */
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
  // `Object.keys` loses the type: the keys of the table are the ids.
  id: z.enum(Object.keys(findingKinds) as [FindingId, ...FindingId[]]),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const draft = z.strictObject({
  id: draftId,
  profileId,
  /** Name of the dropped file, or "" for an avatar without an image. */
  fileName: z.string(),
  /** Name of the folder that contains the file; "" without a folder, such as for a pasted image. */
  folder: z.string(),
  /** The image as it was dropped; null for an avatar from the public conversation alone. */
  original: imageInfo.nullable(),
  /** The image that will be sent; null without an image, and until the page has converted an unsuitable original. */
  prepared: imageInfo.nullable(),
  /** How `prepared` was made; null: the original, or a conversion of the whole original. */
  edit: imageEdit.nullable(),
  /** null until the page has analysed the image. */
  analysis: imageAnalysis.nullable(),
  overrides: creationFields.partial(),
  findings: z.array(finding),
  createdAt: z.number(),
})

export const refusedFile = z.strictObject({ fileName: z.string(), failure })

export const takenFiles = z.strictObject({
  added: z.array(draft),
  refused: z.array(refusedFile),
  /** CSV files among the dropped files; `manifest.read` reads them. */
  manifests: z.array(z.strictObject({ handle: fileHandle, fileName: z.string() })),
})

export const creator = z.strictObject({ drafts: z.array(draft), shared: creationFields })

/** Source: `service-api.md §Account`. */
export const balanceReading = z.strictObject({ avatarCreationsLeft: z.number(), at: z.number() })

/** An avatar as it is confirmed and sent. */
export const confirmedAvatar = z.strictObject({
  /** null for a job that is created again. */
  draftId: draftId.nullable(),
  /** The avatar's name, or else its file name without the extension; "" where the service chooses. */
  name: z.string(),
  image: imageInfo.nullable(),
  /** Templates already expanded. */
  fields: creationFields,
  /** Some fields differ from the shared fields. */
  isCustom: z.boolean(),
  /**
   * The portrait already is an avatar of the profile or is about to become one, so the creation would be paid again.
   */
  isCreated: z.boolean(),
})

/** Valid once and until `expiresAt` (epoch ms). */
export const creationTicket = z.strictObject({
  ticket: ticketId,
  count: z.int().positive(),
  /** Creations that were confirmed earlier and not answered yet: they will use the balance too. */
  queued: z.int().min(0),
  balance: balanceReading.nullable(),
  /** Creation is still possible after this failure, and the dialog says so. */
  balanceFailure: failure.nullable(),
  /** The last known balance where `balance` is null. */
  lastBalance: balanceReading.nullable(),
  /** Creations that must stay in the account according to the profile; 0 for none. */
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

/** The balances and times around the submission of a creation. */
export const evidence = z.strictObject({
  balanceBefore: balanceReading.nullable(),
  balanceAfter: balanceReading.nullable(),
  sentAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** Other creations of the profile that were in flight between the two readings; each may have cost one creation. */
  othersSent: z.int().min(1).exactOptional(),
  /**
   * Those of `othersSent` that certainly cost one creation each: sent and accepted between the readings, with an image.
   */
  othersAccepted: z.int().min(1).exactOptional(),
  /** Refunds of failed trainings that certainly came between the two readings. */
  refunded: z.int().min(1).exactOptional(),
  /** Refunds that may have come between them: still awaited, or seen then and perhaps older. */
  refundsAwaited: z.int().min(1).exactOptional(),
})

/** The balance around a creation. */
export const jobBalances = z.strictObject({
  before: balanceReading.nullable(),
  /** The first reading after the answer; null where no reading followed soon. */
  after: balanceReading.nullable(),
  /** Other creations that were in flight between the two readings. */
  othersSent: z.int().min(0),
})

/** The answer of `queryAvatar` for a finished avatar. Source: `service-api.md §Avatar creation status`. */
export const avatarResult = z.strictObject({
  conversationId: conversationId.nullable(),
  name: z.string().nullable(),
  modelSceneId: z.string().nullable(),
  coverImage: z.string().nullable(),
  /** For a failed training: texts of the answer outside the documented fields, each with the name of its field. */
  reasons: z.array(z.strictObject({ field: z.string(), text: z.string() })).exactOptional(),
})

/** Whether a failed training was refunded. It is an observation, because others may use the account too. */
export const refund = z.strictObject({
  state: z.enum(['awaited', 'seen', 'not-seen']),
  before: balanceReading.nullable(),
  after: balanceReading.nullable(),
})

/** A confirmed creation and everything that is known about its outcome. */
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
  /** `processingStep` as received; null before the first answer. */
  step: z.string().nullable(),
  /** As received (0 training, 1 failed, 2 success, others shown raw). */
  status: z.number().nullable(),
  submittedAt: z.number().nullable(),
  lastContactAt: z.number().nullable(),
  result: avatarResult.nullable(),
  failure: failure.nullable(),
  /** Cleared by the next successful poll. */
  pollFailure: failure.nullable(),
  evidence: evidence.nullable(),
  /** Jobs that were confirmed together have the same id. */
  batchId: z.string().max(64),
  /** The dropped image from which `image` was made. */
  originalId: imageId.nullable(),
  /** Only for a failed job whose balance before the submission is known. */
  refund: refund.nullable(),
  /** The last job that was confirmed to replace this job, and when. */
  createdAgain: z.strictObject({ jobId, at: z.number() }).nullable().default(null),
  /** How long the avatar took to become ready; null until then, and where no poll observed that moment. */
  trainedMs: z.number().nullable().default(null),
})

/** How long trainings of a profile usually take: the 10th to the 90th percentile of its newest ready avatars. */
export const usualTime = z.strictObject({
  fromMs: z.number(),
  toMs: z.number(),
  /** Number of trainings that were counted; the newest of them became ready at `lastReadyAt`. */
  trainings: z.int().positive(),
  lastReadyAt: z.number(),
})

/** Drafts, or failed, rejected or unknown jobs to be created again. */
export const creationSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drafts'), draftIds: z.array(draftId).min(1).max(10_000) }),
  z.strictObject({ kind: z.literal('jobs'), jobIds: z.array(jobId).min(1).max(10_000) }),
])

/** Progress of the jobs that were confirmed together. */
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

/** Why Greenroom paused a queue: waiting jobs were confirmed for a former address or account of the profile. */
export const pauseReason = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('other-address'), baseUrl: z.string() }),
  /** The App ID of the account, or the account name in the token; null where neither is known. */
  z.strictObject({ kind: z.literal('other-account'), account: z.string().nullable() }),
])

/** Why nothing is sent, and which event ends the hold. */
const queueHold = z.strictObject({
  failure,
  since: z.number(),
  /** Consecutive unknown outcomes that stopped the queue; 0 where `failure` alone stopped it. */
  unknown: z.int().min(0),
  /**
   * `answer`: the service answers; `balance`: the account has creations left; `token`: the service accepts a token;
   * `retry`: the next try; `person`: an operator continues.
   */
  continuesOn: z.enum(['answer', 'balance', 'token', 'retry', 'person']),
  /** Epoch milliseconds; null while no retry is planned. */
  nextTryAt: z.number().nullable(),
})

export const queueState = z.strictObject({
  held: queueHold.nullable(),
  /** Paused by an operator, after three consecutive unknown outcomes, or for `pauseReason`; kept across restarts. */
  paused: z.boolean(),
  /** Present only while the queue is paused because a different address or account would pay. */
  pauseReason: pauseReason.exactOptional(),
  /** Progress of the running batches, or else of the last batch; null before the first batch. */
  progress: batchProgress.nullable(),
  /** The batches that `progress` counts. */
  batchIds: z.array(z.string()),
  /** Absent while too few avatars are ready. */
  usualTime: usualTime.exactOptional(),
  /**
   * When all current trainings will be ready; absent where no estimate is possible, and while a job still has to be
   * sent.
   */
  doneAt: z.number().exactOptional(),
  /**
   * For an ended batch, the time from its first submission to its last ready avatar; absent unless polls observed when
   * each ready avatar became ready.
   */
  readyMs: z.number().exactOptional(),
  /** The share of each request body that has been uploaded, from 0 to 1; absent while nothing is being sent. */
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
