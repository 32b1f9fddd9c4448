/** Which entries of the journal belong to one act: its intent, the answer, and what followed. */
// Computed from what is hashed, so that nobody hides an entry by changing it, and for entries of earlier versions too.
export const acts = `
  ALTER TABLE activity ADD COLUMN act TEXT GENERATED ALWAYS AS (
    CASE
      WHEN NOT json_valid(facts) THEN NULL
      WHEN action IN ('session.close', 'session.closeAll')
        THEN action || ' ' || ifnull(profile_id, '') || ' ' || target || ' ' || (facts ->> '$.requestedAt')
      WHEN action IN ('session.runStarted', 'session.runEnded') THEN 'run ' || (facts ->> '$.runId')
      WHEN action IN
        ('avatar.submitted', 'avatar.accepted', 'avatar.unknown', 'avatar.rejected', 'avatar.ready', 'avatar.failed')
        THEN 'avatar ' || (facts ->> '$.jobId')
    END
  ) VIRTUAL;
  CREATE INDEX activity_of_act ON activity (act, id) WHERE act IS NOT NULL;
`
