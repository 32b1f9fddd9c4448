/** The usual training time of each profile, and the single journal entry for a training that takes longer. */
import type { ProfileId } from '../../shared/ids.ts'
import { doneAtOf, isLongerThanUsual, usualTimeOf } from '../../shared/model/usual-time.ts'
import type { Training } from '../../shared/model/usual-time.ts'
import type { Job, UsualTime } from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
import { limitErrors, logged } from '../lib/log.ts'
import type { CreationEvents } from './creation-events.ts'
import type { JobJournal } from './job-journal.ts'

export interface UsualTimes {
  /** null with too few ready avatars. */
  readonly of: (profileId: ProfileId) => UsualTime | null
  /** When all training jobs of a profile are probably ready; null when unknown. */
  readonly doneAt: (profileId: ProfileId) => number | null
}

/** Both return null where the database cannot be read: a queue reports its state in the middle of a submission. */
export function createUsualTimes(
  { repositories, clock, log }: Pick<AppContext, 'repositories' | 'clock' | 'log'>,
  { journal, events }: { readonly journal: Pick<JobJournal, 'longerThanUsual'>; readonly events: CreationEvents },
): UsualTimes {
  const repository = repositories.usualTimes
  const read = new Map<ProfileId, readonly Training[]>()
  const trainingsOf = (profileId: ProfileId): readonly Training[] =>
    read.getOrInsertComputed(profileId, repository.trainings)
  const logError = limitErrors(log)
  const nullWhereUnread = <Value>(find: () => Value | null): Value | null => {
    try {
      return find()
    } catch (error) {
      logError('the usual training times cannot be read', error)
      return null
    }
  }
  const timeOfProfile = (profileId: ProfileId): UsualTime | null =>
    nullWhereUnread(() => usualTimeOf(trainingsOf(profileId)))

  const announce = (job: Job): void => {
    if (job.state !== 'training') return
    const usual = timeOfProfile(job.profileId)
    if (usual !== null && isLongerThanUsual(job, usual)) journal.longerThanUsual(job, usual)
  }
  events.on('jobsChanged', (jobs) => {
    for (const job of jobs) {
      if (job.trainedMs !== null) read.delete(job.profileId)
      logged(log, `whether job ${job.id} takes longer than usual is not known`, () => announce(job))
    }
  })

  return {
    of: timeOfProfile,
    doneAt: (profileId) =>
      nullWhereUnread(() => doneAtOf(trainingsOf(profileId), repository.submitted(profileId), clock.now())),
  }
}
