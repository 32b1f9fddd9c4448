import { z } from 'zod'
import { activityActions } from '../model/activity-actions.ts'
import { failure } from './failure.ts'
import { exchangeId, jobId } from './ids.ts'

export const activityAction = z.enum(activityActions)

/** An entry of the journal. Never holds a secret. */
export const activityEntry = z.strictObject({
  id: z.int(),
  at: z.number(),
  profileId: z.string().nullable(),
  profileName: z.string().nullable(),
  operator: z.string(),
  action: activityAction,
  /** What it was done to: a file name, an id, an application. */
  target: z.string(),
  outcome: z.enum(['done', 'failed', 'unknown', 'seen']),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
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

/** One act: its newest entry, which stands for those before. */
export const activityRow = activityEntry.extend({
  hash,
  /** Its intent is written and this run of the program still waits for the answer; an intent is `unknown` else. */
  isInProgress: z.boolean(),
  /** The last exchange of the act, kept in main for its run; null for an act without one, and after a restart. */
  exchangeId: exchangeId.nullable(),
  /** The one avatar that it is about; null for batches and for other acts. */
  jobId: jobId.nullable(),
  /** The entries before, newest first: the intent, and the answer when something followed. */
  earlier: z.array(
    activityEntry.pick({ id: true, at: true, action: true, outcome: true, facts: true }).extend({ hash }),
  ),
})

export const activityPage = z.strictObject({ entries: z.array(activityRow), total: z.int() })

export const activityCheck = z.strictObject({
  entries: z.int(),
  /** missing: entries were taken out before this one; end-missing: the newest ones were. */
  problem: z.strictObject({ kind: z.enum(['altered', 'missing', 'end-missing']), entryId: z.int() }).nullable(),
  /** Of the newest entry, in hex: noted down elsewhere, it proves later that nothing before it was changed. */
  lastHash: z.string(),
  at: z.number(),
})

export type ActivityFilter = z.output<typeof activityFilter>
export type ActivityPage = z.output<typeof activityPage>
export type ActivityCheck = z.output<typeof activityCheck>
export type ActivityAction = z.output<typeof activityAction>
export type ActivityRow = z.output<typeof activityRow>
export type ActivityEntry = z.output<typeof activityEntry>
