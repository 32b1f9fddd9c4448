/** Calls are a chain of seeded events that each read plays up to the present, without timers. */
import { createRandom, seedOf } from './random.ts'
import type { Random } from './random.ts'

/** `endsAt` is null for a call that lasts until it is closed. */
export interface Call {
  readonly sessionId: string
  readonly startedAt: number
  readonly endsAt: number | null
  /** Whether the call counts in userConcurrentNumber. */
  readonly isOwn: boolean
  /** The call was closed and stays in the counts until `endsAt`. */
  readonly isClosing: boolean
}

/** Stored as a plain JSON value. */
export interface Application {
  /** 19 digits. */
  readonly appId: string
  readonly label: string
  /** How calls come and go: about 12 at a time, about 1, or only calls that tests add and remove. */
  readonly pace: 'busy' | 'quiet' | 'steady'
  readonly calls: readonly Call[]
  /** Number of all calls so far; every fourth call belongs to a different user. */
  readonly started: number
  readonly nextArrivalAt: number | null
  readonly playedTo: number
  readonly randomState: number
}

const rhythms = {
  busy: { meanArrivalMs: 15_000, meanCallMs: 180_000 },
  quiet: { meanArrivalMs: 120_000, meanCallMs: 120_000 },
}

// After a close-all no new call starts for this long, so that the count visibly falls to zero.
const quietAfterCloseMs = 60_000

function withCall(app: Application, at: number): Application {
  const random = createRandom(app.randomState)
  const call: Call = {
    sessionId: random.uuid(),
    startedAt: at,
    endsAt: app.pace === 'steady' ? null : at + 5_000 + random.wait(rhythms[app.pace].meanCallMs),
    isOwn: app.started % 4 !== 3,
    isClosing: false,
  }
  return { ...app, calls: [...app.calls, call], started: app.started + 1, randomState: random.state() }
}

function withNextCallAt(app: Application, after: number): Application {
  if (app.pace === 'steady') return app
  const random = createRandom(app.randomState)
  const nextArrivalAt = after + random.wait(rhythms[app.pace].meanArrivalMs)
  return { ...app, nextArrivalAt, randomState: random.state() }
}

function addCalls(app: Application, count: number): Application {
  let extended = app
  for (let added = 0; added < count; added += 1) extended = withCall(extended, app.playedTo)
  return extended
}

const firstApplications = [
  ['Lobby kiosk', 'busy', 12],
  ['Help desk', 'quiet', 1],
  ['Showroom', 'steady', 4],
] as const

export function newApplications(random: Random, at: number): readonly Application[] {
  return firstApplications.map(([label, pace, calls]) => {
    const appId = random.longId()
    const none = { calls: [], started: 0, nextArrivalAt: null, playedTo: at, randomState: seedOf(appId) }
    return addCalls(withNextCallAt({ appId, label, pace, ...none }, at), calls)
  })
}

function nextEventAt(app: Application): number {
  return Math.min(app.nextArrivalAt ?? Infinity, ...app.calls.map((call) => call.endsAt ?? Infinity))
}

function playCalls(app: Application, now: number): { readonly app: Application; readonly usedMs: number } {
  let current = app
  let usedMs = 0
  for (let at = nextEventAt(current); at <= now; at = nextEventAt(current)) {
    usedMs += current.calls.length * (at - current.playedTo)
    const calls = current.calls.filter((call) => (call.endsAt ?? Infinity) > at)
    const settled = { ...current, calls, playedTo: at }
    current = (current.nextArrivalAt ?? Infinity) <= at ? withNextCallAt(withCall(settled, at), at) : settled
  }
  usedMs += current.calls.length * Math.max(0, now - current.playedTo)
  return { app: { ...current, playedTo: Math.max(now, current.playedTo) }, usedMs }
}

/** Calls and arrivals do not advance while the practice service is stopped; they continue from the previous state. */
function resumeCalls(app: Application, now: number): Application {
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
  return { ...call, isClosing: true, endsAt: Math.min(call.endsAt ?? Infinity, endsAt) }
}

/** Closes every call. The calls leave the counts one by one during the lag, the last call at its end. */
function closeAllCalls(app: Application, lagMs: number): Application {
  const { calls, playedTo, nextArrivalAt } = app
  return {
    ...app,
    calls: calls.map((call, index) => closing(call, playedTo + Math.round((lagMs * (index + 1)) / calls.length))),
    nextArrivalAt: nextArrivalAt === null ? null : playedTo + lagMs + quietAfterCloseMs,
  }
}

/**
 * `closeLagMs` is how long the counts of a close-all take to fall to zero. Throws a RangeError for ids that do not
 * exist.
 */
export function createPracticeApplications(options: {
  readonly now: () => number
  readonly closeLagMs: number
  readonly durationMs: number
  readonly applications: readonly Application[]
  readonly changed: () => void
}) {
  const { now, closeLagMs, changed } = options
  const applications = new Map(options.applications.map((app) => [app.appId, resumeCalls(app, now())]))
  let durationMs = options.durationMs

  const play = (): void => {
    for (const app of applications.values()) {
      const played = playCalls(app, now())
      applications.set(app.appId, played.app)
      durationMs = Math.max(0, durationMs - played.usedMs)
    }
  }
  const allApplications = (): readonly Application[] => {
    play()
    return [...applications.values()]
  }
  const put = (app: Application): void => {
    applications.set(app.appId, app)
    changed()
  }
  const findApplication = (appId: string): Application => {
    play()
    const app = applications.get(appId)
    if (app === undefined) throw new RangeError(`no application ${appId}`)
    return app
  }
  const readDurationMs = (): number => {
    play()
    return durationMs
  }

  return {
    durationMs: readDurationMs,
    durationSeconds: () => Math.floor(readDurationMs() / 1000),
    setDurationSeconds: (seconds: number): void => {
      play()
      durationMs = seconds * 1000
      changed()
    },
    all: allApplications,
    find: (appId: string) => allApplications().find((app) => app.appId === appId),
    add: (appId: string, count: number): readonly string[] => {
      const before = findApplication(appId)
      const after = addCalls(before, count)
      put(after)
      return after.calls.slice(before.calls.length).map((call) => call.sessionId)
    },
    /** Removes calls as if the callers had hung up; all calls when no ids are passed. */
    remove: (appId: string, sessionIds?: readonly string[]): void => {
      const app = findApplication(appId)
      put({ ...app, calls: app.calls.filter((call) => sessionIds?.includes(call.sessionId) === false) })
    },
    stop: (sessionId: string): boolean => {
      const app = allApplications().find(({ calls }) => calls.some((call) => call.sessionId === sessionId))
      if (app === undefined) return false
      const endsAt = app.playedTo + closeLagMs / 3
      put({ ...app, calls: app.calls.map((call) => (call.sessionId === sessionId ? closing(call, endsAt) : call)) })
      return true
    },
    closeAll: (appId: string): void => put(closeAllCalls(findApplication(appId), closeLagMs)),
  }
}
