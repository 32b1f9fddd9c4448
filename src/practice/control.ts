/** The control surface: what tests, and the app's practice panel, may see and move behind the service's back. */
import { endNow, forward } from './avatars.ts'
import type { Task } from './avatars.ts'
import type { Call } from './calls.ts'
import type { PracticeContext } from './exchange.ts'
import type { Faults } from './faults.ts'
import { isRecord } from './json.ts'
import type { OperationName } from './operations.ts'
import type { LoggedRequest } from './request-log.ts'
import { trainingState } from './training.ts'
import type { TrainingState } from './training.ts'

/** A task as the control surface shows it. */
export interface TaskView extends Omit<Task, 'plan'>, TrainingState {}

/** An application as the control surface shows it; calls being closed still count. */
export interface ApplicationView {
  readonly appId: string
  readonly label: string
  readonly calls: readonly Call[]
}

/** What can be seen and moved from outside. Ids that do not exist throw a RangeError. */
export interface PracticeControl {
  /** Requests in the order of arrival, the latest 2,000. */
  readonly requests: (operation?: OperationName) => readonly LoggedRequest[]
  readonly count: (operation: OperationName) => number
  readonly clearRequests: () => void
  /** The next request to an operation from now on. Call it before sending. */
  readonly nextRequest: (operation: OperationName) => Promise<LoggedRequest>
  /** The JSON body of the latest createAvatar that was read, or undefined. */
  readonly lastCreateBody: () => Readonly<Record<string, unknown>> | undefined
  readonly balances: () => { readonly creations: number; readonly durationSeconds: number }
  readonly setBalances: (balances: { readonly creations?: number; readonly durationSeconds?: number }) => void
  readonly applications: () => readonly ApplicationView[]
  /** Starts calls now; answers their session ids. */
  readonly addCalls: (appId: string, count: number) => readonly string[]
  /** Ends calls at once, as if the callers had hung up; all of them when none is named. */
  readonly removeCalls: (appId: string, sessionIds?: readonly string[]) => void
  readonly tasks: () => readonly TaskView[]
  /** Moves a training forward by milliseconds. */
  readonly advanceTraining: (taskId: string, ms: number) => void
  readonly finishTask: (taskId: string) => void
  /** Fails a training now; its creation is refunded. */
  readonly failTask: (taskId: string) => void
  /** Lets the trainings of the next creations fail, that many of them. */
  readonly failNextTrainings: (count: number) => void
  readonly faults: Pick<Faults, 'arm' | 'armed' | 'clear'>
}

function parseBody(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function viewTask(task: Task, now: number): TaskView {
  const { plan, ...rest } = task
  return { ...rest, ...trainingState(plan, now) }
}

/** The control surface of one service. */
export function createControl({ clock, world, faults, log }: PracticeContext): PracticeControl {
  const { avatars, applications: lobby } = world
  return {
    requests: log.all,
    count: (operation) => log.all(operation).length,
    clearRequests: log.clear,
    nextRequest: log.next,
    lastCreateBody: () => {
      const latest = log.all('createAvatar').findLast((request) => request.body !== '')
      return latest === undefined ? undefined : parseBody(latest.body)
    },
    balances: () => ({ creations: avatars.creations(), durationSeconds: lobby.durationSeconds() }),
    setBalances: ({ creations, durationSeconds }) => {
      if (creations !== undefined) avatars.setCreations(creations)
      if (durationSeconds !== undefined) lobby.setDurationSeconds(durationSeconds)
    },
    applications: () => lobby.applications().map(({ appId, label, calls }) => ({ appId, label, calls })),
    addCalls: lobby.add,
    removeCalls: (appId, sessionIds) => {
      const all = lobby.application(appId)?.calls.map((call) => call.sessionId) ?? []
      lobby.remove(appId, sessionIds ?? all)
    },
    tasks: () => avatars.tasks().map((task) => viewTask(task, clock.now())),
    advanceTraining: (taskId, ms) => {
      avatars.change(taskId, forward(ms))
    },
    finishTask: (taskId) => {
      avatars.change(taskId, endNow(clock.now(), 'success'))
    },
    failTask: (taskId) => {
      avatars.change(taskId, endNow(clock.now(), 'failure'))
    },
    failNextTrainings: avatars.failNext,
    faults: { arm: faults.arm, armed: faults.armed, clear: faults.clear },
  }
}
