/**
 * Avatars as main runs them (real client, real database, real files), on a folder that several runs share in turn. A
 * test can observe each write, file step and answer as it happens, and end a run exactly there.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { createJournal } from '../../../src/main/context/journal.ts'
import type { Clock } from '../../../src/main/lib/clock.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createCreations } from '../../../src/main/creations/creations.ts'
import type { StagedJobs } from './stage.ts'
import type { Log } from '../../../src/main/lib/log.ts'
import { createServiceClient } from '../../../src/main/service/client.ts'
import { createExchanges } from '../../../src/main/service/exchanges.ts'
import { createNetwork } from '../../../src/main/service/network.ts'
import type { ServiceClient } from '../../../src/main/service/operations.ts'
import { createTokenSource } from '../../../src/main/service/token.ts'
import { applySubmissions } from '../../../src/main/store/apply-submissions.ts'
import { createRepositories } from '../../../src/main/store/repositories.ts'
import { openSubmissionLog } from '../../../src/main/store/submission-log.ts'
import { openDatabase, pauseRestoredQueues } from '../../../src/main/store/database.ts'
import type { OpenedDatabase } from '../../../src/main/store/database.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { createAccountSamplesRepository } from '../../../src/main/store/samples-repository.ts'
import { Secret } from '../../../src/main/vault/secret.ts'
import type { DraftId } from '../../../src/shared/ids.ts'
import { jobState } from '../../../src/shared/schemas/avatar.ts'
import { profile as profileSchema } from '../../../src/shared/schemas/profile.ts'
import { activeOf } from '../../support/active.ts'
import { appContextOf } from '../../support/app-context.ts'
import { createTestPerson } from '../../support/test-person.ts'

/** The place of a run: its folder, and the service with its token. */
export interface Place {
  readonly folder: string
  readonly baseUrl: string
  readonly token: string
}

/** Observers of a run. */
export interface Listeners {
  /** Called before and after each write and each call: with the same names in every run. */
  readonly at?: (point: string) => void
  readonly log?: Log
  /** Default the hasty clock; the client's own times are always those of the system. */
  readonly clock?: Clock
}

/** A run. */
export interface RealJobs {
  readonly jobs: StagedJobs
  readonly database: DatabaseSync
  /** The name of the quarantined database, or null, and the number of rows that were recovered from it. */
  readonly quarantined: string | null
  readonly restoredFrom: OpenedDatabase['restoredFrom']
  /** Calls the listener whenever something changed on disk or in the queue, until it is cancelled. */
  readonly onChange: (listener: () => void) => () => void
  readonly close: () => Promise<void>
}

/** A row as stored on disk, read without any of the program's own code. */
export interface StoredJob {
  readonly id: string
  readonly state: string
  readonly taskId: string | null
  readonly imageId: string | null
  readonly evidence: {
    readonly balanceBefore: { readonly avatarCreationsLeft: number } | null
    readonly balanceAfter: { readonly avatarCreationsLeft: number } | null
  } | null
}

/** The calling window. */
export const context = { windowId: 1 }

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => 'log' }

const profile = profileSchema.parse({
  id: 'p1',
  kind: 'practice',
  createdAt: 0,
  name: 'Practice',
  baseUrl: 'http://127.0.0.1',
  applications: [],
  mediaBaseUrl: '',
  authentication: { kind: 'access-token' },
  durationUnit: 'unknown',
  protection: 'open',
  colour: 'teal',
})

/** A clock on which a second takes a fortieth of one: the interval of polls is minutes long. */
function hastyClock(): Clock {
  const factor = 40
  const origin = Date.now()
  return {
    now: () => Math.round(origin + (Date.now() - origin) * factor),
    after: (delayMs, run) => systemClock.after(delayMs / factor, run),
  }
}

function writeName(sql: string, values: readonly unknown[]): string | null {
  const found = /^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+(\w+)/.exec(sql)
  if (found === null) return null
  const [, table = ''] = found
  // A row is written with named values, whose `state` is the new one.
  const [row] = values
  const written: unknown = table === 'jobs' ? Reflect.get(Object(row) as object, 'state') : undefined
  const state = jobState.safeParse(written).data
  return state === undefined ? table : `${table}=${state}`
}

function observed<Value>(name: string | null, at: (point: string) => void, work: () => Value): Value {
  if (name === null) return work()
  at(`before ${name}`)
  const value = work()
  at(`after ${name}`)
  return value
}

// Members of both classes are native: they need the object itself as `this`, never the proxy.
function own(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target)
  return typeof value === 'function' ? (value.bind(target) as unknown) : value
}

type Values = Parameters<StatementSync['run']>

function observedStatement(statement: StatementSync, sql: string, at: (point: string) => void): StatementSync {
  return new Proxy(statement, {
    get: (target, name) => {
      if (name === 'run')
        return (...values: Values) => observed(writeName(sql, values), at, () => target.run(...values))
      if (name === 'all')
        return (...values: Values) => observed(writeName(sql, values), at, () => target.all(...values))
      return own(target, name)
    },
  })
}

function observedDatabase(database: DatabaseSync, at: (point: string) => void): DatabaseSync {
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'prepare') return (sql: string) => observedStatement(target.prepare(sql), sql, at)
      if (name === 'exec') {
        return (sql: string) => {
          // A temporary object of the connection is not a write that a kill could interrupt.
          observed(sql.trimStart().startsWith('CREATE TEMP ') ? null : sql, at, () => target.exec(sql))
        }
      }
      return own(target, name)
    },
  })
}

async function observedCall<Value>(
  name: string,
  at: (point: string) => void,
  call: () => Promise<Value>,
): Promise<Value> {
  at(`before ${name}`)
  const value = await call()
  at(`after ${name}`)
  return value
}

function observedClient(client: ServiceClient, at: (point: string) => void): ServiceClient {
  return {
    ...client,
    // Without the signal: the five seconds that a balance may take are 125 ms of the hasty clock, too few on a busy
    // machine.
    queryAccount: () => observedCall('queryAccount', at, () => client.queryAccount()),
    createAvatar: (input, options) => observedCall('createAvatar', at, () => client.createAvatar(input, options)),
    queryAvatar: (taskId, options) => observedCall('queryAvatar', at, () => client.queryAvatar(taskId, options)),
  }
}

/** A client of the service as main makes one; its limits use real time, whatever clock a test uses. */
export function realClient({ baseUrl, token }: Place, { now }: Pick<Clock, 'now'> = systemClock): ServiceClient {
  const secret = () => Promise.resolve(new Secret(token))
  const settings = { resolveProxy: () => Promise.resolve('DIRECT'), certificates: () => [] }
  return createServiceClient(
    {
      baseUrl,
      token: createTokenSource(profile.authentication, secret, { clock: systemClock }),
      isOffline: () => false,
    },
    {
      exchanges: createExchanges(() => randomUUID()),
      network: createNetwork(settings, { connectMs: 5_000 }),
      clock: { ...systemClock, now },
      random: Math.random,
    },
  )
}

/** Opens a run on a folder; nothing starts before `jobs.start`. Throws the database's errors. */
export function openJobs(
  place: Place,
  { at = () => undefined, log = silent, clock = hastyClock() }: Listeners = {},
): RealJobs {
  const file = path.join(place.folder, 'greenroom.db')
  const opened = openDatabase({ file, migrations, clock: systemClock, log, afterRestore: pauseRestoredQueues })
  const submissions = openSubmissionLog({ file: path.join(place.folder, 'submissions.jsonl'), log })
  applySubmissions(opened.database, submissions.read(), log)
  const database = observedDatabase(opened.database, at)
  const client = observedClient(realClient(place, clock), at)
  const listeners = new Set<() => void>()
  const emit = (): void => {
    for (const listener of [...listeners]) listener()
  }
  const repositories = createRepositories(database, log)
  const journal = createJournal({ clock, emit, log }, repositories.activity, 'tester')
  const context = appContextOf(
    { database, clock, log, emit, journal, person: createTestPerson(), randomId: randomUUID },
    { dataFolder: place.folder, submissions, random: Math.random, repositories, findProfile: () => profile },
  )
  const { active, end } = activeOf({ profile, client })
  let isStarted = false
  const built = createCreations(context, {
    activeProfiles: { of: () => (isStarted && !active.signal.aborted ? active : null) },
    shown: { isOpen: () => true, all: () => [], emitTo: () => emit },
    service: {
      clientFor: () => Promise.resolve(client),
      isTokenRefused: () => false,
      fetchMedia: () => Promise.reject(new Error('nothing is fetched here')),
      exchanges: { keep: () => undefined },
      media: { get: () => Promise.reject(new Error('no media are had here')) },
      practice: { running: () => null },
    },
    listeners: {
      onBalanceRead: createAccountSamplesRepository(opened.database).add,
      onReady: () => undefined,
      isAttended: () => true,
      onBatchEnd: emit,
      onProgress: emit,
    },
  })
  const start = (): Promise<void> => {
    const swept = built.start()
    isStarted = true
    built.begin(active)
    return swept
  }
  const jobs = { ...built, start, handlers: built.handlersAt({ current: () => ({ profile, client }), emit }) }
  return {
    jobs,
    database: opened.database,
    quarantined: opened.quarantinedAs,
    restoredFrom: opened.restoredFrom,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      end('changed')
      await jobs.dispose()
      opened.database.close()
      await client.dispose()
    },
  }
}

/** The rows of jobs, oldest first. */
export function storedJobs(database: DatabaseSync): readonly StoredJob[] {
  return database
    .prepare('SELECT id, state, task_id, image_id, evidence FROM jobs ORDER BY seq')
    .all()
    .map((row) => ({
      id: String(row['id']),
      state: String(row['state']),
      taskId: row['task_id'] === null ? null : String(row['task_id']),
      imageId: row['image_id'] === null ? null : String(row['image_id']),
      evidence: row['evidence'] === null ? null : (JSON.parse(String(row['evidence'])) as StoredJob['evidence']),
    }))
}

/** Resolves when the rows of jobs are as wanted, checked after every change. */
export async function whenStored(run: RealJobs, wanted: (jobs: readonly StoredJob[]) => boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const poll = (): void => {
      if (!wanted(storedJobs(run.database))) return
      stop()
      resolve()
    }
    const stop = run.onChange(poll)
    poll()
  })
}

/** Names of all files in a folder and its subfolders; none when there is no such folder. */
export function filesUnder(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Number of rows in a table. */
export function countRows(database: DatabaseSync, table: 'drafts' | 'images' | 'presets' | 'shared_fields'): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
}

/** Types the shared fields that complete a creation. */
export async function typeFields({ jobs }: RealJobs): Promise<void> {
  const blank = { name: '{n}', greeting: '', profileText: '' }
  await jobs.handlers['creator.setShared'](
    { ...blank, voice: 'Echo', conversationId: '108', language: 'English' },
    context,
  )
}

/** Drops an image file; returns the resulting drafts. */
export async function dropFile({ jobs }: RealJobs, file: string): Promise<readonly DraftId[]> {
  const taken = jobs.take([{ fileName: path.basename(file), path: file, bytes: null }])
  if (!taken.ok) throw new Error(taken.failure.kind)
  const { added } = await jobs.handlers['draft.add'](
    { handles: taken.value.map(({ handle }) => handle), remaining: 0 },
    context,
  )
  return added.map(({ id }) => id)
}

/** Opens the confirmation of drafts and confirms it. */
export async function confirmDrafts({ jobs }: RealJobs, draftIds: readonly DraftId[]): Promise<void> {
  const { ticket } = await jobs.handlers['creation.open']({ kind: 'drafts', draftIds: [...draftIds] }, context)
  await jobs.handlers['creation.confirm']({ ticket }, context)
}
