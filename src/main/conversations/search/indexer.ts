/**
 * Brings the index up to the snapshots, in steps of a few milliseconds: new ones first, then those that were there
 * before, from the newest to the oldest. Where it stopped is found out by walking again, so nothing is written down of it.
 */
import { createHash } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { bodyColumns, bodyOfRow, bodyText, decompressedBody } from '../../store/snapshot-body.ts'
import { jsonValues } from './json-values.ts'
import type { JsonValue } from './json-values.ts'
import type { MainRows } from './main-rows.ts'
import { createSearchable, placeOf } from './searchable.ts'
import type { Searchable } from './searchable.ts'

/** What a step did. */
export interface IndexStep {
  /** Nothing is left to do now. */
  readonly isDone: boolean
  /** Snapshots that were taken up in this step. */
  readonly indexed: number
}

/** The indexer. */
export interface Indexer {
  /**
   * Works for about so many milliseconds. Throws the errors of the index's file, and `MainDatabaseError`; another indexer
   * goes on then.
   */
  readonly step: (budgetMs: number) => IndexStep
  readonly isDone: () => boolean
}

/** The database that is only read, and the index. */
export interface IndexerDeps {
  readonly database: MainRows
  readonly index: DatabaseSync
  /** Milliseconds of any origin. */
  readonly now: () => number
}

interface Row {
  readonly rowid: number
  readonly id: string
  readonly profileId: string
  readonly conversationId: string
  readonly fetchedAt: number
}

/** A snapshot on its way into the index: first its values are read, then its pieces are written, one by one. */
interface Job {
  readonly row: Row
  readonly values: Iterator<JsonValue, void>
  readonly searchable: Searchable
  pieces: readonly string[] | null
  readonly written: { readonly id: number; readonly digest: string }[]
}

const valuesAtOnce = 500
const rowsAtOnce = 200

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

function rowOf(row: Readonly<Record<string, SQLOutputValue>>): Row {
  return {
    rowid: Number(row['rowid']),
    id: String(row['id']),
    profileId: String(row['profileId']),
    conversationId: String(row['conversationId']),
    fetchedAt: Number(row['fetchedAt']),
  }
}

/** Gives the rows to look at: those that came since, then those before, downwards. */
function createWalk(database: MainRows) {
  const columns = 'rowid, id, profile_id AS profileId, conversation_id AS conversationId, fetched_at AS fetchedAt'
  const newer = database.prepare(
    `SELECT ${columns} FROM snapshots WHERE rowid > ? ORDER BY rowid LIMIT ${String(rowsAtOnce)}`,
  )
  const older = database.prepare(
    `SELECT ${columns} FROM snapshots WHERE rowid < ? ORDER BY rowid DESC LIMIT ${String(rowsAtOnce)}`,
  )
  const last = database.prepare('SELECT max(rowid) AS last FROM snapshots')
  const lastRow = (): number => Number(last.get()?.['last'] ?? 0)
  // Everything above `top` and below `bottom` is still to be looked at.
  let top = lastRow()
  let bottom = top + 1
  return {
    next: (): readonly Row[] => {
      const came = newer.all(top).map(rowOf)
      if (came.length > 0) {
        top = came.at(-1)?.rowid ?? top
        return came
      }
      const before = older.all(bottom).map(rowOf)
      bottom = before.at(-1)?.rowid ?? 0
      return before
    },
    isOver: (): boolean => bottom <= 1 && lastRow() <= top,
  }
}

function statementsOf(index: DatabaseSync) {
  return {
    isKnown: index.prepare('SELECT 1 FROM looks WHERE snapshot_id = ?'),
    addConversation: index.prepare('INSERT OR IGNORE INTO conversations (profile_id, conversation_id) VALUES (?, ?)'),
    conversation: index.prepare('SELECT id FROM conversations WHERE profile_id = ? AND conversation_id = ?'),
    piece: index.prepare('SELECT id FROM pieces WHERE conversation = ? AND digest = ?'),
    addPiece: index.prepare('INSERT INTO pieces (conversation, digest) VALUES (?, ?)'),
    addText: index.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)'),
    version: index.prepare('SELECT id FROM versions WHERE conversation = ? AND digest = ?'),
    addVersion: index.prepare(
      'INSERT INTO versions (conversation, digest, snapshot_id, fetched_at) VALUES (?, ?, ?, ?)',
    ),
    renewVersion: index.prepare('UPDATE versions SET snapshot_id = ?, fetched_at = ? WHERE id = ? AND fetched_at < ?'),
    addVersionPiece: index.prepare('INSERT INTO version_pieces (version, place, piece) VALUES (?, ?, ?)'),
    addSnapshot: index.prepare('INSERT INTO looks (snapshot_id, version) VALUES (?, ?)'),
  }
}

export function createIndexer({ database, index, now }: IndexerDeps): Indexer {
  const walk = createWalk(database)
  const body = database.prepare(`SELECT ${bodyColumns} FROM snapshots WHERE rowid = ?`)
  const statements = statementsOf(index)
  let rows: Row[] = []
  let job: Job | null = null

  const idIn = (row: Readonly<Record<string, SQLOutputValue>> | undefined): number | null =>
    row === undefined ? null : Number(row['id'])

  const conversationOf = ({ profileId, conversationId }: Row): number => {
    statements.addConversation.run(profileId, conversationId)
    return idIn(statements.conversation.get(profileId, conversationId)) ?? 0
  }

  // A damaged body is found by its id alone.
  const textOf = (row: Row): string => {
    const stored = bodyOfRow(body.get(row.rowid))
    const bytes = stored && decompressedBody(stored)
    return bytes === null ? '' : bodyText(bytes)
  }

  const start = (row: Row): Job => {
    const searchable = createSearchable()
    searchable.add('id', row.conversationId)
    return { row, values: jsonValues(textOf(row)), searchable, pieces: null, written: [] }
  }

  const readSome = (of: Job): void => {
    for (let left = valuesAtOnce; left > 0; left -= 1) {
      const { done, value } = of.values.next()
      if (done === true) {
        of.pieces = of.searchable.pieces()
        return
      }
      const place = placeOf(value)
      if (place !== null) of.searchable.add(place, value.text)
    }
  }

  const writePiece = (of: Job, piece: string): void => {
    const conversation = conversationOf(of.row)
    const digest = digestOf(piece)
    const known = idIn(statements.piece.get(conversation, digest))
    if (known !== null) {
      of.written.push({ id: known, digest })
      return
    }
    const id = Number(statements.addPiece.run(conversation, digest).lastInsertRowid)
    statements.addText.run(id, piece)
    of.written.push({ id, digest })
  }

  const addVersion = ({ row, written }: Job, conversation: number, digest: string): number => {
    const id = Number(statements.addVersion.run(conversation, digest, row.id, row.fetchedAt).lastInsertRowid)
    for (const [place, piece] of written.entries()) statements.addVersionPiece.run(id, place, piece.id)
    return id
  }

  const finish = (of: Job): void => {
    const { row, written } = of
    const conversation = conversationOf(row)
    const digest = digestOf(written.map((piece) => piece.digest).join(' '))
    const known = idIn(statements.version.get(conversation, digest))
    if (known !== null) statements.renewVersion.run(row.id, row.fetchedAt, known, row.fetchedAt)
    statements.addSnapshot.run(row.id, known ?? addVersion(of, conversation, digest))
  }

  /** Does a small piece of work; answers true when a snapshot was brought to its end. */
  const work = (of: Job): boolean => {
    if (of.pieces === null) {
      readSome(of)
      return false
    }
    const piece = of.pieces[of.written.length]
    if (piece !== undefined) {
      writePiece(of, piece)
      return false
    }
    finish(of)
    return true
  }

  /** The next snapshot that is not in the index; null when the walk is over, undefined when it goes on. */
  const next = (): Job | null | undefined => {
    const row = rows.shift()
    if (row !== undefined) return statements.isKnown.get(row.id) === undefined ? start(row) : undefined
    rows = [...walk.next()]
    return rows.length === 0 && walk.isOver() ? null : undefined
  }

  const workUntil = (end: number): IndexStep => {
    let indexed = 0
    do {
      if (job === null) {
        const found = next()
        if (found === null) return { isDone: true, indexed }
        job = found ?? null
      } else if (work(job)) {
        job = null
        indexed += 1
      }
    } while (now() < end)
    return { isDone: false, indexed }
  }

  return {
    step: (budgetMs) => {
      index.exec('BEGIN IMMEDIATE')
      try {
        const step = workUntil(now() + budgetMs)
        index.exec('COMMIT')
        return step
      } catch (error) {
        if (index.isTransaction) index.exec('ROLLBACK')
        throw error
      }
    },
    isDone: () => job === null && rows.length === 0 && walk.isOver(),
  }
}
