/** Tables of the avatars: stored images, draft cards, the fields they share, jobs, and whether a queue is paused. */
// `seq` is the order in which things came; ids are random. Values that are read whole are kept as JSON.
export const avatars = `
  CREATE TABLE images (
    id TEXT PRIMARY KEY CHECK (length(id) = 64),
    type TEXT NOT NULL CHECK (type IN ('jpeg', 'png', 'webp')),
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE drafts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    profile_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    file_name TEXT NOT NULL,
    original_id TEXT REFERENCES images (id),
    prepared_id TEXT REFERENCES images (id),
    crop TEXT,
    overrides TEXT NOT NULL
  ) STRICT;
  CREATE INDEX drafts_by_profile ON drafts (profile_id, seq);

  CREATE TABLE shared_fields (
    profile_id TEXT PRIMARY KEY,
    fields TEXT NOT NULL
  ) STRICT;

  CREATE TABLE queues (
    profile_id TEXT PRIMARY KEY,
    paused INTEGER NOT NULL CHECK (paused IN (0, 1))
  ) STRICT;

  CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    profile_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    file_name TEXT NOT NULL,
    image_id TEXT REFERENCES images (id),
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
    evidence TEXT
  ) STRICT;
  CREATE INDEX jobs_by_profile ON jobs (profile_id, seq);
  CREATE INDEX jobs_by_state ON jobs (state, profile_id, seq);
`
