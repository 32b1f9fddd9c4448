/** The account's applications and their calls, and the duration that the calls use up. */
import { addCalls, closeAllCalls, closeCall, createApplication, playCalls, removeCalls, resumeCalls } from './calls.ts'
import type { Application, Pace } from './calls.ts'
import { seedOf } from './random.ts'
import type { Random } from './random.ts'

/** The part of the practice world that is about calls. */
export interface PracticeApplications {
  /** Whole seconds left, never below 0. */
  readonly durationSeconds: () => number
  readonly setDurationSeconds: (seconds: number) => void
  readonly applications: () => readonly Application[]
  readonly application: (appId: string) => Application | undefined
  readonly add: (appId: string, count: number) => readonly string[]
  readonly remove: (appId: string, sessionIds: readonly string[]) => void
  /** Says whether that session was live. */
  readonly stop: (sessionId: string) => boolean
  readonly closeAll: (appId: string) => void
  /** Milliseconds left, for a snapshot. */
  readonly durationMs: () => number
}

/** What calls start from. `closeLagMs` is how long the counts of a close-all take to fall to zero. */
export interface PracticeApplicationsOptions {
  readonly now: () => number
  readonly closeLagMs: number
  readonly durationMs: number
  readonly applications: readonly Application[]
  readonly changed: () => void
}

const firstApplications: readonly (readonly [label: string, pace: Pace, calls: number])[] = [
  ['Lobby kiosk', 'busy', 12],
  ['Help desk', 'quiet', 1],
  ['Showroom', 'steady', 4],
]

/** The applications of a new practice world: a busy one, a quiet one, and one that holds four calls until something changes it. */
export function newApplications(random: Random, at: number): readonly Application[] {
  return firstApplications.map(([label, pace, calls]) => {
    const appId = random.longId()
    return createApplication({ appId, label, pace }, { at, calls, randomState: seedOf(appId) })
  })
}

/** Calls from the options' applications on; what happened while the service was away did not. */
export function createPracticeApplications(options: PracticeApplicationsOptions): PracticeApplications {
  const { now } = options
  const applications = new Map(options.applications.map((app) => [app.appId, resumeCalls(app, now())]))
  let durationMs = options.durationMs

  const play = (): void => {
    for (const app of applications.values()) {
      const played = playCalls(app, now())
      applications.set(app.appId, played.app)
      durationMs = Math.max(0, durationMs - played.usedMs)
    }
  }
  const put = (app: Application): void => {
    applications.set(app.appId, app)
    options.changed()
  }
  const known = (appId: string): Application => {
    play()
    const app = applications.get(appId)
    if (app === undefined) throw new RangeError(`no application ${appId}`)
    return app
  }
  const withSession = (sessionId: string): Application | undefined => {
    play()
    return [...applications.values()].find((app) => app.calls.some((call) => call.sessionId === sessionId))
  }
  const readDurationMs = (): number => {
    play()
    return durationMs
  }

  return {
    durationMs: readDurationMs,
    durationSeconds: () => Math.floor(readDurationMs() / 1000),
    setDurationSeconds: (seconds) => {
      play()
      durationMs = seconds * 1000
      options.changed()
    },
    applications: () => {
      play()
      return [...applications.values()]
    },
    application: (appId) => {
      play()
      return applications.get(appId)
    },
    add: (appId, count) => {
      const before = known(appId)
      const after = addCalls(before, count)
      put(after)
      return after.calls.slice(before.calls.length).map((call) => call.sessionId)
    },
    remove: (appId, sessionIds) => {
      put(removeCalls(known(appId), sessionIds))
    },
    stop: (sessionId) => {
      const app = withSession(sessionId)
      if (app === undefined) return false
      put(closeCall(app, sessionId, options.closeLagMs / 3))
      return true
    },
    closeAll: (appId) => {
      put(closeAllCalls(known(appId), options.closeLagMs))
    },
  }
}
