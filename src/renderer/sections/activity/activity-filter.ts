/** Turns the operator's choices into the filter that main searches by. */
import { activityActionNames, activityActions } from '../../../shared/model/activity-actions.ts'
import { searchWords } from '../../../shared/model/search-words.ts'
import type { ActivityFilter } from '../../../shared/schemas/activity.ts'
import type { ActivityView } from '../../state/view-preferences-store.ts'
import type { EntryText } from './entry-text.ts'

export const wholeJournal: ActivityFilter = {
  search: '',
  actions: [],
  outcomes: [],
  scope: 'all',
  from: null,
  to: null,
}

/** Midnight at the start of the day plus `daysLater` days; null for text that is not a date. */
function startOf(day: string, daysLater: number): number | null {
  const [, year, month, date] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (year === undefined) return null
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).getTime()
}

const maxSearch = 500
const daysOf = { today: 1, week: 7, month: 30 } as const satisfies Partial<Record<ActivityView['period'], number>>

function boundsOf({ period, fromDay, toDay }: ActivityView): Pick<ActivityFilter, 'from' | 'to'> {
  if (period === 'all') return { from: null, to: null }
  if (period === 'custom') {
    const [from, to] = [startOf(fromDay, 0), startOf(toDay, 0)]
    const [first, last] = from !== null && to !== null && from > to ? [toDay, fromDay] : [fromDay, toDay]
    return { from: startOf(first, 0), to: startOf(last, 1) }
  }
  const now = new Date()
  return { from: new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - daysOf[period]).getTime(), to: null }
}

function wordNamesOf(search: string, texts: EntryText['texts']): ActivityFilter['wordNames'] {
  const found = searchWords(search.toLowerCase())
    .map((word) => [word, texts.filter(([, text]) => text.includes(word)).flatMap(([names]) => names)] as const)
    .filter(([, named]) => named.length > 0)
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The filter for the operator's choices, with whole days in local time. `texts`: the row texts of main's names. */
export function filterOf(view: ActivityView, texts: EntryText['texts'] = []): ActivityFilter {
  const { search, group, outcome, scope } = view
  return {
    ...boundsOf(view),
    wordNames: wordNamesOf(search.slice(0, maxSearch), texts),
    search: search.trim().slice(0, maxSearch),
    actions: group === 'all' ? [] : activityActionNames.filter((action) => activityActions[action].group === group),
    outcomes: outcome === 'all' ? [] : [outcome],
    scope,
  }
}
