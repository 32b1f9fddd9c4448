/** Tables of the control room: counts by minute and quarter hour, the session inbox, guarded rules and alerts. */
// A span is kept as the readings come, so that nothing has to be folded later: old readings are only taken away.
export const controlRoom = `
  ALTER TABLE concurrency_samples ADD COLUMN holds_until INTEGER;
  UPDATE concurrency_samples SET holds_until = at + 45000;

  CREATE TABLE concurrency_spans (
    profile_id TEXT NOT NULL,
    app_id TEXT NOT NULL,
    width_ms INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    holds_until INTEGER NOT NULL,
    readings INTEGER NOT NULL,
    total_min REAL NOT NULL,
    total_max REAL NOT NULL,
    total_last REAL NOT NULL,
    yours_min REAL,
    yours_max REAL,
    yours_last REAL,
    PRIMARY KEY (profile_id, app_id, width_ms, starts_at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX concurrency_spans_by_age ON concurrency_spans (width_ms, starts_at);
  CREATE INDEX concurrency_samples_by_age ON concurrency_samples (at);
  INSERT INTO concurrency_spans
    SELECT profile_id, app_id, width.ms, at / width.ms * width.ms, min(at), max(at), max(at) + 45000, count(*),
      min(total), max(total), 0, min(yours), max(yours), NULL
    FROM concurrency_samples, (SELECT 60000 AS ms UNION ALL SELECT 900000) AS width
    GROUP BY profile_id, app_id, width.ms, at / width.ms;
  UPDATE concurrency_spans SET (total_last, yours_last) = (
    SELECT total, yours FROM concurrency_samples AS s
    WHERE s.profile_id = concurrency_spans.profile_id AND s.app_id = concurrency_spans.app_id AND s.at = concurrency_spans.last_at
    ORDER BY s.rowid DESC LIMIT 1);

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

  CREATE TABLE watched_paths (
    id TEXT PRIMARY KEY,
    profile_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
    path TEXT NOT NULL,
    app_id TEXT,
    added_at INTEGER NOT NULL,
    last_read_at INTEGER,
    found INTEGER NOT NULL DEFAULT 0,
    reached TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE guard_rules (
    id TEXT PRIMARY KEY,
    profile_id TEXT NOT NULL,
    app_id TEXT,
    condition TEXT NOT NULL,
    is_on INTEGER NOT NULL,
    acts_alone INTEGER NOT NULL,
    countdown_seconds INTEGER NOT NULL,
    made_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE guard_settings (
    profile_id TEXT PRIMARY KEY,
    allows_acting INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE alert_rules (
    id TEXT PRIMARY KEY,
    profile_id TEXT NOT NULL,
    app_id TEXT,
    condition TEXT NOT NULL,
    severity TEXT NOT NULL,
    is_on INTEGER NOT NULL,
    snoozed_until INTEGER,
    made_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE alert_settings (
    profile_id TEXT PRIMARY KEY,
    settings TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE alert_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    rule_id TEXT NOT NULL,
    condition TEXT NOT NULL,
    severity TEXT NOT NULL,
    app_id TEXT,
    at INTEGER NOT NULL,
    ended_at INTEGER,
    value REAL,
    told TEXT NOT NULL
  ) STRICT;
  CREATE INDEX alert_events_of_profile ON alert_events (profile_id, id);
  CREATE INDEX alert_events_open ON alert_events (profile_id) WHERE ended_at IS NULL;

  CREATE INDEX activity_by_action ON activity (profile_id, action, at);
  ALTER TABLE activity ADD COLUMN hash TEXT;
`
