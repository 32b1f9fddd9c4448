import type { AppId } from '../../../../shared/ids.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import type { ApplicationCount } from '../../../../shared/schemas/session.ts'
import { applicationName } from '../application-name.ts'

/** An application of the profile with its last count. */
export interface OverviewRow {
  readonly application: Application
  readonly count: ApplicationCount
}

/** Most live calls first, or by name. */
export type OverviewOrder = 'total' | 'name'

/** Filter and order of rows; `collator` compares names. */
export interface OverviewChoice {
  readonly search: string
  readonly order: OverviewOrder
  readonly collator: Intl.Collator
}

/** The applications as the profile lists them, each with its count; one that main does not know yet has none. */
export function rowsOf(
  applications: readonly Application[],
  counts: readonly ApplicationCount[],
): readonly OverviewRow[] {
  const byId = new Map(counts.map((count) => [count.appId, count]))
  return applications.map((application) => {
    const { appId } = application
    return { application, count: byId.get(appId) ?? { appId, latest: null, hasFailed: false, intervalMs: 0 } }
  })
}

/** The rows filtered and sorted; those without a count come last, and equals stay as the profile lists them. */
export function chosenRows(
  rows: readonly OverviewRow[],
  { search, order, collator }: OverviewChoice,
): readonly OverviewRow[] {
  const requested = search.trim().toLowerCase()
  const fits = ({ application: { appId, label } }: OverviewRow): boolean =>
    appId.toLowerCase().includes(requested) || label.toLowerCase().includes(requested)
  const totalOf = ({ count }: OverviewRow): number => count.latest?.total ?? -1
  return rows
    .filter(fits)
    .sort((a, b) =>
      order === 'total'
        ? totalOf(b) - totalOf(a)
        : collator.compare(applicationName(a.application), applicationName(b.application)),
    )
}

/** The rows in an order that was held; those that were not there then come last. */
export function inOrder(rows: readonly OverviewRow[], appIds: readonly AppId[]): readonly OverviewRow[] {
  const places = new Map(appIds.map((appId, place) => [appId, place]))
  const placeOf = ({ count }: OverviewRow): number => places.get(count.appId) ?? appIds.length
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b))
}
