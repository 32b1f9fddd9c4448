/** The table of the program's versions that have opened this database: an update is told by it, and a newer program named. */
import type { Migration } from '../migrate.ts'

const sql = `
  CREATE TABLE program_versions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    version TEXT NOT NULL,
    first_at INTEGER NOT NULL
  ) STRICT;
`

/** The eleventh migration: versions of the program. */
export const programVersions: Migration = { version: 11, name: 'program-versions', sql }
