/**
 * Checks for newer versions on a schedule and on request, and announces each once. Greenroom downloads and installs
 * none.
 */
import { isDeepStrictEqual } from 'node:util'
import { refusal } from '../../shared/failure.ts'
import type { SeenUpdates, UpdateFeed, Updates } from '../../shared/schemas/update-feed.ts'
import type { AppContext } from '../context/app-context.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import { every } from '../lib/every.ts'
import type { Connections } from '../service/network.ts'
import { readFeed, UpdateRefused } from './feed.ts'
import type { UpdateSource } from './feed.ts'

// The system's package manager updates these.
const managedKinds = ['deb', 'rpm', 'flatpak']

interface UpdatesContext extends Pick<AppContext, 'clock' | 'log'> {
  readonly settings: Pick<AppContext['settings'], 'read' | 'write'>
  readonly person: Pick<PersonCheck, 'gesture'>
}

interface UpdatesParts {
  readonly connections: Connections
  readonly source: UpdateSource
  /** The running version. */
  readonly version: string
  /** `deb`, `rpm`, `flatpak`, `tar`, `mac` or `nsis`; null in a checkout. */
  readonly packageKind: string | null
  readonly isOffline: () => boolean
}

interface UpdatesHooks {
  /** Called once for each newer version, across all runs. */
  readonly notify: (version: string) => void
  readonly openPage: (address: string) => Promise<void>
  readonly onChanged: (updates: Updates) => void
}

export interface UpdateChecks {
  readonly handlers: HandlersUnder<'updates'>
  /** Starts the schedule; returns the function that ends it. */
  readonly start: () => () => void
  /** Checks now; `onChanged` reports the result to windows. */
  readonly check: () => void
}

// After the first window, the database's check and the first reads from the service.
const FIRST_MS = 5_000
const POLL_MS = 15 * 60_000
const RETRY_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** True when the first version is later than the second; false when either is not a version. */
function isNewer(version: string, than: string): boolean {
  const [release, other] = [version, than].map((text) => {
    const [, major, minor, patch, preview] = /^(\d+)\.(\d+)\.(\d+)(-.+)?$/.exec(text) ?? []
    // `1.2.0-beta.1` comes before `1.2.0`.
    return major === undefined ? null : [major, minor, patch, preview === undefined ? 1 : 0].map(Number)
  })
  if (!release || !other) return false
  const differing = release.findIndex((number, index) => number !== other[index])
  return (release[differing] ?? 0) > (other[differing] ?? 0)
}

/** Checks at the start, then every day, and an hour after a failed check; not while offline. Ends with the signal. */
async function keepChecking(
  { clock, log }: UpdatesContext,
  check: () => Promise<boolean>,
  { isOffline, signal }: { readonly isOffline: () => boolean; readonly signal: AbortSignal },
): Promise<void> {
  let last: { readonly at: number; readonly succeeded: boolean } | null = null
  // A clock that was set back by years must not delay the next check by years.
  const isDue = (): boolean => last === null || Math.abs(clock.now() - last.at) >= (last.succeeded ? DAY_MS : RETRY_MS)
  await every(signal, {
    clock,
    log,
    name: 'checking for updates',
    firstMs: FIRST_MS,
    delayMs: () => POLL_MS,
    run: async () => {
      if (!isDue() || isOffline()) return
      const at = clock.now()
      last = { at, succeeded: await check() }
    },
  })
}

async function storeSeen({ settings, log }: UpdatesContext, seen: SeenUpdates): Promise<void> {
  if (isDeepStrictEqual(seen, settings.read().updates)) return
  await settings
    .write({ updates: seen })
    .catch((error: unknown) => log.error('the newest update feed could not be stored', error))
}

/** Checks nothing before `start`. */
export function createUpdates(context: UpdatesContext, parts: UpdatesParts, hooks: UpdatesHooks): UpdateChecks {
  const { settings, person, log, clock } = context
  const { source, packageKind, version } = parts
  let newest: UpdateFeed | null = null
  let state: Pick<Updates, 'isChecking' | 'checkedAt' | 'problem'> = {
    isChecking: false,
    checkedAt: null,
    problem: null,
  }

  const read = (): Updates => ({
    ...state,
    off: 'off' in source ? source.off : null,
    newer: newest && { version: newest.version, notes: newest.notes },
    way: packageKind !== null && managedKinds.includes(packageKind) ? 'package-manager' : 'download',
  })
  const set = (changed: Partial<typeof state>): void => {
    state = { ...state, ...changed }
    hooks.onChanged(read())
  }

  const take = async (feedAddress: string, feed: UpdateFeed, before: SeenUpdates | null): Promise<void> => {
    const announced = before?.announcedVersion ?? null
    const isNew = isNewer(feed.version, version)
    const isUnannounced = isNew && (announced === null || isNewer(feed.version, announced))
    // Stored before the announcement: a crash in between must not announce the version a second time.
    await storeSeen(context, {
      feed: feedAddress,
      issuedAt: Date.parse(feed.issuedAt),
      announcedVersion: isUnannounced ? feed.version : announced,
    })
    newest = isNew ? feed : null
    if (isUnannounced) hooks.notify(feed.version)
  }

  /** Returns false for a failed check; never throws. */
  const checkNow = async (): Promise<boolean> => {
    if ('off' in source) return true
    set({ isChecking: true })
    try {
      const address = source.feed.href
      const { updates } = settings.read()
      const before = updates?.feed === address ? updates : null
      await take(address, await readFeed(source, before, { connections: parts.connections, clock }), before)
      set({ isChecking: false, checkedAt: clock.now(), problem: null })
      return true
    } catch (error) {
      const isExpected = error instanceof UpdateRefused
      if (isExpected) log.warn(`newer versions: ${error.problem}`, error)
      else log.error('the check for newer versions failed', error)
      set({ isChecking: false, problem: isExpected ? error.problem : 'unreachable' })
      return false
    }
  }
  let checking: Promise<boolean> | null = null
  const checkOnce = (): Promise<boolean> =>
    (checking ??= checkNow().finally(() => {
      checking = null
    }))

  return {
    handlers: {
      'updates.read': read,
      'updates.check': async (_input, { windowId }) => {
        await person.gesture(windowId, { kind: 'update', act: { kind: 'check' } })
        await checkOnce()
        return read()
      },
      'updates.openPage': async (_input, { windowId }) => {
        if (newest === null) throw refusal('wrong-state')
        const { page } = newest
        await person.gesture(windowId, { kind: 'update', act: { kind: 'open-page', host: new URL(page).host } })
        await hooks.openPage(page)
      },
    },
    start: () => {
      const ending = new AbortController()
      const { isOffline } = parts
      if (!('off' in source)) void keepChecking(context, checkOnce, { isOffline, signal: ending.signal })
      return () => ending.abort()
    },
    check: () => void checkOnce(),
  }
}
