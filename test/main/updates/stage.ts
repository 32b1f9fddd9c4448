/** Newer versions over a real server on loopback, with the test's own key pair. */
import { generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { createNetwork } from '../../../src/main/service/network.ts'
import { openSettings } from '../../../src/main/store/settings.ts'
import { updateSource } from '../../../src/main/updates/feed.ts'
import type { UpdateSource } from '../../../src/main/updates/feed.ts'
import { createUpdates } from '../../../src/main/updates/updates.ts'
import type { Updates } from '../../../src/shared/schemas/update-feed.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import type { ManualClock } from '../../support/manual-clock.ts'
import { answering, httpAnswer, startRawServer } from '../../support/raw-server.ts'
import type { RawBehaviour, RawServer } from '../../support/raw-server.ts'
import { createTestPerson } from '../../support/test-person.ts'
import type { TestPerson } from '../../support/test-person.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { listeningLog } from '../store/scratch.ts'

/** The start of the tests' clock, as feeds write it. */
export const today = '2027-01-15T08:00:00Z'

/** A new key pair, and the public half as a build has it. */
export function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { privateKey, key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }
}

/** An envelope around any bytes. */
export function signed(payload: string, key: KeyObject): string {
  const bytes = Buffer.from(payload)
  return JSON.stringify({
    payload: bytes.toString('base64'),
    signature: sign(null, bytes, key).toString('base64'),
  })
}

/** The initial values of a stage. */
export interface StageOptions {
  /** The running version; 1.1.0 unless it matters. */
  readonly version?: string
  readonly packageKind?: string | null
  /** Shared by two stages: a restart. */
  readonly folder?: string
  readonly server?: RawServer
  readonly source?: UpdateSource
  readonly isOffline?: () => boolean
}

/** One run of the program. */
export interface Stage extends Omit<ReturnType<typeof createUpdates>, 'check'> {
  readonly clock: ManualClock
  readonly person: TestPerson
  readonly read: () => Updates
  readonly check: () => Promise<Updates>
  readonly notified: readonly string[]
  readonly opened: readonly string[]
  readonly states: readonly Updates[]
  readonly log: ReturnType<typeof listeningLog>
  /** As at the end of the program. */
  readonly end: () => void
}

/** A server whose answer the test can change; it starts with an acceptable feed. */
export async function feedServer() {
  const pair = keyPair()
  let behave: RawBehaviour = () => undefined
  let asked = 0
  const server = await startRawServer((connection) => {
    if (connection.received().endsWith('\r\n\r\n')) asked += 1
    behave(connection)
  })
  const origin = `http://127.0.0.1:${String(server.port)}`
  const feed = (fields: Readonly<Record<string, unknown>> = {}): string =>
    JSON.stringify({
      format: 1,
      issuedAt: today,
      version: '1.2.0',
      notes: { en: 'Faster.' },
      page: `${origin}/releases`,
      ...fields,
    })
  const respond = (next: RawBehaviour): void => {
    behave = next
  }
  /** Answers this text with 200. */
  const serve = (text: string): void => respond(answering(httpAnswer(text)))
  /** Answers a feed that differs in these fields, correctly signed. */
  const publish = (fields: Readonly<Record<string, unknown>> = {}): void => serve(signed(feed(fields), pair.privateKey))
  publish()
  const address = `${origin}/feed.json`
  const source = updateSource({
    isPackaged: true,
    env: {},
    policyFeed: undefined,
    buildFeed: address,
    buildKey: pair.key,
  })
  return { ...pair, server, origin, source, feed, serve, publish, respond, asked: () => asked }
}

/** Starts a run of the program against that source. */
export async function stage(source: UpdateSource, options: StageOptions = {}): Promise<Stage> {
  const clock = createManualClock(Date.parse(today))
  const log = listeningLog()
  const person = createTestPerson()
  const settings = await openSettings({ folder: options.folder ?? scratchFolder(), clock, log })
  const connections = createNetwork(
    { resolveProxy: () => Promise.resolve(''), certificates: () => [] },
    { connectMs: 10_000 },
  ).open()
  const notified: string[] = []
  const opened: string[] = []
  const states: Updates[] = []
  const updates = createUpdates(
    { settings, clock, log, person },
    {
      source,
      connections,
      version: options.version ?? '1.1.0',
      packageKind: options.packageKind ?? null,
      isOffline: options.isOffline ?? (() => false),
    },
    {
      notify: (version) => notified.push(version),
      openPage: (address) => {
        opened.push(address)
        return Promise.resolve()
      },
      onChanged: (changed) => states.push(changed),
    },
  )
  const end = updates.start()
  onTestFinished(end)
  const context = { windowId: 1 }
  return {
    ...updates,
    clock,
    person,
    notified,
    opened,
    states,
    log,
    end,
    // Both handlers answer synchronously or with a promise; the contract allows either.
    read: () => updates.handlers['updates.read']({}, context) as Updates,
    check: async () => updates.handlers['updates.check']({}, context),
  }
}

/** Resolves when the state of updates fits. */
export async function until(run: Stage, fits: (updates: Updates) => boolean): Promise<void> {
  while (!fits(run.read())) await new Promise((resolve) => setImmediate(resolve))
}
