/** What is known of each stored image, and what is compared when duplicates are looked for. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { ImageId, ProfileId } from '../../shared/ids.ts'
import { imageFacts, imageInfo, job } from '../../shared/schemas/avatar.ts'
import type { ImageFacts, ImageInfo } from '../../shared/schemas/avatar.ts'
import { atMost } from '../lib/cache-bounds.ts'
import { jsonIn, statementsIn, trusted } from './statements.ts'
import type { Row } from './statements.ts'
import { storing } from './storage-failure.ts'

// Some megabytes; every drawing of drafts asks for all of theirs.
const maxKnown = 10_000

const knownOf = ({ facts, ...row }: Row) => ({
  image: imageInfo.parse(row),
  facts: imageFacts.nullable().parse(jsonIn(facts)),
})

export function createImagesRepository(database: DatabaseSync) {
  const { run, one, all } = statementsIn(database)
  // What refers to an image is flushed after it.
  const insert = run(
    `INSERT INTO images (id, type, width, height, bytes, facts) VALUES (:imageId, :type, :width, :height, :bytes, :facts)
    ON CONFLICT (id) DO UPDATE SET width = excluded.width, height = excluded.height, facts = excluded.facts`,
    'unflushed',
  )
  const columns = 'id AS imageId, type, width, height, bytes'
  const find = one(`SELECT ${columns}, facts FROM images WHERE id = ?`, knownOf)
  const needed = `SELECT original_id AS id FROM drafts WHERE original_id IS NOT NULL
      UNION SELECT prepared_id FROM drafts WHERE prepared_id IS NOT NULL
      UNION SELECT image.value FROM removed_rows,
        json_each(json_array(row ->> '$.original_id', row ->> '$.prepared_id', row ->> '$.image.imageId')) AS image
        WHERE kind IN ('draft', 'job') AND image.value IS NOT NULL`
  const forget = run(`
    DELETE FROM images WHERE id IN (SELECT value FROM json_each(?)) AND id NOT IN (
      ${needed} UNION SELECT image_id FROM jobs WHERE image_id IS NOT NULL)`)

  const cache = new LRUCache<ImageId, ReturnType<typeof knownOf>>(atMost(maxKnown))
  const known = (id: ImageId) => {
    const found = cache.get(id) ?? find(id)
    if (found !== null) cache.set(id, found)
    return found
  }

  return {
    /** Writes the row unless it is there: an id stands for the same bytes for ever. What is known newly is added to it. */
    add: (image: ImageInfo, facts: ImageFacts) => {
      insert({ ...image, facts })
      cache.delete(image.imageId)
    },
    find: (id: ImageId): ImageInfo | null => known(id)?.image ?? null,
    /** What the bytes of an image tell; null where nobody has looked into them. */
    factsOf: (id: ImageId): ImageFacts | null => known(id)?.facts ?? null,
    /** Images whose files nobody needs: no draft refers to them, no job but removed jobs, and nothing that can be restored. */
    unused: all<[], ImageInfo>(
      `SELECT ${columns} FROM images WHERE id NOT IN (
        ${needed} UNION SELECT image_id FROM jobs WHERE image_id IS NOT NULL AND state <> 'removed')`,
      (row) => imageInfo.parse(row),
    ),
    /** Takes away the rows of images that nothing refers to; rows of removed jobs keep theirs. */
    forget: (gone: readonly ImageInfo[]) => {
      cache.clear()
      forget(gone.map(({ imageId }) => imageId))
    },
  }
}

/** Of a draft or a job; later ones have a higher `seq`. `hash` is the original's, null before the page has looked. */
export interface Picture {
  readonly seq: number
  readonly originalId: string | null
  readonly sentId: string | null
  readonly hash: string | null
}

export interface DraftPicture extends Picture {
  readonly id: string
  readonly fileName: string
}

/** A draft was changed, removed or restored, or the hash of an image is another now. */
export interface PictureChange {
  readonly n: number
  readonly draftSeq: number | null
  readonly imageId: string | null
  readonly hash: string | null
}

// Triggers hear every writer, and what a transaction takes back is not noted either. They and the notes, some hundred
// bytes each, last as long as the connection. A look that is replaced fires the trigger of insertion alone. A restored
// draft has a place that was given before; new drafts are found by their places.
const noting = `
  CREATE TEMP TABLE IF NOT EXISTS picture_changes (n INTEGER PRIMARY KEY, draft_seq INTEGER, image_id TEXT) STRICT;
  CREATE TEMP TRIGGER IF NOT EXISTS draft_picture_updated AFTER UPDATE ON main.drafts
    WHEN (new.id, new.profile_id, new.file_name, new.original_id, new.prepared_id)
      IS NOT (old.id, old.profile_id, old.file_name, old.original_id, old.prepared_id)
    BEGIN INSERT INTO picture_changes (draft_seq) VALUES (new.seq); END;
  CREATE TEMP TRIGGER IF NOT EXISTS draft_picture_deleted AFTER DELETE ON main.drafts
    BEGIN INSERT INTO picture_changes (draft_seq) VALUES (old.seq); END;
  CREATE TEMP TRIGGER IF NOT EXISTS draft_picture_restored AFTER INSERT ON main.drafts
    WHEN new.seq <= (SELECT seq FROM main.sqlite_sequence WHERE name = 'drafts')
    BEGIN INSERT INTO picture_changes (draft_seq) VALUES (new.seq); END;
  CREATE TEMP TRIGGER IF NOT EXISTS image_analysis_inserted AFTER INSERT ON main.image_analyses
    BEGIN INSERT INTO picture_changes (image_id) VALUES (new.image_id); END;
  CREATE TEMP TRIGGER IF NOT EXISTS image_analysis_updated AFTER UPDATE ON main.image_analyses
    BEGIN INSERT INTO picture_changes (image_id) VALUES (new.image_id); END;
  CREATE TEMP TRIGGER IF NOT EXISTS image_analysis_deleted AFTER DELETE ON main.image_analyses
    BEGIN INSERT INTO picture_changes (image_id) VALUES (old.image_id); END`

const shownJob = job.pick({ state: true, createdAt: true }).extend({ name: z.string() })

export function createPicturesRepository(database: DatabaseSync) {
  storing(() => database.exec(noting))
  const { one, all } = statementsIn(database)
  const ofDrafts = `
    SELECT seq, id, file_name AS fileName, original_id AS originalId, prepared_id AS sentId, hash
    FROM drafts LEFT JOIN image_analyses ON image_id = original_id
    WHERE profile_id = ? AND original_id IS NOT NULL`
  const changes = all<[after: number], PictureChange>(
    `SELECT n, draft_seq AS draftSeq, picture_changes.image_id AS imageId, hash
      FROM picture_changes LEFT JOIN image_analyses ON image_analyses.image_id = picture_changes.image_id
      WHERE n > ? ORDER BY n`,
    trusted,
  )

  return {
    /** Of a profile's drafts with an image that are later than `seq`, oldest first. */
    ofDraftsAfter: all<[profileId: ProfileId, seq: number], DraftPicture>(
      `${ofDrafts} AND seq > ? ORDER BY seq`,
      trusted,
    ),
    draftAt: one<[profileId: ProfileId, seq: number], DraftPicture>(`${ofDrafts} AND seq = ?`, trusted),
    /** Of a profile's jobs with an image that are later than `seq`, oldest first. A job's images never change. */
    ofJobsAfter: all<[profileId: ProfileId, seq: number], Picture>(
      `SELECT seq, original_id AS originalId, jobs.image_id AS sentId, hash
        FROM jobs LEFT JOIN image_analyses ON image_analyses.image_id = original_id
        WHERE profile_id = ? AND seq > ? AND jobs.image_id IS NOT NULL ORDER BY seq`,
      trusted,
    ),
    /** Of this run, later than `n`, oldest first; what is added is none. Not within a transaction: it may take them back. */
    changesAfter: (n: number): readonly PictureChange[] => {
      if (database.isTransaction) throw new Error('pictures are not to be followed within a transaction')
      return changes(n)
    },
    /** A job as a finding names it; null for one that was taken away. */
    jobToShow: one<[seq: number], z.output<typeof shownJob>>(
      `SELECT coalesce(nullif(trim(result ->> '$.name'), ''), nullif(trim(fields ->> '$.name'), ''), file_name) AS name,
          state, created_at AS createdAt
        FROM jobs WHERE seq = ? AND state <> 'removed'`,
      (row) => shownJob.parse(row),
    ),
  }
}
