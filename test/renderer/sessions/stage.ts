/** Factories for main's answers about calls, for the tests of the Sessions section. */
import type { ServiceFailure, ServiceProblem, ServiceFacts } from '../../../src/shared/failure.ts'
import type {
  CloseAllTicket,
  CloseOutcome,
  CloseTicket,
  CloseAllResult,
  Concurrency,
  ListReading,
  Series,
} from '../../../src/shared/schemas/session.ts'
import {
  closeAllTicket,
  closeOutcome,
  closeTicket,
  closeAllResult,
  concurrency,
  listReading,
  series,
} from '../../../src/shared/schemas/session.ts'
import { setSectionState } from '../../../src/renderer/state/location-store.ts'
import type { SessionsTab } from '../../../src/renderer/state/location-store.ts'
import { appId, profileId as profileIdSchema } from '../../../src/shared/schemas/ids.ts'
import { profileId } from '../../support/page-state.ts'

/** Makes the section start with a tab. */
export const showTab = (tab: SessionsTab): void =>
  setSectionState({ section: 'sessions', tab }, profileIdSchema.parse(profileId))

/** The application of `aProfile()`, and a second application. */
export const receptionAppId = '1377000000000001968'
export const fairAppId = '1377000000000002244'

/** Both applications, as a profile lists them. */
export const twoApplications = [
  { appId: appId.parse(receptionAppId), label: 'Lobby kiosks' },
  { appId: appId.parse(fairAppId), label: '' },
]

/** An instant for tests that stop the clock. */
export const now = 1_795_000_000_000

/** Changes to a test value, which its schema validates. */
export type Changes<Made> = Partial<Record<keyof Made, unknown>>

const sample = { appId: receptionAppId, at: now, corporateId: '1003645', total: 12, yours: 3 }

/** Twelve live calls, of which three belong to this user, read at `now`. */
export function aConcurrency(changes: Changes<Concurrency> = {}): Concurrency {
  return concurrency.parse({
    appId: receptionAppId,
    latest: sample,
    failure: null,
    intervalMs: 15_000,
    list: null,
    listFailure: null,
    ...changes,
  })
}

/** A reading of a test series: minutes before `now`, the total, and the lowest and highest value of its step. */
export interface MadeReading {
  readonly ago: number
  readonly total: number
  readonly low?: number
  readonly high?: number
  readonly yours?: number | null
}

const minute = 60_000

/** A series that ends at `now`, with readings that are valid for two minutes. */
export function aSeries(readings: readonly MadeReading[], changes: Changes<Series> = {}): Series {
  const at = readings.map(({ ago }) => now - ago * minute)
  const knownMs = at.map((instant, place) => Math.min(2 * minute, (at[place + 1] ?? now) - instant))
  return series.parse({
    appId: receptionAppId,
    range: 'hour',
    from: now - 60 * minute,
    to: now,
    stepMs: null,
    at,
    lastAt: at,
    holdsUntil: at.map((instant) => instant + 2 * minute),
    totalMin: readings.map(({ low, total }) => low ?? total),
    totalMax: readings.map(({ high, total }) => high ?? total),
    totalLast: readings.map(({ total }) => total),
    yoursLast: readings.map(({ yours }) => yours ?? null),
    knownMs,
    totalMs: readings.map(({ total }, place) => total * (knownMs[place] ?? 0)),
    annotations: [],
    closes: [],
    ...changes,
  })
}

/** A reading of getconcurrentList with the same count. */
export function aListReading(changes: Changes<ListReading> = {}): ListReading {
  return listReading.parse({
    at: now,
    numberAt: now,
    agreement: 'agrees',
    differences: [],
    dataText: null,
    candidates: [],
    ...changes,
  })
}

/** The light confirmation of closing `call-1`. */
export function aCloseTicket(changes: Changes<CloseTicket> = {}): CloseTicket {
  return closeTicket.parse({
    ticket: 'ticket-1',
    sessionId: 'call-1',
    appId: receptionAppId,
    appLabel: 'Lobby kiosks',
    label: '',
    firstSeenAt: null,
    mustType: null,
    expiresAt: Date.now() + 30_000,
    ...changes,
  })
}

/** An accepted close of `call-1`, answered with an empty body. */
export function anOutcome(answer: object = {}, changes: Changes<CloseOutcome> = {}): CloseOutcome {
  return closeOutcome.parse({
    sessionId: 'call-1',
    appId: receptionAppId,
    at: now,
    failure: null,
    answer: { form: 'empty', httpStatus: 200, code: null, message: null, at: now, ...answer },
    countBefore: sample,
    countAfter: { ...sample, at: now + 4_000, total: 11 },
    counting: false,
    ...changes,
  })
}

/** The confirmation of closing twelve calls, counted now. */
export function aCloseAllTicket(changes: Changes<CloseAllTicket> = {}): CloseAllTicket {
  const at = Date.now()
  return closeAllTicket.parse({
    ticket: 'ticket-1',
    profileName: 'Lobby, production',
    colour: 'teal',
    appId: receptionAppId,
    appLabel: 'Lobby kiosks',
    count: { ...sample, at },
    isCountRead: true,
    expiresAt: at + 30_000,
    ...changes,
  })
}

/** A close-all of twelve calls, sent at `now`, whose drain is polled. */
export function aClosing(changes: Changes<CloseAllResult> = {}): CloseAllResult {
  return closeAllResult.parse({
    id: 'closing-1',
    profileId,
    appId: receptionAppId,
    countBefore: 12,
    sentAt: now,
    answer: { form: 'envelope', httpStatus: 200, code: '200', message: 'success', at: now },
    failure: null,
    seen: [],
    outcome: 'watching',
    ...changes,
  })
}

/** A failed call to the service. */
export function aFailure(problem: ServiceProblem, details: Partial<ServiceFacts> = {}): ServiceFailure {
  return {
    operation: 'getconcurrentNumber',
    sent: 'no',
    at: now,
    httpStatus: null,
    code: null,
    message: null,
    exchangeId: null,
    ...details,
    ...problem,
  }
}
