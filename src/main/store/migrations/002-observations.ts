/** Tables of what was seen and done: counts, balances, looked-up conversations and the journal. */
// The journal's triggers hold for every connection: no statement of this program can change or remove an entry.
export const observations = `
  CREATE TABLE concurrency_samples (
    profile_id TEXT NOT NULL,
    app_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    corporate_id TEXT,
    total REAL NOT NULL,
    yours REAL
  ) STRICT;
  CREATE INDEX concurrency_samples_by_time ON concurrency_samples (profile_id, app_id, at);

  CREATE TABLE account_samples (
    profile_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    avatar_creations_left REAL,
    duration_left REAL
  ) STRICT;
  CREATE INDEX account_samples_by_time ON account_samples (profile_id, at);

  CREATE TABLE snapshots (
    id TEXT PRIMARY KEY,
    profile_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    name TEXT,
    fetched_at INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX snapshots_by_conversation ON snapshots (profile_id, conversation_id, fetched_at);

  CREATE TABLE activity (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    profile_id TEXT,
    profile_name TEXT,
    operator TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    outcome TEXT NOT NULL,
    facts TEXT NOT NULL,
    failure TEXT,
    previous_hash TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER activity_is_never_changed BEFORE UPDATE ON activity
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER activity_is_never_removed BEFORE DELETE ON activity
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
`
