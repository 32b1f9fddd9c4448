/**
 * Avatars on a small separate disk that fills up at three points of the path: `<folder> <baseUrl> <token> <image>`.
 * Prints the result at each point as one line of JSON.
 */
import { readdirSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { FailureError } from '../../../src/shared/failure.ts'
import type { Failure } from '../../../src/shared/failure.ts'
import type { DraftId } from '../../../src/shared/ids.ts'
import {
  confirmDrafts,
  context,
  countRows,
  dropFile,
  filesUnder,
  openJobs,
  storedJobs,
  typeFields,
  whenStored,
} from './real-jobs.ts'

const [folder = '', baseUrl = '', token = '', image = ''] = process.argv.slice(2)
const filler = path.join(folder, 'filler')

function say(point: string, facts: object): void {
  writeSync(1, `${JSON.stringify({ point, ...facts })}\n`)
}

/** Takes all remaining blocks; the database's log is released first, so that it must grow again. */
function fill(): void {
  run.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(filler, new Uint8Array(bavail * bsize))
}

function free(): void {
  rmSync(filler)
}

let atPoint: (point: string) => void = () => undefined
const run = openJobs(
  { folder, baseUrl, token },
  {
    at: (point) => atPoint(point),
  },
)

async function failureOf(work: () => Promise<unknown>): Promise<Failure | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
}

/** Fills the disk once, when the run reaches a point. */
function fillAt(wanted: string): Promise<void> {
  return new Promise((resolve) => {
    atPoint = (point) => {
      if (point !== wanted) return
      atPoint = () => undefined
      fill()
      resolve()
    }
  })
}

async function untilHeld(): Promise<string | undefined> {
  for (;;) {
    const { held } = await run.jobs.handlers['queue.read']({}, context)
    if (held?.failure.kind === 'storage') return held.failure.reason
    await new Promise<void>((resolve) => {
      const stop = run.onChange(() => {
        stop()
        resolve()
      })
    })
  }
}

async function dropped(): Promise<readonly DraftId[]> {
  const ids = await dropFile(run, image)
  if (ids.length === 0) throw new Error('no draft')
  return ids
}

const taskIds = (): readonly (string | null)[] => storedJobs(run.database).map(({ taskId }) => taskId)

// The clock's timers do not keep a process alive.
setInterval(() => undefined, 60_000)
await run.jobs.start()
await typeFields(run)

fill()
const refused = await failureOf(async () => {
  const taken = run.jobs.take([{ fileName: 'portrait.png', path: image, bytes: null }])
  if (!taken.ok) throw new FailureError(taken.failure)
  const { refused: files } = await run.jobs.handlers['draft.add'](
    { handles: taken.value.map(({ handle }) => handle), remaining: 0 },
    context,
  )
  if (files[0] !== undefined) throw new FailureError(files[0].failure)
})
say('drop', {
  refused,
  drafts: countRows(run.database, 'drafts'),
  files: filesUnder(path.join(folder, 'images')).length,
})
free()

const ids = await dropped()
const { ticket } = await run.jobs.handlers['creation.open']({ kind: 'drafts', draftIds: [...ids] }, context)
fill()
const unconfirmed = await failureOf(() => Promise.resolve(run.jobs.handlers['creation.confirm']({ ticket }, context)))
say('confirm', {
  refused: unconfirmed,
  drafts: countRows(run.database, 'drafts'),
  jobs: storedJobs(run.database).length,
})
free()

const full = fillAt('before jobs=submitting')
await confirmDrafts(run, ids)
await full
say('submit', { held: await untilHeld(), jobs: storedJobs(run.database).map(({ state }) => state) })
free()
await whenStored(run, (jobs) => jobs.every(({ state }) => state === 'training'))

const fullAgain = fillAt('after createAvatar')
await confirmDrafts(run, await dropped())
await fullAgain
const shown = await run.jobs.handlers['queue.read']({}, context)
say('answered', { onDisk: storedJobs(run.database).map(({ state }) => state), isPaused: shown.paused })
free()
await whenStored(run, (jobs) => jobs.every(({ state }) => state === 'training'))
say('freed', { taskIds: taskIds(), left: readdirSync(folder).includes('filler') })
process.exit(0)
