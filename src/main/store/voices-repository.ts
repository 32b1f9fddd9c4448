/** Voices by what is known of them: creations sent with each, and snapshots of conversations that speak with each. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { voice } from '../../shared/schemas/history.ts'
import type { Voice } from '../../shared/schemas/history.ts'
import { storing } from './storage-failure.ts'

/** A voice that creations were sent with. */
export type UsedVoice = Pick<Voice, 'voice' | 'uses' | 'ready' | 'failed'>

/** A voice that snapshots showed; its sample is of the newest one that came with an address. */
export type SeenVoice = Pick<Voice, 'voice' | 'conversations' | 'sample'>

const usedVoice = voice.pick({ voice: true, uses: true, ready: true, failed: true })
const seenVoice = voice.pick({ voice: true, conversations: true, sample: true })

/** What is kept of voices. Every function throws a `storage` failure when the database refuses. */
export interface VoicesRepository {
  /** Removed rows count too: what became of an avatar does not change with its row. */
  readonly used: (profileId: ProfileId) => readonly UsedVoice[]
  readonly seen: (profileId: ProfileId) => readonly SeenVoice[]
  /** The address of a sample as the snapshot named it; null when it named none. */
  readonly sampleAddress: (profileId: ProfileId, id: SnapshotId) => string | null
}

export function createVoicesRepository(database: DatabaseSync): VoicesRepository {
  const used = database.prepare(`
    SELECT voice, count(*) AS uses, count(*) FILTER (WHERE status = 2) AS ready,
      count(*) FILTER (WHERE status = 1) AS failed
    FROM jobs WHERE profile_id = ? AND voice <> '' AND submitted_at IS NOT NULL GROUP BY voice`)
  // Beside max(), SQLite takes the other columns from the row that has it.
  const seen = database.prepare(`
    WITH newest AS (
      SELECT voice, snapshot_id, url, max(seen_at) FROM voices_seen WHERE profile_id = ?1 AND url <> '' GROUP BY voice
    )
    SELECT voice, count(*) AS conversations, newest.snapshot_id AS snapshotId, newest.url AS url
    FROM voices_seen LEFT JOIN newest USING (voice) WHERE profile_id = ?1 GROUP BY voice`)

  const sample = database.prepare("SELECT url FROM voices_seen WHERE profile_id = ? AND snapshot_id = ? AND url <> ''")

  return {
    used: (profileId) => storing(() => used.all(profileId).map((row) => usedVoice.parse(row))),
    seen: (profileId) =>
      storing(() =>
        seen.all(profileId).map(({ voice: name, conversations, snapshotId, url }) => {
          const sample = snapshotId === null ? null : { snapshotId, url }
          return seenVoice.parse({ voice: name, conversations, sample })
        }),
      ),
    sampleAddress: (profileId, id) =>
      storing(() => {
        const url = sample.get(profileId, id)?.['url']
        return typeof url === 'string' ? url : null
      }),
  }
}
