/** Starts runs of `queue-process.ts` and the service that counts their requests, for tests that end them. */
import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createPracticeService } from '../../../src/practice/service.ts'
import type { PracticeService } from '../../../src/practice/service.ts'
import { childEnvironment } from '../../support/child-environment.ts'
import type { Place } from './real-jobs.ts'
import { newFolder, removeFolder } from '../../support/scratch-folder.ts'

/** An empty folder and its own service; `end` removes both. */
export interface Scene {
  readonly service: PracticeService
  readonly place: Place
  readonly end: () => Promise<void>
}

/** Sets a scene whose trainings last until a test finishes them. */
export async function setScene(): Promise<Scene> {
  const service = createPracticeService({ trainingMs: 600_000 })
  const { baseUrl } = await service.start()
  const folder = newFolder()
  return {
    service,
    place: { folder, baseUrl, token: service.credentials.accessToken },
    end: async () => {
      await service.stop()
      await removeFolder(folder)
    },
  }
}

/** A scene with a copy of the folder, at the same service, which continues counting. */
export function copyScene({ service, place }: Scene): Scene {
  const folder = newFolder()
  cpSync(place.folder, folder, { recursive: true, preserveTimestamps: true })
  return { service, place: { ...place, folder }, end: () => removeFolder(folder) }
}

/** The exit of a process that kills itself: Windows has no signals, and uses an exit code. */
export const killedByItself = process.platform === 'win32' ? 1 : 'SIGKILL'

/** A process that carries jobs. */
export interface QueueRun {
  /** The points that it has passed so far. */
  readonly points: readonly string[]
  /** Resolves when a point was passed; rejects when the process ends before. */
  readonly passed: (point: string) => Promise<void>
  readonly kill: () => void
  /** Its exit: an exit code or a signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

/** Starts a process: `task` as in `queue-process.ts`. */
export function startQueue({ folder, baseUrl, token }: Place, ...task: readonly string[]): QueueRun {
  const script = path.join(import.meta.dirname, 'queue-process.ts')
  const child = spawn(process.execPath, [script, folder, baseUrl, token, ...task], {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const points: string[] = []
  const listeners = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (point) => {
    points.push(point)
    for (const poll of [...listeners]) poll()
  })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  return {
    points,
    ended,
    kill: () => {
      child.kill('SIGKILL')
    },
    passed: (point) =>
      new Promise((resolve, reject) => {
        const poll = (): void => {
          if (points.includes(point)) resolve()
        }
        listeners.add(poll)
        poll()
        void ended.then((how) => reject(new Error(`ended by ${String(how)} before "${point}":\n${points.join('\n')}`)))
      }),
  }
}
