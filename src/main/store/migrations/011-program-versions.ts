/** The table of the program's versions that have opened this database: an update is told by it, and a newer program named. */
export const programVersions = `
  CREATE TABLE program_versions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    version TEXT NOT NULL,
    first_at INTEGER NOT NULL
  ) STRICT;
`
