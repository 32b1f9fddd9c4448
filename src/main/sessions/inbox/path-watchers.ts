/** The watched files and folders of one profile. What is likely to be a session in them is added automatically. */
import type { SessionId, WatchId } from '../../../shared/ids.ts'
import { FailureError } from '../../../shared/failure.ts'
import { sessionId, watchId } from '../../../shared/schemas/ids.ts'
import type { WatchedPath } from '../../../shared/schemas/inbox.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import { isListed, requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { Suspendable } from '../../lib/suspendable.ts'
import type { StoredWatch } from '../../store/watched-paths-repository.ts'
import type { NoteInbox } from './inbox-journal.ts'
import type { FindSessionIds } from './id-candidates.ts'
import { createPathWatcher } from './path-watcher.ts'
import type { PathWatcher } from './path-watcher.ts'

/** Asks the operator for a file or folder; answers its absolute path, null when cancelled. */
export type ChoosePath = (kind: WatchedPath['kind']) => Promise<string | null>

export interface PathWatchers extends Suspendable {
  readonly handlers: HandlersOf<'inbox.watches' | 'inbox.watch' | 'inbox.unwatch'>
  /** Begins those of the open profile that have not begun. */
  readonly follow: () => void
  /** Resolves when nothing is read any more. */
  readonly dispose: () => Promise<void>
}

function shown(
  { id, kind, path, appId, addedAt, lastReadAt, found }: StoredWatch,
  watch: PathWatcher | undefined,
): WatchedPath {
  return { id, kind, path, appId, addedAt, lastReadAt, found, problem: watch?.problem() ?? null }
}

interface WatchersOwn {
  readonly find: FindSessionIds
  readonly note: NoteInbox
  /** True for what the operator has taken away in this run: it is not to come back automatically. */
  readonly isRemoved: (id: SessionId) => boolean
  /** Something is to be shown anew. */
  readonly onChanged: () => void
}

/** The watchers that run: what each reads is searched for sessions, which are added. */
function createRunningWatchers(context: ProfileContext, { find, note, isRemoved, onChanged }: WatchersOwn) {
  const { current, repositories, clock } = context
  const { watchedPaths: watched, knownSessions: known } = repositories
  const running = new Map<WatchId, PathWatcher>()
  let isAwake = true

  const storedOf = (id: WatchId): StoredWatch | undefined => {
    const open = current()
    return open === null ? undefined : watched.list(open.profile.id).find((stored) => stored.id === id)
  }

  const add = async (id: WatchId, name: string, text: string): Promise<number | null> => {
    const found = await find(text)
    const open = current()
    // Meanwhile it may have come to its end, or be given to another application.
    const stored = storedOf(id)
    if (open === null || stored === undefined || !running.has(id)) return null
    const { profile } = open
    const ids = found
      .filter(({ id: one, isLikely }) => isLikely && !isListed(profile, one))
      .map(({ id: one }) => sessionId.parse(one))
      .filter((one) => !isRemoved(one))
    if (ids.length === 0) return 0
    const source = { kind: 'watch', name } as const
    const added = known.add(profile.id, ids, { appId: stored.appId, source, at: clock.now() })
    if (added.length > 0) note(open, { action: 'inbox.added', targets: added, outcome: 'seen', facts: factsOf(source) })
    onChanged()
    return added.length
  }

  const begin = async (stored: StoredWatch): Promise<void> => {
    const { id } = stored
    const watch = createPathWatcher(context, stored, {
      onText: (fileName, text) => add(id, fileName, text),
      onProgress: (progress) => {
        watched.note(id, progress)
        onChanged()
      },
      onProblem: onChanged,
    })
    running.set(id, watch)
    if (isAwake) await watch.start()
  }

  // One after the other, as each may hold some megabytes.
  const beginAll = async (all: readonly StoredWatch[]): Promise<void> => {
    for (const { id } of all) {
      // As it is by now: it may have been taken away, or its profile left, while the one before it was read.
      const stored = storedOf(id)
      if (stored !== undefined && !running.has(id)) await begin(stored)
    }
  }

  return {
    storedOf,
    begin,
    beginAll,
    find: (id: WatchId): PathWatcher | undefined => running.get(id),
    remove: (id: WatchId): void => {
      running.delete(id)
    },
    pause: (): void => {
      isAwake = false
      for (const watch of running.values()) void watch.stop()
    },
    wake: (): void => {
      if (isAwake) return
      isAwake = true
      for (const watch of running.values()) void watch.start()
    },
    dispose: async (): Promise<void> => {
      isAwake = false
      const all = [...running.values()]
      running.clear()
      await Promise.all(all.map((watch) => watch.stop()))
    },
  }
}

/** No watch begins before `follow`. */
export function createPathWatchers(context: ProfileContext, choosePath: ChoosePath, own: WatchersOwn): PathWatchers {
  const { current, repositories, clock, log, randomId } = context
  const watched = repositories.watchedPaths
  const { note, onChanged } = own
  const running = createRunningWatchers(context, own)

  const listed = (id: WatchId): WatchedPath => {
    const stored = running.storedOf(id)
    if (stored === undefined) throw new FailureError({ kind: 'not-found', what: 'watch' })
    return shown(stored, running.find(id))
  }

  /** Watches a path; one that is watched already is only given to the application. */
  const take = async ({ kind, path, appId }: Pick<WatchedPath, 'kind' | 'path' | 'appId'>): Promise<WatchId> => {
    const open = requireOpen(current)
    const same = watched.list(open.profile.id).find((stored) => stored.kind === kind && stored.path === path)
    if (same !== undefined) {
      watched.setApp(same.id, appId)
      return same.id
    }
    const stored = { id: watchId.parse(randomId()), kind, path, appId, addedAt: clock.now() }
    watched.add(open.profile.id, stored)
    note(open, { action: 'inbox.watchAdded', targets: [path], facts: { kind } })
    await running.begin({ ...stored, lastReadAt: null, found: 0, reached: null })
    return stored.id
  }

  return {
    handlers: {
      'inbox.watches': () =>
        watched.list(requireOpen(current).profile.id).map((stored) => shown(stored, running.find(stored.id))),
      'inbox.watch': async ({ kind, appId }) => {
        requireOpen(current)
        const path = await choosePath(kind)
        if (path === null) return null
        const id = await take({ kind, path, appId })
        onChanged()
        return listed(id)
      },
      'inbox.unwatch': async ({ id }) => {
        const open = requireOpen(current)
        const { path, kind } = listed(id)
        const watch = running.find(id)
        running.remove(id)
        watched.remove(id)
        note(open, { action: 'inbox.watchRemoved', targets: [path], facts: { kind } })
        onChanged()
        await watch?.stop()
        return null
      },
    },
    follow: () => {
      const open = current()
      if (open === null) return
      running
        .beginAll(watched.list(open.profile.id))
        .catch((error: unknown) => log.error('files that are watched were not begun with', error))
    },
    pause: running.pause,
    wake: running.wake,
    dispose: running.dispose,
  }
}

/** What the journal says of where sessions came from. */
export function factsOf({ kind, name }: { readonly kind: string; readonly name: string | null }) {
  return { source: kind, name }
}
