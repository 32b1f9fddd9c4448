/** The process that carries the jobs is killed at each point of the path, with the real client and the practice service. */
import { createInterface } from 'node:readline'
import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPracticeService } from '../../../src/practice/service.ts'
import type { PracticeService } from '../../../src/practice/service.ts'
import type { Job, JobState } from '../../../src/shared/schemas/avatar.ts'
import { ended, scratchFolder, startScript } from '../store/scratch.ts'

type Point = 'before-intent' | 'intent-written' | 'submitting-written' | 'sent' | 'answered' | 'training'

interface Line {
  readonly reached?: Point
  readonly error?: string
  readonly drafts?: number
  readonly jobs?: readonly Job[]
}

interface Run {
  readonly child: ChildProcess
  readonly lines: readonly Line[]
  /** Resolves with the first line, also one that is past, for which `wanted` holds. */
  readonly until: (wanted: (line: Line) => boolean) => Promise<Line>
  readonly kill: () => Promise<void>
}

function startRun(args: readonly string[]): Run {
  const child = startScript(path.join('..', 'jobs', 'queue-process.ts'), args)
  const lines: Line[] = []
  const complaints: string[] = []
  const waiting = new Set<() => void>()
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk.toString()))
  if (child.stdout === null) throw new Error('no output')
  createInterface({ input: child.stdout }).on('line', (text) => {
    lines.push(JSON.parse(text) as Line)
    for (const look of waiting) look()
  })
  const gone = ended(child)
  return {
    child,
    lines,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find(wanted)
          if (found !== undefined) resolve(found)
        }
        waiting.add(look)
        look()
        void gone.then((how) => {
          reject(new Error(`ended by ${String(how)}: ${complaints.join('')} ${JSON.stringify(lines)}`))
        })
      }),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function startService(): Promise<{ readonly service: PracticeService; readonly baseUrl: string }> {
  const service = createPracticeService({ trainingMs: 600_000 })
  const { baseUrl } = await service.start()
  onTestFinished(() => service.stop())
  return { service, baseUrl }
}

/** Resolves when the run stands at the point at which it is to be killed. */
async function reached(point: Point, run: Run, service: PracticeService): Promise<unknown> {
  switch (point) {
    case 'sent':
      await service.control.nextRequest('createAvatar')
      while (service.control.tasks().length === 0) await new Promise((resolve) => setImmediate(resolve))
      return undefined
    case 'training':
      await service.control.nextRequest('queryAvatar')
      return run.until(({ jobs }) => jobs?.some(({ step }) => step !== null) ?? false)
    case 'before-intent':
    case 'intent-written':
    case 'submitting-written':
    case 'answered':
      return run.until((line) => line.reached === point)
  }
}

// Three processes in turn, each with a start of its own: on a busy machine more than the usual five seconds.
describe('killed at any point of the path', { timeout: 30_000 }, () => {
  it.each<readonly [Point, JobState, number]>([
    ['intent-written', 'training', 1],
    ['submitting-written', 'unknown', 0],
    ['sent', 'unknown', 1],
    ['answered', 'unknown', 1],
    ['training', 'ready', 1],
  ])('%s: the job comes back and becomes %s, with %i creations at the service', async (point, state, creations) => {
    const { service, baseUrl } = await startService()
    const args = [scratchFolder(), baseUrl, service.credentials.accessToken]
    if (point === 'sent') service.control.faults.arm({ kind: 'hang' }, { on: 'createAvatar', processed: true })
    const first = startRun([...args, point])
    await reached(point, first, service)
    await first.kill()
    service.control.faults.clear()
    for (const { taskId } of service.control.tasks()) if (state === 'ready') service.control.finishTask(taskId)

    const second = startRun([...args, 'resume'])
    const isThere = (job: Job): boolean =>
      job.state === state && (state !== 'unknown' || (job.evidence?.balanceAfter ?? null) !== null)
    const line = await second.until(({ jobs }) => jobs?.some(isThere) ?? false)
    expect(line.jobs).toHaveLength(1)
    expect(line.jobs?.[0]).toMatchObject({ fileName: 'portrait.png', image: { width: 1_600, height: 900 } })
    if (state === 'unknown') {
      expect(line.jobs?.[0]?.evidence).toMatchObject({
        balanceBefore: { avatarCreationsLeft: 37 },
        balanceAfter: { avatarCreationsLeft: 37 - creations },
      })
    }
    await second.kill()

    // A third start finds the same: nothing is sent later either.
    const third = startRun([...args, 'resume'])
    const again = await third.until(({ drafts }) => drafts !== undefined)
    expect(again.jobs?.map((job) => job.state)).toEqual([state])
    expect(service.control.count('createAvatar')).toBe(creations)
    expect([...first.lines, ...second.lines, ...third.lines].filter(({ error }) => error !== undefined)).toEqual([])
    await third.kill()
  })

  it('before the intent: the draft is there, and nothing was sent', async () => {
    const { service, baseUrl } = await startService()
    const args = [scratchFolder(), baseUrl, service.credentials.accessToken]
    const first = startRun([...args, 'before-intent'])
    await reached('before-intent', first, service)
    await first.kill()
    const second = startRun([...args, 'resume'])
    const line = await second.until(({ drafts }) => drafts !== undefined)
    expect(line).toEqual({ drafts: 1, jobs: [] })
    expect(service.control.count('createAvatar')).toBe(0)
    await second.kill()
  })
})
