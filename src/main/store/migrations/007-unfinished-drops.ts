/** The table of drops on their way: what a profile's drop still has to come when the process ends without a word. */
import type { Migration } from '../migrate.ts'

const sql = `
  CREATE TABLE unfinished_drops (
    profile_id TEXT NOT NULL PRIMARY KEY,
    files INTEGER NOT NULL CHECK (files > 0)
  ) STRICT, WITHOUT ROWID;
`

/** The seventh migration: drops that have not ended. */
export const unfinishedDrops: Migration = { version: 7, name: 'unfinished-drops', sql }
