/** What finding in a long history, voices and refunds need: keys beside the jobs, and voices seen in look-ups. */
// The keys are written by the program (`job-keys.ts`), which folds more than SQLite's lower() can. The covering index
// answers a search without touching the rows, whose long texts would have to be read past.
export const history = `
  ALTER TABLE jobs ADD COLUMN voice TEXT NOT NULL DEFAULT '';
  ALTER TABLE jobs ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE jobs ADD COLUMN searched TEXT NOT NULL DEFAULT '';
  UPDATE jobs SET
    voice = coalesce(fields ->> '$.voice', ''),
    name_key = lower(coalesce(
      nullif(CASE WHEN json_valid(result) THEN result ->> '$.name' END, ''),
      nullif(fields ->> '$.name', ''), file_name)),
    searched = lower(concat_ws(char(10),
      CASE WHEN json_valid(result) THEN result ->> '$.name' END, fields ->> '$.name', file_name, fields ->> '$.voice', fields ->> '$.conversationId', task_id,
      CASE WHEN json_valid(result) THEN result ->> '$.conversationId' END, fields ->> '$.greeting'))
    WHERE json_valid(fields);
  CREATE INDEX jobs_listed ON jobs (profile_id, seq, state, last_contact_at, name_key, id, searched);
  CREATE INDEX jobs_by_voice ON jobs (profile_id, voice, submitted_at, status);
  CREATE INDEX jobs_by_submission ON jobs (profile_id, submitted_at);
  CREATE INDEX jobs_awaiting_refund ON jobs (state_since) WHERE refund ->> '$.state' = 'awaited';
  CREATE INDEX jobs_refunded ON jobs (profile_id, refund ->> '$.after.at') WHERE refund ->> '$.state' = 'seen';

  CREATE TABLE voices_seen (
    profile_id TEXT NOT NULL,
    voice TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    snapshot_id TEXT NOT NULL,
    url TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (profile_id, voice, conversation_id)
  ) STRICT, WITHOUT ROWID;
  INSERT OR REPLACE INTO voices_seen (profile_id, voice, conversation_id, snapshot_id, url, seen_at)
    SELECT profile_id, trim(detail ->> '$.ttsName'), conversation_id, id,
      iif(json_type(detail, '$.ttsUrl') = 'text', trim(detail ->> '$.ttsUrl'), ''), fetched_at
    FROM (
      SELECT *, iif(json_valid(CAST(body AS TEXT)), CAST(body AS TEXT) -> '$.data.detailDto', NULL) AS detail
      FROM snapshots
    )
    WHERE json_type(detail, '$.ttsName') = 'text' AND trim(detail ->> '$.ttsName') <> ''
    ORDER BY fetched_at;
`
