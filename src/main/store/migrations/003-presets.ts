/** The table of presets: the shared fields of a profile, kept under a name. */
import type { Migration } from '../migrate.ts'

const sql = `
  CREATE TABLE presets (
    profile_id TEXT NOT NULL,
    name TEXT NOT NULL,
    fields TEXT NOT NULL,
    PRIMARY KEY (profile_id, name)
  ) STRICT, WITHOUT ROWID;
`

/** The third migration: presets of the creator. */
export const presets: Migration = { version: 3, name: 'presets', sql }
