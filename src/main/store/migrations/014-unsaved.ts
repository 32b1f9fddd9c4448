/** What is typed and not saved: a row of each kind and profile; "" for the form of a profile that is not there yet. */
export const unsaved = `
  CREATE TABLE unsaved_texts (
    profile_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    typed TEXT NOT NULL,
    PRIMARY KEY (profile_id, kind)
  ) STRICT;
`
