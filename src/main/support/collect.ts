/**
 * Gathers from the database what the diagnostics tell and what has to be taken out of them. Plain facts; nothing is
 * redacted here.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { creationFieldNames, creationFieldRows } from '../../shared/model/creation-fields.ts'
import { parseJson } from '../lib/json-text.ts'
import { squeeze } from './known-values.ts'

export type FailedJob = ReturnType<typeof readFailedJobs>[number]

// Enough for what the log of some days can name; the newest come first.
const MAX_ROWS = 500
const MAX_IDS = 20_000
const MAX_FAILED = 30

const tables = [
  ...['drafts', 'presets', 'images', 'snapshots', 'library', 'planned_reads', 'known_sessions', 'watched_paths'],
  ...['alert_rules', 'alert_events', 'concurrency_samples', 'account_samples', 'activity'],
]

const freeTexts = creationFieldNames
  .filter((name) => creationFieldRows[name].isFreeText)
  .map((name) => `'${name}'`)
  .join(', ')

const written = {
  labels: `SELECT label AS value FROM known_sessions WHERE label <> ''
    UNION SELECT name FROM presets`,
  fileNames: `SELECT file_name AS value FROM (SELECT file_name FROM jobs ORDER BY seq DESC LIMIT ${String(MAX_ROWS)})
    UNION SELECT file_name FROM drafts
    UNION SELECT source_name FROM known_sessions WHERE source_name IS NOT NULL`,
  ids: `SELECT task_id AS value FROM jobs WHERE task_id IS NOT NULL
    UNION SELECT conversation_id FROM library UNION SELECT conversation_id FROM snapshots
    UNION SELECT session_id FROM known_sessions UNION SELECT app_id FROM known_sessions WHERE app_id IS NOT NULL
    UNION SELECT fields ->> '$.conversationId' FROM jobs WHERE fields ->> '$.conversationId' <> ''
    LIMIT ${String(MAX_IDS)}`,
  texts: `SELECT value FROM (
      SELECT fields FROM (SELECT fields FROM jobs ORDER BY seq DESC LIMIT ${String(MAX_ROWS)})
      UNION SELECT overrides FROM drafts UNION SELECT fields FROM shared_fields UNION SELECT fields FROM presets
    ) AS kept, json_each(kept.fields) WHERE key IN (${freeTexts}) AND value <> ''
    UNION SELECT result ->> '$.name' FROM jobs WHERE json_valid(result) AND result ->> '$.name' <> ''
    UNION SELECT name FROM library WHERE name <> '' UNION SELECT note FROM library WHERE note <> ''
    UNION SELECT tag FROM library_tags UNION SELECT note FROM known_sessions WHERE note <> ''
    LIMIT ${String(MAX_IDS)}`,
}

// Long numbers are known by their form; a short one would be taken for any number.
const isOddId = (id: string): boolean => squeeze(id).letters.length >= 6 && !/^\d+$/.test(id)

/** What the operator wrote, or the service called something: it may stand in a log. */
export function readWritten(database: DatabaseSync) {
  const read = (sql: string): readonly string[] =>
    database
      .prepare(sql)
      .all()
      .flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  return {
    labels: read(written.labels),
    fileNames: read(written.fileNames),
    ids: read(written.ids).filter(isOddId),
    texts: read(written.texts),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const jsonOf = (value: unknown): unknown => (typeof value === 'string' ? parseJson(value) : null)

/** The newest jobs of all profiles that failed, were rejected, or whose outcome is unknown. */
export function readFailedJobs(database: DatabaseSync) {
  return database
    .prepare(
      `SELECT id, state, state_since, task_id, failure, poll_failure, image_id FROM jobs
      WHERE state IN ('failed', 'rejected', 'unknown') OR poll_failure IS NOT NULL ORDER BY state_since DESC LIMIT ?`,
    )
    .all(MAX_FAILED)
    .map((row) => ({
      id: String(row['id']),
      state: String(row['state']),
      stateSince: Number(row['state_since']),
      taskId: textOf(row['task_id']),
      failure: jsonOf(row['failure']),
      pollFailure: jsonOf(row['poll_failure']),
      imageId: textOf(row['image_id']),
    }))
}

// Of what the operator keeps in a data folder of their own naming nothing is told.
const ownFiles = /^(greenroom\.db|settings\.json)/

/** How many rows there are of what, and how large the files are, in bytes. */
export function readCounts(database: DatabaseSync, dataFolder: string) {
  const number = (sql: string): number => Number(Object.values(database.prepare(sql).get() ?? {})[0])
  const states = database.prepare('SELECT state, count(*) AS n FROM jobs GROUP BY state ORDER BY state').all()
  const files = readdirSync(dataFolder).filter((name) => ownFiles.test(name))
  const sizeOf = (name: string): number => statSync(join(dataFolder, name), { throwIfNoEntry: false })?.size ?? 0
  return {
    schemaVersion: number('PRAGMA user_version'),
    jobs: Object.fromEntries(states.map(({ state, n }) => [String(state), Number(n)])),
    rows: Object.fromEntries(tables.map((table) => [table, number(`SELECT count(*) FROM ${table}`)])),
    imageBytes: number('SELECT coalesce(sum(bytes), 0) FROM images'),
    fileBytes: Object.fromEntries(files.map((name) => [name, sizeOf(name)])),
  }
}
