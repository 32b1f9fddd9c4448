/** An action that the journal records. The page has a text for each, under `action` of the catalogue `activity`. */
interface Action {
  /** The filter option that finds the action. */
  readonly group: 'sessions' | 'avatars' | 'conversations' | 'account' | 'alerts' | 'profiles' | 'journal'
  /** Whether an operator who was away wants to know about the entry: the result of an act, not its start. */
  readonly isResult: boolean
}

const profiles: Action = { group: 'profiles', isResult: false }
const avatars: Action = { group: 'avatars', isResult: false }
const avatarResult: Action = { group: 'avatars', isResult: true }
const conversations: Action = { group: 'conversations', isResult: false }
const sessions: Action = { group: 'sessions', isResult: false }
const sessionResult: Action = { group: 'sessions', isResult: true }
const alerts: Action = { group: 'alerts', isResult: false }
const alertResult: Action = { group: 'alerts', isResult: true }
const journal: Action = { group: 'journal', isResult: false }

export const activityActions = {
  'profile.saved': profiles,
  'profile.opened': profiles,
  'profile.deleted': profiles,
  'profile.tested': profiles,
  'secret.removed': profiles,
  'avatar.confirmed': avatars,
  'avatar.batchEnded': avatarResult,
  'avatar.submitted': avatars,
  'avatar.accepted': avatars,
  'avatar.unknown': avatarResult,
  'avatar.rejected': avatarResult,
  'avatar.ready': avatarResult,
  'avatar.failed': avatarResult,
  'avatar.longerThanUsual': avatarResult,
  'avatar.taskIdEntered': avatars,
  'avatar.markedNotCreated': avatars,
  'avatar.edited': avatars,
  'avatar.refundSeen': avatarResult,
  'avatar.refundNotSeen': avatarResult,
  'avatar.removed': avatars,
  'avatar.restored': avatars,
  'conversation.opened': conversations,
  'conversation.saved': conversations,
  'session.close': sessionResult,
  'session.closeAll': sessionResult,
  'session.runStarted': sessions,
  'session.runEnded': sessionResult,
  'session.markedEnded': sessions,
  'inbox.added': sessions,
  'inbox.removed': sessions,
  'inbox.restored': sessions,
  'inbox.watchAdded': sessions,
  'inbox.watchRemoved': sessions,
  'alert.saved': alerts,
  'alert.snoozed': alerts,
  'alert.snoozeEnded': alerts,
  'alert.raised': alertResult,
  'alert.ended': alertResult,
  'note.added': journal,
  'activity.verified': journal,
  'activity.exported': journal,
  'activity.evidenceSaved': journal,
  'account.read': { group: 'account', isResult: false },
} as const satisfies Readonly<Record<string, Action>>

/** Each action is one close, of a session or of all sessions of an application. */
export const closeActions: ReadonlySet<string> = new Set<ActionName>(['session.close', 'session.closeAll'])

/** The start and the end of a close run. */
export const closeRunActions: ReadonlySet<string> = new Set<ActionName>(['session.runStarted', 'session.runEnded'])

export type ActivityGroup = Action['group']

type ActionName = keyof typeof activityActions

export const activityActionNames = Object.keys(activityActions) as [ActionName, ...ActionName[]]
