/**
 * The process that carries the jobs is killed at each point of the path, with the real client and the practice service;
 * paid creations are counted at the service's wire. The points are not listed by hand: a first run names every write to
 * the database, every step of the image's copy and every call, before and after, and one test each ends the process
 * there.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noisePng } from '../../support/noise-png.ts'
import { killedByItself, setScene, startQueue } from './queue-run.ts'
import type { QueueRun, Scene } from './queue-run.ts'
import { countRows, filesUnder, openJobs, storedJobs, whenStored } from './real-jobs.ts'
import type { Place, RealJobs, StoredJob } from './real-jobs.ts'
import { throttle } from './throttle.ts'

const image = noisePng(1_184, 666)
const creationsAtStart = 37

function portraitIn({ place }: Scene): string {
  const file = path.join(place.folder, 'portrait.png')
  writeFileSync(file, image)
  return file
}

function finishTasks({ service }: Scene): void {
  const training = service.control.tasks().filter(({ status }) => status === 0)
  for (const { taskId } of training) service.control.finishTask(taskId)
}

/** Starts the whole path in its own process; its training ends once it was seen training. */
function startPath(scene: Scene, last: string): QueueRun {
  const run = startQueue(scene.place, 'create', portraitIn(scene), last)
  // Rejects when a run ends before the point; the caller checks how it ended.
  run.passed('after jobs=training 2').then(
    () => finishTasks(scene),
    () => undefined,
  )
  return run
}

/** The points of an undisturbed run, without points that directly follow a previous point. */
async function allPoints(): Promise<readonly string[]> {
  const scene = await setScene()
  try {
    const run = startPath(scene, 'none')
    if ((await run.ended) !== 0) throw new Error(run.points.join('\n'))
    const { points: all } = run
    return all.filter((point, place) => point.startsWith('after') || all[place - 1]?.startsWith('before') !== false)
  } finally {
    await scene.end()
  }
}

const isEnded = ({ state, evidence }: StoredJob): boolean =>
  state === 'unknown' ? (evidence?.balanceAfter ?? null) !== null : ['ready', 'training'].includes(state)

/** Resumes the work of a killed run, lets trainings end, and waits until nothing changes any more. */
async function recover(scene: Scene, place: Place = scene.place): Promise<RealJobs> {
  const run = openJobs(place)
  await run.jobs.start()
  await whenStored(run, (jobs) => jobs.every(isEnded))
  finishTasks(scene)
  await whenStored(run, (jobs) => jobs.every((job) => isEnded(job) && job.state !== 'training'))
  return run
}

async function assertImageThere(run: RealJobs, imageId: unknown): Promise<void> {
  expect(await run.jobs.findImage(String(imageId))).toMatchObject({ type: 'png' })
}

/** Checks what must exist after an interruption, depending on the points that the killed run had passed. */
async function assertNothingLost(scene: Scene, run: RealJobs, points: readonly string[]): Promise<void> {
  const { service } = scene
  const jobs = storedJobs(run.database)
  if (!points.includes('after COMMIT 1')) {
    const stored = points.includes('after drafts 1') ? 1 : 0
    expect({ jobs: jobs.length, drafts: countRows(run.database, 'drafts') }).toEqual({ jobs: 0, drafts: stored })
    expect(service.control.count('createAvatar')).toBe(0)
    if (stored === 0) expect(filesUnder(path.join(scene.place.folder, 'images'))).toEqual([])
    else await assertImageThere(run, run.database.prepare('SELECT original_id AS id FROM drafts').get()?.['id'])
    return
  }
  expect(countRows(run.database, 'drafts')).toBe(0)
  expect(jobs).toHaveLength(1)
  const [job] = jobs
  await assertImageThere(run, job?.imageId)
  const made = service.control.tasks()
  if (points.includes('after jobs=training 1') || !points.includes('after jobs=submitting 1')) {
    expect(job).toMatchObject({ state: 'ready', taskId: made[0]?.taskId })
    expect(made).toHaveLength(1)
  } else {
    // Whether it was sent cannot be determined from here; the account's balance is the evidence.
    expect(job).toMatchObject({
      state: 'unknown',
      evidence: {
        balanceBefore: { avatarCreationsLeft: creationsAtStart },
        balanceAfter: { avatarCreationsLeft: creationsAtStart - made.length },
      },
    })
  }
}

/** Starts twice after the kill: everything is there, and at most one creation ever reached the service. */
async function assertTakenUp(scene: Scene, points: readonly string[]): Promise<void> {
  const second = await recover(scene)
  await assertNothingLost(scene, second, points)
  const sent = scene.service.control.count('createAvatar')
  expect(sent).toBeLessThanOrEqual(1)
  await second.close()
  const third = await recover(scene)
  await assertNothingLost(scene, third, points)
  await third.close()
  expect(scene.service.control.count('createAvatar')).toBe(sent)
}

async function newScene(): Promise<Scene> {
  const scene = await setScene()
  onTestFinished(scene.end)
  return scene
}

const points = await allPoints()

describe('killed at each point of the path', () => {
  it('passes the points of the design, in this order', () => {
    const named = [
      ...['after piece 1', 'after images 2', 'after file named 1', 'after drafts 1', 'after queryAccount 1'],
      ...['after BEGIN IMMEDIATE 1', 'after jobs=waiting 1', 'after drafts 2', 'after COMMIT 1', 'after activity 1'],
      ...['after queryAccount 2', 'after jobs=submitting 1', 'after activity 2', 'after createAvatar 1'],
      ...['after jobs=training 1', 'after queryAvatar 1', 'after jobs=training 2', 'after queryAvatar 2'],
      ...['after jobs=ready 1', 'after activity 4'],
    ]
    expect(points.filter((point) => named.includes(point))).toEqual(named)
    expect(points.filter((point) => point.startsWith('error'))).toEqual([])
  })

  it.concurrent.each(points)('%s', async (point) => {
    const scene = await setScene()
    try {
      const run = startPath(scene, point)
      expect(await run.ended, run.points.join('\n')).toBe(killedByItself)
      expect(run.points.at(-1)).toBe(point)
      await assertTakenUp(scene, run.points)
    } finally {
      await scene.end()
    }
  })
})

describe('killed while the request is in flight', () => {
  it('when half of the body was sent: unknown, nothing was created, and it is not sent again', async () => {
    const scene = await newScene()
    const way = await throttle(scene.place.baseUrl, 200_000)
    const run = startQueue({ ...scene.place, baseUrl: way.baseUrl }, 'create', portraitIn(scene), 'none')
    await way.reached
    run.kill()
    await run.ended
    await way.close()
    expect(scene.service.control.tasks()).toHaveLength(0)
    await assertTakenUp(scene, run.points)
    expect(run.points.at(-1)).toBe('before createAvatar 1')
  })

  it('when the service has created it but not yet answered: unknown, and paid once', async () => {
    const scene = await newScene()
    const { control } = scene.service
    control.faults.arm({ kind: 'hang' }, { on: 'createAvatar', processed: true })
    const run = startQueue(scene.place, 'create', portraitIn(scene), 'none')
    await control.nextRequest('createAvatar')
    while (control.tasks().length === 0) await new Promise((resolve) => setImmediate(resolve))
    run.kill()
    await run.ended
    control.faults.clear()
    await assertTakenUp(scene, run.points)
    expect(control.tasks()).toHaveLength(1)
  })

  it('and killed again while the outcome is being determined: the evidence is gathered at the third start', async () => {
    const scene = await newScene()
    const run = startPath(scene, 'before createAvatar 1')
    await run.ended
    const second = startQueue(scene.place, 'resume', '', 'after queryAccount 1')
    expect(await second.ended).toBe(killedByItself)
    expect(second.points).toContain('after jobs=unknown 1')
    await assertTakenUp(scene, run.points)
  })
})
