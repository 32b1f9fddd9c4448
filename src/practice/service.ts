/** A faithful simulation of the service on loopback. */
import { randomInt, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { createControl, createRequestLog } from './control.ts'
import type { PracticeControl } from './control.ts'
import type { PracticeContext } from './exchange.ts'
import { createFaults } from './faults.ts'
import { createImageMemory, createMedia, repositoryMedia } from './media.ts'
import type { PracticeImageStore } from './media.ts'
import type { Quirks } from './operations.ts'
import type { WorldChanged } from './avatars.ts'
import { createWorld } from './practice-world.ts'
import type { PracticeClock, PracticeSnapshot } from './practice-world.ts'
import { close, createHttpServer, listen } from './server.ts'
import { mintToken } from './token.ts'
import type { PracticeCredentials } from './token.ts'

/** Every option has a default. */
export interface PracticeOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly prefix?: string
  /** The same seed creates the same world: ids, trainings, calls. A snapshot has its own seed. */
  readonly seed?: string
  readonly clock?: PracticeClock
  /**
   * Milliseconds of a whole training, plus or minus a quarter. Default: the snapshot's value, or else the normal speed.
   */
  readonly trainingMs?: number
  /** Milliseconds that the counts take to fall to zero after a close-all. */
  readonly closeLagMs?: number
  readonly credentials?: { readonly [Name in keyof PracticeCredentials]?: string | undefined }
  readonly creations?: number
  readonly durationSeconds?: number
  readonly quirks?: Partial<Quirks>
  /** A world to continue, from `snapshot()` (read a stored snapshot with `readSnapshot`). */
  readonly snapshot?: PracticeSnapshot
  /** Store for the images of creations; default: in memory. */
  readonly images?: PracticeImageStore
  readonly media?: string
  readonly keepBodies?: boolean
  /**
   * Called after a change that a snapshot would contain, except for calls that come and go; for a paid creation, before
   * the answer is sent.
   */
  readonly onChange?: WorldChanged
}

const machineClock: PracticeClock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

const defaults = {
  port: 0,
  prefix: '/openapi/v2',
  seed: 'greenroom',
  clock: machineClock,
  trainingMs: undefined,
  closeLagMs: 3_000,
  creations: 37,
  durationSeconds: 432_000,
  keepBodies: true,
  media: repositoryMedia,
  snapshot: undefined,
  onChange: () => undefined,
} as const

const defaultQuirks: Quirks = { unfinishedIds: 'empty', closeAllData: 'alternate', imageAlone: false }

/** Its world exists from its creation; its HTTP server runs from start to stop. */
export interface PracticeService {
  /** `baseUrl` has no trailing slash; `origin` is also the media base URL. Rejects when the port is in use. */
  readonly start: () => Promise<{ readonly baseUrl: string; readonly origin: string; readonly port: number }>
  /** Ends all connections and timers. It can be started again. */
  readonly stop: () => Promise<void>
  readonly credentials: PracticeCredentials
  /** Creates a JWT as a client does, valid from now for the lifetime, 1,800 s by default. */
  readonly mintToken: (lifetimeSeconds?: number) => string
  /** Controls for tests and the practice panel. */
  readonly control: PracticeControl
  /** The current world, for a later start. */
  readonly snapshot: () => PracticeSnapshot
}

export function createPracticeService(options: PracticeOptions = {}): PracticeService {
  const settings = { ...defaults, images: createImageMemory(), ...options }
  const { clock, images, keepBodies } = settings
  const preset = settings.credentials ?? {}
  const credentials: PracticeCredentials = {
    accessToken: preset.accessToken ?? `practice-${randomUUID()}`,
    appId: preset.appId ?? `19${Array.from({ length: 17 }, () => randomInt(10)).join('')}`,
    appKey: preset.appKey ?? randomUUID(),
  }
  const world = createWorld({ ...settings, changed: settings.onChange })
  const prefix = settings.prefix.replace(/\/+$/, '')
  let origin = ''
  let server: Server | undefined
  const context: PracticeContext = {
    clock,
    world,
    credentials,
    prefix,
    keepBodies,
    timers: new Set(),
    quirks: { ...defaultQuirks, ...options.quirks },
    faults: createFaults(),
    log: createRequestLog(),
    media: createMedia(settings.media, images),
    origin: () => origin,
  }

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
      for (const cancel of context.timers) cancel()
      context.timers.clear()
      if (running !== undefined) await close(running)
    },
    credentials,
    mintToken: (lifetimeSeconds = 1800) =>
      mintToken(credentials, { issuedAtSeconds: Math.floor(clock.now() / 1000), lifetimeSeconds }),
    control: createControl(context),
    snapshot: world.snapshot,
  }
}
