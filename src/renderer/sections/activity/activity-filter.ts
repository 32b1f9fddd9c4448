/** From what the operator chose to the filter that main searches by. */
import type { ActivityAction, ActivityFilter } from '../../../shared/schemas/activity.ts'
import type { ActivityGroups, ActivityView } from '../../state/activity-view-store.ts'

const groups: ActivityGroups = {
  'profile.saved': 'profiles',
  'profile.opened': 'profiles',
  'profile.deleted': 'profiles',
  'profile.tested': 'profiles',
  'secret.removed': 'profiles',
  'avatar.confirmed': 'avatars',
  'avatar.submitted': 'avatars',
  'avatar.accepted': 'avatars',
  'avatar.unknown': 'avatars',
  'avatar.rejected': 'avatars',
  'avatar.ready': 'avatars',
  'avatar.failed': 'avatars',
  'avatar.taskIdEntered': 'avatars',
  'avatar.markedNotCreated': 'avatars',
  'avatar.edited': 'avatars',
  'avatar.refundSeen': 'avatars',
  'avatar.refundNotSeen': 'avatars',
  'avatar.removed': 'avatars',
  'conversation.opened': 'conversations',
  'conversation.changeSeen': 'conversations',
  'library.readingStarted': 'conversations',
  'library.readingEnded': 'conversations',
  'session.close': 'sessions',
  'session.closeAll': 'sessions',
  'session.fallSeen': 'sessions',
  'session.runStarted': 'sessions',
  'session.runEnded': 'sessions',
  'session.markedEnded': 'sessions',
  'inbox.added': 'sessions',
  'inbox.removed': 'sessions',
  'inbox.restored': 'sessions',
  'inbox.watchAdded': 'sessions',
  'inbox.watchRemoved': 'sessions',
  'guard.saved': 'rules',
  'guard.removed': 'rules',
  'guard.actingSet': 'rules',
  'guard.proposed': 'rules',
  'guard.cancelled': 'rules',
  'guard.acted': 'rules',
  'alert.saved': 'alerts',
  'alert.removed': 'alerts',
  'alert.snoozed': 'alerts',
  'alert.raised': 'alerts',
  'alert.ended': 'alerts',
  'activity.verified': 'journal',
  'activity.exported': 'journal',
  'account.read': 'account',
}

const actions = Object.keys(groups) as readonly ActivityAction[]

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

export type ActionName = (action: ActivityAction) => string

function wordActionsOf(search: string, nameOf: ActionName): ActivityFilter['wordActions'] {
  const found = new Map<string, ActivityAction[]>()
  for (const word of search.toLowerCase().split(/\s+/)) {
    const named = actions.filter((action) => nameOf(action).toLowerCase().includes(word))
    if (word !== '' && named.length > 0) found.set(word, named)
  }
  return found.size === 0 ? undefined : Object.fromEntries(found)
}

/** The filter of a choice: its days are whole ones in the operator's time. `nameOf`: what the page calls an action. */
export function filterOf(view: ActivityView, nameOf: ActionName = String): ActivityFilter {
  const { search, group, outcome, scope } = view
  return {
    ...boundsOf(view),
    wordActions: wordActionsOf(search.slice(0, maxSearch), nameOf),
    search: search.trim().slice(0, maxSearch),
    actions: group === 'all' ? [] : actions.filter((action) => groups[action] === group),
    outcomes: outcome === 'all' ? [] : [outcome],
    scope,
  }
}
