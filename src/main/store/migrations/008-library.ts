/** Tables of the library of conversations: what operators made of them, what is read by itself, and muted checks. */
// Bodies come last now: what stands behind megabytes is found by reading all of them. `bytes` is what was received, null
// in salvaged rows. Automatic reads do not move `listed_at`. The trigger collects finished avatars on UPDATE alone, so that
// salvaged rows of the library are never put aside for bare ones.
function isIdIn(result: string): string {
  const id = `${result} ->> '$.conversationId'`
  return `json_valid(${result}) AND json_type(${result}, '$.conversationId') = 'text'
      AND length(${id}) BETWEEN 1 AND 128 AND NOT ${id} GLOB '*[' || char(9, 10, 13, 32, 160) || ']*'`
}

export const library = `
  CREATE TABLE snapshots_with_sizes (
    id TEXT PRIMARY KEY,
    profile_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    name TEXT,
    fetched_at INTEGER NOT NULL,
    packed INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER,
    body BLOB NOT NULL
  ) STRICT;
  INSERT INTO snapshots_with_sizes (rowid, id, profile_id, conversation_id, name, fetched_at, bytes, body)
    SELECT rowid, id, profile_id, conversation_id, name, fetched_at, length(body), body FROM snapshots ORDER BY rowid;
  DROP TABLE snapshots;
  ALTER TABLE snapshots_with_sizes RENAME TO snapshots;
  CREATE INDEX snapshots_by_conversation ON snapshots (profile_id, conversation_id, fetched_at);

  CREATE TABLE library (
    profile_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    name TEXT,
    source TEXT NOT NULL CHECK (source IN ('look-up', 'avatar', 'import')),
    added_at INTEGER NOT NULL,
    listed_at INTEGER NOT NULL,
    is_favourite INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT '',
    watch_every_minutes INTEGER,
    read_at INTEGER,
    tried_at INTEGER,
    newest_snapshot_id TEXT,
    seen_snapshot_id TEXT,
    is_changed INTEGER NOT NULL DEFAULT 0,
    last_failure TEXT,
    PRIMARY KEY (profile_id, conversation_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX library_listed ON library (profile_id, listed_at DESC, conversation_id);
  CREATE INDEX library_watched ON library (profile_id) WHERE watch_every_minutes IS NOT NULL;

  CREATE TABLE library_tags (
    profile_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (profile_id, conversation_id, tag),
    FOREIGN KEY (profile_id, conversation_id) REFERENCES library (profile_id, conversation_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX library_by_tag ON library_tags (profile_id, tag);

  CREATE TABLE planned_reads (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
    failure TEXT,
    at INTEGER NOT NULL,
    UNIQUE (profile_id, conversation_id)
  ) STRICT;
  CREATE INDEX planned_reads_by_state ON planned_reads (profile_id, state, seq);

  CREATE TABLE planned_pauses (
    profile_id TEXT PRIMARY KEY,
    failure TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE muted_checks (
    profile_id TEXT NOT NULL,
    rule TEXT NOT NULL,
    PRIMARY KEY (profile_id, rule)
  ) STRICT, WITHOUT ROWID;

  INSERT INTO library (profile_id, conversation_id, name, source, added_at, listed_at, read_at, tried_at,
      newest_snapshot_id, seen_snapshot_id)
    SELECT profile_id, conversation_id, name, 'look-up', first_at, fetched_at, fetched_at, fetched_at, id, id
    FROM (
      SELECT id, profile_id, conversation_id, name, fetched_at, min(fetched_at) OVER of_conversation AS first_at,
        row_number() OVER (PARTITION BY profile_id, conversation_id ORDER BY fetched_at DESC, rowid DESC) AS place
      FROM snapshots WINDOW of_conversation AS (PARTITION BY profile_id, conversation_id)
    )
    WHERE place = 1;
  INSERT OR IGNORE INTO library (profile_id, conversation_id, name, source, added_at, listed_at)
    SELECT profile_id, result ->> '$.conversationId', nullif(result ->> '$.name', ''), 'avatar', state_since, state_since
    FROM jobs
    WHERE status = 2 AND ${isIdIn('result')};

  CREATE TRIGGER library_takes_finished_avatars AFTER UPDATE OF result ON jobs
    WHEN new.state = 'ready' AND ${isIdIn('new.result')}
    BEGIN
      INSERT INTO library (profile_id, conversation_id, name, source, added_at, listed_at)
        VALUES (new.profile_id, new.result ->> '$.conversationId', nullif(new.result ->> '$.name', ''), 'avatar',
          new.state_since, new.state_since)
        ON CONFLICT (profile_id, conversation_id) DO UPDATE SET name = coalesce(name, excluded.name);
    END;
`
