import { z } from 'zod'
import { activityActionNames } from '../model/activity-actions.ts'
import { alertEvent } from './alert.ts'
import { failure } from './failure.ts'
import { appId, exchangeId, jobId, sessionId } from './ids.ts'
import { sessionSource } from './inbox.ts'
import { closeAllResult, closeAnswer, closeRun } from './session.ts'

export const activityAction = z.enum(activityActionNames)

const count = z.int().min(0).exactOptional()
/** null where the number could not be read. */
const reading = z.number().nullable().exactOptional()

/**
 * Every fact that an entry can have; each entry stores the facts that are known. Their texts are in
 * `model/activity-texts.ts`.
 */
export const activityFacts = z.strictObject({
  /** The avatar of the entry; for a batch, its first avatar. */
  jobId: jobId.exactOptional(),
  /** On the entries of a confirmation and of its avatars. */
  batchId: z.string().exactOptional(),
  /** On the entries of a close run and of each close in it. */
  runId: z.string().exactOptional(),
  /** The last exchange of the act. */
  exchangeId: exchangeId.exactOptional(),
  /** Avatars that were confirmed together. */
  avatars: count,
  trainingMs: z.number().exactOptional(),
  /** The 90th percentile of the times of `trainings` trainings. */
  usualToMs: z.number().exactOptional(),
  trainings: count,
  /** Time from the first submission of a batch to its last ready avatar. */
  readyMs: z.number().exactOptional(),
  countBefore: reading,
  countAfter: reading,
  balanceBefore: reading,
  balanceAfter: reading,
  /** Creations left after a refund whose rise is hidden because other creations were spent. */
  creationsAmongOthers: reading,
  creationsLeft: reading,
  /** Balance that was read for a confirmation, before its creations are paid. */
  creationsBefore: reading,
  durationLeft: reading,
  condition: alertEvent.shape.condition.exactOptional(),
  severity: alertEvent.shape.severity.exactOptional(),
  isOn: z.boolean().exactOptional(),
  snoozedUntilAt: reading,
  /** The number that triggered an alert. */
  value: reading,
  told: alertEvent.shape.told.exactOptional(),
  result: z.enum([...closeAllResult.shape.outcome.options, 'watch-stopped']).exactOptional(),
  seconds: z.number().exactOptional(),
  sessions: count,
  markedAs: z.enum(['ended', 'live']).exactOptional(),
  accepted: count,
  said: count,
  unknown: count,
  failed: count,
  rejected: count,
  ready: count,
  leftOut: count,
  endedBy: closeRun.shape.endedBy.exactOptional(),
  source: sessionSource.shape.kind.exactOptional(),
  /** Name of a conversation, or of the file that sessions come from. */
  name: z.string().nullable().exactOptional(),
  copy: z.enum(['csv', 'json']).exactOptional(),
  entries: count,
  problem: z.enum(['altered', 'missing', 'end-missing']).nullable().exactOptional(),
  entryId: z.int().nullable().exactOptional(),
  fields: z.string().exactOptional(),
  /** A note that an operator wrote, for example at the end of a shift. */
  note: z.string().exactOptional(),
  appId: z.string().nullable().exactOptional(),
  countedAt: reading,
  form: closeAnswer.shape.form.exactOptional(),
  httpStatus: reading,
  code: z.string().nullable().exactOptional(),
  message: z.string().nullable().exactOptional(),
  /** SHA-256 of an evidence file, in hex. */
  fileHash: z.string().exactOptional(),
  /** The task ID that an operator entered. */
  enteredTaskId: z.string().nullable().exactOptional(),
  taskId: z.string().nullable().exactOptional(),
  conversationId: z.string().nullable().exactOptional(),
})

/** An entry of the journal. Never contains a secret. */
export const activityEntry = z.strictObject({
  id: z.int(),
  at: z.number(),
  profileId: z.string().nullable(),
  profileName: z.string().nullable(),
  operator: z.string(),
  /** Entries of the same act share this id; null for an entry that is an act of its own. */
  act: z.string().nullable(),
  /** Written before the act was sent, so its outcome is unknown; after a crash it can be the last entry of the act. */
  isIntent: z.boolean(),
  action: activityAction,
  /** The object of the action: a file name, an id, an application. */
  target: z.string(),
  outcome: z.enum(['done', 'failed', 'unknown', 'seen']),
  facts: activityFacts,
  failure: failure.nullable(),
})

/** An entry must meet every given condition; an empty list sets no condition. */
export const activityFilter = z.strictObject({
  /** Words that must all occur in the entry, whatever their case. */
  search: z.string().max(500),
  /**
   * By search word in lower case: the actions, outcomes, and failure kinds and reasons whose text on the page contains
   * the word. The journal itself stores no texts.
   */
  wordNames: z.record(z.string().max(500), z.array(z.string().max(100)).max(500)).optional(),
  actions: z.array(activityAction).max(100),
  outcomes: z.array(z.enum(['done', 'failed', 'unknown', 'seen'])).max(4),
  /** Entries of the open profile only, or all entries, including those without a profile. */
  scope: z.enum(['profile', 'all']),
  /** Epoch milliseconds, inclusive and exclusive. */
  from: z.number().nullable(),
  to: z.number().nullable(),
})

/** SHA-256 over the entry and the hash of the previous entry, in hex. */
const hash = z.string()

/** Progress of the avatars that were confirmed together, counted from all entries about them. */
const activityBatch = z.strictObject({
  avatars: z.int(),
  /** Avatars that the service accepted, whatever happened to them later. */
  accepted: z.int(),
  ready: z.int(),
  failed: z.int(),
  unknown: z.int(),
  rejected: z.int(),
  /** Avatars with an unknown outcome that an operator marked as not created. */
  notCreated: z.int(),
  /**
   * Time from the first submission to the last ready avatar; null before the end of the batch, and unless polls
   * observed when each ready avatar became ready.
   */
  readyMs: z.number().nullable(),
})

/** One act, shown by its newest entry. */
export const activityRow = activityEntry.extend({
  hash,
  /** The operator's label of the target application or session, or the name of the conversation; "" without a label. */
  label: z.string(),
  /** null unless the act is a confirmation of several avatars. */
  batch: activityBatch.nullable(),
  /** The intent is written and this run of the program still waits for the answer. Otherwise an intent is `unknown`. */
  isInProgress: z.boolean(),
  /**
   * The last exchange of the act. Main keeps exchanges of a creation or a close for 90 days, all others for the current
   * run.
   */
  exchangeId: exchangeId.nullable(),
  /** The earlier entries, newest first: the intent, and the answer if a later entry followed. */
  earlier: z.array(
    activityEntry
      .pick({ id: true, at: true, action: true, isIntent: true, outcome: true, facts: true })
      .extend({ hash }),
  ),
})

/**
 * The newest results and alerts of the open profile, a line per batch, so that the text of a toast can be read again.
 */
export const activityNotices = z.strictObject({
  rows: z.array(activityRow),
  /** The newest entry that existed when an operator last opened the notices; 0 before that. */
  seenId: z.int(),
})

/** Newest first; `total` is the number of matching acts. */
export const activityList = z.strictObject({ rows: z.array(activityRow), total: z.int() })

/** The subject of an evidence file. */
export const evidenceSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('creation'), jobId, withImage: z.boolean() }),
  /** The newest close of the session. */
  z.strictObject({ kind: z.literal('close'), sessionId }),
  /** The newest close-all of the application. */
  z.strictObject({ kind: z.literal('close-all'), appId }),
  /** Every close of a close run. */
  z.strictObject({ kind: z.literal('close-run'), runId: z.string().min(1).max(100) }),
  /** The close or the close run that the entry belongs to. */
  z.strictObject({ kind: z.literal('entry'), entryId: z.int().positive() }),
])

export const activityCheck = z.strictObject({
  entries: z.int(),
  /** missing: entries before this entry were removed; end-missing: the newest entries were removed. */
  problem: z.strictObject({ kind: z.enum(['altered', 'missing', 'end-missing']), entryId: z.int() }).nullable(),
  /** Hash of the newest entry, in hex. A copy of it kept elsewhere proves later that no earlier entry was changed. */
  lastHash: z.string(),
  at: z.number(),
})

export type ActivityFilter = z.output<typeof activityFilter>
export type ActivityBatch = z.output<typeof activityBatch>
export type ActivityList = z.output<typeof activityList>
export type EvidenceSubject = z.output<typeof evidenceSubject>
export type ActivityCheck = z.output<typeof activityCheck>
export type ActivityAction = z.output<typeof activityAction>
export type ActivityRow = z.output<typeof activityRow>
export type ActivityFacts = z.output<typeof activityFacts>
export type ActivityEntry = z.output<typeof activityEntry>
