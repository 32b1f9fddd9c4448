import { z } from 'zod'
import { job, jobState } from './avatar.ts'
import { snapshotId } from './ids.ts'
import { rowLimit } from './operation.ts'

export const jobQuery = z.strictObject({
  /** Looked for in name, file name, voice, greeting and ids, whatever the case; "" finds all. */
  search: z.string().max(200),
  /** None: jobs in every state. */
  states: z.array(jobState).max(jobState.options.length),
  /** `state`: what needs the operator first; `lastContact`: the latest first, those never answered last. */
  sort: z.enum(['newest', 'oldest', 'name', 'state', 'lastContact']),
  /** Absent: jobs of any batch. */
  batches: z.array(z.string().max(64)).min(1).max(1_000).exactOptional(),
  /** The archive alone; else the working list, and with a search or of a batch both. */
  archived: z.boolean(),
})

export const jobListQuery = jobQuery.extend({ limit: rowLimit })

/** `place`: of a waiting job in the line, 1 is sent next; null for any other job. */
export const listedJob = job.extend({ place: z.int().min(1).nullable() })

/** Of the working list, without the archive. */
export const jobCounts = z.strictObject({
  total: z.int().min(0),
  /** `removed` is always 0. */
  counts: z.record(jobState, z.int().min(0)),
})

export const jobList = z.strictObject({
  /** At most `limit`. */
  rows: z.array(listedJob),
  /** How many jobs fit the query. */
  total: z.int().min(0),
  /** Of the jobs that the search finds there, in any state. */
  counts: jobCounts.shape.counts,
  /** How many archived jobs the search finds. */
  archived: z.int().min(0),
  /** The profile has no job at all. */
  isEmpty: z.boolean(),
})

export const voice = z.strictObject({
  voice: z.string(),
  uses: z.int().min(0),
  ready: z.int().min(0),
  failed: z.int().min(0),
  /** Snapshots of so many speak with it. */
  conversations: z.int().min(0),
  /** Seen in public material; the service lists no voices (`service-api.md §Creating avatars`). */
  public: z.boolean(),
  /** The newest snapshot with an address of its sound, as it came: possibly relative. */
  sample: z.strictObject({ snapshotId, url: z.string() }).nullable(),
})

/** To make avatars from. Whether it is public, the service does not tell. */
export const conversationProposal = z.strictObject({
  conversationId: z.string(),
  name: z.string().nullable(),
  /** practice: a public sample of the practice service. */
  source: z.enum(['ready', 'practice', 'library']),
})

/** A job that is about to be sent, as it waited; `at` (epoch ms) is when. */
export const sentLine = z.strictObject({ at: z.number(), job: job.strip() })

export type JobQuery = z.output<typeof jobQuery>
export type JobListQuery = z.output<typeof jobListQuery>
export type ListedJob = z.output<typeof listedJob>
export type JobList = z.output<typeof jobList>
export type JobCounts = z.output<typeof jobCounts>
export type ConversationProposal = z.output<typeof conversationProposal>
export type Voice = z.output<typeof voice>
