/**
 * Writes copies of the journal: CSV for spreadsheets, and JSON with the hashes, with which a copy can be checked
 * without this program (docs/activity.md). Works in chunks: main does other work in between, and a journal of any
 * length needs little memory.
 */
import { setImmediate } from 'node:timers/promises'
import type { ActivityEntry, ActivityFilter } from '../../shared/schemas/activity.ts'
import { csvTable, failureCell, instantCell } from '../lib/csv.ts'
import type { Cell } from '../lib/csv.ts'
import { parseJson } from '../../shared/model/json-text.ts'
import { redactSecrets } from '../lib/redaction.ts'
import { entryOfRow, hashOfRow } from '../store/activity-repository.ts'
import type { ActivityRow } from '../store/activity-repository.ts'
import type { Repositories } from '../store/repositories.ts'

export type ActivityForm = 'csv' | 'json'

/** A copy to write: the entries with these ids, in this order, and the facts about the copy itself. */
export interface ActivityCopy {
  readonly form: ActivityForm
  readonly ids: readonly number[]
  readonly filter: ActivityFilter
  /** Epoch milliseconds. */
  readonly at: number
}

// These facts link entries, and mean nothing to a reader.
const omittedFacts: ReadonlySet<string> = new Set(['jobId', 'batchId', 'runId', 'exchangeId'])

/** "countBefore" as "count before". */
function factName(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function effect({ facts }: ActivityEntry): Cell {
  const words = Object.entries(facts).flatMap(([name, value]) => {
    if (value === null || value === '' || omittedFacts.has(name)) return []
    return [`${factName(name)}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`]
  })
  return words.join('; ')
}

// An intent is no outcome; after a crash it is the last known entry.
function outcome({ outcome: entryOutcome, isIntent }: ActivityEntry): Cell {
  return isIntent ? 'intent' : entryOutcome
}

const table = csvTable<ActivityEntry>({
  entry: ({ id }) => id,
  requestedAt: ({ at }) => instantCell(at),
  profile: ({ profileName }) => profileName,
  operator: ({ operator }) => operator,
  action: ({ action }) => action,
  target: ({ target }) => target,
  outcome,
  observedEffect: effect,
  failure: ({ failure }) => failureCell(failure),
})

/** An entry whose facts and failure have the order in which they were hashed; null for a row that is no valid entry. */
function hashedEntry(row: ActivityRow): object | null {
  const entry = entryOfRow(row)
  return entry && { ...entry, facts: parseJson(String(row['facts'])), failure: parseJson(String(row['failure'])) }
}

// A tampered row that is no longer a valid entry is copied as it is stored.
function jsonEntry(row: ActivityRow): string {
  const hash = row['hash'] ?? hashOfRow(row)
  return JSON.stringify({ ...(hashedEntry(row) ?? row), previousHash: row['previous_hash'], hash })
}

interface Writer {
  readonly head: (copy: ActivityCopy) => string
  readonly piece: (rows: readonly ActivityRow[], isFirst: boolean) => string
  readonly foot: string
}

const writers: Readonly<Record<ActivityForm, Writer>> = {
  csv: {
    head: table.head,
    piece: (rows) => table.lines(rows.map(entryOfRow).filter((entry) => entry !== null)),
    foot: '',
  },
  json: {
    head: ({ ids, filter, at }) => {
      const about = { format: 'greenroom-activity/1', exportedAt: instantCell(at), filter, count: ids.length }
      return `${JSON.stringify(about).slice(0, -1)},"entries":[`
    },
    piece: (rows, isFirst) => `${isFirst ? '' : ','}\n${rows.map(jsonEntry).join(',\n')}`,
    foot: '\n]}\n',
  },
}

// The size of a chunk: reading, writing and hashing it takes a few milliseconds.
const entriesAtOnce = 200

/** The text of a copy, chunk by chunk. Failures: storage. */
export async function* activityText(
  repository: Pick<Repositories['activity'], 'readRows'>,
  copy: ActivityCopy,
): AsyncGenerator<string> {
  const writer = writers[copy.form]
  // Whatever an entry or the filter contains, no secret leaves the computer with a copy.
  yield redactSecrets(writer.head(copy))
  for (let from = 0; from < copy.ids.length; from += entriesAtOnce) {
    await setImmediate()
    yield redactSecrets(writer.piece(repository.readRows(copy.ids.slice(from, from + entriesAtOnce)), from === 0))
  }
  yield writer.foot
}
