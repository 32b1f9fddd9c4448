/** From what the operator chose to the filter that main searches by. */
import { activityActions } from '../../../shared/model/activity-actions.ts'
import type { ActivityAction, ActivityFilter } from '../../../shared/schemas/activity.ts'
import type { ActivityView } from '../../state/activity-view-store.ts'

type SubjectOf<Action> = Action extends `${infer Subject}.${string}` ? Subject : never

/** Which part of the journal the actions on a subject belong to, in the order in which they are offered. */
const groups: readonly (readonly [SubjectOf<ActivityAction>, ActivityView['group']])[] = [
  ['session', 'sessions'],
  ['inbox', 'sessions'],
  ['avatar', 'avatars'],
  ['conversation', 'conversations'],
  ['library', 'conversations'],
  ['account', 'account'],
  ['alert', 'alerts'],
  ['guard', 'rules'],
  ['profile', 'profiles'],
  ['secret', 'profiles'],
  ['activity', 'journal'],
]

/** Every choice of actions. */
export const groupChoices: readonly ActivityView['group'][] = ['all', ...new Set(groups.map(([, group]) => group))]

function isOf(action: ActivityAction, group: ActivityView['group']): boolean {
  return groups.some(([subject, one]) => one === group && action.startsWith(`${subject}.`))
}

/** A filter that leaves nothing out. */
export const wholeJournal: ActivityFilter = {
  search: '',
  actions: [],
  outcomes: [],
  scope: 'all',
  from: null,
  to: null,
}

/** Midnight at which the day begins, or so many days later; null for a day that is none. */
function startOf(day: string, daysLater: number): number | null {
  const [, year, month, date] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (year === undefined) return null
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).getTime()
}

const maxSearch = 500
const daysOf = { today: 1, week: 7, month: 30 } as const satisfies Partial<Record<ActivityView['period'], number>>

function boundsOf({ period, fromDay, toDay }: ActivityView): Pick<ActivityFilter, 'from' | 'to'> {
  if (period === 'all') return { from: null, to: null }
  if (period === 'custom') return { from: startOf(fromDay, 0), to: startOf(toDay, 1) }
  const now = new Date()
  return { from: new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - daysOf[period]).getTime(), to: null }
}

type ActionName = (action: ActivityAction) => string

function wordActionsOf(search: string, nameOf: ActionName): ActivityFilter['wordActions'] {
  const found = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => [word, activityActions.filter((action) => nameOf(action).toLowerCase().includes(word))] as const)
    .filter(([, named]) => named.length > 0)
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The filter of a choice: its days are whole ones in the operator's time. `nameOf`: what the page calls an action. */
export function filterOf(view: ActivityView, nameOf: ActionName = String): ActivityFilter {
  const { search, group, outcome, scope } = view
  return {
    ...boundsOf(view),
    wordActions: wordActionsOf(search.slice(0, maxSearch), nameOf),
    search: search.trim().slice(0, maxSearch),
    actions: group === 'all' ? [] : activityActions.filter((action) => isOf(action, group)),
    outcomes: outcome === 'all' ? [] : [outcome],
    scope,
  }
}
