/** The annotations of charts, from the journal and the alerts. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { chartAnnotation, series } from '../../shared/schemas/session.ts'
import type { ChartAnnotation, Series } from '../../shared/schemas/session.ts'
import type { ProfileApplication, TimeRange } from './samples-repository.ts'
import { statementsIn } from './statements.ts'
import type { Row } from './statements.ts'

const journalSql = `
  SELECT at, target, outcome, is_intent AS isIntent, json_extract(facts, '$.countBefore') AS count
  FROM activity WHERE profile_id = ? AND action = ? AND at >= ? AND at <= ?`

const batchesSql = `
  SELECT confirmed.at, json_extract(confirmed.facts, '$.avatars') AS count, job.id IS NOT NULL AS isKnown,
    count(job.task_id) AS accepted,
    count(*) FILTER (WHERE job.task_id IS NOT NULL AND job.image_id IS NULL) AS unpriced,
    max(iif(job.task_id IS NULL, NULL, job.evidence ->> '$.endedAt')) AS endedAt
  FROM activity AS confirmed
  LEFT JOIN jobs AS first ON first.id = json_extract(confirmed.facts, '$.jobId')
  LEFT JOIN jobs AS job ON job.profile_id = first.profile_id AND job.batch_id = first.batch_id
  WHERE confirmed.profile_id = ? AND confirmed.action = 'avatar.confirmed' AND confirmed.at >= ? AND confirmed.at <= ?
  GROUP BY confirmed.id ORDER BY confirmed.id`

/**
 * A confirmed batch: how much it changed the creations (null where unknown), and when its last creation was accepted.
 */
export interface BatchMark {
  readonly annotation: ChartAnnotation
  readonly change: number | null
  readonly endedAt: number
}

function batchOf({ at, count, isKnown, accepted, unpriced, endedAt }: Row): BatchMark {
  const acceptedCount = isKnown === 1 ? Number(accepted) : null
  const annotation = { kind: 'batch', at, count: typeof count === 'number' ? count : null, accepted: acceptedCount }
  return {
    annotation: chartAnnotation.parse(annotation),
    // Whether a creation without an image costs one is unknown (`service-api.md §Creating avatars`).
    change: acceptedCount === null || unpriced !== 0 ? null : 0 - acceptedCount,
    endedAt: Number(endedAt ?? at),
  }
}

const closeAllOf = ({ at, count }: Row): ChartAnnotation =>
  chartAnnotation.parse({ kind: 'close-all', at, count: typeof count === 'number' ? count : null })

// A session without an application belongs to no application's chart.
const closesSql = `
  SELECT at, target, outcome, is_intent AS isIntent, coalesce(label, '') AS label
  FROM activity LEFT JOIN known_sessions AS known
    ON known.profile_id = activity.profile_id AND known.session_id = activity.target
  WHERE activity.profile_id = ? AND action = 'session.close' AND at >= ? AND at <= ?
    AND (is_intent = 0 OR json_extract(facts, '$.appId') = ?)
  ORDER BY id`

const maxCloses = 1_000

const closeOf = ({ at, target, label }: Row): Series['closes'][number] =>
  series.shape.closes.element.parse({ at, sessionId: target, label })

/** Closes that were sent or might have been: a close that was certainly not sent ended no session. */
function sentCloses(rows: readonly Row[]): readonly Row[] {
  const sentRows: Row[] = []
  for (const row of rows) {
    if (row['isIntent'] === 1) sentRows.push(row)
    else if (row['outcome'] === 'failed') {
      const intent = sentRows.findLastIndex(({ target }) => target === row['target'])
      if (intent !== -1) sentRows.splice(intent, 1)
    }
  }
  return sentRows
}

const closeAlls = (rows: readonly Row[]): ChartAnnotation[] => sentCloses(rows).map(closeAllOf)

function inOrder(...annotations: readonly (readonly ChartAnnotation[])[]): ChartAnnotation[] {
  return annotations.flat().sort((one, other) => one.at - other.at)
}

/** All lists are oldest first. Failures: storage. */
export interface ChartAnnotations {
  /** Close-alls and alerts of an application. */
  readonly ofApplication: (application: ProfileApplication, range: TimeRange) => ChartAnnotation[]
  /** Close-alls of every application, and the alerts of the account. */
  readonly ofAccount: (profileId: ProfileId, range: TimeRange) => ChartAnnotation[]
  /** Closes of single sessions of an application, with their current labels. */
  readonly closes: (application: ProfileApplication, range: TimeRange) => Series['closes']
  readonly batches: (profileId: ProfileId, range: TimeRange) => readonly BatchMark[]
}

export function createChartAnnotations(database: DatabaseSync): ChartAnnotations {
  const { all } = statementsIn(database)
  const ofTarget = all(`${journalSql} AND target = ? ORDER BY id`, (row) => row)
  const ofProfile = all(`${journalSql} ORDER BY id`, (row) => row)
  const batches = all(batchesSql, batchOf)
  const closes = all(closesSql, (row) => row)
  const alertsOf = all(
    'SELECT at, severity FROM alert_events WHERE profile_id = ? AND at >= ? AND at <= ? AND app_id IS ?',
    ({ at, severity }) => chartAnnotation.parse({ kind: 'alert', at, severity }),
  )

  return {
    ofApplication: ({ profileId, appId }, { from, to }) =>
      inOrder(
        closeAlls(ofTarget(profileId, 'session.closeAll', from, to, appId)),
        alertsOf(profileId, from, to, appId),
      ),
    ofAccount: (profileId, { from, to }) =>
      inOrder(closeAlls(ofProfile(profileId, 'session.closeAll', from, to)), alertsOf(profileId, from, to, null)),
    closes: ({ profileId, appId }, { from, to }) =>
      sentCloses(closes(profileId, from, to, appId))
        .slice(-maxCloses)
        .map(closeOf),
    batches: (profileId, { from, to }) => batches(profileId, from, to),
  }
}
