/** What is compared when twins are looked for: the images of drafts and jobs, and the hashes of what was seen of them. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { jobState } from '../../shared/schemas/avatar.ts'
import type { JobState } from '../../shared/schemas/avatar.ts'
import { storing } from './storage-failure.ts'

/** The images of a draft; `hash` has 16 hexadecimal digits, null before the page has looked. */
export interface DraftPicture {
  readonly id: string
  readonly fileName: string
  readonly originalId: string
  readonly preparedId: string | null
  readonly hash: string | null
}

/** The images of a job, which never change; later jobs have a higher `seq`. */
export interface JobPicture {
  readonly seq: number
  readonly originalId: string | null
  readonly imageId: string
  readonly hash: string | null
}

/** A job as a finding names it. */
export interface JobToTell {
  readonly name: string
  readonly state: JobState
  readonly createdAt: number
}

/** The pictures of drafts and jobs. Every function throws a `storage` failure when the database refuses. */
export interface PicturesRepository {
  /** Of a profile's drafts with an image, oldest first. */
  readonly ofDrafts: (profileId: ProfileId) => readonly DraftPicture[]
  /** Of a profile's jobs with an image that are later than `seq`, oldest first. */
  readonly ofJobsAfter: (profileId: ProfileId, seq: number) => readonly JobPicture[]
  /** Null for a job that was taken away. */
  readonly jobToTell: (seq: number) => JobToTell | null
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** Gives the pictures in an opened database. */
export function createPicturesRepository(database: DatabaseSync): PicturesRepository {
  const drafts = database.prepare(`
    SELECT id, file_name, original_id, prepared_id, hash
    FROM drafts LEFT JOIN image_looks ON image_id = original_id
    WHERE profile_id = ? AND original_id IS NOT NULL ORDER BY seq`)
  const jobs = database.prepare(`
    SELECT seq, original_id, jobs.image_id, hash
    FROM jobs LEFT JOIN image_looks ON image_looks.image_id = original_id
    WHERE profile_id = ? AND seq > ? AND jobs.image_id IS NOT NULL ORDER BY seq`)
  const toTell = database.prepare(`
    SELECT coalesce(nullif(trim(result ->> '$.name'), ''), nullif(trim(fields ->> '$.name'), ''), file_name) AS name,
      state, created_at
    FROM jobs WHERE seq = ? AND state <> 'removed'`)

  return {
    ofDrafts: (profileId) =>
      storing(() =>
        drafts.all(profileId).map((row) => ({
          id: String(row['id']),
          fileName: String(row['file_name']),
          originalId: String(row['original_id']),
          preparedId: textOrNull(row['prepared_id']),
          hash: textOrNull(row['hash']),
        })),
      ),
    ofJobsAfter: (profileId, seq) =>
      storing(() =>
        jobs.all(profileId, seq).map((row) => ({
          seq: Number(row['seq']),
          originalId: textOrNull(row['original_id']),
          imageId: String(row['image_id']),
          hash: textOrNull(row['hash']),
        })),
      ),
    jobToTell: (seq) =>
      storing(() => {
        const row = toTell.get(seq)
        if (row === undefined) return null
        return {
          name: String(row['name']),
          state: jobState.parse(row['state']),
          createdAt: Number(row['created_at']),
        }
      }),
  }
}
