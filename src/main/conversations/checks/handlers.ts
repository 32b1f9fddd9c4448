import type { SnapshotId } from '../../../shared/ids.ts'
import type { HandlersUnder } from '../../ipc/handlers.ts'
import type { MediaOutcomes } from '../../media/media-outcomes.ts'
import type { TriedMedia } from '../../media/media-store.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { mediaRules, snapshotSummary } from '../conversations.ts'
import type { Reader } from '../reader/reader.ts'

/** Gives the handlers of the checks; all refuse with `no-profile`. Failures: not-found (`snapshot`), storage. */
export function createCheckHandlers(
  context: ProfileContext,
  own: {
    readonly reader: Pick<Reader, 'ask'>
    readonly outcomes: Pick<MediaOutcomes, 'dead'>
    readonly tryAllMedia: (snapshotId: SnapshotId) => Promise<TriedMedia>
  },
): HandlersUnder<'check'> {
  const { current } = context
  const { mutedChecks: muted } = context.repositories
  const { reader, outcomes, tryAllMedia } = own
  return {
    'check.read': async ({ snapshotId }) => {
      const { id: profileId } = requireOpen(current).profile
      const { findings, more } = await reader.ask('checks', {
        profileId,
        snapshotId,
        requestedId: snapshotSummary(context, snapshotId).conversationId,
        rules: mediaRules(current),
        dead: outcomes.dead(profileId),
      })
      return { findings: [...findings], more, muted: muted.list(profileId) }
    },
    'check.mute': ({ rule, muted: isMuted }) => {
      const { id } = requireOpen(current).profile
      muted.set(id, rule, isMuted)
      return muted.list(id)
    },
    'check.tryMedia': ({ snapshotId }) => tryAllMedia(snapshotId),
  }
}
