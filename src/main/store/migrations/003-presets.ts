/** The table of presets: the shared fields of a profile, kept under a name. */
export const presets = `
  CREATE TABLE presets (
    profile_id TEXT NOT NULL,
    name TEXT NOT NULL,
    fields TEXT NOT NULL,
    PRIMARY KEY (profile_id, name)
  ) STRICT, WITHOUT ROWID;
`
