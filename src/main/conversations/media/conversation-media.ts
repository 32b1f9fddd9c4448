/** The page names a snapshot and a field, never an address, and receives an id for its own URL scheme. */
import { LRUCache } from 'lru-cache'
import { FailureError, orNotFound, refusal } from '../../../shared/failure.ts'
import type { SnapshotId } from '../../../shared/ids.ts'
import type { Handler } from '../../ipc/handlers.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { atMost } from '../../lib/cache-bounds.ts'
import type { CachedMedia } from '../../media/media-content.ts'
import type { MediaProfile, MediaStore, TriedMedia } from '../../media/media-store.ts'
import type { Snapshots } from '../snapshots.ts'
import { mediaAt, mediaIn } from './media-in-conversation.ts'

interface MediaLocation {
  readonly profileId: MediaProfile['id']
  readonly snapshotId: SnapshotId
  readonly path: string
}

const maxTried = 60

// Each entry is a short text; a page shows a few hundred at the same time.
const maxIssued = 5_000

/** Nothing is fetched before a call of the page. */
export function createConversationMedia(
  { current, randomId }: ProfileContext,
  store: MediaStore,
  snapshots: Pick<Snapshots, 'document'>,
) {
  const issued = new LRUCache<string, MediaLocation>(atMost(maxIssued))
  const idOf = new LRUCache<string, string>({ ...atMost(maxIssued), memoMethod: () => randomId() })

  const issue = (location: MediaLocation): string => {
    const id = idOf.memo(`${location.profileId} ${location.snapshotId} ${location.path}`)
    issued.set(id, location)
    return id
  }

  const mediaAtPath = async (profile: MediaProfile, { path, snapshotId }: MediaLocation): Promise<CachedMedia> => {
    return store.get(profile, orNotFound(mediaAt(snapshots.document(snapshotId), path), 'media'))
  }

  const open: Handler<'conversation.media'> = async ({ snapshotId, path }) => {
    const { profile } = requireOpen(current)
    const location: MediaLocation = { profileId: profile.id, snapshotId, path }
    const { bytes, type, kind, fetchedAt } = await mediaAtPath(profile, location)
    // A window that switched to a different profile meanwhile must not show media of the previous profile.
    if (current()?.profile.id !== profile.id) throw refusal('no-profile')
    return { src: `/media/${issue(location)}/opened`, type, kind, bytes: bytes.byteLength, fetchedAt }
  }

  return {
    handlers: { 'conversation.media': open },
    /** The media behind an id that this run issued; null for any other id, and for an id of a different profile. */
    find: async (mediaId: string): Promise<CachedMedia | null> => {
      const location = issued.get(mediaId)
      const profile = current()?.profile
      if (profile === undefined || location?.profileId !== profile.id) return null
      try {
        return await mediaAtPath(profile, location)
      } catch (error) {
        // The media left the cache and can't be fetched again: the player shows that.
        if (error instanceof FailureError) return null
        throw error
      }
    },
    /** Tries the first 60 different addresses of a snapshot. Failures: refused (`no-profile`), not-found. */
    tryAll: async (snapshotId: SnapshotId): Promise<TriedMedia> => {
      const { profile } = requireOpen(current)
      const { addresses, more } = mediaIn(snapshots.document(snapshotId), maxTried)
      const { untried, ...ends } = await store.tryAll(profile, addresses)
      return { ...ends, untried: untried + more }
    },
  }
}
