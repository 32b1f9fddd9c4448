/** The inbox in the journal: a line for each session, and one line with their number when they are many. */
import type { SessionId } from '../../../shared/ids.ts'
import type { ActivityAction, ActivityEntry } from '../../../shared/schemas/activity.ts'
import type { Journal, NewActivity } from '../../context/journal.ts'
import type { OpenProfile } from '../../context/open-profile.ts'

/** What happened to sessions of the inbox, or to a watched path. */
export interface InboxNote {
  readonly action: Extract<ActivityAction, `inbox.${string}` | 'session.markedEnded'>
  readonly targets: readonly (SessionId | string)[]
  /** seen: nobody asked for it at that moment. */
  readonly outcome?: Extract<ActivityEntry['outcome'], 'done' | 'seen'>
  readonly facts?: ActivityEntry['facts']
}

const maxLines = 5

function entriesOf({ targets, facts = {} }: InboxNote): readonly Required<Pick<NewActivity, 'target' | 'facts'>>[] {
  if (targets.length > maxLines) return [{ target: '', facts: { count: targets.length, ...facts } }]
  return targets.map((target) => ({ target, facts }))
}

/** A journal that cannot be written stops nothing. */
export function createInboxJournal(journal: Pick<Journal, 'noteAfter'>) {
  return ({ profile }: OpenProfile, note: InboxNote): void => {
    const { action, outcome = 'done' } = note
    for (const entry of entriesOf(note)) {
      journal.noteAfter({ profileId: profile.id, profileName: profile.name, action, outcome, ...entry })
    }
  }
}

/** Notes down what happened. */
export type NoteInbox = ReturnType<typeof createInboxJournal>
