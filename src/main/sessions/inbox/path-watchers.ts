/** The watched files and folders of one profile. What is likely to be a session in them is proposed. */
import { orNotFound } from '../../../shared/failure.ts'
import type { WatchId } from '../../../shared/ids.ts'
import type { FoundId } from '../../../shared/model/find-ids.ts'
import { watchId } from '../../../shared/schemas/ids.ts'
import type { KnownSession, WatchedPath } from '../../../shared/schemas/inbox.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import type { StoredWatch } from '../../store/inbox-repository.ts'
import { createPathWatcher } from './path-watcher.ts'
import type { PathWatcher, PathListener } from './path-watcher.ts'

export interface PathSearch {
  /** Finds the session ids of a text of up to megabytes, on another thread. */
  readonly findSessionIds: (text: string) => Promise<readonly FoundId[]>
  /** Asks the operator for a file or folder; answers its absolute path, null when cancelled. */
  readonly choosePath: (kind: WatchedPath['kind']) => Promise<string | null>
}

interface Inbox {
  /** Proposes what is likely to be a session of the open profile; answers how many are new. */
  readonly propose: (found: readonly FoundId[], origin: Pick<KnownSession, 'appId' | 'source'>) => number
  readonly changed: () => void
}

/** The watchers that run, suspended and ended together. */
function createRunning(context: ProfileContext) {
  const running = new Map<WatchId, PathWatcher>()
  let isAwake = true
  return {
    has: (id: WatchId): boolean => running.has(id),
    problemOf: (id: WatchId): WatchedPath['problem'] => running.get(id)?.problem() ?? null,
    /** Resolves after the first read. */
    begin: async (stored: StoredWatch, listener: PathListener): Promise<void> => {
      const watcher = createPathWatcher(context, stored, listener)
      running.set(stored.id, watcher)
      if (isAwake) await watcher.start()
    },
    end: async (id: WatchId): Promise<void> => {
      const watcher = running.get(id)
      running.delete(id)
      await watcher?.stop()
    },
    pause: (): void => {
      isAwake = false
      for (const watcher of running.values()) void watcher.stop()
    },
    wake: (): void => {
      if (isAwake) return
      isAwake = true
      for (const watcher of running.values()) void watcher.start()
    },
    /** Resolves when nothing is read any more. */
    dispose: async (): Promise<void> => {
      isAwake = false
      const all = [...running.values()]
      running.clear()
      await Promise.all(all.map((watcher) => watcher.stop()))
    },
  }
}

/** No watch begins before `follow`. */
export function createPathWatchers(context: ProfileContext, search: PathSearch, { propose, changed }: Inbox) {
  const { current, repositories, clock, log, randomId, journal } = context
  const watched = repositories.watchedPaths
  const running = createRunning(context)

  const stored = (): readonly StoredWatch[] => {
    const open = current()
    return open === null ? [] : watched.list(open.profile.id)
  }
  const storedOf = (id: WatchId): StoredWatch | undefined => stored().find((watch) => watch.id === id)
  const shown = ({ id, kind, path, appId, addedAt, lastReadAt, found }: StoredWatch): WatchedPath => {
    return { id, kind, path, appId, addedAt, lastReadAt, found, problem: running.problemOf(id) }
  }
  const listed = (id: WatchId): WatchedPath => shown(orNotFound(storedOf(id), 'watch'))

  const begin = (watch: StoredWatch): Promise<void> => {
    const { id } = watch
    return running.begin(watch, {
      onText: async (name, text) => {
        const found = await search.findSessionIds(text)
        // Meanwhile it may have come to its end, or be given to another application.
        const appId = running.has(id) ? storedOf(id)?.appId : undefined
        return appId === undefined ? null : propose(found, { appId, source: { kind: 'watch', name } })
      },
      onProgress: (progress) => {
        watched.note(id, progress)
        changed()
      },
      onProblem: changed,
    })
  }

  // One after the other, as each may hold some megabytes.
  const beginAll = async (): Promise<void> => {
    for (const { id } of stored()) {
      // As it is by now: it may have been taken away, or its profile left, while the one before it was read.
      const watch = storedOf(id)
      if (watch !== undefined && !running.has(id)) await begin(watch)
    }
  }

  const note = (action: 'inbox.watchAdded' | 'inbox.watchRemoved', { path, kind }: WatchedPath): void => {
    const { profile } = requireOpen(current)
    journal.noteAfter({ profile, action, target: path, outcome: 'done', facts: { watched: kind } })
  }

  /** Watches a path; one that is watched already is only given to the application. */
  const take = async (chosen: Pick<WatchedPath, 'kind' | 'path' | 'appId'>): Promise<WatchId> => {
    const { profile } = requireOpen(current)
    const same = stored().find(({ kind, path }) => kind === chosen.kind && path === chosen.path)
    if (same !== undefined) {
      watched.setApp(same.id, chosen.appId)
      return same.id
    }
    const id = watchId.parse(randomId())
    watched.add(profile.id, { ...chosen, id, addedAt: clock.now() })
    note('inbox.watchAdded', listed(id))
    await begin({ ...listed(id), reached: null })
    return id
  }

  const handlers = {
    'inbox.watches': () => {
      requireOpen(current)
      return stored().map(shown)
    },
    'inbox.watch': async ({ kind, appId }) => {
      requireOpen(current)
      const path = await search.choosePath(kind)
      if (path === null) return null
      const id = await take({ kind, path, appId })
      changed()
      return listed(id)
    },
    'inbox.unwatch': async ({ id }) => {
      requireOpen(current)
      const watch = listed(id)
      watched.remove(id)
      const ended = running.end(id)
      note('inbox.watchRemoved', watch)
      changed()
      await ended
    },
  } satisfies HandlersOf<'inbox.watches' | 'inbox.watch' | 'inbox.unwatch'>

  return {
    ...running,
    handlers,
    /** Begins those of the open profile that have not begun. */
    follow: (): void => {
      beginAll().catch((error: unknown) => log.error('files that are watched were not begun with', error))
    },
  }
}
