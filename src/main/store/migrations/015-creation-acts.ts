/** The creation of a single avatar is one act from its confirmation on; that of several is one act, and one for each. */
export const creationActs = `
  DROP INDEX activity_of_act;
  ALTER TABLE activity DROP COLUMN act;
  ALTER TABLE activity ADD COLUMN act TEXT GENERATED ALWAYS AS (
    CASE
      WHEN NOT json_valid(facts) THEN NULL
      WHEN action IN ('session.close', 'session.closeAll')
        THEN action || ' ' || ifnull(profile_id, '') || ' ' || target || ' ' || (facts ->> '$.requestedAt')
      WHEN action IN ('session.runStarted', 'session.runEnded') THEN 'run ' || (facts ->> '$.runId')
      WHEN action IN
        ('avatar.submitted', 'avatar.accepted', 'avatar.unknown', 'avatar.rejected', 'avatar.ready', 'avatar.failed')
        OR (action = 'avatar.confirmed' AND facts ->> '$.count' = 1)
        THEN 'avatar ' || (facts ->> '$.jobId')
    END
  ) VIRTUAL;
  CREATE INDEX activity_of_act ON activity (act, id) WHERE act IS NOT NULL;
`
