/** Files and folders that are watched for session ids, with how far each was read. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { AppId, ProfileId, WatchId } from '../../shared/ids.ts'
import { reachedFiles, watchedPath } from '../../shared/schemas/inbox.ts'
import type { ReachedFiles, WatchedPath } from '../../shared/schemas/inbox.ts'
import { storing } from './storage-failure.ts'

/** A watch as it is kept: whether its path can be read is known to the running program alone. */
export type StoredWatch = Omit<WatchedPath, 'problem'> & {
  /** How far its files were read; null before the first look. */
  readonly reached: ReachedFiles | null
}

/** What a look brought. */
export interface WatchProgress {
  readonly reached: ReachedFiles
  /** Epoch milliseconds. */
  readonly readAt: number
  /** New sessions. */
  readonly found: number
}

/** The rows of watches. Every function throws a `storage` failure when the database refuses. */
export interface WatchedPathsRepository {
  /** In the order in which they were added. */
  readonly list: (profileId: ProfileId) => readonly StoredWatch[]
  readonly add: (profileId: ProfileId, watch: Pick<StoredWatch, 'id' | 'kind' | 'path' | 'appId' | 'addedAt'>) => void
  /** The watch's sessions belong to another application, or to none, from now on. */
  readonly setApp: (id: WatchId, appId: AppId | null) => void
  readonly note: (id: WatchId, progress: WatchProgress) => void
  readonly remove: (id: WatchId) => void
}

type Row = Readonly<Record<string, SQLOutputValue>>

const whole = watchedPath.omit({ problem: true })

function watchOf(row: Row): StoredWatch {
  const reached = row['reached']
  return {
    ...whole.parse({
      id: row['id'],
      kind: row['kind'],
      path: row['path'],
      appId: row['app_id'],
      addedAt: row['added_at'],
      lastReadAt: row['last_read_at'],
      found: row['found'],
    }),
    reached: typeof reached === 'string' ? reachedFiles.parse(JSON.parse(reached)) : null,
  }
}

export function createWatchedPathsRepository(database: DatabaseSync): WatchedPathsRepository {
  const list = database.prepare('SELECT * FROM watched_paths WHERE profile_id = ? ORDER BY added_at, id')
  const add = database.prepare(`
    INSERT INTO watched_paths (id, profile_id, kind, path, app_id, added_at)
      VALUES (:id, :profileId, :kind, :path, :appId, :addedAt)`)
  const setApp = database.prepare('UPDATE watched_paths SET app_id = ? WHERE id = ?')
  const note = database.prepare(
    'UPDATE watched_paths SET reached = ?, last_read_at = ?, found = found + ? WHERE id = ?',
  )
  const remove = database.prepare('DELETE FROM watched_paths WHERE id = ?')
  return {
    list: (profileId) => storing(() => list.all(profileId).map(watchOf)),
    add: (profileId, { id, kind, path, appId, addedAt }) => {
      storing(() => add.run({ id, profileId, kind, path, appId, addedAt }))
    },
    setApp: (id, appId) => {
      storing(() => setApp.run(appId, id))
    },
    note: (id, { reached, readAt, found }) => {
      storing(() => note.run(JSON.stringify(reached), readAt, found, id))
    },
    remove: (id) => {
      storing(() => remove.run(id))
    },
  }
}
