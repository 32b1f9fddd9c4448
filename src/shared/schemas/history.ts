import { z } from 'zod'
import { job, jobState } from './avatar.ts'
import { jobId, snapshotId } from './ids.ts'

export const jobQuery = z.strictObject({
  /** Looked for in name, file name, voice, greeting and ids, whatever the case; "" finds all. */
  search: z.string().max(200),
  /** None: jobs in every state. */
  states: z.array(jobState).max(jobState.options.length),
  /** `state`: what needs the operator first; `lastContact`: the latest first, those never answered last. */
  sort: z.enum(['newest', 'oldest', 'name', 'state', 'lastContact']),
})

export const jobIndex = z.strictObject({
  ids: z.array(jobId),
  total: z.int().min(0),
  /** Of the jobs that the search finds, in whatever state is asked for; `removed` is always 0. */
  counts: z.record(jobState, z.int().min(0)),
})

export const jobCounts = jobIndex.omit({ ids: true })

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
export type JobIndex = z.output<typeof jobIndex>
export type JobCounts = z.output<typeof jobCounts>
export type ConversationProposal = z.output<typeof conversationProposal>
export type Voice = z.output<typeof voice>
