/** The table of stored images: what is known of each file. The files themselves are kept by `portraits/image-store.ts`. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { ImageId } from '../../shared/ids.ts'
import type { ImageInfo } from '../../shared/schemas/avatar.ts'
import { imageInfo } from '../../shared/schemas/avatar.ts'
import { imageFacts } from '../../shared/schemas/image-facts.ts'
import type { ImageFacts } from '../../shared/schemas/image-facts.ts'
import { storing } from './storage-failure.ts'

/** The rows of images. Every function throws a `storage` failure when the database refuses. */
export interface ImagesRepository {
  /** Writes the row unless it is there: an id stands for the same bytes for ever. What is known newly is added to it. */
  readonly add: (image: ImageInfo, facts: ImageFacts) => void
  readonly find: (id: ImageId) => ImageInfo | null
  /** What the bytes of an image tell; null for one that an earlier version took in. */
  readonly factsOf: (id: ImageId) => ImageFacts | null
  /** Images whose files nobody needs: no draft refers to them and no job but removed ones. */
  readonly unused: () => readonly ImageInfo[]
  /** Takes away the rows of images that nothing refers to; rows of removed jobs keep theirs. */
  readonly forget: (images: readonly ImageInfo[]) => void
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

function known<Value extends object>(
  cache: LRUCache<ImageId, Value>,
  id: ImageId,
  read: (id: ImageId) => Value | null,
) {
  const value = cache.get(id) ?? read(id)
  if (value !== null) cache.set(id, value)
  return value
}

// Some megabytes; every drawing of drafts asks for all of theirs.
const maxKnown = 10_000

export function createImagesRepository(database: DatabaseSync): ImagesRepository {
  const insert = database.prepare(`
    INSERT INTO images (id, type, width, height, bytes, facts) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET width = excluded.width, height = excluded.height, facts = excluded.facts`)
  const byId = database.prepare('SELECT * FROM images WHERE id = ?')
  const facts = database.prepare('SELECT facts FROM images WHERE id = ?')
  const ofDrafts = `SELECT original_id AS id FROM drafts WHERE original_id IS NOT NULL
      UNION SELECT prepared_id FROM drafts WHERE prepared_id IS NOT NULL`
  const unused = database.prepare(`
    SELECT * FROM images WHERE id NOT IN (
      ${ofDrafts} UNION SELECT image_id FROM jobs WHERE image_id IS NOT NULL AND state <> 'removed')`)
  const forget = database.prepare(`
    DELETE FROM images WHERE id IN (SELECT value FROM json_each(?)) AND id NOT IN (
      ${ofDrafts} UNION SELECT image_id FROM jobs WHERE image_id IS NOT NULL)`)

  const images = new LRUCache<ImageId, ImageInfo>({ max: maxKnown })
  const allFacts = new LRUCache<ImageId, ImageFacts>({ max: maxKnown })

  const find: ImagesRepository['find'] = (id) =>
    storing(() => {
      const row = byId.get(id)
      return row === undefined ? null : imageOf(row)
    })

  const factsOf: ImagesRepository['factsOf'] = (id) =>
    storing(() => {
      const known = facts.get(id)?.['facts']
      return typeof known === 'string' ? imageFacts.parse(JSON.parse(known)) : null
    })

  return {
    add: ({ imageId, type, width, height, bytes }, facts) => {
      storing(() => insert.run(imageId, type, width, height, bytes, JSON.stringify(facts)))
      for (const memo of [images, allFacts]) memo.delete(imageId)
    },
    find: (id) => known(images, id, find),
    factsOf: (id) => known(allFacts, id, factsOf),
    unused: () => storing(() => unused.all().map(imageOf)),
    forget: (gone) => {
      for (const memo of [images, allFacts]) memo.clear()
      storing(() => forget.run(JSON.stringify(gone.map(({ imageId }) => imageId))))
    },
  }
}
