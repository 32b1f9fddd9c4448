import type { SnapshotId } from '../../../shared/ids.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import type { MediaOutcomes } from '../../media/media-outcomes.ts'
import type { TriedMedia } from '../../media/media-store.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { CurrentProfile } from '../../context/open-profile.ts'
import type { MutedChecksRepository } from '../../store/muted-checks-repository.ts'
import type { Conversations } from '../conversations.ts'
import type { Reader } from '../reader/reader.ts'

export type CheckHandlers = HandlersOf<'check.read' | 'check.mute' | 'check.tryMedia'>

export interface CheckHandlersDeps {
  readonly current: CurrentProfile
  readonly reader: Pick<Reader, 'ask'>
  readonly conversations: Pick<Conversations, 'summary'>
  readonly muted: MutedChecksRepository
  readonly outcomes: Pick<MediaOutcomes, 'dead'>
  readonly tryAllMedia: (snapshotId: SnapshotId) => Promise<TriedMedia>
}

/** Gives the handlers of the checks; all refuse with `no-profile`. Failures: not-found (`snapshot`), storage. */
export function createCheckHandlers(deps: CheckHandlersDeps): CheckHandlers {
  const { current, reader, conversations, muted, outcomes, tryAllMedia } = deps
  return {
    'check.read': async ({ snapshotId }) => {
      const { id: profileId, baseUrl, mediaBaseUrl } = requireOpen(current).profile
      const { findings, more } = await reader.ask('checks', {
        profileId,
        snapshotId,
        requestedId: conversations.summary(snapshotId).conversationId,
        rules: { baseUrl, mediaBaseUrl },
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
