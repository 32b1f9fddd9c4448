import { z } from 'zod'
import { failure } from './failure.ts'

/** What an entry is about; the page has a sentence for each. */
export const activityAction = z.enum([
  'profile.saved',
  'profile.opened',
  'profile.deleted',
  'profile.tested',
  'secret.removed',
  'avatar.confirmed',
  'avatar.submitted',
  'avatar.accepted',
  'avatar.unknown',
  'avatar.rejected',
  'avatar.ready',
  'avatar.failed',
  'avatar.taskIdEntered',
  'avatar.markedNotCreated',
  'avatar.edited',
  'avatar.refundSeen',
  'avatar.refundNotSeen',
  'avatar.removed',
  'conversation.opened',
  'conversation.changeSeen',
  'library.readingStarted',
  'library.readingEnded',
  'session.close',
  'session.closeAll',
  'session.fallSeen',
  'account.read',
])

/** One line of the append-only journal. Never holds a secret. */
export const activityEntry = z.strictObject({
  id: z.int(),
  at: z.number(),
  profileId: z.string().nullable(),
  profileName: z.string().nullable(),
  /** The system user who runs the program. */
  operator: z.string(),
  action: activityAction,
  /** What it was done to: a file name, an id, an application. */
  target: z.string(),
  outcome: z.enum(['done', 'failed', 'unknown', 'seen']),
  /** Values that the sentence names, such as counts. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  failure: failure.nullable(),
})

export type ActivityAction = z.output<typeof activityAction>
export type ActivityEntry = z.output<typeof activityEntry>
