/** The table of stored images: what is known of each file. The files themselves are kept by `jobs/image-store.ts`. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ImageId } from '../../shared/ids.ts'
import type { ImageInfo } from '../../shared/schemas/avatar.ts'
import { imageInfo } from '../../shared/schemas/avatar.ts'
import { storing } from './storage-failure.ts'

/** The rows of images. Every function throws a `storage` failure when the database refuses. */
export interface ImagesRepository {
  /** Writes the row unless it is there: an id stands for the same bytes for ever. */
  readonly add: (image: ImageInfo) => void
  readonly find: (id: ImageId) => ImageInfo | null
  /** Takes away the rows that no draft and no job refers to, and answers them. */
  readonly removeUnused: () => readonly ImageInfo[]
}

function imageOf(row: Readonly<Record<string, SQLOutputValue>>): ImageInfo {
  return imageInfo.parse({
    imageId: row['id'],
    type: row['type'],
    width: row['width'],
    height: row['height'],
    bytes: row['bytes'],
  })
}

/** Gives the rows of images in an opened database. */
export function createImagesRepository(database: DatabaseSync): ImagesRepository {
  const insert = database.prepare(
    'INSERT OR IGNORE INTO images (id, type, width, height, bytes) VALUES (?, ?, ?, ?, ?)',
  )
  const byId = database.prepare('SELECT * FROM images WHERE id = ?')
  const removeUnused = database.prepare(`
    DELETE FROM images WHERE id NOT IN (
      SELECT original_id FROM drafts WHERE original_id IS NOT NULL
      UNION SELECT prepared_id FROM drafts WHERE prepared_id IS NOT NULL
      UNION SELECT image_id FROM jobs WHERE image_id IS NOT NULL
    ) RETURNING *`)

  return {
    add: ({ imageId, type, width, height, bytes }) => {
      storing(() => insert.run(imageId, type, width, height, bytes))
    },
    find: (id) =>
      storing(() => {
        const row = byId.get(id)
        return row === undefined ? null : imageOf(row)
      }),
    removeUnused: () => storing(() => removeUnused.all().map(imageOf)),
  }
}
