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

/** A session id found in a text; a candidate that is not likely is offered unselected. */
export const sessionCandidate = z.strictObject({
  sessionId,
  isLikely: z.boolean(),
  isKnown: z.boolean(),
  /** Label proposed from the line of the id; absent where the line contains no label. */
  label: z.string().max(limits.sessionLabel).exactOptional(),
  /**
   * What the id is known as in this profile instead; `digits`: it has the form of the service's other ids. Absent where
   * no fact contradicts a session.
   */
  looksLike: z.enum(['application', 'task', 'conversation', 'digits']).exactOptional(),
})

/**
 * A reading of getconcurrentList, compared with the number that was read at about the same moment. Source:
 * `service-api.md §GET /getconcurrentList`.
 */
export const listReading = z.strictObject({
  at: z.number(),
  numberAt: z.number(),
  /** other-shape: the list contains no figures, for example because it is an array. */
  agreement: z.enum(['agrees', 'differs', 'other-shape']),
  /** `number` is from getconcurrentNumber; null where a side lacks the value. */
  differences: z.array(
    z.strictObject({
      figure: z.enum(['total', 'yours', 'corporateId']),
      number: z.string().nullable(),
      list: z.string().nullable(),
    }),
  ),
  /**
   * The received `data` as indented JSON of at most 20,000 characters; null when it contains only the known figures.
   */
  dataText: z.string().nullable(),
  /** Ids in the data, at most 1,000. */
  candidates: z.array(sessionCandidate),
})

export const concurrency = z.strictObject({
  appId,
  latest: concurrencySample.nullable(),
  failure: z.strictObject({ failure, at: z.number() }).nullable(),
  /** When the count is read again after a failure; absent without a failure, and while no read is planned. */
  nextAt: z.number().exactOptional(),
  /**
   * The poll interval that applies wherever this count is shown: the limit for a stale count must not depend on the
   * open section.
   */
  intervalMs: z.number(),
  list: listReading.nullable(),
  listFailure: z.strictObject({ failure, at: z.number() }).nullable(),
})

export const applicationCount = z.strictObject({
  appId,
  latest: concurrencySample.pick({ at: true, total: true, yours: true }).nullable(),
  /** The last read returned no usable count. */
  hasFailed: z.boolean(),
  /** As in `concurrency`. */
  intervalMs: z.number(),
})

export const seriesRange = z.enum(['hour', 'day', 'week', 'month'])

/**
 * `count` is the number of calls to be cut, or of avatars in a batch; `accepted` is the number of avatars that the
 * service has accepted so far.
 */
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
 * The calls of an application over time, oldest first. All arrays have the same length: each index is one reading, or
 * all readings of a step of `stepMs` milliseconds. Nothing is known between `holdsUntil` of a step and `at` of the next
 * step.
 */
export const series = chartSeries.extend({
  appId,
  /** The newest 1,000 closes of single sessions that were sent or may have been sent, oldest first. */
  closes: z.array(z.strictObject({ at: z.number(), sessionId, label: z.string() })),
  /** null: single readings. */
  stepMs: z.number().nullable(),
  /** Time of the last reading in the step; `at` is the time of the first reading. */
  lastAt: z.array(z.number()),
  totalMin: z.array(z.number()),
  totalMax: z.array(z.number()),
  totalLast: z.array(z.number()),
  yoursLast: z.array(z.number().nullable()),
  /**
   * Milliseconds with a known count, from the first reading of the step to the first reading of the next step, within
   * the range.
   */
  knownMs: z.array(z.number()),
  /** The sum of the totals in that time, each multiplied by the milliseconds for which it was valid. */
  totalMs: z.array(z.number()),
})

/** The answer to an accepted close. Source: `service-api.md §GET /sessionStop` (response not shown: any form). */
export const closeAnswer = z.strictObject({
  form: z.enum(['empty', 'text', 'envelope']),
  httpStatus: z.int(),
  code: z.string().nullable(),
  /** The envelope's message, or the text itself; at most 500 characters. */
  message: z.string().nullable(),
  at: z.number(),
})

/** A session as shown in a confirmation; `label` is "" and `firstSeenAt` null when the session is not in the inbox. */
export const namedSession = z.strictObject({
  sessionId,
  appId: appId.nullable(),
  appLabel: z.string(),
  label: z.string(),
  firstSeenAt: z.number().nullable(),
})

const confirmation = {
  ticket: ticketId,
  /** The text that must be typed first in a profile whose protection is `confirm`; else null. */
  mustType: z.string().nullable(),
  expiresAt: z.number(),
}

export const closeTicket = namedSession.extend(confirmation)

/** The answer, or the failure: the service refused the close, it was never sent, or its outcome is unknown. */
export const closeOutcome = z.strictObject({
  sessionId,
  appId: appId.nullable(),
  at: z.number(),
  answer: closeAnswer.nullable(),
  failure: failure.nullable(),
  countBefore: concurrencySample.nullable(),
  countAfter: concurrencySample.nullable(),
  /** The count is still being read; `close.changed` reports each reading. */
  counting: z.boolean(),
})

export const closeManyTicket = z.strictObject({ ...confirmation, sessions: z.array(namedSession) })

/** Sessions in the order of the confirmation; outcomes are added as they arrive. */
export const closeRun = z.strictObject({
  id: z.string(),
  startedAt: z.number(),
  state: z.enum(['running', 'stopping', 'stopped', 'done']),
  /**
   * rest: the computer slept or lost its network; trouble: two closes in a row had unknown outcomes, or a failure would
   * also stop the next close.
   */
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
  /**
   * The count that was read for this confirmation, or the last known count where that read failed; null before the
   * first count.
   */
  count: concurrencySample.nullable(),
  /** False where the count could not be read for this confirmation. */
  isCountRead: z.boolean(),
  expiresAt: z.number(),
})

export const closeAllResult = z.strictObject({
  id: z.string(),
  profileId,
  appId,
  /** null when no count could be read for the confirmation. */
  countBefore: z.number().nullable(),
  sentAt: z.number(),
  /** The service's answer; null while it is awaited, and when no answer came. */
  answer: closeAnswer.nullable(),
  /** Set when the request failed; its `sent` shows whether calls may have been cut anyway. */
  failure: failure.nullable(),
  seen: z.array(z.strictObject({ at: z.number(), total: z.number() })),
  /**
   * still-live: some calls are left after 60 s; not-seen: the watch read no count or was stopped, or the close
   * certainly had no effect.
   */
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
