/**
 * The first schema of the database. `seq` is the order in which rows were added; ids are random. Times are epoch ms.
 * Values that are always read whole are JSON.
 */

/** Stored images, draft cards and the fields they share, jobs, and their queues. */
const avatars = `
  -- facts: what the bytes say; NULL for the image of a job that came back from the log of submissions.
  CREATE TABLE images (
    id TEXT PRIMARY KEY CHECK (length(id) = 64),
    type TEXT NOT NULL CHECK (type IN ('jpeg', 'png', 'webp', 'gif', 'bmp', 'avif', 'heic')),
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    facts TEXT
  ) STRICT;

  -- Kept while a draft or a job has the image as its original, also after its file is removed.
  CREATE TABLE image_analyses (
    image_id TEXT PRIMARY KEY,
    analysis TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE drafts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    profile_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    file_name TEXT NOT NULL,
    folder TEXT NOT NULL,
    original_id TEXT REFERENCES images (id),
    prepared_id TEXT REFERENCES images (id),
    overrides TEXT NOT NULL,
    edit TEXT
  ) STRICT;
  CREATE INDEX drafts_by_profile ON drafts (profile_id, seq);
  CREATE INDEX drafts_by_original ON drafts (profile_id, original_id);
  CREATE INDEX drafts_by_prepared ON drafts (profile_id, prepared_id);

  CREATE TABLE shared_fields (
    profile_id TEXT PRIMARY KEY,
    fields TEXT NOT NULL
  ) STRICT;

  CREATE TABLE presets (
    profile_id TEXT NOT NULL,
    name TEXT NOT NULL,
    fields TEXT NOT NULL,
    PRIMARY KEY (profile_id, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE unfinished_drops (
    profile_id TEXT NOT NULL PRIMARY KEY,
    files INTEGER NOT NULL CHECK (files > 0)
  ) STRICT, WITHOUT ROWID;

  -- payer: the account whose balance pays. paused_for_payer: the account for which the waiting jobs were confirmed, while
  -- the queue is paused because a different account would pay now.
  CREATE TABLE queues (
    profile_id TEXT PRIMARY KEY,
    paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
    payer TEXT,
    paused_for_payer TEXT
  ) STRICT;

  -- voice, name_key and searched are keys that job-keys.ts writes, which folds more letters than SQLite's lower() can.
  -- created_again: the job that was created in place of this row. It may be paid for too, so a restart must know it.
  CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    profile_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    batch_id TEXT NOT NULL DEFAULT '',
    file_name TEXT NOT NULL,
    image_id TEXT REFERENCES images (id),
    original_id TEXT,
    fields TEXT NOT NULL,
    state TEXT NOT NULL CHECK (
      state IN ('waiting', 'submitting', 'unknown', 'training', 'ready', 'failed', 'rejected', 'removed')
    ),
    state_since INTEGER NOT NULL,
    task_id TEXT,
    step TEXT,
    status REAL,
    submitted_at INTEGER,
    last_contact_at INTEGER,
    result TEXT,
    failure TEXT,
    poll_failure TEXT,
    evidence TEXT,
    refund TEXT,
    created_again TEXT,
    trained_ms INTEGER,
    voice TEXT NOT NULL DEFAULT '',
    name_key TEXT NOT NULL DEFAULT '',
    searched TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX jobs_by_profile ON jobs (profile_id, seq);
  CREATE INDEX jobs_by_original ON jobs (profile_id, original_id);
  CREATE INDEX jobs_by_image ON jobs (profile_id, image_id);
  CREATE INDEX jobs_by_state ON jobs (state, profile_id, seq);
  -- The times are here for how long a batch took, without touching its rows.
  CREATE INDEX jobs_by_batch ON jobs (profile_id, batch_id, state, submitted_at, trained_ms);
  -- Covers a search: the rows, whose long texts would have to be read past, are not touched.
  CREATE INDEX jobs_listed ON jobs (profile_id, seq, state, state_since, last_contact_at, name_key, id, batch_id, searched);
  CREATE INDEX jobs_by_voice ON jobs (profile_id, voice, submitted_at, status);
  CREATE INDEX jobs_by_submission ON jobs (profile_id, submitted_at);
  CREATE INDEX jobs_awaiting_refund ON jobs (state_since) WHERE refund ->> '$.state' = 'awaited';
  CREATE INDEX jobs_refunded ON jobs (profile_id, refund ->> '$.after.at') WHERE refund ->> '$.state' = 'seen';
  -- Holds all that a usual time is learned from; the rows, whose long texts would have to be read past, are not touched.
  CREATE INDEX jobs_trained ON jobs (profile_id, submitted_at, trained_ms) WHERE trained_ms IS NOT NULL;
  CREATE INDEX jobs_created_again ON jobs (state) WHERE created_again IS NOT NULL;

  -- Batches whose end was announced, so that a restart does not announce it again.
  CREATE TABLE announced_batches (
    profile_id TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    announced_at INTEGER NOT NULL,
    PRIMARY KEY (profile_id, batch_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE voices_seen (
    profile_id TEXT NOT NULL,
    voice TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    snapshot_id TEXT NOT NULL,
    url TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (profile_id, voice, conversation_id)
  ) STRICT, WITHOUT ROWID;
`

const conversations = `
  -- Numbers are never given twice: the index refers to them.
  CREATE TABLE snapshots (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    profile_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    name TEXT,
    fetched_at INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX snapshots_by_conversation ON snapshots (profile_id, conversation_id, fetched_at);
  CREATE INDEX snapshots_without_bodies ON snapshots (seq, id, profile_id, conversation_id, fetched_at);

  CREATE TABLE library (
    profile_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    name TEXT,
    source TEXT NOT NULL CHECK (source IN ('look-up', 'avatar', 'import')),
    added_at INTEGER NOT NULL,
    listed_at INTEGER NOT NULL,
    is_favourite INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT '',
    read_at INTEGER,
    newest_snapshot_id TEXT,
    PRIMARY KEY (profile_id, conversation_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX library_listed ON library (profile_id, listed_at DESC, conversation_id);
  -- An id as the service gives them: other results of a training name no conversation.
  CREATE TRIGGER library_takes_finished_avatars AFTER UPDATE OF result ON jobs
    WHEN new.state = 'ready' AND json_valid(new.result) AND json_type(new.result, '$.conversationId') = 'text'
      AND length(new.result ->> '$.conversationId') BETWEEN 1 AND 128
      AND NOT new.result ->> '$.conversationId' GLOB '*[' || char(9, 10, 13, 32, 160) || ']*'
    BEGIN
      INSERT INTO library (profile_id, conversation_id, name, source, added_at, listed_at)
        VALUES (new.profile_id, new.result ->> '$.conversationId', nullif(new.result ->> '$.name', ''), 'avatar',
          new.state_since, new.state_since)
        ON CONFLICT (profile_id, conversation_id) DO UPDATE SET name = coalesce(name, excluded.name);
    END;

  CREATE TABLE library_tags (
    profile_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (profile_id, conversation_id, tag),
    FOREIGN KEY (profile_id, conversation_id) REFERENCES library (profile_id, conversation_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX library_by_tag ON library_tags (profile_id, tag);

  CREATE TABLE muted_checks (
    profile_id TEXT NOT NULL,
    rule TEXT NOT NULL,
    PRIMARY KEY (profile_id, rule)
  ) STRICT, WITHOUT ROWID;

  -- The texts of a snapshot, by its number: what a search finds it by.
  CREATE TABLE snapshot_texts (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE snapshot_search USING fts5(
    text, content = 'snapshot_texts', content_rowid = 'id', tokenize = 'trigram', columnsize = 0
  );
  CREATE TRIGGER snapshot_texts_are_indexed AFTER INSERT ON snapshot_texts
    BEGIN
      INSERT INTO snapshot_search (rowid, text) VALUES (new.id, new.text);
    END;
  CREATE TRIGGER deleted_texts_are_not_found AFTER DELETE ON snapshot_texts
    BEGIN
      INSERT INTO snapshot_search (snapshot_search, rowid, text) VALUES ('delete', old.id, old.text);
    END;
  CREATE TRIGGER deleted_snapshots_are_not_found AFTER DELETE ON snapshots
    BEGIN
      DELETE FROM snapshot_texts WHERE id = old.seq;
    END;
`

/** Counts of calls and balances, known sessions and their sources, and the rules about them. */
const observations = `
  CREATE TABLE concurrency_samples (
    profile_id TEXT NOT NULL,
    app_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    corporate_id TEXT,
    total REAL NOT NULL,
    yours REAL,
    holds_until INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX concurrency_samples_by_time ON concurrency_samples (profile_id, app_id, at);
  CREATE INDEX concurrency_samples_by_age ON concurrency_samples (at);

  -- A span is written as its readings come, so that nothing has to be folded later. known_ms: how long a count was
  -- known. total_ms: the sum of the totals, each times the milliseconds that it held.
  CREATE TABLE concurrency_spans (
    profile_id TEXT NOT NULL,
    app_id TEXT NOT NULL,
    width_ms INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    holds_until INTEGER NOT NULL,
    readings INTEGER NOT NULL,
    known_ms INTEGER NOT NULL DEFAULT 0,
    total_ms REAL NOT NULL DEFAULT 0,
    total_min REAL NOT NULL,
    total_max REAL NOT NULL,
    total_last REAL NOT NULL,
    yours_min REAL,
    yours_max REAL,
    yours_last REAL,
    PRIMARY KEY (profile_id, app_id, width_ms, starts_at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX concurrency_spans_by_age ON concurrency_spans (width_ms, starts_at);

  CREATE TABLE account_samples (
    profile_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    avatar_creations_left REAL,
    duration_left REAL
  ) STRICT;
  CREATE INDEX account_samples_by_time ON account_samples (profile_id, at);

  -- From "at" on, the profile may read the balances of a different account.
  CREATE TABLE account_changes (
    profile_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (profile_id, at)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE known_sessions (
    profile_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    app_id TEXT,
    label TEXT NOT NULL DEFAULT '',
    note TEXT NOT NULL DEFAULT '',
    source_kind TEXT NOT NULL,
    source_name TEXT,
    first_seen_at INTEGER NOT NULL,
    ended_at INTEGER,
    last_action TEXT,
    PRIMARY KEY (profile_id, session_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX known_sessions_by_age ON known_sessions (profile_id, first_seen_at);

  -- read_offset: where the next line begins, when the file had read_size bytes.
  CREATE TABLE watched_files (
    profile_id TEXT PRIMARY KEY,
    path TEXT NOT NULL,
    app_id TEXT,
    last_read_at INTEGER,
    found INTEGER NOT NULL DEFAULT 0,
    read_offset INTEGER,
    read_size INTEGER
  ) STRICT, WITHOUT ROWID;

  -- Ids found in the watched file, until a person adds or dismisses them.
  CREATE TABLE proposed_sessions (
    profile_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    app_id TEXT,
    label TEXT NOT NULL DEFAULT '',
    source_name TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    dismissed_at INTEGER,
    PRIMARY KEY (profile_id, session_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE alert_rules (
    profile_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- '' for all applications, and for the account
    app_id TEXT NOT NULL,
    value INTEGER NOT NULL,
    minutes INTEGER NOT NULL,
    severity TEXT NOT NULL,
    is_on INTEGER NOT NULL,
    snoozed_until INTEGER,
    PRIMARY KEY (profile_id, kind, app_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE alert_settings (
    profile_id TEXT PRIMARY KEY,
    settings TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE alert_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    condition TEXT NOT NULL,
    severity TEXT NOT NULL,
    app_id TEXT,
    rule_app_id TEXT,
    at INTEGER NOT NULL,
    ended_at INTEGER,
    value REAL,
    told TEXT NOT NULL
  ) STRICT;
  CREATE INDEX alert_events_of_profile ON alert_events (profile_id, id);
  CREATE INDEX alert_events_open ON alert_events (profile_id) WHERE ended_at IS NULL;
`

/** The shapes of the service's answers and how they changed: names and types, never a value. */
const shapes = `
  CREATE TABLE answer_shapes (
    profile_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    fields TEXT NOT NULL,
    PRIMARY KEY (profile_id, operation)
  ) STRICT, WITHOUT ROWID;

  -- shape_before, shape_after: the whole shape. seen_at: when a person dismissed the notice.
  CREATE TABLE answer_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    at INTEGER NOT NULL,
    changes TEXT NOT NULL,
    shape_before TEXT NOT NULL,
    shape_after TEXT NOT NULL,
    seen_at INTEGER
  ) STRICT;
  CREATE INDEX answer_changes_of_profile ON answer_changes (profile_id, operation, id);
  CREATE INDEX answer_changes_by_age ON answer_changes (at);
`

/** The journal, which no connection can change or remove. `act` groups the entries of one act. */
const activity = `
  CREATE TABLE activity (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    profile_id TEXT,
    profile_name TEXT,
    operator TEXT NOT NULL,
    act TEXT,
    is_intent INTEGER NOT NULL CHECK (is_intent IN (0, 1)),
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    outcome TEXT NOT NULL,
    facts TEXT NOT NULL,
    failure TEXT,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    batch_id TEXT GENERATED ALWAYS AS (iif(json_valid(facts), facts ->> 'batchId', NULL)) VIRTUAL,
    run_id TEXT GENERATED ALWAYS AS (iif(json_valid(facts), facts ->> 'runId', NULL)) VIRTUAL
  ) STRICT;
  CREATE INDEX activity_by_action ON activity (profile_id, action, at);
  CREATE INDEX activity_of_act ON activity (act, id) WHERE act IS NOT NULL;
  CREATE INDEX activity_of_batch ON activity (batch_id, id) WHERE batch_id IS NOT NULL;
  CREATE INDEX activity_of_run ON activity (run_id, id) WHERE run_id IS NOT NULL;
  CREATE TRIGGER activity_is_never_changed BEFORE UPDATE ON activity
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER activity_is_never_removed BEFORE DELETE ON activity
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

  -- What was sent and answered, redacted, of creations and closes. id: its hash, by which entries of the journal name it.
  CREATE TABLE kept_exchanges (
    id TEXT PRIMARY KEY,
    profile_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    exchange TEXT NOT NULL
  ) STRICT;
  CREATE INDEX kept_exchanges_by_age ON kept_exchanges (at);
  CREATE INDEX kept_exchanges_of_profile ON kept_exchanges (profile_id);

  -- The newest entry that was there when an operator looked at the notices last.
  CREATE TABLE seen_notices (
    profile_id TEXT PRIMARY KEY,
    entry_id INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/**
 * Removed rows that a person can restore, the program's versions that have opened the database, and unsaved typed text.
 */
const program = `
  CREATE TABLE program_versions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    version TEXT NOT NULL,
    first_at INTEGER NOT NULL
  ) STRICT;

  -- row: the columns of the removed row, or the whole job as it was before it was removed.
  CREATE TABLE removed_rows (
    kind TEXT NOT NULL CHECK (kind IN ('draft', 'preset', 'session', 'job')),
    profile_id TEXT NOT NULL,
    id TEXT NOT NULL,
    removed_at INTEGER NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (kind, profile_id, id)
  ) STRICT, WITHOUT ROWID;

  -- A row of each kind and profile; profile_id is '' for the form of a profile that does not exist yet.
  CREATE TABLE unsaved_texts (
    profile_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    typed TEXT NOT NULL,
    PRIMARY KEY (profile_id, kind)
  ) STRICT;
`

export const initial = [avatars, conversations, observations, shapes, activity, program].join('')
