/** The full-text index of snapshots. */
// Ids of `snapshot_texts` are never given out again. Snapshots whose texts are not there yet are listed, and taken up
// behind everything else. A snapshot written again under its id says the same again, so its texts stay.
export const search = `
  CREATE TABLE snapshot_texts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    snapshot_id TEXT NOT NULL,
    part INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX snapshot_texts_by_snapshot ON snapshot_texts (snapshot_id, part);
  CREATE INDEX snapshots_without_bodies ON snapshots (id, profile_id, conversation_id, fetched_at);
  CREATE VIRTUAL TABLE snapshot_search USING fts5(
    text, content = 'snapshot_texts', content_rowid = 'id', tokenize = 'trigram', columnsize = 0
  );
  CREATE TRIGGER snapshot_texts_are_indexed AFTER INSERT ON snapshot_texts
    BEGIN
      INSERT INTO snapshot_search (rowid, text) VALUES (new.id, new.text);
    END;

  CREATE TABLE unindexed_snapshots (
    seq INTEGER PRIMARY KEY,
    snapshot_id TEXT NOT NULL UNIQUE
  ) STRICT;
  INSERT INTO unindexed_snapshots (snapshot_id) SELECT id FROM snapshots ORDER BY fetched_at;
  CREATE TRIGGER snapshots_are_listed AFTER INSERT ON snapshots
    BEGIN
      INSERT OR IGNORE INTO unindexed_snapshots (snapshot_id) VALUES (new.id);
    END;

  CREATE TRIGGER deleted_snapshots_are_not_found AFTER DELETE ON snapshots
    BEGIN
      INSERT INTO snapshot_search (snapshot_search, rowid, text)
        SELECT 'delete', id, text FROM snapshot_texts WHERE snapshot_id = old.id;
      DELETE FROM snapshot_texts WHERE snapshot_id = old.id;
      DELETE FROM unindexed_snapshots WHERE snapshot_id = old.id;
    END;
`
