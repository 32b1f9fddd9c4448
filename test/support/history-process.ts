/**
 * Run by Electron's own Node: `<database> <profile id> <count>` writes a history of `count` avatars, one created each
 * minute: of every ten, six are ready after 18 to 41 minutes, two failed, one was rejected and one has an unknown
 * outcome. The name of the newest is "Portrait <count>".
 */
import { systemClock } from '../../src/main/lib/clock.ts'
import type { Log } from '../../src/main/lib/log.ts'
import { openDatabase } from '../../src/main/store/database.ts'
import { createJobsRepository } from '../../src/main/store/jobs-repository.ts'
import { migrations } from '../../src/main/store/migrations.ts'
import type { Failure } from '../../src/shared/failure.ts'
import type { Job, JobState } from '../../src/shared/schemas/avatar.ts'
import { job } from '../../src/shared/schemas/avatar.ts'

const [file = '', profileId = '', count = ''] = process.argv.slice(2)
const total = Number(count)

const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (message, cause) => {
    throw new Error(message, { cause })
  },
}

const ofTen: readonly JobState[] = [
  'ready',
  'failed',
  'ready',
  'rejected',
  'ready',
  'ready',
  'unknown',
  'ready',
  'failed',
  'ready',
]
const voices = ['Echo', 'Aria', 'Nova', 'guina']
const voiceOf = (n: number): string => voices[n % voices.length] ?? 'Echo'

function failureOf(state: JobState, at: number): Failure | null {
  const facts = { operation: 'createAvatar', at, httpStatus: 200, exchangeId: null } as const
  if (state === 'rejected') {
    return { kind: 'declined', ...facts, sent: 'yes', code: '1009', message: 'quota insufficient' }
  }
  if (state !== 'unknown') return null
  return {
    kind: 'timeout',
    phase: 'answer',
    timeoutMs: 30_000,
    ...facts,
    httpStatus: null,
    sent: 'maybe',
    code: null,
    message: null,
  }
}

function evidenceOf(state: JobState, at: number, left: number): Job['evidence'] {
  if (state !== 'unknown') return null
  return {
    balanceBefore: { avatarCreationsLeft: left, at },
    balanceAfter: { avatarCreationsLeft: left - 1, at: at + 35_000 },
    sentAt: at + 1_000,
    endedAt: at + 31_000,
  }
}

function portrait(n: number): Job {
  const state = ofTen[n % ofTen.length] ?? 'ready'
  const at = Date.now() - (total - n + 1) * 60_000
  const endedMs = state === 'ready' ? (18 + ((n * 7) % 24)) * 60_000 : 1_800_000
  const isTask = state === 'ready' || state === 'failed'
  const id = String(1_983_775_419_000_000_000n + BigInt(n))
  return job.parse({
    id: `seeded-${String(n)}`,
    profileId,
    createdAt: at,
    fileName: `portrait-${String(n)}.jpg`,
    image: null,
    fields: {
      voice: voiceOf(n),
      conversationId: '1871234567890123479',
      language: 'English',
      name: `Portrait ${String(n)}`,
      greeting: '',
      profileText: '',
    },
    state,
    stateSince: at + endedMs,
    taskId: isTask ? id : null,
    step: isTask ? 'done' : null,
    status: state === 'ready' ? 2 : state === 'failed' ? 1 : null,
    submittedAt: at,
    lastContactAt: isTask ? at + endedMs : null,
    result:
      state === 'ready'
        ? { conversationId: `2${id.slice(1)}`, name: `Portrait ${String(n)}`, modelSceneId: null, coverImage: null }
        : null,
    failure: failureOf(state, at),
    pollFailure: null,
    evidence: evidenceOf(state, at, 40),
    batchId: 'seeded',
    originalId: null,
    trainedMs: state === 'ready' ? endedMs : null,
    refund:
      state === 'failed'
        ? {
            state: 'seen',
            before: { avatarCreationsLeft: 11, at },
            after: { avatarCreationsLeft: 12, at: at + 1_860_000 },
          }
        : null,
  })
}

const { database } = openDatabase({ file, migrations, clock: systemClock, log })
const jobs = createJobsRepository(database, () => null, log)
database.exec('BEGIN')
for (let n = 1; n <= total; n += 1) jobs.add(portrait(n))
database.exec('COMMIT')
database.close()
