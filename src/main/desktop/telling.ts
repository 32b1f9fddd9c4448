/** What is told outside of the page about avatars on their way: taskbar, notification, and the question before the end. */
import { BrowserWindow } from 'electron'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { JobsOverview } from '../jobs/batch-news.ts'
import type { Log } from '../log.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Batch } from '../store/batches-repository.ts'
import { createNotifications } from './notifications.ts'
import { showOnTaskbar, taskbarState } from './taskbar.ts'
import { bringToFront } from './window.ts'
import type { LeavingWords, NativeWords } from './words.ts'

/** The telling of this run. */
export interface Telling {
  /** Shows the summary of a batch; a click on it opens Avatars of its profile. */
  readonly batchEnded: (batch: Batch) => void
  readonly progressed: (overview: JobsOverview) => void
  /** What to ask before the operator's end; null when nothing waits or is being sent. */
  readonly leaving: (overview: JobsOverview) => LeavingWords | null
  readonly dispose: () => void
}

/** What telling needs. */
export interface TellingDeps {
  readonly words: () => NativeWords
  readonly profiles: Pick<Profiles, 'current' | 'open'>
  readonly findProfile: (id: ProfileId) => Profile | null
  readonly emit: Emit
  readonly log: Log
}

/** Gives the telling. */
export function createTelling({ words, profiles, findProfile, emit, log }: TellingDeps): Telling {
  const notifications = createNotifications((reason) => {
    log.warn(`a notification was not shown: ${reason}`)
  })
  const isOpen = (id: ProfileId): boolean => profiles.current()?.id === id

  const showAvatars = async (id: ProfileId): Promise<void> => {
    BrowserWindow.getAllWindows().forEach(bringToFront)
    if (!isOpen(id)) await profiles.open(id)
    emit('section.requested', { section: 'avatars' })
  }

  return {
    batchEnded: ({ profileId, counts }) => {
      const profileName = isOpen(profileId) ? null : (findProfile(profileId)?.name ?? null)
      notifications.show({
        ...words().batchEnd(counts, profileName),
        onClick: () => {
          showAvatars(profileId).catch((error: unknown) =>
            log.error('the batch of a notification was not shown', error),
          )
        },
      })
    },
    progressed: (overview) => {
      showOnTaskbar(BrowserWindow.getAllWindows(), taskbarState(overview))
    },
    leaving: ({ progress, isStopped }) => {
      if (progress === null || progress.waiting + progress.submitting === 0) return null
      return words().leaving({ progress, isStopped })
    },
    dispose: notifications.dispose,
  }
}
