import { z } from 'zod'
import { failure } from './failure.ts'
import { appId, profileId, sessionId, ticketId } from './ids.ts'

/** The three figures of an application at an instant. Source: `service-api.md §Concurrency` (`cropId` is corporateId). */
export const concurrencySample = z.strictObject({
  appId,
  /** Epoch milliseconds at which the answer came. */
  at: z.number(),
  corporateId: z.string().nullable(),
  total: z.number(),
  yours: z.number().nullable(),
})

/** What is known of an application's calls: the last good sample, and the failure of the last read if it failed. */
export const concurrency = z.strictObject({
  appId,
  latest: concurrencySample.nullable(),
  failure: z.strictObject({ failure, at: z.number() }).nullable(),
  /** Samples of the last hour, oldest first. */
  lastHour: z.array(z.strictObject({ at: z.number(), total: z.number(), yours: z.number().nullable() })),
  /** Milliseconds between reads now; a sample older than three of them is stale. */
  intervalMs: z.number(),
})

/** How an accepted close was answered. Source: `service-api.md §GET /sessionStop` (response not shown: any form). */
export const closeAnswer = z.strictObject({
  form: z.enum(['empty', 'text', 'envelope']),
  httpStatus: z.int(),
  code: z.string().nullable(),
  /** The envelope's message, or the text itself; at most 500 characters. */
  message: z.string().nullable(),
  at: z.number(),
})

/** The light confirmation of closing one session. */
export const closeTicket = z.strictObject({
  ticket: ticketId,
  sessionId,
  appId: appId.nullable(),
  expiresAt: z.number(),
})

/** What became of closing one session: the answer, and the counts around it when they could be read. */
export const closeOutcome = z.strictObject({
  sessionId,
  answer: closeAnswer,
  countBefore: concurrencySample.nullable(),
  countAfter: concurrencySample.nullable(),
})

/** The confirmation of closing all sessions of an application: names everything, with the count read at that moment. */
export const closeAllTicket = z.strictObject({
  ticket: ticketId,
  profileName: z.string(),
  colour: z.string(),
  appId,
  appLabel: z.string(),
  count: concurrencySample,
  expiresAt: z.number(),
})

/** A close-all and its watched fall. */
export const closing = z.strictObject({
  id: z.string(),
  profileId,
  appId,
  /** Count read for the confirmation. */
  countBefore: z.number(),
  sentAt: z.number(),
  /** The service's answer; null while it is awaited or when none came. */
  answer: closeAnswer.nullable(),
  /** Set when the request failed; its `sent` tells whether calls may have been cut all the same. */
  failure: failure.nullable(),
  /** Counts seen afterwards, oldest first. */
  seen: z.array(z.strictObject({ at: z.number(), total: z.number() })),
  /** watching, fell to zero, still some after 60 s, or the count could not be read at all. */
  outcome: z.enum(['watching', 'fell', 'still-live', 'not-seen']),
})

export type ConcurrencySample = z.output<typeof concurrencySample>
export type Concurrency = z.output<typeof concurrency>
export type CloseAnswer = z.output<typeof closeAnswer>
export type CloseTicket = z.output<typeof closeTicket>
export type CloseOutcome = z.output<typeof closeOutcome>
export type CloseAllTicket = z.output<typeof closeAllTicket>
export type Closing = z.output<typeof closing>
