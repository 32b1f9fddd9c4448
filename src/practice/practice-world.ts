import { practiceTrainingMs } from '../shared/model/practice.ts'
import { createAvatars } from './avatars.ts'
import type { Task, WorldChanged } from './avatars.ts'
import { createPracticeApplications, newApplications } from './applications.ts'
import type { Application } from './applications.ts'
import { isRecord } from './envelope.ts'
import type { PracticeImageStore } from './media.ts'
import { createRandom, seedOf } from './random.ts'

/** The practice service's only source of time; `after` returns a function that cancels. */
export interface PracticeClock {
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => () => void
}

/** A plain JSON value without credentials and without image bytes. */
export interface PracticeSnapshot {
  readonly version: 1
  readonly seed: string
  readonly randomState: number
  readonly trainingMs?: number
  readonly creations: number
  readonly durationMs: number
  readonly tasks: readonly Task[]
  readonly applications: readonly Application[]
}

/** The balances apply only to a new world; a snapshot has its own. */
interface WorldOptions {
  readonly clock: PracticeClock
  readonly seed: string
  readonly trainingMs: number | undefined
  readonly closeLagMs: number
  readonly creations: number
  readonly durationSeconds: number
  readonly images: PracticeImageStore
  readonly snapshot: PracticeSnapshot | undefined
  readonly changed: WorldChanged
}

export type World = ReturnType<typeof createWorld>

function newWorld({ seed, creations, durationSeconds, clock }: WorldOptions): PracticeSnapshot {
  const random = createRandom(seedOf(seed))
  const applications = newApplications(random, clock.now())
  const durationMs = durationSeconds * 1000
  return { version: 1, seed, randomState: random.state(), creations, durationMs, tasks: [], applications }
}

/** Restores the world of a snapshot, or creates a new world from the seed. */
export function createWorld(options: WorldOptions) {
  const start = options.snapshot ?? newWorld(options)
  const random = createRandom(start.randomState)
  const trainingMs = options.trainingMs ?? start.trainingMs ?? practiceTrainingMs.normal
  const common = { ...options, ...start, trainingMs, now: options.clock.now, random }
  const avatars = createAvatars(common)
  const applications = createPracticeApplications(common)
  return {
    avatars,
    applications,
    seed: start.seed,
    snapshot: (): PracticeSnapshot => ({
      version: 1,
      seed: start.seed,
      randomState: random.state(),
      trainingMs: avatars.trainingMs(),
      creations: avatars.creations(),
      durationMs: applications.durationMs(),
      tasks: avatars.tasks(),
      applications: applications.all(),
    }),
  }
}

function isTask(value: unknown): value is Task {
  return isRecord(value) && typeof value['taskId'] === 'string' && isRecord(value['plan'])
}

function isApplication(value: unknown): value is Application {
  return isRecord(value) && typeof value['appId'] === 'string' && Array.isArray(value['calls'])
}

function isSnapshot(value: Readonly<Record<string, unknown>>): boolean {
  const { version, seed, randomState, trainingMs = 0, creations, durationMs, tasks, applications } = value
  const numbers = [randomState, trainingMs, creations, durationMs]
  if (version !== 1 || typeof seed !== 'string' || numbers.some((entry) => typeof entry !== 'number')) return false
  return Array.isArray(tasks) && tasks.every(isTask) && Array.isArray(applications) && applications.every(isApplication)
}

/** undefined for a value that this version did not write. */
export function readSnapshot(value: unknown): PracticeSnapshot | undefined {
  // The cast is safe because every member has just been checked.
  return isRecord(value) && isSnapshot(value) ? (value as unknown as PracticeSnapshot) : undefined
}
