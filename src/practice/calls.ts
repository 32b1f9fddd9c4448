/**
 * Calls come and go as a chain of seeded events that is played up to the present at each read: no timers, the
 * same world for the same seed, whatever the moments of the reads.
 */
import { createRandom } from './random.ts'
import type { Random } from './random.ts'

/** One live call. Instants are epoch milliseconds; `endsAt` null means until closed. */
export interface Call {
  readonly sessionId: string
  readonly startedAt: number
  readonly endsAt: number | null
  /** Whether it counts in userConcurrentNumber. */
  readonly isOwn: boolean
  /** It has been closed and lingers in the counts until `endsAt`. */
  readonly isClosing: boolean
}

/** How calls come and go: about 12 at a time, about 1, or only what tests add and remove. */
export type Pace = 'busy' | 'quiet' | 'steady'

/** One application with its calls. */
export interface Application {
  /** 19 digits. */
  readonly appId: string
  readonly label: string
  readonly pace: Pace
  readonly calls: readonly Call[]
  /** How many calls there ever were; every fourth belongs to another user. */
  readonly started: number
  readonly nextArrivalAt: number | null
  /** Up to when the events have been played. */
  readonly playedTo: number
  readonly randomState: number
}

interface Rhythm {
  readonly meanArrivalMs: number
  readonly meanCallMs: number
}

const rhythms: Readonly<Record<Exclude<Pace, 'steady'>, Rhythm>> = {
  busy: { meanArrivalMs: 15_000, meanCallMs: 180_000 },
  quiet: { meanArrivalMs: 120_000, meanCallMs: 120_000 },
}

/** After a close-all an application stays quiet this long, so that its fall to zero can be seen. */
const quietAfterCloseMs = 60_000

function newCall(app: Application, at: number, random: Random): Call {
  return {
    sessionId: random.uuid(),
    startedAt: at,
    endsAt: app.pace === 'steady' ? null : at + 5_000 + random.wait(rhythms[app.pace].meanCallMs),
    isOwn: app.started % 4 !== 3,
    isClosing: false,
  }
}

function withCall(app: Application, at: number, random: Random): Application {
  return {
    ...app,
    calls: [...app.calls, newCall(app, at, random)],
    started: app.started + 1,
    randomState: random.state(),
  }
}

/** An application with its first calls in progress. */
export function createApplication(
  identity: Pick<Application, 'appId' | 'label' | 'pace'>,
  start: { readonly at: number; readonly calls: number; readonly randomState: number },
): Application {
  const random = createRandom(start.randomState)
  const { pace } = identity
  const empty: Application = {
    ...identity,
    calls: [],
    started: 0,
    nextArrivalAt: pace === 'steady' ? null : start.at + random.wait(rhythms[pace].meanArrivalMs),
    playedTo: start.at,
    randomState: random.state(),
  }
  return addCalls(empty, start.calls)
}

/** The application with more calls, from this moment of its own time on. */
export function addCalls(app: Application, count: number): Application {
  const random = createRandom(app.randomState)
  let extended = app
  for (let added = 0; added < count; added += 1) extended = withCall(extended, app.playedTo, random)
  return extended
}

function arrive(app: Application, at: number): Application {
  if (app.pace === 'steady') return app
  const random = createRandom(app.randomState)
  const extended = withCall(app, at, random)
  return { ...extended, nextArrivalAt: at + random.wait(rhythms[app.pace].meanArrivalMs), randomState: random.state() }
}

function nextEventAt(app: Application): number {
  return Math.min(app.nextArrivalAt ?? Infinity, ...app.calls.map((call) => call.endsAt ?? Infinity))
}

/** An application played up to an instant, and the milliseconds of conversation that its calls used meanwhile. */
export function playCalls(app: Application, now: number): { readonly app: Application; readonly usedMs: number } {
  let current = app
  let usedMs = 0
  for (let at = nextEventAt(current); at <= now; at = nextEventAt(current)) {
    usedMs += current.calls.length * (at - current.playedTo)
    const calls = current.calls.filter((call) => (call.endsAt ?? Infinity) > at)
    const settled = { ...current, calls, playedTo: at }
    current = (current.nextArrivalAt ?? Infinity) <= at ? arrive(settled, at) : settled
  }
  usedMs += current.calls.length * Math.max(0, now - current.playedTo)
  return { app: { ...current, playedTo: Math.max(now, current.playedTo) }, usedMs }
}

/** The application after the practice service was away: its calls and arrivals continue where they stood. */
export function resumeCalls(app: Application, now: number): Application {
  const away = Math.max(0, now - app.playedTo)
  const later = (at: number | null) => (at === null ? null : at + away)
  return {
    ...app,
    calls: app.calls.map((call) => ({ ...call, startedAt: call.startedAt + away, endsAt: later(call.endsAt) })),
    nextArrivalAt: later(app.nextArrivalAt),
    playedTo: app.playedTo + away,
  }
}

function closing(call: Call, endsAt: number): Call {
  return {
    ...call,
    isClosing: true,
    endsAt: Math.min(call.endsAt ?? Infinity, endsAt),
  }
}

/** The application with one call closed; it lingers in the counts for the lag. */
export function closeCall(app: Application, sessionId: string, lagMs: number): Application {
  return {
    ...app,
    calls: app.calls.map((call) => (call.sessionId === sessionId ? closing(call, app.playedTo + lagMs) : call)),
  }
}

/** The application with every call closed; they leave the counts one by one over the lag, the last at its end. */
export function closeAllCalls(app: Application, lagMs: number): Application {
  return {
    ...app,
    calls: app.calls.map((call, index) =>
      closing(call, app.playedTo + Math.round((lagMs * (index + 1)) / app.calls.length)),
    ),
    nextArrivalAt: app.nextArrivalAt === null ? null : app.playedTo + lagMs + quietAfterCloseMs,
  }
}

/** The application without the calls named. */
export function removeCalls(app: Application, sessionIds: readonly string[]): Application {
  return {
    ...app,
    calls: app.calls.filter((call) => !sessionIds.includes(call.sessionId)),
  }
}
