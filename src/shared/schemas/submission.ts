import { z } from 'zod'
import { job } from './avatar.ts'
import { jobId, taskId } from './ids.ts'

/** A line of the log of submissions: a job that is about to be sent, or what became of it. */
export const submissionLine = z.union([
  /** `at` (epoch ms) is when; the job is as it waited. */
  z.strictObject({ at: z.number(), job: job.strip() }),
  z.strictObject({ jobId, taskId }),
  /** It is certain that nothing was created. */
  z.strictObject({ jobId, isCreated: z.literal(false) }),
])

export type SubmissionLine = z.output<typeof submissionLine>
