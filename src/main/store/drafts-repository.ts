/** The creator's tables: drafts, their shared fields, presets (shared fields under a name), and unfinished drops. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { DraftId, ImageId, ProfileId } from '../../shared/ids.ts'
import type { CreationFields, Draft, ImageAnalysis, ImageInfo } from '../../shared/schemas/avatar.ts'
import { creationFields, draft, imageAnalysis, imageEdit } from '../../shared/schemas/avatar.ts'
import { imageId, profileId } from '../../shared/schemas/ids.ts'
import { preset } from '../../shared/schemas/preset.ts'
import type { Preset, PresetInput } from '../../shared/schemas/preset.ts'
import { columnsAs, jsonIn, statementsIn } from './statements.ts'
import type { Row } from './statements.ts'
import { inTransaction, storing } from './storage-failure.ts'

/** A draft as stored: its findings are computed at every read. */
export type DraftRecord = Omit<Draft, 'findings'>

// The other parts of a draft have their own text or row, and are read separately.
const ownColumns = draft.omit({ findings: true, original: true, prepared: true, edit: true, analysis: true })

// The analyses of ten thousand images take some megabytes.
const maxAnalyses = 10_000

export function createDraftsRepository(database: DatabaseSync, findImage: (id: ImageId) => ImageInfo | null) {
  const { run, one, value, all } = statementsIn(database)
  const analyses = new LRUCache<string, ImageAnalysis>({
    max: maxAnalyses,
    memoMethod: (text) => imageAnalysis.parse(JSON.parse(text)),
  })
  const imageOf = (id: unknown): ImageInfo | null => (id === null ? null : findImage(imageId.parse(id)))
  const analysisIn = (text: unknown): ImageAnalysis | null => (typeof text === 'string' ? analyses.memo(text) : null)
  const draftOf = ({ original, prepared, edit, analysis, overrides, ...row }: Row): DraftRecord => ({
    ...ownColumns.parse({ ...row, overrides: jsonIn(overrides) }),
    original: imageOf(original),
    prepared: imageOf(prepared),
    edit: imageEdit.nullable().parse(jsonIn(edit)),
    analysis: analysisIn(analysis),
  })

  const insert = run(`
    INSERT INTO drafts (id, profile_id, created_at, file_name, folder, original_id, prepared_id, edit, overrides)
    VALUES (:id, :profileId, :createdAt, :fileName, :folder, :originalId, :preparedId, :edit, :overrides)`)
  const update = run('UPDATE drafts SET prepared_id = :preparedId, edit = :edit, overrides = :overrides WHERE id = :id')
  const selected = `
    SELECT ${columnsAs('id', 'profileId', 'fileName', 'folder', 'createdAt')}, overrides, edit, analysis,
      original_id AS original, prepared_id AS prepared
    FROM drafts LEFT JOIN image_analyses ON image_id = original_id`
  const ofProfile = all(`${selected} WHERE profile_id = ? ORDER BY seq`, (row) => row)
  const analysisOf = value('SELECT analysis FROM image_analyses WHERE image_id = ?')
  // A lost analysis is made again.
  const setAnalysis = run('INSERT OR REPLACE INTO image_analyses (image_id, analysis) VALUES (?, ?)', 'unflushed')
  const sharedFields = value('SELECT fields FROM shared_fields WHERE profile_id = ?')

  const valuesOf = (record: DraftRecord): object => ({
    ...record,
    originalId: record.original?.imageId ?? null,
    preparedId: record.prepared?.imageId ?? null,
  })

  return {
    /** Adds the row and returns it with the known analysis of its original. */
    add: (record: DraftRecord): DraftRecord => {
      insert(valuesOf(record))
      return { ...record, analysis: record.original && analysisIn(analysisOf(record.original.imageId)) }
    },
    update: (record: DraftRecord): DraftRecord => {
      update(valuesOf(record))
      return record
    },
    setAnalysis: (record: DraftRecord, analysis: ImageAnalysis): DraftRecord => {
      if (record.original === null) return record
      setAnalysis(record.original.imageId, analysis)
      return { ...record, analysis }
    },
    delete: run<[id: DraftId]>('DELETE FROM drafts WHERE id = ?'),
    find: one<[id: DraftId], DraftRecord>(`${selected} WHERE id = ?`, draftOf),
    /** Oldest first, in their current state; each draft is read when the iteration reaches it. */
    list: (profile: ProfileId): Iterable<DraftRecord> =>
      ofProfile(profile)
        .values()
        .map((row) => storing(() => draftOf(row))),
    /** null when nothing was ever typed. */
    sharedFields: (profile: ProfileId) => creationFields.nullable().parse(jsonIn(sharedFields(profile))),
    setSharedFields: run<[profile: ProfileId, fields: CreationFields]>(
      'INSERT OR REPLACE INTO shared_fields (profile_id, fields) VALUES (?, ?)',
    ),
  }
}

export function createPresetsRepository(database: DatabaseSync) {
  const { run, all } = statementsIn(database)
  const list = all<[ProfileId], Preset>('SELECT name, fields FROM presets WHERE profile_id = ?', ({ name, fields }) =>
    preset.parse({ name, fields: jsonIn(fields) }),
  )
  const remove = run<[profileId: ProfileId, name: string]>('DELETE FROM presets WHERE profile_id = ? AND name = ?')
  const write = run('INSERT OR REPLACE INTO presets (profile_id, name, fields) VALUES (?, ?, ?)')

  return {
    /** Sorted by name, with numbers in numeric order. */
    list: (profile: ProfileId) =>
      list(profile).sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true })),
    save: (profile: ProfileId, { name, fields, formerName }: PresetInput) => {
      // No nested transaction can begin within an import's transaction, which renames nothing.
      if (formerName === null) write(profile, name, fields)
      else
        inTransaction(database, () => {
          remove(profile, formerName)
          write(profile, name, fields)
        })
    },
  }
}

const unfinishedDrop = z.object({ profileId, files: z.int() })

export type UnfinishedDrop = Readonly<z.output<typeof unfinishedDrop>>

export function createUnfinishedDropsRepository(database: DatabaseSync) {
  const { run, all } = statementsIn(database)
  const remove = run('DELETE FROM unfinished_drops WHERE profile_id = ?')
  // The draft that is written with each count is flushed.
  const write = run('INSERT OR REPLACE INTO unfinished_drops (profile_id, files) VALUES (?, ?)', 'unflushed')

  return {
    list: all<[], UnfinishedDrop>(
      'SELECT profile_id AS profileId, files FROM unfinished_drops ORDER BY profile_id',
      (row) => unfinishedDrop.parse(row),
    ),
    set: (profile: ProfileId, files: number) => {
      if (files === 0) remove(profile)
      else write(profile, files)
    },
  }
}
