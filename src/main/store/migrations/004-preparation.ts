/** What preparing images and telling of batches needs: more kinds of images, how each was made, seen and confirmed. */
// What was seen of an image is compared with new ones long after its file is gone.
export const preparation = `
  CREATE TABLE images_new (
    id TEXT PRIMARY KEY CHECK (length(id) = 64),
    type TEXT NOT NULL CHECK (type IN ('jpeg', 'png', 'webp', 'gif', 'bmp', 'avif', 'heic')),
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    facts TEXT
  ) STRICT;
  INSERT INTO images_new (id, type, width, height, bytes) SELECT id, type, width, height, bytes FROM images;
  DROP TABLE images;
  ALTER TABLE images_new RENAME TO images;

  CREATE TABLE image_looks (
    image_id TEXT PRIMARY KEY,
    hash TEXT,
    look TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE drafts ADD COLUMN edit TEXT;
  UPDATE drafts SET edit = json_object(
    'area', json(crop),
    'longestSide', NULL,
    'type', CASE (SELECT type FROM images WHERE id = prepared_id) WHEN 'png' THEN 'png' ELSE 'jpeg' END
  ) WHERE crop IS NOT NULL;
  ALTER TABLE drafts DROP COLUMN crop;

  ALTER TABLE jobs ADD COLUMN batch_id TEXT NOT NULL DEFAULT '';
  UPDATE jobs SET batch_id = 'confirmed-' || created_at;
  ALTER TABLE jobs ADD COLUMN original_id TEXT;
  ALTER TABLE jobs ADD COLUMN refund TEXT;
  CREATE INDEX jobs_by_batch ON jobs (profile_id, batch_id, state);
`
