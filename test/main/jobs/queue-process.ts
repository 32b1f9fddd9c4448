/**
 * Avatars in a process of their own, to be killed: `<folder> <baseUrl> <token> <stop>`. `create` runs make one avatar and
 * stand still at a named point of the path; `resume` runs take up what is there. Every change is a line of JSON.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../../src/main/clock.ts'
import { createJobs } from '../../../src/main/jobs/handlers.ts'
import type { Log } from '../../../src/main/log.ts'
import { createServiceClient, usualLimits } from '../../../src/main/service/client.ts'
import { createExchanges } from '../../../src/main/service/exchanges.ts'
import { createNetwork } from '../../../src/main/service/network.ts'
import type { ServiceClient } from '../../../src/main/service/service-client.ts'
import { createTokenSource } from '../../../src/main/service/token.ts'
import { openDatabase } from '../../../src/main/store/database.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { Secret } from '../../../src/main/vault/secret.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import { profile as profileSchema } from '../../../src/shared/schemas/profile.ts'
import { pngBytes } from '../../support/image-bytes.ts'

const [folder = '', baseUrl = '', token = '', stop = 'resume'] = process.argv.slice(2)
const context = { windowId: 1 }

function say(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function standStill(): Promise<never> {
  say({ reached: stop })
  return new Promise(() => undefined)
}

const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (message, cause) => {
    say({ error: `${message}: ${String(cause)}` })
    return 'log'
  },
}

const profile = profileSchema.parse({
  ...{ id: 'p1', kind: 'practice', createdAt: 0, name: 'Practice', baseUrl, applications: [], mediaBaseUrl: '' },
  ...{ authentication: { kind: 'access-token' }, durationUnit: 'unknown', protection: 'open', colour: 'teal' },
})

const real = createServiceClient({
  baseUrl,
  token: createTokenSource({
    authentication: profile.authentication,
    secret: () => Promise.resolve(new Secret(token)),
    clock: systemClock,
  }),
  exchanges: createExchanges({ newId: randomUUID }),
  network: createNetwork({ resolveProxy: () => Promise.resolve('DIRECT'), certificates: () => [], connectMs: 5_000 }),
  clock: systemClock,
  random: Math.random,
  limits: usualLimits,
})

let accountReads = 0
const client: ServiceClient = {
  ...real,
  queryAccount: (options) => {
    accountReads += 1
    // The first read belongs to the confirmation, the second to the submission.
    return stop === 'intent-written' && accountReads === 2 ? standStill() : real.queryAccount(options)
  },
  createAvatar: async (input) => {
    if (stop === 'submitting-written') return standStill()
    const answer = await real.createAvatar(input)
    return stop === 'answered' ? standStill() : answer
  },
}

const { database } = openDatabase({ file: path.join(folder, 'data.sqlite'), migrations, clock: systemClock, log })
const jobs = createJobs({
  ...{ database, dataFolder: folder, clock: systemClock, random: Math.random, log },
  emit: (name, payload) => {
    if (name === 'jobs.changed' && 'changed' in payload) say({ jobs: payload.changed })
  },
  current: () => ({ profile, client }),
  findProfile: () => profile,
  clientFor: () => Promise.resolve(client),
  journal: { noteAfter: () => undefined },
  onBalanceRead: () => undefined,
})

async function create(): Promise<void> {
  const { handlers } = jobs
  const shared = {
    ...{ voice: 'Echo', conversationId: '108', language: 'English' },
    name: '',
    greeting: '',
    profileText: '',
  }
  await handlers['creator.setShared'](shared, context)
  const file = path.join(folder, 'portrait.png')
  writeFileSync(file, pngBytes(1_600, 900))
  const taken = jobs.take([{ fileName: 'portrait.png', path: file, bytes: null }])
  if (!taken.ok) throw new Error(taken.failure.kind)
  const { added } = await handlers['draft.add']({ handles: taken.value.map(({ handle }) => handle) }, context)
  const source = { kind: 'drafts' as const, draftIds: added.map(({ id }) => id) }
  const { ticket } = await handlers['creation.open'](source, context)
  if (stop === 'before-intent') await standStill()
  await handlers['creation.confirm']({ ticket }, context)
}

// Timers of the clock keep no process alive; this one is ended from outside.
setInterval(() => undefined, 60_000)
await jobs.start()
if (stop === 'resume') {
  const { drafts } = await jobs.handlers['creator.read']({}, context)
  const found: readonly Job[] = await jobs.handlers['job.list']({}, context)
  say({ drafts: drafts.length, jobs: found })
} else await create()
