/**
 * Finds the conversations whose snapshots hold all words of a search. A word may stand in a snapshot or in what operators
 * wrote on its conversation; the snapshot of a hit is the newest one that holds what does not stand there.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { ProfileId } from '../../../shared/ids.ts'
import { librarySearch } from '../../../shared/schemas/library.ts'
import type { LibrarySearch } from '../../../shared/schemas/library.ts'
import type { MainRows } from './main-rows.ts'
import { createNoteSearch } from './note-search.ts'
import type { NotePlace } from './note-search.ts'
import { textAround } from './searchable.ts'
import { excerptOf, likePattern, patternOf, queryTerms } from './query-terms.ts'

/** Searches the snapshots of a profile. Throws the errors of the index's file, and `MainDatabaseError`. */
export type Find = (profileId: ProfileId, search: string) => Omit<LibrarySearch, 'isIndexing'>

/** The database that is only read, and the index. */
export interface FindDeps {
  readonly database: MainRows
  readonly index: DatabaseSync
}

type Row = Readonly<Record<string, SQLOutputValue>>

/** The rows of `texts` that hold a word, as a subquery with its values. */
interface Pieces {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** A word with where it stands. */
interface Sought {
  readonly word: string
  readonly pieces: Pieces
  /** Conversations that hold it in what operators wrote. */
  readonly own: readonly string[]
}

const maxHits = 200
const shortWord = 3
// Beyond this many groups of three that begin with a short word, the texts themselves are looked through instead: such a
// word stands in nearly all of them, so that little is read of each.
const maxIndexTerms = 800
const lastSign = '\u{10ffff}'

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

const matching = 'SELECT rowid FROM texts WHERE texts MATCH ?'
const none: Pieces = { sql: 'SELECT rowid FROM texts WHERE FALSE', values: [] }

/** Gives where words stand in the index. */
function createPieces(index: DatabaseSync): (word: string) => Pieces {
  const terms = index.prepare('SELECT term FROM terms WHERE term >= ? AND term < ? LIMIT ?')
  return (word) => {
    if (Array.from(word).length >= shortWord) return { sql: matching, values: [quoted(word)] }
    const lowerCase = word.toLowerCase()
    const begun = terms.all(lowerCase, lowerCase + lastSign, maxIndexTerms + 1).map(({ term }) => quoted(String(term)))
    if (begun.length === 0) return none
    if (begun.length <= maxIndexTerms) return { sql: matching, values: [begun.join(' OR ')] }
    return { sql: "SELECT rowid FROM texts WHERE text LIKE ? ESCAPE '\\'", values: [likePattern(word)] }
  }
}

interface Query {
  readonly sql: string
  readonly values: SQLInputValue[]
}

/** Every version that holds the words, and of each conversation the newest one, with the first piece of the first word. */
function queryOf(profileId: ProfileId, [first, ...others]: readonly [Sought, ...Sought[]]): Query {
  const hasOwn = (sought: Sought): boolean => sought.own.length > 0
  const ownCondition = ' OR conversation_id IN (SELECT value FROM json_each(?))'
  const ownValues = (sought: Sought): SQLInputValue[] => (hasOwn(sought) ? [JSON.stringify(sought.own)] : [])
  const conditions = others.map(
    (sought) => `AND (versions.id IN (SELECT version FROM version_pieces WHERE piece IN (${sought.pieces.sql}))
      ${hasOwn(sought) ? ownCondition : ''})`,
  )
  const sql = `
    WITH first AS MATERIALIZED (
      SELECT version, min(place) AS place FROM version_pieces WHERE piece IN (${first.pieces.sql}) GROUP BY version
    ), newest AS (
      SELECT versions.id AS version, conversation, conversation_id, snapshot_id, first.place, max(fetched_at) AS fetched_at
      FROM versions JOIN conversations ON conversations.id = conversation
        ${hasOwn(first) ? 'LEFT' : ''} JOIN first ON first.version = versions.id
      WHERE profile_id = ? AND (first.version IS NOT NULL ${hasOwn(first) ? ownCondition : ''}) ${conditions.join(' ')}
      GROUP BY conversation
    )
    SELECT *, count(*) OVER () AS total FROM newest ORDER BY fetched_at DESC LIMIT ${String(maxHits)}`
  const values = [
    ...[...first.pieces.values, profileId, ...ownValues(first)],
    ...others.flatMap((sought) => [...sought.pieces.values, ...ownValues(sought)]),
  ]
  return { sql, values }
}

export function createFind({ database, index }: FindDeps): Find {
  const own = createNoteSearch(database)
  const piecesOf = createPieces(index)
  const lastFetch = index.prepare('SELECT max(fetched_at) AS last FROM versions WHERE conversation = ?')
  const piece = index.prepare(`
    SELECT text FROM texts WHERE rowid = (SELECT piece FROM version_pieces WHERE version = ? AND place = ?)`)
  const isSnapshot = database.prepare('SELECT 1 FROM snapshots WHERE profile_id = ? AND id = ?')

  const placeInPiece = (row: Row, word: string): NotePlace => {
    const text = String(piece.get(row['version'] ?? null, row['place'] ?? null)?.['text'] ?? '')
    const found = patternOf(word).exec(text)
    // The index folds a few signs that the pattern does not: then the begin of the piece has to do.
    const [at, length] = found === null ? [1, 0] : [found.index, found[0].length]
    const around = textAround(text, at)
    return { place: around.place, ...excerptOf(around.text, at - around.from, length) }
  }

  const placeOf = (profileId: ProfileId, row: Row, words: readonly string[]): NotePlace => {
    const [word = ''] = words
    const inOwn = row['place'] === null ? own.placeIn(profileId, String(row['conversation_id']), words) : null
    return inOwn ?? placeInPiece(row, word)
  }

  const hitOf = (profileId: ProfileId, row: Row, words: readonly string[]) => ({
    conversationId: row['conversation_id'],
    name: own.nameOf(profileId, String(row['conversation_id'])),
    snapshotId: row['snapshot_id'],
    fetchedAt: row['fetched_at'],
    isOld: Number(lastFetch.get(row['conversation'] ?? null)?.['last']) > Number(row['fetched_at']),
    ...placeOf(profileId, row, words),
  })

  /** Conversations that were never read and hold all words in what is known of them. */
  const unreadHits = (profileId: ProfileId, sought: readonly Sought[], known: ReadonlySet<string>) => {
    const [first, ...others] = sought.map((one) => new Set(one.own))
    const words = sought.map(({ word }) => word)
    return [...(first ?? [])]
      .filter((id) => !known.has(id) && others.every((ids) => ids.has(id)))
      .map((id) => ({
        conversationId: id,
        name: own.nameOf(profileId, id),
        snapshotId: null,
        fetchedAt: null,
        isOld: false,
        ...(own.placeIn(profileId, id, words) ?? { place: 'id', before: '', match: id, after: '' }),
      }))
  }

  const isRead = index.prepare(`
    SELECT 1 FROM conversations JOIN versions ON conversation = conversations.id
      WHERE profile_id = ? AND conversation_id = ? LIMIT 1`)

  return (profileId, search) => {
    const words = queryTerms(search)
    const [first, ...others] = words.map((word): Sought => {
      return { word, pieces: piecesOf(word), own: own.holding(profileId, word) }
    })
    if (first === undefined) return { hits: [], total: 0 }
    const { sql, values } = queryOf(profileId, [first, ...others])
    const rows = index.prepare(sql).all(...values)
    const read = new Set(first.own.filter((id) => isRead.get(profileId, id) !== undefined))
    const unread = unreadHits(profileId, [first, ...others], read)
    const hits = rows
      .filter((row) => isSnapshot.get(profileId, row['snapshot_id'] ?? null) !== undefined)
      .map((row) => hitOf(profileId, row, words))
    const total = Number(rows[0]?.['total'] ?? 0) + unread.length
    const { hits: parsed } = librarySearch.pick({ hits: true }).parse({ hits: [...hits, ...unread].slice(0, maxHits) })
    return { hits: parsed, total }
  }
}
