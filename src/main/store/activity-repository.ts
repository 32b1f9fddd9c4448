/**
 * The journal's table. No statement here changes or removes an entry, and triggers forbid it to everyone. Each entry
 * contains the SHA-256 of the previous entry, so a removed or altered line in a copy is detected.
 */
import { hash } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import { activityEntry } from '../../shared/schemas/activity.ts'
import type { ActivityAction, ActivityBatch, ActivityEntry, ActivityFilter } from '../../shared/schemas/activity.ts'
import { parseJson } from '../../shared/model/json-text.ts'
import { namesOfWord, searchWords } from '../../shared/model/search-words.ts'
import { columnOf, statementsIn, storedText } from './statements.ts'
import type { Row } from './statements.ts'
import { storing } from './storage-failure.ts'

/** A number beyond 2^53, which no entry has, is read as text. */
export type ActivityRow = Readonly<Record<string, string | number | null>>

/**
 * The filter of a search: `profileId` counts only in the scope `profile`; null there means entries without a profile.
 */
export interface ActivityQuery extends Omit<ActivityFilter, 'scope'> {
  readonly scope: { readonly profileId: string | null } | 'all'
  /** Leaves out the ends of avatars that were confirmed together: the end of their batch represents them. */
  readonly foldsBatches?: boolean
}

/** The act that confirms several avatars. */
export const actOfBatch = (batchId: string): string => `batch ${batchId}`

/** The previous hash of the first entry. */
export const noEntryBefore = '0'.repeat(64)

const valuesOfEntry = [
  'id',
  'at',
  'profileId',
  'profileName',
  'operator',
  'act',
  'isIntent',
  'action',
  'target',
  'outcome',
] as const
const jsonOfEntry = ['facts', 'failure'] as const

/** The columns in the order in which they are hashed, as in docs/activity.md. */
export const hashedColumns = [...[...valuesOfEntry, ...jsonOfEntry].map(columnOf), 'previous_hash']

export const hashedTextOfRow = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(hashedColumns.map((column) => row[column] ?? null))

/** SHA-256, in hex, of an entry's columns as JSON; the next entry contains it. */
export function hashOfRow(row: Readonly<Record<string, unknown>>): string {
  return hash('sha256', hashedTextOfRow(row))
}

/**
 * The entry of a row; null for a row that was altered until it is no longer a valid entry: a check then names that row.
 */
export function entryOfRow(row: ActivityRow): ActivityEntry | null {
  const parsed = (text: string | number | null | undefined): unknown =>
    typeof text === 'string' ? parseJson(text) : null
  const entry = Object.fromEntries([
    ...valuesOfEntry.map((name) => [name, row[columnOf(name)]] as const),
    ...jsonOfEntry.map((name) => [name, parsed(row[name])] as const),
  ])
  return activityEntry.safeParse({ ...entry, isIntent: row['is_intent'] === 1 }).data ?? null
}

function plainValue(value: SQLOutputValue): string | number | null {
  if (typeof value !== 'bigint') return typeof value === 'object' && value !== null ? '' : value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

/** For a row that was read with `bigint`: a number that someone made too large must not stop the reading. */
export function plainRow(row: Row): ActivityRow {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plainValue(value)]))
}

// Beyond these ranges no letters have diacritics, and decomposing a Chinese text doubles the search time.
const marked = /[\u00C0-\u1FFF]+/g

/** Ignores case and diacritics. */
const plainOf = (text: string): string =>
  text.replaceAll(marked, (run) => run.normalize('NFD').replaceAll(/\p{M}/gu, '')).toLowerCase()

// In the JSON columns a quote has a backslash before it.
const inJson = (word: string): string => JSON.stringify(word).slice(1, -1)

// Within a JSON text a quote has a backslash before it, so this finds only names.
const nameOfNothing = /(?<=[{,])"\w+":(?=(?:0|null|"")[,}])/g

/** Whether the JSON contains the word elsewhere than in the name of a fact that is zero, empty or not known. */
const isInJson = (json: string, word: string): boolean =>
  plainOf(json).includes(word) && plainOf(json.replaceAll(nameOfNothing, '')).includes(word)

/**
 * Whether any of the texts contains `word`, which is already plain. The first four columns are texts, the others JSON.
 */
function holdsWord(word: SQLOutputValue, ...columns: readonly SQLOutputValue[]): 0 | 1 {
  const plain = String(word)
  const escaped = inJson(plain)
  const isHeld = columns.some(
    (text, index) => typeof text === 'string' && (index < 4 ? plainOf(text).includes(plain) : isInJson(text, escaped)),
  )
  return isHeld ? 1 : 0
}

const wordCondition = (_word: string, index: number): string => {
  const named = ['action', 'outcome', 'target', "failure ->> 'kind'", "failure ->> 'reason'"].map(
    (name) => `${name} IN (SELECT value FROM json_each(:names${index}))`,
  )
  return `(holds_word(:word${index}, target, profile_name, operator, action, facts, failure) OR ${named.join(' OR ')})`
}

// The newest readable entry of an act represents the act; an entry without an act is an act of its own.
const listed = `
  (entry.act IS NULL OR NOT EXISTS (
    SELECT 1 FROM activity AS later WHERE later.act = entry.act AND later.id > entry.id AND json_valid(later.facts)
  ))
  AND (:isEverywhere OR profile_id IS :profileId)
  AND (:outcomes = '[]' OR outcome IN (SELECT value FROM json_each(:outcomes)))
  AND (:actions = '[]' OR action IN (SELECT value FROM json_each(:actions)))
  AND NOT (:foldsBatches AND action IN ('avatar.ready', 'avatar.failed', 'avatar.rejected')
    AND EXISTS (SELECT 1 FROM activity AS batch WHERE batch.act = 'batch ' || entry.batch_id))
  AND (:from IS NULL OR at >= :from) AND (:to IS NULL OR at < :to)`

function conditionOf({
  search,
  wordNames = {},
  actions,
  outcomes,
  scope,
  from,
  to,
  foldsBatches = false,
}: ActivityQuery) {
  const words = searchWords(search)
  const holdsAll = words.map(wordCondition).join(' AND ')
  // The words may match in any entry of the act that a row shows, for example in the text of the service's answer.
  const ofAct = `EXISTS (SELECT 1 FROM activity AS other WHERE other.act = entry.act AND ${holdsAll})`
  return {
    sql: words.length === 0 ? listed : `${listed} AND (${holdsAll} OR ${ofAct})`,
    values: {
      isEverywhere: scope === 'all',
      profileId: scope === 'all' ? null : scope.profileId,
      outcomes,
      actions,
      foldsBatches,
      from,
      to,
      ...Object.fromEntries(words.map((word, index) => [`word${index}`, plainOf(word)])),
      ...Object.fromEntries(words.map((word, index) => [`names${index}`, namesOfWord(wordNames, word.toLowerCase())])),
    },
  }
}

// Searched in one turn. Takes some 4 ms, 10 to 16 with words, where each act has two entries, on two busy cores.
const batchSize = 1_250

const maxId = String(Number.MAX_SAFE_INTEGER)

// The range is limited before it is searched, so a batch counts the entries that were read, not those that match.
const searchSql = (condition: string): string => `
  SELECT count(*) AS looked, min(id) AS lowest, json_group_array(id) FILTER (WHERE ${condition}) AS found
  FROM (SELECT * FROM activity WHERE id < :before AND id > :after ORDER BY id DESC LIMIT ${String(batchSize)}) AS entry`

// Returns the stored hash, not a new one: the copy must not vouch for an entry that was altered since.
const writtenHash = (row: ActivityRow): string => String(row['hash'])

/** Each avatar counts once, by the newest entry that records its outcome. */
const batchesSql = `
  WITH avatar AS (
    SELECT batch_id, max(id), action AS newest,
      count(*) FILTER (WHERE action NOT IN ('avatar.unknown', 'avatar.rejected', 'avatar.markedNotCreated')) > 0
        AS isAccepted
    FROM activity
    WHERE batch_id IN (SELECT value FROM json_each(?)) AND action IN (
      'avatar.accepted', 'avatar.taskIdEntered', 'avatar.ready', 'avatar.failed', 'avatar.unknown', 'avatar.rejected',
      'avatar.markedNotCreated'
    )
    GROUP BY batch_id, facts ->> 'jobId'
  )
  SELECT batch_id AS batchId, sum(isAccepted) AS accepted,
    count(*) FILTER (WHERE newest = 'avatar.ready') AS ready,
    count(*) FILTER (WHERE newest = 'avatar.failed') AS failed,
    count(*) FILTER (WHERE newest = 'avatar.unknown') AS unknown,
    count(*) FILTER (WHERE newest = 'avatar.rejected') AS rejected,
    count(*) FILTER (WHERE newest = 'avatar.markedNotCreated') AS notCreated
  FROM avatar GROUP BY batch_id`

/** The outcomes of the avatars of a batch, as far as the journal has them. */
export type BatchOutcomes = Omit<ActivityBatch, 'avatars' | 'readyMs'>

function outcomesOf({ accepted, ready, failed, unknown, rejected, notCreated }: Row): BatchOutcomes {
  return {
    accepted: Number(accepted),
    ready: Number(ready),
    failed: Number(failed),
    unknown: Number(unknown),
    rejected: Number(rejected),
    notCreated: Number(notCreated),
  }
}

export function createActivityRepository(database: DatabaseSync) {
  database.function('holds_word', { deterministic: true, varargs: true }, holdsWord)
  const { run, one, value, count, all } = statementsIn(database)
  const rows = (sql: string) => {
    const statement = database.prepare(sql)
    statement.setReadBigInts(true)
    return (...values: (string | number)[]) => storing(() => statement.all(...values).map(plainRow))
  }
  const last = rows(`SELECT * FROM activity WHERE id <= ${maxId} ORDER BY id DESC LIMIT 1`)
  const columns = [...hashedColumns, 'hash']
  const insert = run(`
    INSERT INTO activity (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`)
  const rowsOfIds = rows('SELECT * FROM activity WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC')
  const rowsAfter = rows(`SELECT * FROM activity WHERE id > ? AND id <= ${maxId} ORDER BY id LIMIT ?`)
  const newest = one(
    `SELECT ifnull((SELECT max(id) FROM activity WHERE id <= ${maxId}), 0) AS id,
      min(ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'activity'), 0), ${maxId}) AS given`,
    ({ id, given }) => ({ id: Number(id), highestId: Number(given) }),
  )
  const replaced = value(`
    SELECT json_group_array(replaced.id)
    FROM activity AS added JOIN activity AS replaced ON replaced.act = added.act AND replaced.id < added.id
    WHERE added.id > ?`)
  const earlierOf = all<[ids: readonly number[]], { readonly newest: number; readonly id: number }>(
    `SELECT newest.id AS newest, earlier.id AS id FROM activity AS newest
      JOIN activity AS earlier ON earlier.act = newest.act AND earlier.id < newest.id
      WHERE newest.id IN (SELECT value FROM json_each(?)) ORDER BY earlier.id DESC`,
    (row) => ({ newest: Number(row['newest']), id: Number(row['id']) }),
  )

  const batches = all<[ids: readonly string[]], readonly [string, BatchOutcomes]>(batchesSql, (row) => [
    String(row['batchId']),
    outcomesOf(row),
  ])
  const rowsOfAct = rows('SELECT * FROM activity WHERE act = ? ORDER BY id')
  const rowsOfRun = rows('SELECT * FROM activity WHERE run_id = ? AND profile_id = ? ORDER BY id')
  const rowsOfJob = rows(`
    SELECT * FROM activity WHERE batch_id = ? AND (facts ->> 'jobId' = ? OR action = 'avatar.confirmed') ORDER BY id`)
  const newestAct = one<[profileId: ProfileId, action: ActivityAction, target: string], string>(
    // Neither the clock, which can be set back, nor a count that was added later decides which act began last.
    `SELECT act FROM activity WHERE profile_id = ? AND action = ? AND target = ? AND is_intent = 1
      ORDER BY id DESC LIMIT 1`,
    ({ act }) => String(act),
  )
  const withAction = count<[act: string, action: ActivityAction]>(
    'SELECT count(*) FROM activity WHERE act = ? AND action = ?',
  )
  const seenNotices = value<[profileId: string]>('SELECT entry_id FROM seen_notices WHERE profile_id = ?')
  const seeNotices = run<[profileId: string, entryId: number]>(`
    INSERT INTO seen_notices (profile_id, entry_id) VALUES (?, ?)
      ON CONFLICT (profile_id) DO UPDATE SET entry_id = max(entry_id, excluded.entry_id)`)

  /**
   * The id of the newest entry (0 without one) and the highest id that was ever used, which SQLite stores beside the
   * table.
   */
  const newestIds = () => newest() ?? { id: 0, highestId: 0 }
  /** The stored rows with these ids, for copies of the journal; newest first. */
  const readRows = (ids: readonly number[]): readonly ActivityRow[] => rowsOfIds(JSON.stringify(ids))

  return {
    // The last entry is read and the next is written in one turn on the only connection, so nothing can come between.
    append: (entry: Omit<ActivityEntry, 'id'>): ActivityEntry => {
      const { id: newestId, highestId } = newestIds()
      const id = Math.max(newestId, highestId) + 1
      const [before] = last()
      const values = { ...entry, id, isIntent: entry.isIntent ? 1 : 0 }
      // Uses the text as the database will return it; otherwise the entry would look altered.
      const asStored = (value: string | number | null) => (typeof value === 'string' ? storedText(value) : value)
      const row = {
        ...Object.fromEntries(valuesOfEntry.map((name) => [columnOf(name), asStored(values[name])])),
        facts: JSON.stringify(entry.facts),
        failure: entry.failure === null ? null : JSON.stringify(entry.failure),
        previous_hash: before === undefined ? noEntryBefore : writtenHash(before),
      }
      insert({ ...row, hash: hashOfRow(row) })
      return { ...entry, id }
    },
    /** Searches a batch: the matching ids, newest first, and the `before` of the next batch (null at the end). */
    search: (query: ActivityQuery, { before, after }: { readonly before: number; readonly after: number }) =>
      storing(() => {
        const { sql, values } = conditionOf(query)
        const row = one(searchSql(sql), (found) => found)({ ...values, before, after }) ?? {}
        const ids = JSON.parse(String(row['found'])) as readonly number[]
        return { ids, before: Number(row['looked']) < batchSize ? null : Number(row['lowest']) }
      }),
    /** The entries with these ids, newest first, without those that cannot be read. */
    read: (ids: readonly number[]): readonly (ActivityEntry & { readonly hash: string })[] =>
      readRows(ids).flatMap((row) => {
        const entry = entryOfRow(row)
        return entry === null ? [] : [{ ...entry, hash: writtenHash(row) }]
      }),
    /** Ids of the entries that an entry newer than `after` has replaced. */
    replacedSince: (after: number) => JSON.parse(String(replaced(after))) as readonly number[],
    earlierOf,
    /** The outcomes of the avatars of these batches; a batch without any known outcome is left out. */
    batchOutcomes: (ids: readonly string[]): ReadonlyMap<string, BatchOutcomes> => new Map(batches(ids)),
    /** The stored rows of an act, oldest first. */
    rowsOfAct: (act: string): readonly ActivityRow[] => rowsOfAct(act),
    /** The stored rows of a close run and of every close in it, oldest first. */
    rowsOfRun: (runId: string, profileId: ProfileId): readonly ActivityRow[] => rowsOfRun(runId, profileId),
    /** The stored rows about a job and about the confirmation of its batch, oldest first. */
    rowsOfJob: (batchId: string, id: JobId): readonly ActivityRow[] => rowsOfJob(batchId, id),
    /** The act that began last with this action and target; null without such an act. */
    newestAct: (profileId: ProfileId, action: ActivityAction, target: string): string | null =>
      newestAct(profileId, action, target),
    hasEntry: (act: string, action: ActivityAction): boolean => withAction(act, action) > 0,
    /** The id of the newest entry that an operator has seen in the notices of a profile; 0 at first. */
    seenNotice: (profileId: string): number => Number(seenNotices(profileId) ?? 0),
    seeNotices,
    readRows,
    /** Id and hash of the newest entry; null without an entry. */
    newestHash: (): { readonly id: number; readonly hash: string } | null => {
      const [row] = last()
      return row === undefined ? null : { id: Number(row['id']), hash: writtenHash(row) }
    },
    /** At most `limit` rows that are newer than the entry `after`, oldest first. */
    rowsAfter: (after: number, limit: number): readonly ActivityRow[] => rowsAfter(after, limit),
    newest: newestIds,
  }
}
