import { z } from 'zod'
import { limits } from '../model/limits.ts'
import { failure } from './failure.ts'
import { appId, profileId, sessionId, ticketId } from './ids.ts'

/** Source: `service-api.md §Concurrency` (`cropId` is corporateId). */
export const concurrencySample = z.strictObject({
  appId,
  at: z.number(),
  corporateId: z.string().nullable(),
  total: z.number(),
  yours: z.number().nullable(),
})

/** Found in a text; one that is not likely is offered unticked. */
export const sessionCandidate = z.strictObject({
  sessionId,
  isLikely: z.boolean(),
  isKnown: z.boolean(),
  /** Proposed from its line of the text; absent where the line has none. */
  label: z.string().max(limits.sessionLabel).exactOptional(),
  /**
   * What it is known as in this profile instead; `digits`: it has the form of the service's other ids. Absent where nothing
   * speaks against a session.
   */
  looksLike: z.enum(['application', 'task', 'conversation', 'digits']).exactOptional(),
})

/** Compared with the number read at about the same moment. Source: `service-api.md §GET /getconcurrentList`. */
export const listReading = z.strictObject({
  at: z.number(),
  numberAt: z.number(),
  /** other-shape: no figures in it, such as an array. */
  agreement: z.enum(['agrees', 'differs', 'other-shape']),
  /** From getconcurrentNumber; null where a side has no such value. */
  differences: z.array(
    z.strictObject({
      figure: z.enum(['total', 'yours', 'corporateId']),
      number: z.string().nullable(),
      list: z.string().nullable(),
    }),
  ),
  /** Its `data` as it came, as indented JSON of at most 20,000 characters; null when it holds the known figures only. */
  dataText: z.string().nullable(),
  /** Ids in it, at most 1,000. */
  candidates: z.array(sessionCandidate),
})

export const concurrency = z.strictObject({
  appId,
  latest: concurrencySample.nullable(),
  failure: z.strictObject({ failure, at: z.number() }).nullable(),
  /** When it is read again after a failure; absent without, and while nothing is read. */
  nextAt: z.number().exactOptional(),
  /** Promised wherever this count stands: what makes it stale must not change with the section that is open. */
  intervalMs: z.number(),
  list: listReading.nullable(),
  listFailure: z.strictObject({ failure, at: z.number() }).nullable(),
})

export const applicationCount = z.strictObject({
  appId,
  latest: concurrencySample.pick({ at: true, total: true, yours: true }).nullable(),
  /** The last read gave no count that could be kept. */
  hasFailed: z.boolean(),
  /** As in `concurrency`. */
  intervalMs: z.number(),
})

export const seriesRange = z.enum(['hour', 'day', 'week', 'month'])

/** `count` is the calls to be cut, or the avatars of a batch; `accepted` how many of these the service took by now. */
export const chartAnnotation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('close-all'), at: z.number(), count: z.number().nullable() }),
  z.strictObject({
    kind: z.literal('batch'),
    at: z.number(),
    count: z.number().nullable(),
    accepted: z.number().nullable(),
  }),
  z.strictObject({ kind: z.enum(['refund', 'unknown']), at: z.number(), name: z.string() }),
  z.strictObject({ kind: z.enum(['top-up', 'account-changed']), at: z.number() }),
  z.strictObject({ kind: z.literal('alert'), at: z.number(), severity: z.enum(['critical', 'warning']) }),
])

export const chartSeries = z.strictObject({
  range: seriesRange,
  from: z.number(),
  to: z.number(),
  at: z.array(z.number()),
  holdsUntil: z.array(z.number()),
  annotations: z.array(chartAnnotation),
})

/**
 * The calls of an application over time, oldest first. All arrays have the same length: one place in each is one reading,
 * or the readings of `stepMs` milliseconds together. Between `holdsUntil` of one and `at` of the next nothing is known.
 */
export const series = chartSeries.extend({
  appId,
  /** Closes of single sessions that were sent or may have been, oldest first, the newest 1,000. */
  closes: z.array(z.strictObject({ at: z.number(), sessionId, label: z.string() })),
  /** null: single readings. */
  stepMs: z.number().nullable(),
  /** Last reading of the step; `at` is the first. */
  lastAt: z.array(z.number()),
  totalMin: z.array(z.number()),
  totalMax: z.array(z.number()),
  totalLast: z.array(z.number()),
  yoursLast: z.array(z.number().nullable()),
  /** For how many milliseconds a count was known, from the first reading of the step to that of the next, in the range. */
  knownMs: z.array(z.number()),
  /** The sum of the totals in that time, each times the milliseconds that it held. */
  totalMs: z.array(z.number()),
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

/** A session as a confirmation names it; `label` is "" and `firstSeenAt` null when it is not in the inbox. */
export const namedSession = z.strictObject({
  sessionId,
  appId: appId.nullable(),
  appLabel: z.string(),
  label: z.string(),
  firstSeenAt: z.number().nullable(),
})

const confirmation = {
  ticket: ticketId,
  /** What must be typed first, in a profile whose protection is `confirm`; else null. */
  mustType: z.string().nullable(),
  expiresAt: z.number(),
}

export const closeTicket = namedSession.extend(confirmation)

/** An answer, or a failure: refused by the service, never sent, or not known whether it was closed. */
export const closeOutcome = z.strictObject({
  sessionId,
  appId: appId.nullable(),
  at: z.number(),
  answer: closeAnswer.nullable(),
  failure: failure.nullable(),
  countBefore: concurrencySample.nullable(),
  countAfter: concurrencySample.nullable(),
  /** The count is still read again; `close.changed` tells of each. */
  counting: z.boolean(),
})

export const closeManyTicket = z.strictObject({ ...confirmation, sessions: z.array(namedSession) })

/** Sessions in the order of the confirmation, each outcome as it comes. */
export const closeRun = z.strictObject({
  id: z.string(),
  startedAt: z.number(),
  state: z.enum(['running', 'stopping', 'stopped', 'done']),
  /** rest: the computer slept or lost its network; trouble: nothing got through any more. */
  endedBy: z.enum(['operator', 'profile', 'rest', 'trouble']).nullable(),
  items: z.array(
    z.strictObject({
      sessionId,
      state: z.enum(['waiting', 'sending', 'ended', 'left-out']),
      outcome: closeOutcome.nullable(),
    }),
  ),
})

export const closeAllTicket = z.strictObject({
  ticket: ticketId,
  profileName: z.string(),
  colour: z.string(),
  appId,
  appLabel: z.string(),
  /** Read for this confirmation, or, where that failed, the last known count; null where none was ever read. */
  count: concurrencySample.nullable(),
  /** False: the count could not be read for this confirmation. */
  isCountRead: z.boolean(),
  expiresAt: z.number(),
})

export const closeAllResult = z.strictObject({
  id: z.string(),
  profileId,
  appId,
  /** Null when no count could be read for the confirmation. */
  countBefore: z.number().nullable(),
  sentAt: z.number(),
  /** The service's answer; null while it is awaited or when none came. */
  answer: closeAnswer.nullable(),
  /** Set when the request failed; its `sent` tells whether calls may have been cut all the same. */
  failure: failure.nullable(),
  seen: z.array(z.strictObject({ at: z.number(), total: z.number() })),
  /** watching, fell to zero, still some after 60 s, or the count could not be read at all. */
  outcome: z.enum(['watching', 'fell', 'still-live', 'not-seen']),
})

export type ListReading = z.output<typeof listReading>
export type SessionCandidate = z.output<typeof sessionCandidate>
export type SeriesRange = z.output<typeof seriesRange>
export type ChartAnnotation = z.output<typeof chartAnnotation>
export type Series = z.output<typeof series>
export type NamedSession = z.output<typeof namedSession>
export type CloseManyTicket = z.output<typeof closeManyTicket>
export type CloseRun = z.output<typeof closeRun>
export type ApplicationCount = z.output<typeof applicationCount>
export type ConcurrencySample = z.output<typeof concurrencySample>
export type Concurrency = z.output<typeof concurrency>
export type CloseAnswer = z.output<typeof closeAnswer>
export type CloseTicket = z.output<typeof closeTicket>
export type CloseOutcome = z.output<typeof closeOutcome>
export type CloseAllTicket = z.output<typeof closeAllTicket>
export type CloseAllResult = z.output<typeof closeAllResult>
