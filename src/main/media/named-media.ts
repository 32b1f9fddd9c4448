/** Media that the service names outside a conversation: the sample of a voice, the cover of an avatar. */
import { FailureError } from '../../shared/failure.ts'
import type { JobId, ProfileId, SnapshotId } from '../../shared/ids.ts'
import { jobId, snapshotId } from '../../shared/schemas/ids.ts'
import type { Log } from '../lib/log.ts'
import type { CachedMedia } from './media-content.ts'
import type { MediaProfile, MediaStore, NamedAddress } from './media-store.ts'

export type NamedMediaKind = 'voice-sample' | 'cover-image'

/**
 * Finds the media named by a snapshot or a job of an open profile; null without media or when they can't be fetched.
 */
export type FindNamedMedia = (kind: NamedMediaKind, id: string) => Promise<CachedMedia | null>

export function createNamedMedia(
  addresses: {
    readonly openProfiles: () => readonly MediaProfile[]
    /** The address as the conversation names it, possibly relative; null for a snapshot without a sample. */
    readonly sampleAddress: (profileId: ProfileId, id: SnapshotId) => string | null
    /** The address as queryAvatar named it; null for a job without a cover. */
    readonly coverAddress: (profileId: ProfileId, id: JobId) => string | null
  },
  getMedia: MediaStore['get'],
  log: Log,
): FindNamedMedia {
  const addressOf = (kind: NamedMediaKind, id: string, profileId: ProfileId): NamedAddress | null => {
    const isSample = kind === 'voice-sample'
    const [snapshot, job] = [snapshotId.safeParse(id).data, jobId.safeParse(id).data]
    const sample = snapshot && isSample ? addresses.sampleAddress(profileId, snapshot) : null
    const text = job && !isSample ? addresses.coverAddress(profileId, job) : sample
    return text === null ? null : { use: isSample ? 'audio' : 'picture', text }
  }

  return async (kind, id) => {
    const [source] = addresses.openProfiles().flatMap((profile) => {
      const named = addressOf(kind, id, profile.id)
      return named === null ? [] : [{ profile, named }]
    })
    if (source === undefined) return null
    try {
      return await getMedia(source.profile, source.named)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      log.info('media that the service named could not be fetched', error)
      return null
    }
  }
}
