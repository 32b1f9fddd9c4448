/** The watched files and folders of one profile. What is likely to be a session in them is added automatically. */
import { FailureError } from '../../../shared/failure.ts'
import type { SessionId, WatchId } from '../../../shared/ids.ts'
import type { FoundId } from '../../../shared/model/find-ids.ts'
import { sessionId, watchId } from '../../../shared/schemas/ids.ts'
import type { KnownSession, WatchedPath } from '../../../shared/schemas/inbox.ts'
import { isListed, requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import type { StoredWatch } from '../../store/watched-paths-repository.ts'
import { createPathWatcher } from './path-watcher.ts'
import type { PathWatcher } from './path-watcher.ts'

/** Asks the operator for a file or folder; answers its absolute path, null when cancelled. */
export type ChoosePath = (kind: WatchedPath['kind']) => Promise<string | null>

/** Finds the session ids of a text of up to megabytes, on another thread. */
export type FindSessionIds = (text: string) => Promise<readonly FoundId[]>

interface Searching {
  readonly findSessionIds: FindSessionIds
  readonly choosePath: ChoosePath
}

interface Listener {
  readonly addSeen: (ids: readonly SessionId[], origin: Pick<KnownSession, 'appId' | 'source'>) => number
  /** Something is to be shown anew. */
  readonly onChanged: () => void
}

/** The watchers that run: what each reads is searched for sessions, which are added. */
function createRunningWatchers(
  context: ProfileContext,
  findSessionIds: FindSessionIds,
  { addSeen, onChanged }: Listener,
) {
  const { current } = context
  const watched = context.repositories.watchedPaths
  const running = new Map<WatchId, PathWatcher>()
  let isAwake = true

  const stored = (): readonly StoredWatch[] => {
    const open = current()
    return open === null ? [] : watched.list(open.profile.id)
  }
  const storedOf = (id: WatchId): StoredWatch | undefined => stored().find((watch) => watch.id === id)

  const addFrom = async (id: WatchId, name: string, text: string): Promise<number | null> => {
    const found = await findSessionIds(text)
    const open = current()
    // Meanwhile it may have come to its end, or be given to another application.
    const watch = storedOf(id)
    if (open === null || watch === undefined || !running.has(id)) return null
    const ids = found.filter(({ id: one, isLikely }) => isLikely && !isListed(open.profile, one))
    const source = { kind: 'watch', name } as const
    return addSeen(
      ids.map(({ id: one }) => sessionId.parse(one)),
      { appId: watch.appId, source },
    )
  }

  const begin = async (watch: StoredWatch): Promise<void> => {
    const { id } = watch
    const watcher = createPathWatcher(context, watch, {
      onText: (fileName, text) => addFrom(id, fileName, text),
      onProgress: (progress) => {
        watched.note(id, progress)
        onChanged()
      },
      onProblem: onChanged,
    })
    running.set(id, watcher)
    if (isAwake) await watcher.start()
  }

  return {
    stored,
    storedOf,
    begin,
    /** One after the other, as each may hold some megabytes. */
    beginAll: async (): Promise<void> => {
      for (const { id } of stored()) {
        // As it is by now: it may have been taken away, or its profile left, while the one before it was read.
        const watch = storedOf(id)
        if (watch !== undefined && !running.has(id)) await begin(watch)
      }
    },
    problemOf: (id: WatchId): WatchedPath['problem'] => running.get(id)?.problem() ?? null,
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
    dispose: async (): Promise<void> => {
      isAwake = false
      const all = [...running.values()]
      running.clear()
      await Promise.all(all.map((watcher) => watcher.stop()))
    },
  }
}

/** No watch begins before `follow`. */
export function createPathWatchers(
  context: ProfileContext,
  { findSessionIds, choosePath }: Searching,
  listener: Listener,
) {
  const { current, repositories, clock, log, randomId, journal } = context
  const watched = repositories.watchedPaths
  const running = createRunningWatchers(context, findSessionIds, listener)

  const shown = ({ id, kind, path, appId, addedAt, lastReadAt, found }: StoredWatch): WatchedPath => {
    return { id, kind, path, appId, addedAt, lastReadAt, found, problem: running.problemOf(id) }
  }
  const listed = (id: WatchId): WatchedPath => {
    const watch = running.storedOf(id)
    if (watch === undefined) throw new FailureError({ kind: 'not-found', what: 'watch' })
    return shown(watch)
  }
  const note = (
    action: 'inbox.watchAdded' | 'inbox.watchRemoved',
    { path: target, kind }: Pick<WatchedPath, 'path' | 'kind'>,
  ): void => {
    const { id: profileId, name: profileName } = requireOpen(current).profile
    journal.noteAfter({ profileId, profileName, action, target, outcome: 'done', facts: { kind } })
  }

  /** Watches a path; one that is watched already is only given to the application. */
  const take = async (chosen: Pick<WatchedPath, 'kind' | 'path' | 'appId'>): Promise<WatchId> => {
    const { profile } = requireOpen(current)
    const same = running.stored().find(({ kind, path }) => kind === chosen.kind && path === chosen.path)
    if (same !== undefined) {
      watched.setApp(same.id, chosen.appId)
      return same.id
    }
    const watch = { ...chosen, id: watchId.parse(randomId()), addedAt: clock.now() }
    watched.add(profile.id, watch)
    note('inbox.watchAdded', watch)
    await running.begin({ ...watch, lastReadAt: null, found: 0, reached: null })
    return watch.id
  }

  return {
    handlers: {
      'inbox.watches': () => {
        requireOpen(current)
        return running.stored().map(shown)
      },
      'inbox.watch': async ({ kind, appId }) => {
        requireOpen(current)
        const path = await choosePath(kind)
        if (path === null) return null
        const id = await take({ kind, path, appId })
        listener.onChanged()
        return listed(id)
      },
      'inbox.unwatch': async ({ id }) => {
        requireOpen(current)
        const watch = listed(id)
        watched.remove(id)
        const ended = running.end(id)
        note('inbox.watchRemoved', watch)
        listener.onChanged()
        await ended
        return null
      },
    } satisfies HandlersOf<'inbox.watches' | 'inbox.watch' | 'inbox.unwatch'>,
    /** Begins those of the open profile that have not begun. */
    follow: (): void => {
      running.beginAll().catch((error: unknown) => log.error('files that are watched were not begun with', error))
    },
    pause: running.pause,
    wake: running.wake,
    /** Resolves when nothing is read any more. */
    dispose: running.dispose,
  }
}
