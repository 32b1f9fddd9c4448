/** Disks that are full or read-only, and two programs on one folder: nothing is sent twice, nothing paid is lost. */
import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FailureError } from '../../../src/shared/failure.ts'
import { noisePng } from '../../support/noise-png.ts'
import { mounts } from '../../support/small-disk.ts'
import { setScene, startQueue } from './queue-run.ts'
import type { Scene } from './queue-run.ts'
import { confirmDrafts, context, openJobs, storedJobs, typeFields, whenStored } from './real-jobs.ts'

async function newScene(): Promise<Scene> {
  const scene = await setScene()
  onTestFinished(scene.end)
  return scene
}

/** Confirms avatars whose queue is paused, and closes: they wait. */
async function leaveWaiting({ place }: Scene, count: number): Promise<void> {
  const run = openJobs(place)
  await run.jobs.start()
  await run.jobs.handlers['queue.setPaused']({ paused: true }, context)
  await typeFields(run)
  const ids = []
  for (let n = 0; n < count; n += 1) ids.push((await run.jobs.handlers['draft.addWithoutImage']({}, context)).id)
  await confirmDrafts(run, ids)
  run.database.exec('UPDATE queues SET paused = 0')
  await run.close()
}

describe.runIf(mounts)('a disk that fills up', { tags: 'linux' }, () => {
  it('refuses new work, sends nothing that it could not record, and forgets nothing paid', async () => {
    const { place, service } = await newScene()
    const image = path.join(place.folder, 'portrait.png')
    writeFileSync(image, noisePng(656, 369))
    const script = path.join(import.meta.dirname, 'disk-process.ts')
    // The small disk lives in its own mount namespace and disappears with it.
    const steps = 'mkdir "$1/disk" && mount -t tmpfs -o size=8m tmpfs "$1/disk" && "$2" "$3" "$1/disk" "$4" "$5" "$6"'
    const words = [place.folder, process.execPath, script, place.baseUrl, place.token, image]
    const child = spawn('unshare', ['-rm', 'bash', '-c', steps, 'bash', ...words], {
      // A shell complains about a locale that the system does not have.
      env: { ...process.env, LC_ALL: 'C', ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(complaints).toBe('')
    const lines = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    const full = { kind: 'storage', reason: 'full' }
    const made = service.control.tasks().map(({ taskId }) => taskId)
    expect(lines).toMatchObject([
      { point: 'drop', refused: full, drafts: 0, files: 0 },
      { point: 'confirm', refused: full, drafts: 1, jobs: 0 },
      { point: 'submit', held: 'full', jobs: ['waiting'] },
      { point: 'answered', onDisk: ['training', 'submitting'] },
      { point: 'freed', taskIds: made, left: false },
    ])
    expect(service.control.count('createAvatar')).toBe(2)
  })
})

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch (error) {
    return !(error instanceof Error)
  }
}

describe('a read-only folder', { tags: 'posix' }, () => {
  it.for(['nothing in it', 'a job that waits'])(
    '%s: opening reports it, and nothing is sent',
    async (what, { skip }) => {
      const { place, service } = await newScene()
      if (what === 'a job that waits') await leaveWaiting({ place, service, end: () => Promise.resolve() }, 1)
      const files = readdirSync(place.folder)
      for (const file of files) chmodSync(path.join(place.folder, file), 0o444)
      chmodSync(place.folder, 0o555)
      onTestFinished(() => chmodSync(place.folder, 0o755))
      // The tests run as an ordinary user wherever user namespaces exist; skipped there, this counts as failed.
      skip(isWritable(place.folder), 'root may write everywhere')
      const failure = (() => {
        try {
          return openJobs(place)
        } catch (error) {
          return error instanceof FailureError ? error.failure : error
        }
      })()
      expect(failure).toMatchObject({ kind: 'storage', reason: 'read-only' })
      expect(readdirSync(place.folder)).toEqual(files)
      expect(service.control.count('createAvatar')).toBe(0)
    },
  )
})

describe('two programs on one folder', () => {
  it('send each job once between them', async () => {
    const scene = await newScene()
    const { control } = scene.service
    await leaveWaiting(scene, 30)
    // Slow enough that both are working before one has sent everything.
    control.faults.arm({ kind: 'slow', delayMs: 100 }, { on: 'createAvatar' })
    const runs = [startQueue(scene.place, 'resume'), startQueue(scene.place, 'resume')]
    onTestFinished(() => {
      for (const run of runs) run.kill()
    })
    await Promise.all(runs.map((run) => run.passed('after createAvatar 2')))
    for (const run of runs) {
      run.kill()
      await run.ended
    }
    control.faults.clear()
    const alone = openJobs(scene.place)
    onTestFinished(alone.close)
    await alone.jobs.start()
    await whenStored(alone, (jobs) => jobs.every(({ state }) => ['training', 'unknown'].includes(state)))
    const names = control.requests('createAvatar').map(({ body }) => (JSON.parse(body) as { name: string }).name)
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
    const jobs = storedJobs(alone.database)
    expect(jobs).toHaveLength(30)
    const watched = jobs.flatMap(({ taskId }) => (taskId === null ? [] : [taskId]))
    expect(new Set(watched).size).toBe(watched.length)
    expect(control.tasks().map(({ taskId }) => taskId)).toEqual(expect.arrayContaining(watched))
  })
})
