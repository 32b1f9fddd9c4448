/** The table of drops on their way: how many files of a profile's drop are still to come. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { profileId } from '../../shared/schemas/ids.ts'
import { storing } from './storage-failure.ts'

/** Files that were dropped for a profile and are not taken yet. */
export interface UnfinishedDrop {
  readonly profileId: ProfileId
  readonly files: number
}

/** The rows of drops on their way. Every function throws a `storage` failure when the database refuses. */
export interface UnfinishedDropsRepository {
  /** Of all profiles. */
  readonly list: () => readonly UnfinishedDrop[]
  /** Writes how many are still to come; 0 takes the row away. */
  readonly set: (profileId: ProfileId, files: number) => void
}

export function createUnfinishedDropsRepository(database: DatabaseSync): UnfinishedDropsRepository {
  const all = database.prepare('SELECT profile_id, files FROM unfinished_drops ORDER BY profile_id')
  const remove = database.prepare('DELETE FROM unfinished_drops WHERE profile_id = ?')
  const write = database.prepare(`
    INSERT INTO unfinished_drops (profile_id, files) VALUES (?, ?)
    ON CONFLICT (profile_id) DO UPDATE SET files = excluded.files`)

  return {
    list: () =>
      storing(() =>
        all.all().map((row) => ({ profileId: profileId.parse(row['profile_id']), files: Number(row['files']) })),
      ),
    set: (profile, files) => {
      storing(() => (files === 0 ? remove.run(profile) : write.run(profile, files)))
    },
  }
}
