/** What is compared when twins are looked for: the images of drafts and jobs, and the hashes of what was seen of them. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { jobState } from '../../shared/schemas/avatar.ts'
import type { JobState } from '../../shared/schemas/avatar.ts'
import { storing } from './storage-failure.ts'

/**
 * The images of a draft or a job; later ones have a higher `seq`. `hash` is of the original and has 16 hexadecimal
 * digits, null before the page has looked.
 */
export interface Picture {
  readonly seq: number
  readonly originalId: string | null
  readonly sentId: string | null
  readonly hash: string | null
}

/** The images of a draft. */
export interface DraftPicture extends Picture {
  readonly id: string
  readonly fileName: string
}

/** That a draft was changed or taken away, or that the hash of an image is another now. */
export interface PictureChange {
  readonly n: number
  readonly draftSeq: number | null
  readonly imageId: string | null
  readonly hash: string | null
}

/** A job as a finding names it. */
export interface JobToShow {
  readonly name: string
  readonly state: JobState
  readonly createdAt: number
}

/** The pictures of drafts and jobs. Every function throws a `storage` failure when the database refuses. */
export interface PicturesRepository {
  /** Of a profile's drafts with an image that are later than `seq`, oldest first. */
  readonly ofDraftsAfter: (profileId: ProfileId, seq: number) => readonly DraftPicture[]
  /** Null when the profile has no draft with an image there. */
  readonly draftAt: (profileId: ProfileId, seq: number) => DraftPicture | null
  /** Of a profile's jobs with an image that are later than `seq`, oldest first. A job's images never change. */
  readonly ofJobsAfter: (profileId: ProfileId, seq: number) => readonly Picture[]
  /**
   * Changes of this run that are later than `n`, oldest first, whoever made them; what is added is none. Not to be asked
   * within a transaction, which may take back what was read.
   */
  readonly changesAfter: (n: number) => readonly PictureChange[]
  /** Null for a job that was taken away. */
  readonly jobToShow: (seq: number) => JobToShow | null
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null
}

type Row = Readonly<Record<string, SQLOutputValue>>

function pictureOf(row: Row): Picture {
  return {
    seq: Number(row['seq']),
    originalId: textOrNull(row['original_id']),
    sentId: textOrNull(row['sent_id']),
    hash: textOrNull(row['hash']),
  }
}

function draftOf(row: Row): DraftPicture {
  return { ...pictureOf(row), id: String(row['id']), fileName: String(row['file_name']) }
}

// Triggers hear every writer, and what a transaction takes back is not noted either. They and the notes, some hundred
// bytes each, last as long as the connection. A look that is replaced fires the trigger of insertion alone.
const noting = `
  CREATE TEMP TABLE IF NOT EXISTS picture_changes (n INTEGER PRIMARY KEY, draft_seq INTEGER, image_id TEXT) STRICT;
  CREATE TEMP TRIGGER IF NOT EXISTS draft_picture_updated AFTER UPDATE ON main.drafts
    WHEN (new.id, new.profile_id, new.file_name, new.original_id, new.prepared_id)
      IS NOT (old.id, old.profile_id, old.file_name, old.original_id, old.prepared_id)
    BEGIN INSERT INTO picture_changes (draft_seq) VALUES (new.seq); END;
  CREATE TEMP TRIGGER IF NOT EXISTS draft_picture_deleted AFTER DELETE ON main.drafts
    BEGIN INSERT INTO picture_changes (draft_seq) VALUES (old.seq); END;
  CREATE TEMP TRIGGER IF NOT EXISTS image_look_inserted AFTER INSERT ON main.image_looks
    BEGIN INSERT INTO picture_changes (image_id) VALUES (new.image_id); END;
  CREATE TEMP TRIGGER IF NOT EXISTS image_look_updated AFTER UPDATE ON main.image_looks
    BEGIN INSERT INTO picture_changes (image_id) VALUES (new.image_id); END;
  CREATE TEMP TRIGGER IF NOT EXISTS image_look_deleted AFTER DELETE ON main.image_looks
    BEGIN INSERT INTO picture_changes (image_id) VALUES (old.image_id); END`

export function createPicturesRepository(database: DatabaseSync): PicturesRepository {
  storing(() => {
    database.exec(noting)
  })
  const ofDrafts = `
    SELECT seq, id, file_name, original_id, prepared_id AS sent_id, hash
    FROM drafts LEFT JOIN image_looks ON image_id = original_id
    WHERE profile_id = ? AND original_id IS NOT NULL`
  const drafts = database.prepare(`${ofDrafts} AND seq > ? ORDER BY seq`)
  const draft = database.prepare(`${ofDrafts} AND seq = ?`)
  const jobs = database.prepare(`
    SELECT seq, original_id, jobs.image_id AS sent_id, hash
    FROM jobs LEFT JOIN image_looks ON image_looks.image_id = original_id
    WHERE profile_id = ? AND seq > ? AND jobs.image_id IS NOT NULL ORDER BY seq`)
  const changes = database.prepare(`
    SELECT n, draft_seq, picture_changes.image_id, hash
    FROM picture_changes LEFT JOIN image_looks ON image_looks.image_id = picture_changes.image_id
    WHERE n > ? ORDER BY n`)
  const toShow = database.prepare(`
    SELECT coalesce(nullif(trim(result ->> '$.name'), ''), nullif(trim(fields ->> '$.name'), ''), file_name) AS name,
      state, created_at
    FROM jobs WHERE seq = ? AND state <> 'removed'`)

  return {
    ofDraftsAfter: (profileId, seq) => storing(() => drafts.all(profileId, seq).map(draftOf)),
    draftAt: (profileId, seq) =>
      storing(() => {
        const row = draft.get(profileId, seq)
        return row === undefined ? null : draftOf(row)
      }),
    ofJobsAfter: (profileId, seq) => storing(() => jobs.all(profileId, seq).map(pictureOf)),
    changesAfter: (n) => {
      if (database.isTransaction) throw new Error('pictures are not to be followed within a transaction')
      return storing(() =>
        changes.all(n).map((row) => ({
          n: Number(row['n']),
          draftSeq: numberOrNull(row['draft_seq']),
          imageId: textOrNull(row['image_id']),
          hash: textOrNull(row['hash']),
        })),
      )
    },
    jobToShow: (seq) =>
      storing(() => {
        const row = toShow.get(seq)
        if (row === undefined) return null
        return {
          name: String(row['name']),
          state: jobState.parse(row['state']),
          createdAt: Number(row['created_at']),
        }
      }),
  }
}
