/** The table of drops on their way: what a profile's drop still has to come when the process ends without a word. */
export const unfinishedDrops = `
  CREATE TABLE unfinished_drops (
    profile_id TEXT NOT NULL PRIMARY KEY,
    files INTEGER NOT NULL CHECK (files > 0)
  ) STRICT, WITHOUT ROWID;
`
