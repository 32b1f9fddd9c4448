/** Lists of ids: added to the library, and planned to be read one after the other. The journal has their begin and end. */
import type { ConversationId, ProfileId } from '../../../shared/ids.ts'
import type { ActivityAction, ActivityEntry } from '../../../shared/schemas/activity.ts'
import type { PlannedReads } from '../../../shared/schemas/library.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { ReadScheduler } from './read-scheduler.ts'

export type ImportHandlers = HandlersOf<
  'library.import' | 'library.planned' | 'library.pausePlanned' | 'library.dropPlanned'
>

/** `onEntries` hears that entries came. */
export function createImports(
  { repositories, current, journal, clock, emit }: ProfileContext,
  reading: Pick<ReadScheduler, 'planned' | 'reschedule' | 'retryNow'>,
  onEntries: (profileId: ProfileId) => void,
) {
  const { library, plannedReads: plan } = repositories

  const record = ({ profile }: OpenProfile, action: ActivityAction, facts: ActivityEntry['facts']): void => {
    const { id: profileId, name: profileName } = profile
    const outcome = action === 'library.readingStarted' ? 'done' : 'seen'
    journal.noteAfter({ profileId, profileName, action, target: '', outcome, facts })
  }

  const publish = ({ profile }: OpenProfile): PlannedReads => {
    const planned = reading.planned(profile.id)
    if (current()?.profile.id === profile.id) emit('plannedReads.changed', planned)
    return planned
  }

  const recordEnd = (open: OpenProfile): void => record(open, 'library.readingEnded', plan.ends(open.profile.id))

  const add = (open: OpenProfile, ids: readonly ConversationId[]): void => {
    const { id } = open.profile
    library.addIds(id, ids, clock.now())
    plan.plan(id, ids, clock.now())
    record(open, 'library.readingStarted', { planned: ids.length })
    onEntries(id)
  }

  const handlers: ImportHandlers = {
    'library.import': ({ conversationIds }) => {
      const open = requireOpen(current)
      add(open, conversationIds)
      reading.retryNow()
      return publish(open)
    },
    'library.planned': () => reading.planned(requireOpen(current).profile.id),
    'library.pausePlanned': ({ paused }) => {
      const open = requireOpen(current)
      if (paused) plan.pause(open.profile.id, null)
      else plan.resume(open.profile.id)
      if (paused) reading.reschedule()
      else reading.retryNow()
      return publish(open)
    },
    'library.dropPlanned': () => {
      const open = requireOpen(current)
      const isInFlight = reading.planned(open.profile.id).waiting > 0
      plan.drop(open.profile.id)
      if (isInFlight) recordEnd(open)
      reading.reschedule()
      return publish(open)
    },
  }
  return {
    handlers,
    /** A planned read came to its end; it may have been the last one. */
    readEnded: (open: OpenProfile): void => {
      const { waiting } = publish(open)
      if (waiting === 0) recordEnd(open)
    },
    /** Something else holds the reads. */
    held: publish,
  }
}
