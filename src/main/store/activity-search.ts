/** From what is sought in the journal to the condition of a statement. */
import type { DatabaseSync } from 'node:sqlite'
import type { ActivityFilter } from '../../shared/schemas/activity.ts'

/** What is sought: `profileId` is looked at when the scope is `profile`; null there means entries of no profile. */
export interface SoughtActivity extends Omit<ActivityFilter, 'scope'> {
  readonly scope: { readonly profileId: string | null } | 'all'
}

/** A condition with its parameters, in order. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

const searched = ['target', 'profile_name', 'operator', 'action', 'facts', 'failure'] as const

// SQLite's LIKE folds the letters of ASCII alone, fast; every other word takes the slower way through the program.
const ascii = /^[\0-\x7f]*$/

const holdsLowerCase = 'holds_folded'

function wordCondition(word: string): Condition {
  if (!ascii.test(word)) {
    const test = searched.map((column) => `${holdsLowerCase}(${column}, ?)`)
    return { sql: `(${test.join(' OR ')})`, values: searched.map(() => word.toLowerCase()) }
  }
  const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const test = searched.map((column) => `${column} LIKE ? ESCAPE '\\'`)
  return { sql: `(${test.join(' OR ')})`, values: searched.map(() => pattern) }
}

// What is sought may stand in any entry of the act that a row shows, such as the words of the service's answer.
function searchCondition(search: string): readonly Condition[] {
  const words = search.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return []
  const all = words.map(wordCondition)
  const sql = all.map((word) => word.sql).join(' AND ')
  const values = all.flatMap((word) => word.values)
  return [
    {
      sql: `(${sql} OR EXISTS (SELECT 1 FROM activity AS other WHERE other.act = entry.act AND ${sql}))`,
      values: [...values, ...values],
    },
  ]
}

/** Holds for the newest entry of each act, which stands for the others, and for every entry that is an act of its own. */
const isNewestOfAct =
  '(entry.act IS NULL OR NOT EXISTS (SELECT 1 FROM activity AS later WHERE later.act = entry.act AND later.id > entry.id))'

function oneOf(column: string, wanted: readonly string[]): readonly Condition[] {
  if (wanted.length === 0) return []
  return [{ sql: `${column} IN (${wanted.map(() => '?').join(', ')})`, values: wanted }]
}

function bound(sql: string, value: number | null): readonly Condition[] {
  return value === null ? [] : [{ sql, values: [value] }]
}

function scopeCondition(scope: SoughtActivity['scope']): readonly Condition[] {
  if (scope === 'all') return []
  return scope.profileId === null
    ? [{ sql: 'profile_id IS NULL', values: [] }]
    : [{ sql: 'profile_id = ?', values: [scope.profileId] }]
}

/** The condition that a row of the table `entry` must fulfil to be listed. */
export function conditionOf({ search, actions, outcomes, scope, from, to }: SoughtActivity): Condition {
  const all = [
    ...scopeCondition(scope),
    ...oneOf('outcome', outcomes),
    ...oneOf('action', actions),
    ...bound('at >= ?', from),
    ...bound('at < ?', to),
    ...searchCondition(search),
  ]
  return {
    sql: [isNewestOfAct, ...all.map(({ sql }) => sql)].join(' AND '),
    values: all.flatMap(({ values }) => values),
  }
}

/** Teaches the connection the comparison that words beyond ASCII need. */
export function addSearchRows(database: DatabaseSync): void {
  database.function(holdsLowerCase, { deterministic: true }, (text, word) =>
    typeof text === 'string' && text.toLowerCase().includes(String(word)) ? 1 : 0,
  )
}
