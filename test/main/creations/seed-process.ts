/**
 * Fills a closed profile folder with jobs for the benchmark of the queue: `<folder> <{"profileId","ready","training"}
 * as JSON>`.
 */
import path from 'node:path'
import { systemClock } from '../../../src/main/lib/clock.ts'
import type { Log } from '../../../src/main/lib/log.ts'
import { createImagesRepository } from '../../../src/main/store/images-repository.ts'
import { createJobsRepository } from '../../../src/main/store/jobs-repository.ts'
import { openDatabase } from '../../../src/main/store/database.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { inTransaction } from '../../../src/main/store/storage-failure.ts'
import { advance, jobOf } from '../../../src/shared/model/avatar-job.ts'
import type { JobEvent } from '../../../src/shared/model/avatar-job.ts'
import { defaultFields } from '../../../src/shared/model/creation-template.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import { conversationId, jobId, profileId, taskId } from '../../../src/shared/schemas/ids.ts'

const [folder = '', order = '{}'] = process.argv.slice(2)
const wanted = JSON.parse(order) as { readonly profileId: string; readonly ready: number; readonly training: number }

const log: Log = { info: () => undefined, warn: () => undefined, error: () => 'none' }
const { database } = openDatabase({ file: path.join(folder, 'greenroom.db'), migrations, clock: systemClock, log })
const repository = createJobsRepository(database, createImagesRepository(database).find, log)
const began = Date.now() - 86_400_000

function jobNumber(number: number): Job {
  const at = began + number * 1_000
  return jobOf({
    id: jobId.parse(`seeded-${String(number)}`),
    profileId: profileId.parse(wanted.profileId),
    createdAt: at,
    fileName: `portrait-${String(number)}.jpg`,
    image: null,
    originalId: null,
    batchId: `batch-${String(Math.floor(number / 50))}`,
    fields: { ...defaultFields, voice: 'Echo', conversationId: '108', name: `Avatar ${String(number)}` },
  })
}

function after(job: Job, ...events: readonly JobEvent[]): Job {
  return events.reduce((now, event) => {
    const next = advance(now, event, now.stateSince + 500)
    if (next === null) throw new Error(`${event.kind} while ${now.state}`)
    return next
  }, job)
}

function trainingJob(number: number): Job {
  const task = taskId.parse(String(1_712_345_678_900_000_000n + BigInt(number)))
  return after(jobNumber(number), { kind: 'submit-started', balanceBefore: null }, { kind: 'accepted', taskId: task })
}

function readyJob(number: number): Job {
  const result = {
    conversationId: conversationId.parse('108'),
    name: `Avatar ${String(number)}`,
    modelSceneId: null,
    coverImage: null,
  }
  return after(trainingJob(number), { kind: 'seen-ready', status: 2, step: 'done', result })
}

inTransaction(database, () => {
  for (let number = 0; number < wanted.ready; number += 1) repository.add(readyJob(number))
  for (let number = 0; number < wanted.training; number += 1) repository.add(trainingJob(wanted.ready + number))
})
database.close()
