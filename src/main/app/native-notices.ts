/** What the operator is notified of outside of the page: on the taskbar, in notifications, and in the question before the end. */
import { BrowserWindow } from 'electron'
import type { AlertNotice } from '../alerts/alerts.ts'
import { createShowPlace } from './show-place.ts'
import type { PlaceToShow, ShowPlace } from './show-place.ts'
import type { JobsOverview } from '../creations/batches.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Batch } from '../store/batches-repository.ts'
import { createNotifications } from '../desktop/notifications.ts'
import { showOnTaskbar, taskbarState } from '../desktop/taskbar.ts'
import { alertTexts, batchEndTexts, quitTexts } from '../desktop/native-texts.ts'
import type { QuitTexts } from '../desktop/native-texts.ts'
import type { ProgramContext } from './app-context.ts'

export interface NativeNotices {
  /** Shows the summary of a batch; a click on it opens Avatars of its profile. */
  readonly batchEnded: (batch: Batch) => void
  /** Shows a triggered alert; a click on it shows the place that it is about. */
  readonly alertTriggered: (notice: AlertNotice) => void
  readonly progressed: (overview: JobsOverview) => void
  /** What to ask before the operator's end; null when nothing waits or is being sent. */
  readonly leaving: (overview: JobsOverview) => QuitTexts | null
  readonly show: ShowPlace
  readonly dispose: () => void
}

/** The place that an alert is about. */
export function placeOfAlert({ profileId, event: { appId } }: AlertNotice): PlaceToShow {
  return { profileId, section: appId === null ? 'account' : 'sessions', appId }
}

export function createNativeNotices(context: ProgramContext, profiles: Pick<Profiles, 'open'>): NativeNotices {
  const { texts, windowProfiles, findProfile, log } = context
  const notifications = createNotifications((reason) => {
    log.warn(`a notification was not shown: ${reason}`)
  })

  const show = createShowPlace(context, profiles)

  return {
    batchEnded: ({ profileId, counts }) => {
      const profileName = windowProfiles.isOpen(profileId) ? null : (findProfile(profileId)?.name ?? null)
      notifications.show({
        ...batchEndTexts(texts(), counts, profileName),
        onClick: () => {
          show({ profileId, section: 'avatars', appId: null }).catch((error: unknown) =>
            log.error('the batch of a notification was not shown', error),
          )
        },
      })
    },
    alertTriggered: (notice) => {
      notifications.show({
        ...alertTexts(texts(), notice),
        onClick: () => {
          show(placeOfAlert(notice)).catch((error: unknown) => log.error('the place of an alert was not shown', error))
        },
      })
    },
    progressed: (overview) => {
      showOnTaskbar(BrowserWindow.getAllWindows(), taskbarState(overview))
    },
    leaving: ({ progress, isStopped }) => {
      if (progress === null || progress.waiting + progress.submitting === 0) return null
      return quitTexts(texts(), { progress, isStopped })
    },
    show,
    dispose: notifications.dispose,
  }
}
