import { z } from 'zod'
import { job, jobState } from './avatar.ts'
import { snapshotId } from './ids.ts'
import { rowLimit } from './operation.ts'

export const jobQuery = z.strictObject({
  /** Searched in name, file name, voice, greeting and ids, ignoring case; "" finds all jobs. */
  search: z.string().max(200),
  /** An empty list: jobs in every state. */
  states: z.array(jobState).max(jobState.options.length),
  /** `state`: jobs that need the operator first; `lastContact`: the latest first, jobs without an answer last. */
  sort: z.enum(['newest', 'oldest', 'name', 'state', 'lastContact']),
  /** Absent: jobs of any batch. */
  batches: z.array(z.string().max(64)).min(1).max(1_000).exactOptional(),
  /** True: the archive only. False: the working list, and with a search or for a batch the archive too. */
  archived: z.boolean(),
})

export const jobListQuery = jobQuery.extend({ limit: rowLimit })

/** `place`: position of a waiting job in the queue, where 1 is sent next; null for any other job. */
export const listedJob = job.extend({ place: z.int().min(1).nullable() })

/** Counts of the working list, without the archive. */
export const jobCounts = z.strictObject({
  total: z.int().min(0),
  /** `removed` is always 0. */
  counts: z.record(jobState, z.int().min(0)),
})

export const jobList = z.strictObject({
  /** At most `limit`. */
  rows: z.array(listedJob),
  /** Number of jobs that match the query. */
  total: z.int().min(0),
  /** Counts of the jobs that match the search in the same list, in any state. */
  counts: jobCounts.shape.counts,
  /** Number of archived jobs that match the search. */
  archived: z.int().min(0),
  /** The profile has no job at all. */
  isEmpty: z.boolean(),
})

export const voice = z.strictObject({
  voice: z.string(),
  uses: z.int().min(0),
  ready: z.int().min(0),
  failed: z.int().min(0),
  /** Number of conversations whose snapshots use the voice. */
  conversations: z.int().min(0),
  /** The voice was seen in public material; the service lists no voices (`service-api.md §Creating avatars`). */
  public: z.boolean(),
  /** The newest snapshot with an address of the voice's sample, as received, so possibly relative. */
  sample: z.strictObject({ snapshotId, url: z.string() }).nullable(),
})

/** A conversation to make avatars from. The service does not report whether it is public. */
export const conversationProposal = z.strictObject({
  conversationId: z.string(),
  name: z.string().nullable(),
  /** practice: a public sample of the practice service. */
  source: z.enum(['ready', 'practice', 'library']),
})

/** A job in its waiting state just before it is sent, at `at` (epoch ms). */
export const sentLine = z.strictObject({ at: z.number(), job: job.strip() })

export type JobQuery = z.output<typeof jobQuery>
export type JobListQuery = z.output<typeof jobListQuery>
export type ListedJob = z.output<typeof listedJob>
export type JobList = z.output<typeof jobList>
export type JobCounts = z.output<typeof jobCounts>
export type ConversationProposal = z.output<typeof conversationProposal>
export type Voice = z.output<typeof voice>
