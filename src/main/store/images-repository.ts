/** The facts of each stored image. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { ImageId } from '../../shared/ids.ts'
import { imageFacts, imageInfo } from '../../shared/schemas/avatar.ts'
import type { ImageFacts, ImageInfo } from '../../shared/schemas/avatar.ts'
import { atMost } from '../lib/cache-bounds.ts'
import { jsonIn, statementsIn } from './statements.ts'
import type { Row } from './statements.ts'

// Takes some megabytes; every rendering of drafts reads all of their images.
const maxKnown = 10_000

const knownOf = ({ facts, ...row }: Row) => ({
  image: imageInfo.parse(row),
  facts: imageFacts.nullable().parse(jsonIn(facts)),
})

export function createImagesRepository(database: DatabaseSync) {
  const { run, one, all } = statementsIn(database)
  // Rows that refer to an image are flushed after it.
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
  const findCached = (id: ImageId) => {
    const entry = cache.get(id) ?? find(id)
    if (entry !== null) cache.set(id, entry)
    return entry
  }

  return {
    /**
     * Writes the row. An id always represents the same bytes, so an existing row only receives the newly read size and
     * facts.
     */
    add: (image: ImageInfo, facts: ImageFacts) => {
      insert({ ...image, facts })
      cache.delete(image.imageId)
    },
    find: (id: ImageId): ImageInfo | null => findCached(id)?.image ?? null,
    /** The facts in the bytes of an image; null where nobody has read them. */
    factsOf: (id: ImageId): ImageFacts | null => findCached(id)?.facts ?? null,
    /**
     * Images whose files nobody needs: no draft, no job that is not removed, and nothing that can be restored refers to
     * them.
     */
    unused: all<[], ImageInfo>(
      `SELECT ${columns} FROM images WHERE id NOT IN (
        ${needed} UNION SELECT image_id FROM jobs WHERE image_id IS NOT NULL AND state <> 'removed')`,
      (row) => imageInfo.parse(row),
    ),
    /** Removes the rows of images that nothing refers to; the images of removed jobs keep their rows. */
    forget: (images: readonly ImageInfo[]) => {
      cache.clear()
      forget(images.map(({ imageId }) => imageId))
    },
  }
}
