/** Lets tests and the app's practice panel read and change the world without a request to the service. */
import { EventEmitter } from 'node:events'
import type { Application } from './applications.ts'
import { trainingState } from './avatars.ts'
import type { Task, TrainingState } from './avatars.ts'
import { parseObject } from './envelope.ts'
import type { Fault, Faults } from './faults.ts'
import type { OperationName } from './operations.ts'
import type { PracticeClock, World } from './practice-world.ts'
import { sampleList } from './sample-conversations.ts'
import type { SampleConversation } from './sample-conversations.ts'

/** A request as received, including its token; only for tests. */
export interface LoggedRequest {
  readonly at: number
  readonly method: string
  readonly target: string
  /** undefined for media, the status page and unknown paths. */
  readonly operation: OperationName | undefined
  readonly query: Readonly<Record<string, string>>
  /** Headers by lower-case name; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** The raw body as UTF-8 text; '' for a body that was not read, not logged, or absent. */
  readonly body: string
  /** Whether the connection had already carried a request. */
  readonly isReused: boolean
  readonly fault: Fault['kind'] | undefined
  /** Whether the operation itself was carried out (or refused by its own rules). */
  readonly isProcessed: boolean
}

export type RequestLog = ReturnType<typeof createRequestLog>

const logLimit = 2_000

export function createRequestLog() {
  let requests: readonly LoggedRequest[] = []
  const received = new EventEmitter<Record<OperationName, [LoggedRequest]>>()
  return {
    add: (request: LoggedRequest): void => {
      requests = [...requests.slice(1 - logLimit), request]
      if (request.operation !== undefined) received.emit(request.operation, request)
    },
    all: (operation?: OperationName): readonly LoggedRequest[] =>
      requests.filter((request) => operation === undefined || request.operation === operation),
    clear: (): void => {
      requests = []
    },
    /** Resolves after the request was handled. */
    next: (operation: OperationName): Promise<LoggedRequest> =>
      new Promise((resolve) => {
        received.once(operation, resolve)
      }),
  }
}

/** The controls for the practice panel and tests. Throws a RangeError for ids that do not exist. */
export interface PracticeControl {
  readonly seed: string
  /** The latest 2,000 requests in the order of arrival. */
  readonly requests: (operation?: OperationName) => readonly LoggedRequest[]
  readonly count: (operation: OperationName) => number
  readonly clearRequests: () => void
  /** Resolves with the next request from now on, so call it before sending. */
  readonly nextRequest: (operation: OperationName) => Promise<LoggedRequest>
  /** undefined before the first creation, and when the body is not a JSON object. */
  readonly lastCreateBody: () => Readonly<Record<string, unknown>> | undefined
  readonly balances: () => Balances
  readonly setBalances: (balances: Partial<Balances>) => void
  readonly applications: () => readonly Pick<Application, 'appId' | 'label' | 'calls'>[]
  /** The conversations of every practice world. */
  readonly sampleConversations: () => readonly SampleConversation[]
  /** The ids of the added sessions. */
  readonly addCalls: (appId: string, count: number) => readonly string[]
  /** Removes all calls of the application when no ids are passed. */
  readonly removeCalls: (appId: string, sessionIds?: readonly string[]) => void
  readonly tasks: () => readonly (Omit<Task, 'plan'> & TrainingState)[]
  readonly trainingMs: () => number
  readonly setTrainingMs: (ms: number) => void
  readonly advanceTraining: (taskId: string, ms: number) => void
  readonly finishTask: (taskId: string) => void
  readonly failTask: (taskId: string) => void
  readonly failNextTrainings: (count: number) => void
  readonly faults: Pick<Faults, 'arm' | 'armed' | 'clear'>
}

interface Balances {
  readonly creations: number
  readonly durationSeconds: number
}

export function createControl(context: {
  readonly clock: PracticeClock
  readonly world: World
  readonly faults: Faults
  readonly log: RequestLog
}): PracticeControl {
  const { clock, faults, log } = context
  const { avatars, applications, seed } = context.world
  return {
    seed,
    requests: log.all,
    count: (operation) => log.all(operation).length,
    clearRequests: log.clear,
    nextRequest: log.next,
    lastCreateBody: () => {
      const latest = log.all('createAvatar').findLast((request) => request.body !== '')
      return latest === undefined ? undefined : (parseObject(latest.body) ?? undefined)
    },
    balances: () => ({ creations: avatars.creations(), durationSeconds: applications.durationSeconds() }),
    setBalances: (balances) => {
      if (balances.creations !== undefined) avatars.setCreations(balances.creations)
      if (balances.durationSeconds !== undefined) applications.setDurationSeconds(balances.durationSeconds)
    },
    applications: () => applications.all().map(({ appId, label, calls }) => ({ appId, label, calls })),
    sampleConversations: () => sampleList,
    addCalls: applications.add,
    removeCalls: applications.remove,
    tasks: () => avatars.tasks().map(({ plan, ...task }) => ({ ...task, ...trainingState({ plan }, clock.now()) })),
    trainingMs: avatars.trainingMs,
    setTrainingMs: avatars.setTrainingMs,
    advanceTraining: avatars.hasten,
    finishTask: (taskId) => avatars.end(taskId, 'success'),
    failTask: (taskId) => avatars.end(taskId, 'failure'),
    failNextTrainings: avatars.failNext,
    faults: { arm: faults.arm, armed: faults.armed, clear: faults.clear },
  }
}
