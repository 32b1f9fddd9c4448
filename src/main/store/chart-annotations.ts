/** What stands beside the lines of charts: close-alls and batches from the journal, and alerts that were triggered. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { chartAnnotation } from '../../shared/schemas/session.ts'
import type { ChartAnnotation } from '../../shared/schemas/session.ts'
import type { ProfileApplication } from './samples-repository.ts'
import type { TimeRange } from './spans-repository.ts'
import { storing } from './storage-failure.ts'

/** The annotations of charts, oldest first. Every function throws a `storage` failure when the database refuses. */
export interface ChartAnnotations {
  /** Close-alls of the application, and the alerts of it. */
  readonly ofApplication: (of: ProfileApplication, range: TimeRange) => ChartAnnotation[]
  /** Close-alls of every application, batches of avatars, and the alerts of the account. */
  readonly ofAccount: (profileId: ProfileId, range: TimeRange) => ChartAnnotation[]
}

interface JournalRow {
  readonly at: number
  readonly target: string
  readonly outcome: string
  readonly step: string | null
  readonly count: number | null
}

type Row = Readonly<Record<string, SQLOutputValue>>

const journalSql = `
  SELECT at, target, outcome, json_extract(facts, '$.step') AS step,
    coalesce(json_extract(facts, '$.countBefore'), json_extract(facts, '$.count')) AS count
  FROM activity WHERE profile_id = ? AND action = ? AND at >= ? AND at <= ?`

const alertsSql = 'SELECT at, severity FROM alert_events WHERE profile_id = ? AND at >= ? AND at <= ? AND app_id'

function textOf(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function journalRow(row: Row): JournalRow {
  const { at, target, outcome, step, count } = row
  return {
    at: Number(at),
    target: textOf(target) ?? '',
    outcome: textOf(outcome) ?? '',
    step: textOf(step),
    count: typeof count === 'number' ? count : null,
  }
}

/** Close-alls that were sent or may have been: one that certainly was not cut nothing. */
function closeAlls(rows: readonly JournalRow[]): ChartAnnotation[] {
  const sent: JournalRow[] = []
  for (const row of rows) {
    if (row.step === 'intent') sent.push(row)
    else if (row.outcome === 'failed') {
      const intent = sent.findLastIndex(({ target }) => target === row.target)
      if (intent !== -1) sent.splice(intent, 1)
    }
  }
  return sent.map(({ at, count }) => ({ kind: 'close-all', at, count }))
}

function inOrder(annotations: readonly ChartAnnotation[]): ChartAnnotation[] {
  return annotations.toSorted((one, other) => one.at - other.at)
}

export function createChartAnnotations(database: DatabaseSync): ChartAnnotations {
  const ofTarget = database.prepare(`${journalSql} AND target = ? ORDER BY id`)
  const ofProfile = database.prepare(`${journalSql} ORDER BY id`)
  const alertsOfApplication = database.prepare(`${alertsSql} = ?`)
  const alertsOfAccount = database.prepare(`${alertsSql} IS NULL`)
  const alerts = (rows: readonly Row[]): ChartAnnotation[] =>
    rows.map(({ at, severity }) => chartAnnotation.parse({ kind: 'alert', at, severity }))

  return {
    ofApplication: ({ profileId, appId }, { from, to }) =>
      storing(() =>
        inOrder([
          ...closeAlls(ofTarget.all(profileId, 'session.closeAll', from, to, appId).map(journalRow)),
          ...alerts(alertsOfApplication.all(profileId, from, to, appId)),
        ]),
      ),
    ofAccount: (profileId, { from, to }) =>
      storing(() => {
        const batches = ofProfile.all(profileId, 'avatar.confirmed', from, to).map(journalRow)
        return inOrder([
          ...closeAlls(ofProfile.all(profileId, 'session.closeAll', from, to).map(journalRow)),
          ...batches.map(({ at, count }): ChartAnnotation => ({ kind: 'batch', at, count })),
          ...alerts(alertsOfAccount.all(profileId, from, to)),
        ])
      }),
  }
}
