/** Session ids that were found in watched files, until a person adds or dismisses them. */
export const proposedSessions = `
  CREATE TABLE proposed_sessions (
    profile_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    app_id TEXT,
    source_name TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    dismissed_at INTEGER,
    PRIMARY KEY (profile_id, session_id)
  ) STRICT, WITHOUT ROWID;
`
