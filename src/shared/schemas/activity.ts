import { z } from 'zod'
import { activityActionNames } from '../model/activity-actions.ts'
import { alertEvent } from './alert.ts'
import { failure } from './failure.ts'
import { appId, exchangeId, jobId, sessionId } from './ids.ts'
import { sessionSource } from './inbox.ts'
import { closeAllResult, closeAnswer, closeRun } from './session.ts'

export const activityAction = z.enum(activityActionNames)

const count = z.int().min(0).exactOptional()
/** null where it could not be read. */
const reading = z.number().nullable().exactOptional()

/**
 * Every fact that an entry may have; each entry has those that it knows. What the page says of them is in
 * `model/activity-texts.ts`.
 */
export const activityFacts = z.strictObject({
  /** The avatar that it is about; of a batch the first. */
  jobId: jobId.exactOptional(),
  /** Of a confirmation and of its avatars. */
  batchId: z.string().exactOptional(),
  /** Of a run of closes, and of each close in it. */
  runId: z.string().exactOptional(),
  /** The last exchange of the act. */
  exchangeId: exchangeId.exactOptional(),
  /** Avatars that were confirmed together. */
  avatars: count,
  trainingMs: z.number().exactOptional(),
  /** The longest time that nine of ten of so many trainings take. */
  usualToMs: z.number().exactOptional(),
  trainings: count,
  /** From the first submission of a batch to its last ready avatar. */
  readyMs: z.number().exactOptional(),
  countBefore: reading,
  countAfter: reading,
  balanceBefore: reading,
  balanceAfter: reading,
  /** Left after a refund, while other creations were spent. */
  creationsAmongOthers: reading,
  creationsLeft: reading,
  /** Read for a confirmation: what is sent after it has not been paid yet. */
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
  /** Of a conversation, or of the file that sessions come from. */
  name: z.string().nullable().exactOptional(),
  copy: z.enum(['csv', 'json']).exactOptional(),
  entries: count,
  problem: z.enum(['altered', 'missing', 'end-missing']).nullable().exactOptional(),
  entryId: z.int().nullable().exactOptional(),
  fields: z.string().exactOptional(),
  /** What an operator wrote down, such as at the end of a shift. */
  note: z.string().exactOptional(),
  appId: z.string().nullable().exactOptional(),
  countedAt: reading,
  form: closeAnswer.shape.form.exactOptional(),
  httpStatus: reading,
  code: z.string().nullable().exactOptional(),
  message: z.string().nullable().exactOptional(),
  /** SHA-256 of a file of evidence, in hex. */
  fileHash: z.string().exactOptional(),
  /** The task ID that an operator entered. */
  enteredTaskId: z.string().nullable().exactOptional(),
  taskId: z.string().nullable().exactOptional(),
  conversationId: z.string().nullable().exactOptional(),
})

/** An entry of the journal. Never holds a secret. */
export const activityEntry = z.strictObject({
  id: z.int(),
  at: z.number(),
  profileId: z.string().nullable(),
  profileName: z.string().nullable(),
  operator: z.string(),
  /** Entries of one act have the same; null for an entry that is an act of its own. */
  act: z.string().nullable(),
  /** Written before the act was sent. Its outcome is unknown: after a crash it is the last that is known. */
  isIntent: z.boolean(),
  action: activityAction,
  /** What it was done to: a file name, an id, an application. */
  target: z.string(),
  outcome: z.enum(['done', 'failed', 'unknown', 'seen']),
  facts: activityFacts,
  failure: failure.nullable(),
})

/** All that is given must hold; empty lists mean every one. */
export const activityFilter = z.strictObject({
  /** Words that must all stand somewhere in the entry, upper and lower case alike. */
  search: z.string().max(500),
  /**
   * The actions, outcomes and kinds and reasons of failures that the page has a text for with a word of the search, by that
   * word in lower case: the journal has no texts.
   */
  wordNames: z.record(z.string().max(500), z.array(z.string().max(100)).max(500)).optional(),
  actions: z.array(activityAction).max(100),
  outcomes: z.array(z.enum(['done', 'failed', 'unknown', 'seen'])).max(4),
  /** Entries of the open profile only, or of all profiles and of none. */
  scope: z.enum(['profile', 'all']),
  /** Epoch milliseconds, inclusive and exclusive. */
  from: z.number().nullable(),
  to: z.number().nullable(),
})

/** SHA-256 over the entry and the hash of the one before it, in hex. */
const hash = z.string()

/** How far the avatars that were confirmed together have come, counted from all entries about them. */
const activityBatch = z.strictObject({
  avatars: z.int(),
  /** The service took them, whatever became of them since. */
  accepted: z.int(),
  ready: z.int(),
  failed: z.int(),
  unknown: z.int(),
  rejected: z.int(),
  /** Their outcome was unknown, and an operator said that they were not created. */
  notCreated: z.int(),
  /** From its first submission to its last ready avatar; null before its end, and where nobody looked then. */
  readyMs: z.number().nullable(),
})

/** One act: its newest entry, which stands for those before. */
export const activityRow = activityEntry.extend({
  hash,
  /** The operator's label of the application or session that it was done to, or the name of the conversation; "" without. */
  label: z.string(),
  /** null for an act that is no confirmation of several avatars. */
  batch: activityBatch.nullable(),
  /** Its intent is written and this run of the program still waits for the answer; an intent is `unknown` else. */
  isInProgress: z.boolean(),
  /** The last exchange of the act: of a creation or a close main keeps it for 90 days, of others for its run. */
  exchangeId: exchangeId.nullable(),
  /** The entries before, newest first: the intent, and the answer when something followed. */
  earlier: z.array(
    activityEntry
      .pick({ id: true, at: true, action: true, isIntent: true, outcome: true, facts: true })
      .extend({ hash }),
  ),
})

/** The newest results and alerts of the open profile, a line per batch: what a toast said can be read again. */
export const activityNotices = z.strictObject({
  rows: z.array(activityRow),
  /** The newest entry that was there when an operator looked at the notices last; 0 before that. */
  seenId: z.int(),
})

/** Newest first; `total` is how many acts fit. */
export const activityList = z.strictObject({ rows: z.array(activityRow), total: z.int() })

/** What a file of evidence is about. */
export const evidenceSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('creation'), jobId, withImage: z.boolean() }),
  /** The newest close of the session. */
  z.strictObject({ kind: z.literal('close'), sessionId }),
  /** The newest close-all of the application. */
  z.strictObject({ kind: z.literal('close-all'), appId }),
  /** Every close of a run. */
  z.strictObject({ kind: z.literal('close-run'), runId: z.string().min(1).max(100) }),
  /** The close, or the run of closes, that the entry belongs to. */
  z.strictObject({ kind: z.literal('entry'), entryId: z.int().positive() }),
])

export const activityCheck = z.strictObject({
  entries: z.int(),
  /** missing: entries were taken out before this one; end-missing: the newest ones were. */
  problem: z.strictObject({ kind: z.enum(['altered', 'missing', 'end-missing']), entryId: z.int() }).nullable(),
  /** Of the newest entry, in hex: noted down elsewhere, it proves later that nothing before it was changed. */
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
