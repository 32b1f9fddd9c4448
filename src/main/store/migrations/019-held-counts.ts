/** How long the counts of a span were known, and the sum of the totals by how long each held. */
// Where the readings of a span are all still there the sums are exact. Of older spans nobody knows how long each total
// held: they keep what was shown until now, the last total for the whole time between the first and the last reading.
export const heldCounts = `
  ALTER TABLE concurrency_spans ADD COLUMN known_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE concurrency_spans ADD COLUMN total_ms REAL NOT NULL DEFAULT 0;
  UPDATE concurrency_spans SET known_ms = last_at - first_at, total_ms = total_last * (last_at - first_at);
  WITH
    held AS (
      SELECT profile_id, app_id, width.ms AS width_ms, at / width.ms * width.ms AS starts_at, total,
        min(coalesce(holds_until, at), lead(at) OVER (
          PARTITION BY profile_id, app_id, width.ms, at / width.ms ORDER BY at, samples.rowid
        )) - at AS ms
      FROM concurrency_samples AS samples, (SELECT 60000 AS ms UNION ALL SELECT 900000) AS width
    ),
    exact AS (
      SELECT profile_id, app_id, width_ms, starts_at, count(*) AS readings,
        coalesce(sum(ms), 0) AS known_ms, coalesce(sum(total * ms), 0) AS total_ms
      FROM held GROUP BY profile_id, app_id, width_ms, starts_at
    )
  UPDATE concurrency_spans AS span SET known_ms = exact.known_ms, total_ms = exact.total_ms
    FROM exact
    WHERE exact.profile_id = span.profile_id AND exact.app_id = span.app_id AND exact.width_ms = span.width_ms
      AND exact.starts_at = span.starts_at AND exact.readings = span.readings;
`
