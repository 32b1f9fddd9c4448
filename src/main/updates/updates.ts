/** Newer versions: checked for on a schedule and on request, announced once, and installed where Greenroom itself may. */
import { isDeepStrictEqual } from 'node:util'
import { refusal } from '../../shared/failure.ts'
import type { SeenUpdates, UpdateFeed, Updates } from '../../shared/schemas/update-feed.ts'
import type { AppContext } from '../context/app-context.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import type { Suspendable } from '../lib/suspendable.ts'
import { readFeed } from './feed.ts'
import type { FeedAccess } from './feed.ts'
import { createInstalling, isNewer } from './installing.ts'
import type { Installer } from './installing.ts'
import { createUpdateSchedule } from './schedule.ts'
import type { UpdateSource } from './source.ts'
import { UpdateRefused } from './verify.ts'

export type UpdateHandlers = HandlersOf<'updates.read' | 'updates.check' | 'updates.openPage' | 'updates.install'>

/** Nothing is checked before `start`. */
export interface UpdateChecks extends Suspendable {
  /** Answers the function that ends the checks. */
  readonly start: () => () => void
  /** Checks now, on an operator's request from the menu. */
  readonly check: () => void
  readonly handlers: UpdateHandlers
}

interface UpdatesContext extends Pick<AppContext, 'clock' | 'log'> {
  readonly settings: Pick<AppContext['settings'], 'read' | 'write'>
  readonly person: Pick<PersonCheck, 'gesture'>
}

interface UpdatesParts extends Pick<FeedAccess, 'connections'> {
  readonly source: UpdateSource
  /** The version that runs. */
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

/** Where Electron's own updater installs from; undefined where it cannot. */
function installAddress({ installFrom }: UpdateFeed, packageKind: string | null): string | undefined {
  if (packageKind === 'mac') return installFrom.mac
  return packageKind === 'msix' ? installFrom.windows : undefined
}

function wayOf(feed: UpdateFeed | null, packageKind: string | null): Updates['way'] {
  if (packageKind === 'deb' || packageKind === 'rpm') return 'package-manager'
  return feed !== null && installAddress(feed, packageKind) !== undefined ? 'install' : 'download'
}

/** Whether an offer is to be announced, and what is kept of the feed from then on. */
function seenWith(
  offer: UpdateFeed,
  {
    feed,
    version,
    before,
  }: {
    readonly feed: string
    readonly version: string
    readonly before: SeenUpdates | null
  },
): { readonly isUnseen: boolean; readonly seen: SeenUpdates } {
  const announced = before?.toldVersion ?? null
  const isUnseen = isNewer(offer.version, version) && (announced === null || isNewer(offer.version, announced))
  return {
    isUnseen,
    seen: { feed, issuedAt: Date.parse(offer.issuedAt), toldVersion: isUnseen ? offer.version : announced },
  }
}

async function storeSeen({ settings, log }: UpdatesContext, seen: SeenUpdates): Promise<void> {
  if (isDeepStrictEqual(seen, settings.read().updates)) return
  try {
    await settings.write({ updates: seen })
  } catch (error) {
    log.error('what was last seen of newer versions is not kept', error)
  }
}

export function createUpdates(context: UpdatesContext, parts: UpdatesParts, hooks: UpdatesHooks): UpdateChecks {
  const { settings, person, log, clock } = context
  const { source, packageKind, version } = parts
  let newest: UpdateFeed | null = null
  let state: Pick<Updates, 'isChecking' | 'checkedAt' | 'problem' | 'install'> = {
    ...{ isChecking: false, checkedAt: null, problem: null, install: null },
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

  const seenOf = (feed: string): SeenUpdates | null => {
    const seen = settings.read().updates
    return seen?.feed === feed ? seen : null
  }
  const take = async (feed: string, offer: UpdateFeed): Promise<void> => {
    const { isUnseen, seen } = seenWith(offer, { feed, version, before: seenOf(feed) })
    // Stored before it is announced: a crash in between must not announce it a second time.
    await storeSeen(context, seen)
    newest = isNewer(offer.version, version) ? offer : null
    if (isUnseen) hooks.notify(offer.version)
  }

  const checkNow = async (): Promise<boolean> => {
    if ('off' in source) return true
    set({ isChecking: true })
    try {
      const feed = source.feed.href
      await take(feed, await readFeed(source, seenOf(feed), { connections: parts.connections, clock }))
      set({ isChecking: false, checkedAt: clock.now(), problem: null })
      return true
    } catch (error) {
      const isExpected = error instanceof UpdateRefused
      if (isExpected) log.warn(`newer versions: ${error.message}`)
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

  const installing = createInstalling(context, parts, (install) => {
    set({ install })
  })
  const schedule = createUpdateSchedule({ clock, log }, checkOnce, parts.isOffline)
  const offered = (): UpdateFeed => {
    if (newest === null) throw refusal('wrong-state')
    return newest
  }

  return {
    ...{ pause: schedule.pause, wake: schedule.wake },
    start: () => {
      if (!('off' in source)) schedule.start()
      return () => {
        schedule.dispose()
        installing.dispose()
      }
    },
    check: () => void checkOnce(),
    handlers: {
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
        return null
      },
      'updates.install': async (_input, { windowId }) => {
        const feed = offered()
        const address = installAddress(feed, packageKind)
        if (address === undefined) throw refusal('wrong-state')
        await person.gesture(windowId, { kind: 'update', act: { kind: 'install', version: feed.version } })
        void installing.install(address)
        return read()
      },
    },
  }
}
