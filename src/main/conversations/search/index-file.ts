/**
 * The file of the full-text index, beside the database and made from it alone: it can be thrown away at any time, and is
 * when it is damaged or of another version.
 */
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { schemaVersion } from '../../store/migrate.ts'

// Counted up with every change of the tables, of what is indexed or of how it is packed.
const indexVersion = 1

// A version is what a conversation said in one or more snapshots. `detail=full` makes the file larger and keeps searches
// for frequent words about ten times faster than groups of three that must be looked up in the texts.
const schema = `
  CREATE TABLE conversations (
    id INTEGER PRIMARY KEY,
    profile_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    UNIQUE (profile_id, conversation_id)
  ) STRICT;
  CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL,
    digest TEXT NOT NULL,
    snapshot_id TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    UNIQUE (conversation, digest)
  ) STRICT;
  CREATE INDEX versions_by_time ON versions (conversation, fetched_at);
  CREATE TABLE looks (snapshot_id TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX looks_by_version ON looks (version);
  CREATE TABLE pieces (
    id INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL,
    digest TEXT NOT NULL,
    UNIQUE (conversation, digest)
  ) STRICT;
  CREATE TABLE version_pieces (
    version INTEGER NOT NULL,
    place INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    PRIMARY KEY (version, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX version_pieces_by_piece ON version_pieces (piece, version, place);
  CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'trigram', detail = full, columnsize = 0);
  CREATE VIRTUAL TABLE terms USING fts5vocab(texts, 'row');
  PRAGMA user_version = ${String(indexVersion)};
`

/** Removes the index with everything beside it. */
export function removeIndex(file: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true, recursive: true })
}

function opened(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 2_000 })
  try {
    // A power cut may cost the last snapshots their place in the index, never the index: they are taken up again.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    const version = schemaVersion(database)
    if (version === 0) database.exec(`BEGIN; ${schema} COMMIT`)
    else if (version !== indexVersion) throw new Error(`index of version ${String(version)}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Hears why an index was thrown away or cannot be written. */
export type OnIndexProblem = (problem: string) => void

/** Opens an index with nothing in it; one in memory when no file can be written. */
export function openNewIndex(file: string, onProblem: OnIndexProblem): DatabaseSync {
  try {
    removeIndex(file)
    return opened(file)
  } catch (error) {
    // A full or read-only disk: searching goes on for as long as the reader lives.
    onProblem(`the index of the library is kept in memory: ${String(error)}`)
    return opened(':memory:')
  }
}

/** Opens the index at `file`, or a new one in its place. Never throws for the file. */
export function openIndex(file: string, onProblem: OnIndexProblem): DatabaseSync {
  try {
    return opened(file)
  } catch (error) {
    // Damaged or of another version: everything in it can be made again.
    onProblem(`the index of the library is made anew: ${String(error)}`)
    return openNewIndex(file, onProblem)
  }
}
