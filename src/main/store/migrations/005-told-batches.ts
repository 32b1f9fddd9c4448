/** The table of batches of which the operator was told that they have ended, so that a restart does not tell again. */
// What ended before there was this table is old news.
export const toldBatches = `
  CREATE TABLE told_batches (
    profile_id TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    told_at INTEGER NOT NULL,
    PRIMARY KEY (profile_id, batch_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO told_batches (profile_id, batch_id, told_at)
    SELECT profile_id, batch_id, max(state_since) FROM jobs GROUP BY profile_id, batch_id
    HAVING sum(state IN ('waiting', 'submitting', 'training')) = 0;
`
