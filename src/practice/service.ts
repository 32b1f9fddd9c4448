import { randomInt, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { createTimers, realClock } from './clock.ts'
import type { PracticeClock } from './clock.ts'
import { createControl } from './control.ts'
import type { PracticeControl } from './control.ts'
import { createFaults } from './faults.ts'
import type { PracticeContext } from './exchange.ts'
import { createImageMemory, createMedia, repositoryMedia } from './media.ts'
import type { PracticeImageStore } from './media.ts'
import type { Quirks } from './operations.ts'
import { createRequestLog } from './request-log.ts'
import { close, createHttpServer, listen } from './server.ts'
import { mintToken } from './token.ts'
import type { PracticeCredentials } from './token.ts'
import { createWorld } from './practice-world.ts'
import type { PracticeSnapshot } from './practice-world.ts'

/** How a practice service is set up; everything has a default. */
export interface PracticeOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** Path before the operations; default `/openapi/v2`. */
  readonly prefix?: string
  /** Same seed, same world: ids, trainings, calls. Default `greenroom`. A snapshot brings its own. */
  readonly seed?: string
  readonly clock?: PracticeClock
  /** Milliseconds of a whole training, a quarter more or less; default 30,000. */
  readonly trainingMs?: number
  /** Milliseconds in which the counts fall after a close-all; default 3,000. */
  readonly closeLagMs?: number
  /** What is left out is made at random. */
  readonly credentials?: Partial<PracticeCredentials>
  /** Balances of a new world; default 37 creations and 432,000 seconds. */
  readonly creations?: number
  readonly durationSeconds?: number
  readonly quirks?: Partial<Quirks>
  /** A world to go on with, from `snapshot()` (read a stored one with `readSnapshot`). */
  readonly snapshot?: PracticeSnapshot
  /** Where images of creations are stored; default in memory. */
  readonly images?: PracticeImageStore
  /** Folder of the media files; default that of the repository. */
  readonly media?: string
  /** Whether the request log keeps request bodies; default true. */
  readonly keepBodies?: boolean
  /** Called after a change that a snapshot would show, calls that come and go apart. */
  readonly onChange?: () => void
}

/** Where a started service is. */
export interface PracticeAddress {
  /** With the prefix, without a trailing slash. */
  readonly baseUrl: string
  /** Scheme, host and port: the Media base URL, too. */
  readonly origin: string
  readonly port: number
}

/** A faithful double of the service on loopback. */
export interface PracticeService {
  /** Rejects when the port is taken. */
  readonly start: () => Promise<PracticeAddress>
  /** Ends all connections and timers. It can be started again. */
  readonly stop: () => Promise<void>
  readonly credentials: PracticeCredentials
  /** A JWT made as a client makes it, from now on for the lifetime (default 1800 s). */
  readonly mintToken: (lifetimeSeconds?: number) => string
  readonly control: PracticeControl
  readonly snapshot: () => PracticeSnapshot
}

/** Milliseconds of a whole training by the name of a speed. */
export const trainingSpeeds = { fast: 2_000, normal: 30_000, real: 20 * 60_000 } as const

const logLimit = 2_000

const randomAppId = (): string => `19${Array.from({ length: 17 }, () => randomInt(10)).join('')}`

function completeCredentials(given: Partial<PracticeCredentials>): PracticeCredentials {
  return {
    accessToken: given.accessToken ?? `practice-${randomUUID()}`,
    appId: given.appId ?? randomAppId(),
    appKey: given.appKey ?? randomUUID(),
  }
}

const defaults = {
  port: 0,
  prefix: '/openapi/v2',
  seed: 'greenroom',
  trainingMs: trainingSpeeds.normal,
  closeLagMs: 3_000,
  creations: 37,
  durationSeconds: 432_000,
  keepBodies: true,
  media: repositoryMedia,
  credentials: {},
  snapshot: undefined,
  onChange: () => undefined,
} as const

const defaultQuirks: Quirks = { unfinishedIds: 'empty', closeAllData: 'alternate', imageAlone: false }

/** A practice service, not yet started. Its world lives from here on; its HTTP side from start to stop. */
export function createPracticeService(options: PracticeOptions = {}): PracticeService {
  const settings = { ...defaults, clock: realClock(), images: createImageMemory(), ...options }
  const { clock, images, keepBodies } = settings
  let origin = ''
  let server: Server | undefined
  const context: PracticeContext = {
    clock,
    timers: createTimers(clock),
    world: createWorld({ ...settings, changed: settings.onChange }),
    quirks: { ...defaultQuirks, ...options.quirks },
    credentials: completeCredentials(settings.credentials),
    faults: createFaults(),
    log: createRequestLog(logLimit),
    media: createMedia(settings.media, images),
    prefix: settings.prefix.replace(/\/+$/, ''),
    keepBodies,
    origin: () => origin,
  }
  const { credentials, prefix, timers, world } = context

  return {
    start: async () => {
      if (server !== undefined) throw new Error('the practice service is already started')
      const started = createHttpServer(context)
      server = started
      const port = await listen(started, settings.port).catch((error: unknown) => {
        server = undefined
        throw error
      })
      origin = `http://127.0.0.1:${port}`
      return { baseUrl: `${origin}${prefix}`, origin, port }
    },
    stop: async () => {
      const running = server
      server = undefined
      timers.cancelAll()
      if (running !== undefined) await close(running)
    },
    credentials,
    mintToken: (lifetimeSeconds = 1800) =>
      mintToken(credentials, { issuedAtSeconds: Math.floor(clock.now() / 1000), lifetimeSeconds }),
    control: createControl(context),
    snapshot: world.snapshot,
  }
}
