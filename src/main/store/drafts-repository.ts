/** The tables of the creator: draft cards in the order in which they came, and the fields that they share. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { DraftId, ImageId, ProfileId } from '../../shared/ids.ts'
import type { CreationFields, Draft, ImageInfo, ImageAnalysis } from '../../shared/schemas/avatar.ts'
import { creationFields, draft, imageEdit, imageAnalysis } from '../../shared/schemas/avatar.ts'
import { imageId } from '../../shared/schemas/ids.ts'
import { storing } from './storage-failure.ts'

// What else there is of a draft is known by its own text or row, and was read before.
const ownColumns = draft.omit({ findings: true, original: true, prepared: true, edit: true, analysis: true })

/** A draft as it is written: its findings are told whenever it is read. */
export type DraftRecord = Omit<Draft, 'findings'>

/** The rows of the creator. Every function throws a `storage` failure when the database refuses. */
export interface DraftsRepository {
  /** Adds the row and answers it with the look that is known of its original. */
  readonly add: (record: DraftRecord) => DraftRecord
  /** Writes what the operator may change: edit, prepared image and overrides. */
  readonly update: (record: DraftRecord) => DraftRecord
  /** Keeps what was seen of the draft's original, for every draft of that image. */
  readonly setAnalysis: (record: DraftRecord, analysis: ImageAnalysis) => DraftRecord
  readonly remove: (id: DraftId) => void
  readonly find: (id: DraftId) => DraftRecord | null
  /** Oldest first, as they are now; each is read as it is taken. */
  readonly list: (profileId: ProfileId) => Iterable<DraftRecord>
  /** Takes away what an earlier version would have sent of drafts, and this one has the page encode. */
  readonly clearFormer: () => void
  /** The fields that a profile's drafts share; null when nothing was ever typed. */
  readonly sharedFields: (profileId: ProfileId) => CreationFields | null
  readonly setSharedFields: (profileId: ProfileId, fields: CreationFields) => void
}

type Row = Readonly<Record<string, SQLOutputValue>>
type FindImage = (id: ImageId) => ImageInfo | null

function json(value: SQLOutputValue | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : null
}

// Looks of ten thousand images take some megabytes.
const maxAnalyses = 10_000

function createReader(findImage: FindImage): (row: Row) => DraftRecord {
  const analyses = new LRUCache<string, ImageAnalysis>({
    max: maxAnalyses,
    memoMethod: (text) => imageAnalysis.parse(JSON.parse(text)),
  })
  const image = (id: SQLOutputValue | undefined): ImageInfo | null =>
    id === null ? null : findImage(imageId.parse(id))
  const analysis = (text: SQLOutputValue | undefined): ImageAnalysis | null =>
    typeof text === 'string' ? analyses.memo(text) : null
  return (row) => ({
    ...ownColumns.parse({
      id: row['id'],
      profileId: row['profile_id'],
      fileName: row['file_name'],
      overrides: json(row['overrides']),
      createdAt: row['created_at'],
    }),
    original: image(row['original_id']),
    prepared: image(row['prepared_id']),
    edit: imageEdit.nullable().parse(json(row['edit'])),
    analysis: analysis(row['look']),
  })
}

/** Gives the rows of the creator in an opened database; `findImage` answers what is known of a stored image. */
export function createDraftsRepository(database: DatabaseSync, findImage: FindImage): DraftsRepository {
  const insert = database.prepare(`
    INSERT INTO drafts (id, profile_id, created_at, file_name, original_id, prepared_id, edit, overrides)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const update = database.prepare('UPDATE drafts SET prepared_id = ?, edit = ?, overrides = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM drafts WHERE id = ?')
  const withAnalysis = 'SELECT drafts.*, look FROM drafts LEFT JOIN image_looks ON image_id = original_id'
  const byId = database.prepare(`${withAnalysis} WHERE id = ?`)
  const byProfile = database.prepare(`${withAnalysis} WHERE profile_id = ? ORDER BY seq`)
  const former = database.prepare(`
    SELECT id FROM drafts WHERE edit IS NULL AND prepared_id IN (
      SELECT id FROM images WHERE facts IS NULL OR type NOT IN ('jpeg', 'png'))`)
  const clear = database.prepare('UPDATE drafts SET prepared_id = NULL WHERE id = ?')
  const readAnalysis = database.prepare('SELECT look FROM image_looks WHERE image_id = ?')
  const setAnalysis = database.prepare('INSERT OR REPLACE INTO image_looks (image_id, hash, look) VALUES (?, ?, ?)')
  const shared = database.prepare('SELECT fields FROM shared_fields WHERE profile_id = ?')
  const setShared = database.prepare(`
    INSERT INTO shared_fields (profile_id, fields) VALUES (?, ?)
    ON CONFLICT (profile_id) DO UPDATE SET fields = excluded.fields`)

  const draftOf = createReader(findImage)

  const readingEach = function* (rows: readonly Row[]): Generator<DraftRecord> {
    for (const row of rows) yield storing(() => draftOf(row))
  }

  const changeable = (record: DraftRecord): readonly [ImageId | null, string | null, string] => [
    record.prepared?.imageId ?? null,
    record.edit && JSON.stringify(record.edit),
    JSON.stringify(record.overrides),
  ]

  const analysisOf = (id: ImageId): ImageAnalysis | null =>
    storing(() => {
      const row = readAnalysis.get(id)
      return row === undefined ? null : imageAnalysis.parse(json(row['look']))
    })

  return {
    add: (record) => {
      const { id, profileId, createdAt, fileName, original } = record
      storing(() => insert.run(id, profileId, createdAt, fileName, original?.imageId ?? null, ...changeable(record)))
      return { ...record, analysis: original === null ? null : analysisOf(original.imageId) }
    },
    update: (record) => {
      storing(() => update.run(...changeable(record), record.id))
      return record
    },
    setAnalysis: (record, analysis) => {
      const { original } = record
      if (original === null) return record
      storing(() =>
        setAnalysis.run(original.imageId, analysis.decoded ? analysis.hash : null, JSON.stringify(analysis)),
      )
      return { ...record, analysis }
    },
    remove: (id) => {
      storing(() => remove.run(id))
    },
    find: (id) =>
      storing(() => {
        const row = byId.get(id)
        return row === undefined ? null : draftOf(row)
      }),
    list: (profileId) => readingEach(storing(() => byProfile.all(profileId))),
    clearFormer: () => {
      storing(() => {
        for (const { id } of former.all()) if (id !== undefined) clear.run(id)
      })
    },
    sharedFields: (profileId) =>
      storing(() => {
        const row = shared.get(profileId)
        return row === undefined ? null : creationFields.parse(json(row['fields']))
      }),
    setSharedFields: (profileId, fields) => {
      storing(() => setShared.run(profileId, JSON.stringify(fields)))
    },
  }
}
