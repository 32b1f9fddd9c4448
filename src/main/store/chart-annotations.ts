/** What stands beside the lines of charts, from the journal and the alerts. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { chartAnnotation } from '../../shared/schemas/session.ts'
import type { ChartAnnotation } from '../../shared/schemas/session.ts'
import type { ProfileApplication, TimeRange } from './samples-repository.ts'
import { statementsIn } from './statements.ts'
import type { Row } from './statements.ts'

const journalSql = `
  SELECT at, target, outcome, json_extract(facts, '$.step') AS step,
    coalesce(json_extract(facts, '$.countBefore'), json_extract(facts, '$.count')) AS count
  FROM activity WHERE profile_id = ? AND action = ? AND at >= ? AND at <= ?`

const alertsSql = 'SELECT at, severity FROM alert_events WHERE profile_id = ? AND at >= ? AND at <= ? AND app_id'

const ofKind =
  (kind: ChartAnnotation['kind']) =>
  ({ at, count }: Row): ChartAnnotation =>
    chartAnnotation.parse({ kind, at, count: typeof count === 'number' ? count : null })

/** Close-alls that were sent or may have been: one that certainly was not cut nothing. */
function closeAlls(rows: readonly Row[]): ChartAnnotation[] {
  const sent: Row[] = []
  for (const row of rows) {
    if (row['step'] === 'intent') sent.push(row)
    else if (row['outcome'] === 'failed') {
      const intent = sent.findLastIndex(({ target }) => target === row['target'])
      if (intent !== -1) sent.splice(intent, 1)
    }
  }
  return sent.map(ofKind('close-all'))
}

function inOrder(...annotations: readonly (readonly ChartAnnotation[])[]): ChartAnnotation[] {
  return annotations.flat().sort((one, other) => one.at - other.at)
}

export type ChartAnnotations = ReturnType<typeof createChartAnnotations>

/** All are oldest first. */
export function createChartAnnotations(database: DatabaseSync) {
  const { all } = statementsIn(database)
  const ofTarget = all(`${journalSql} AND target = ? ORDER BY id`, (row) => row)
  const ofProfile = all(`${journalSql} ORDER BY id`, (row) => row)
  const alertOf = ({ at, severity }: Row) => chartAnnotation.parse({ kind: 'alert', at, severity })
  const alertsOfApplication = all(`${alertsSql} = ?`, alertOf)
  const alertsOfAccount = all(`${alertsSql} IS NULL`, alertOf)

  return {
    ofApplication: ({ profileId, appId }: ProfileApplication, { from, to }: TimeRange) =>
      inOrder(
        closeAlls(ofTarget(profileId, 'session.closeAll', from, to, appId)),
        alertsOfApplication(profileId, from, to, appId),
      ),
    /** Close-alls of every application, batches of avatars, and the alerts of the account. */
    ofAccount: (profileId: ProfileId, { from, to }: TimeRange) =>
      inOrder(
        closeAlls(ofProfile(profileId, 'session.closeAll', from, to)),
        ofProfile(profileId, 'avatar.confirmed', from, to).map(ofKind('batch')),
        alertsOfAccount(profileId, from, to),
      ),
  }
}
