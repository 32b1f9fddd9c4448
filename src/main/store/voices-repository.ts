/** Voices by what is known of them: creations sent with each, and look-ups of conversations that speak with each. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ProfileId } from '../../shared/ids.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import { storing } from './storage-failure.ts'

const usedVoice = z.object({ voice: z.string(), uses: z.number(), ready: z.number(), failed: z.number() })

const seenVoice = z.object({
  voice: z.string(),
  conversations: z.number(),
  /** Of the newest look-up that came with an address of its sound. */
  snapshotId: snapshotId.nullable(),
  url: z.string().nullable(),
})

/** A voice that creations were sent with. */
export type UsedVoice = z.output<typeof usedVoice>

/** A voice that look-ups showed; its sample's address as it came. */
export type SeenVoice = z.output<typeof seenVoice>

/** What is kept of voices. Every function throws a `storage` failure when the database refuses. */
export interface VoicesRepository {
  /** Removed rows count too: what became of an avatar does not change with its row. */
  readonly used: (profileId: ProfileId) => readonly UsedVoice[]
  readonly seen: (profileId: ProfileId) => readonly SeenVoice[]
}

/** Gives the voices in an opened database. */
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

  return {
    used: (profileId) => storing(() => used.all(profileId).map((row) => usedVoice.parse(row))),
    seen: (profileId) => storing(() => seen.all(profileId).map((row) => seenVoice.parse(row))),
  }
}
