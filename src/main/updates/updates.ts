/** Newer versions: checked for on a schedule and on request, announced once, and installed where Greenroom itself may. */
import { isDeepStrictEqual } from 'node:util'
import { refusal } from '../../shared/failure.ts'
import type { SeenUpdates, UpdateFeed, Updates } from '../../shared/schemas/update-feed.ts'
import type { AppContext } from '../context/app-context.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import { pause } from '../lib/clock.ts'
import { createPoller } from '../lib/poller.ts'
import type { Connections } from '../service/network.ts'
import { readFeed, UpdateRefused } from './feed.ts'
import type { UpdateSource } from './feed.ts'

/** The system's part of installing. */
export interface Installer {
  /** Downloads what that address offers; answers its version. */
  readonly download: (address: string) => Promise<string>
  /** Ends the program, puts the new version in its place and starts it. */
  readonly restart: () => void
}

interface UpdatesContext extends Pick<AppContext, 'clock' | 'log'> {
  readonly settings: Pick<AppContext['settings'], 'read' | 'write'>
  readonly person: Pick<PersonCheck, 'gesture'>
}

interface UpdatesParts {
  readonly connections: Connections
  readonly source: UpdateSource
  readonly version: string
  /** As the package says of itself: `deb`, `rpm`, `tar`, `mac`, `msix`, `nsis`; null in a checkout. */
  readonly packageKind: string | null
  readonly installer: Installer
  /** True while creations are submitting or a close is running. */
  readonly isBusy: () => boolean
  readonly isOffline: () => boolean
}

interface UpdatesHooks {
  /** Once for each newer version, over all runs. */
  readonly notify: (version: string) => void
  readonly openPage: (address: string) => Promise<void>
  readonly onChanged: (updates: Updates) => void
}

// After the first window, the database's check and the first reads of the service.
const FIRST_MS = 5_000
const POLL_MS = 15 * 60_000
const RETRY_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000
const BUSY_POLL_MS = 1_000

/** True when the first version is a later one than the second; never when either is no version. */
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

/** Where Electron's own updater installs from; undefined where it cannot. */
function installAddress({ installFrom }: UpdateFeed, packageKind: string | null): string | undefined {
  if (packageKind === 'mac') return installFrom.mac
  return packageKind === 'msix' ? installFrom.windows : undefined
}

function wayOf(feed: UpdateFeed | null, packageKind: string | null): Updates['way'] {
  if (packageKind === 'deb' || packageKind === 'rpm') return 'package-manager'
  return feed !== null && installAddress(feed, packageKind) !== undefined ? 'install' : 'download'
}

/** Installs once at a time, on request; never during a creation or a close. */
function createInstalling(
  { clock, log }: UpdatesContext,
  { installer, version, isBusy }: UpdatesParts,
  onState: (state: Updates['install']) => void,
) {
  const ending = new AbortController()
  let running: Promise<void> | null = null

  /** False when the program ends before. */
  const becomesFree = async (): Promise<boolean> => {
    if (isBusy()) onState('waiting')
    while (isBusy() && !ending.signal.aborted) await pause(clock, BUSY_POLL_MS, ending.signal)
    return !ending.signal.aborted
  }

  const run = async (address: string): Promise<void> => {
    if (!(await becomesFree())) return
    onState('downloading')
    const downloaded = await installer.download(address)
    // What is offered there is signed by the system's own rules, but those know nothing of older and newer.
    if (!isNewer(downloaded, version)) throw new Error(`${downloaded} is offered there, which is no newer version`)
    if (await becomesFree()) installer.restart()
  }

  return {
    install: (address: string): void => {
      running ??= run(address)
        .catch((error: unknown) => {
          log.error('a newer version was not installed', error)
          onState('failed')
        })
        .finally(() => {
          running = null
        })
    },
    dispose: (): void => ending.abort(),
  }
}

/** Checks at the start, then every day, an hour after one that came to nothing; not while suspended. */
function createSchedule(context: UpdatesContext, check: () => Promise<boolean>, isOffline: () => boolean) {
  const { clock } = context
  let last: { readonly at: number; readonly wentWell: boolean } | null = null
  // A clock that was set back by years must not put the next check off by as many.
  const isDue = (): boolean => last === null || Math.abs(clock.now() - last.at) >= (last.wentWell ? DAY_MS : RETRY_MS)
  return createPoller<'feed'>(context, {
    name: 'checking for updates',
    poll: async () => {
      if (!isDue() || isOffline()) return
      const at = clock.now()
      last = { at, wentWell: await check() }
    },
    delayMs: () => POLL_MS,
  })
}

async function storeSeen({ settings, log }: UpdatesContext, seen: SeenUpdates): Promise<void> {
  if (isDeepStrictEqual(seen, settings.read().updates)) return
  await settings
    .write({ updates: seen })
    .catch((error: unknown) => log.error('what was last seen of newer versions is not kept', error))
}

/** Nothing is checked before `start`, which answers the function that ends the checks. */
export function createUpdates(context: UpdatesContext, parts: UpdatesParts, hooks: UpdatesHooks) {
  const { settings, person, log, clock } = context
  const { source, packageKind, version } = parts
  let newest: UpdateFeed | null = null
  let state: Pick<Updates, 'isChecking' | 'checkedAt' | 'problem' | 'install'> = {
    isChecking: false,
    checkedAt: null,
    problem: null,
    install: null,
  }

  const read = (): Updates => ({
    ...state,
    off: 'off' in source ? source.off : null,
    newer: newest && { version: newest.version, notes: newest.notes },
    way: wayOf(newest, packageKind),
  })
  const set = (changed: Partial<typeof state>): void => {
    state = { ...state, ...changed }
    hooks.onChanged(read())
  }

  const take = async (feed: string, offer: UpdateFeed, before: SeenUpdates | null): Promise<void> => {
    const announced = before?.toldVersion ?? null
    const isNew = isNewer(offer.version, version)
    const isUnseen = isNew && (announced === null || isNewer(offer.version, announced))
    // Stored before it is announced: a crash in between must not announce it a second time.
    await storeSeen(context, {
      feed,
      issuedAt: Date.parse(offer.issuedAt),
      toldVersion: isUnseen ? offer.version : announced,
    })
    newest = isNew ? offer : null
    if (isUnseen) hooks.notify(offer.version)
  }

  /** False when it came to nothing; never fails. */
  const checkNow = async (): Promise<boolean> => {
    if ('off' in source) return true
    set({ isChecking: true })
    try {
      const feed = source.feed.href
      const { updates } = settings.read()
      const before = updates?.feed === feed ? updates : null
      await take(feed, await readFeed(source, before, { connections: parts.connections, clock }), before)
      set({ isChecking: false, checkedAt: clock.now(), problem: null })
      return true
    } catch (error) {
      const isExpected = error instanceof UpdateRefused
      if (isExpected) log.warn(`newer versions: ${error.problem}`, error)
      else log.error('newer versions could not be checked for', error)
      set({ isChecking: false, problem: isExpected ? error.problem : 'unreachable' })
      return false
    }
  }
  let checking: Promise<boolean> | null = null
  const checkOnce = (): Promise<boolean> =>
    (checking ??= checkNow().finally(() => {
      checking = null
    }))

  const installing = createInstalling(context, parts, (install) => set({ install }))
  const schedule = createSchedule(context, checkOnce, parts.isOffline)
  const offered = (): UpdateFeed => {
    if (newest === null) throw refusal('wrong-state')
    return newest
  }
  const handlers: HandlersUnder<'updates'> = {
    'updates.read': read,
    'updates.check': async (_input, { windowId }) => {
      await person.gesture(windowId, { kind: 'update', act: { kind: 'check' } })
      await checkOnce()
      return read()
    },
    'updates.openPage': async (_input, { windowId }) => {
      const { page } = offered()
      await person.gesture(windowId, { kind: 'update', act: { kind: 'open-page', host: new URL(page).host } })
      await hooks.openPage(page)
    },
    'updates.install': async (_input, { windowId }) => {
      const feed = offered()
      const address = installAddress(feed, packageKind)
      if (address === undefined) throw refusal('wrong-state')
      await person.gesture(windowId, { kind: 'update', act: { kind: 'install', version: feed.version } })
      installing.install(address)
      return read()
    },
  }

  return {
    pause: schedule.suspend,
    wake: schedule.resume,
    handlers,
    start: () => {
      if (!('off' in source)) schedule.add('feed', FIRST_MS)
      return () => {
        void schedule.dispose()
        installing.dispose()
      }
    },
    check: () => void checkOnce(),
  }
}
