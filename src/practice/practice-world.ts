import { createAvatars } from './avatars.ts'
import type { Avatars, Task } from './avatars.ts'
import type { Application } from './calls.ts'
import type { PracticeClock } from './clock.ts'
import type { PracticeImageStore } from './media.ts'
import { isRecord } from './json.ts'
import { createPracticeApplications, newApplications } from './applications.ts'
import type { PracticeApplications } from './applications.ts'
import { createRandom, seedOf } from './random.ts'

/** A practice world at rest: a plain JSON value without credentials and without image bytes. */
export interface PracticeSnapshot {
  readonly version: 1
  readonly seed: string
  readonly randomState: number
  readonly creations: number
  readonly durationMs: number
  readonly tasks: readonly Task[]
  readonly applications: readonly Application[]
}

/** What a practice world is made from. Balances count for a new world only; a snapshot brings its own. */
export interface WorldOptions {
  readonly clock: PracticeClock
  readonly seed: string
  readonly trainingMs: number
  readonly closeLagMs: number
  readonly creations: number
  readonly durationSeconds: number
  readonly images: PracticeImageStore
  readonly snapshot: PracticeSnapshot | undefined
  readonly changed: () => void
}

/** The state behind the eight operations. */
export interface World {
  readonly avatars: Avatars
  readonly applications: PracticeApplications
  readonly snapshot: () => PracticeSnapshot
}

function newWorld(options: WorldOptions): PracticeSnapshot {
  const { seed, creations, durationSeconds } = options
  const random = createRandom(seedOf(seed))
  const applications = newApplications(random, options.clock.now())
  const durationMs = durationSeconds * 1000
  return { version: 1, seed, randomState: random.state(), creations, durationMs, tasks: [], applications }
}

/** A practice world: restored from its snapshot, else a new one from its seed. */
export function createWorld(options: WorldOptions): World {
  const start = options.snapshot ?? newWorld(options)
  const random = createRandom(start.randomState)
  const { now } = options.clock
  const { trainingMs, closeLagMs, images, changed } = options
  const { creations, durationMs, tasks, applications } = start
  const avatars = createAvatars({ now, random, trainingMs, images, creations, tasks, changed })
  const liveApplications = createPracticeApplications({ now, closeLagMs, durationMs, applications, changed })
  return {
    avatars,
    applications: liveApplications,
    snapshot: () => ({
      version: 1,
      seed: start.seed,
      randomState: random.state(),
      creations: avatars.creations(),
      durationMs: liveApplications.durationMs(),
      tasks: avatars.tasks(),
      applications: liveApplications.applications(),
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
  const { version, seed, randomState, creations, durationMs, tasks, applications } = value
  const numbers = [randomState, creations, durationMs]
  if (version !== 1 || typeof seed !== 'string' || numbers.some((entry) => typeof entry !== 'number')) return false
  return Array.isArray(tasks) && tasks.every(isTask) && Array.isArray(applications) && applications.every(isApplication)
}

/** The snapshot in a parsed JSON value, or undefined when it is none that this version wrote. */
export function readSnapshot(value: unknown): PracticeSnapshot | undefined {
  return isRecord(value) && isSnapshot(value) ? toSnapshot(value) : undefined
}

// The named boundary between a stored file and the type: isSnapshot has just checked every member.
const toSnapshot = (value: Readonly<Record<string, unknown>>): PracticeSnapshot => value as unknown as PracticeSnapshot
