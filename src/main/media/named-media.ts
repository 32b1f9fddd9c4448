/**
 * Media that the service only named by an address: the sound of a voice, the cover of a finished avatar. Fetched when they
 * are wanted, under the profile's media rules, and given to the page as what their content is.
 */
import { FailureError } from '../../shared/failure.ts'
import type { JobId, ProfileId, SnapshotId } from '../../shared/ids.ts'
import { readImageHeader } from '../../shared/model/image/image-header.ts'
import { jobId, snapshotId } from '../../shared/schemas/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Log } from '../log.ts'
import type { FetchMedia } from './fetch-media.ts'

/** What may be asked for: the sample of a look-up's voice, the cover of a job's avatar. */
export type MediaKind = 'voice-sample' | 'cover-image'

/** A sound or picture with its media type. */
export interface NamedMedia {
  readonly bytes: Uint8Array
  readonly type: string
}

/** Finds what a look-up or job of the open profile named; null when there is none that can be had and is of its kind. */
export type FindNamedMedia = (kind: MediaKind, id: string) => Promise<NamedMedia | null>

/** What named media need. */
export interface NamedMediaDeps {
  readonly openProfile: () => Profile | null
  /** The address as the conversation named it, possibly relative; null when that look-up named none. */
  readonly sampleAddress: (profileId: ProfileId, id: SnapshotId) => string | null
  /** The address as queryAvatar named it; null when that job has none. */
  readonly coverAddress: (profileId: ProfileId, id: JobId) => string | null
  readonly fetchMedia: FetchMedia
  readonly log: Log
}

const limits = { limitBytes: 10 * 2 ** 20, timeoutMs: 20_000 }

// More than any cover, and little enough to be drawn: a file of a few bytes can claim any number of pixels.
const mostCoverPixels = 40_000_000

interface Sound {
  readonly type: string
  readonly at: number
  readonly begins: RegExp
}

// What a host says of its file is no evidence, and the page must be given nothing but sounds.
const sounds: readonly Sound[] = [
  { type: 'audio/mpeg', at: 0, begins: /^(?:ID3|\xff[\xe2-\xe7\xf2\xf3\xfa\xfb])/ },
  { type: 'audio/aac', at: 0, begins: /^\xff[\xf0\xf1\xf8\xf9]/ },
  { type: 'audio/wav', at: 0, begins: /^RIFF[^]{4}WAVE/ },
  { type: 'audio/ogg', at: 0, begins: /^OggS/ },
  { type: 'audio/flac', at: 0, begins: /^fLaC/ },
  { type: 'audio/webm', at: 1, begins: /^\x45\xdf\xa3/ },
  { type: 'audio/mp4', at: 4, begins: /^ftyp/ },
]

function soundType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return sounds.find(({ at, begins }) => begins.test(head.slice(at)))?.type ?? null
}

function pictureType(bytes: Uint8Array): string | null {
  const header = readImageHeader(bytes)
  const canBeDrawn =
    header.kind === 'image' && header.type !== 'heic' && header.width * header.height <= mostCoverPixels
  return canBeDrawn ? `image/${header.type}` : null
}

const typeOf: Readonly<Record<MediaKind, (bytes: Uint8Array) => string | null>> = {
  'voice-sample': soundType,
  'cover-image': pictureType,
}

function absolute(address: string, { mediaBaseUrl }: Profile): string | null {
  return URL.parse(address, mediaBaseUrl === '' ? undefined : mediaBaseUrl)?.href ?? null
}

/** Gives the finder; nothing is fetched before it is asked for. */
export function createNamedMedia(deps: NamedMediaDeps): FindNamedMedia {
  const { openProfile, sampleAddress, coverAddress, fetchMedia, log } = deps

  const addressOf = (kind: MediaKind, id: string, profileId: ProfileId): string | null => {
    if (kind === 'voice-sample') {
      const look = snapshotId.safeParse(id)
      return look.success ? sampleAddress(profileId, look.data) : null
    }
    const job = jobId.safeParse(id)
    return job.success ? coverAddress(profileId, job.data) : null
  }

  const fetched = async (profile: Profile, address: string): Promise<Uint8Array | null> => {
    // A service on this computer, as the practice service is, names media of its own; nothing else here is asked.
    const allowLoopbackOf = new URL(profile.baseUrl).origin
    try {
      return (await fetchMedia(address, { ...limits, allowLoopbackOf })).bytes
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      log.info(`media that the service named could not be had: ${JSON.stringify(error.failure)}`)
      return null
    }
  }

  return async (kind, id) => {
    const profile = openProfile()
    const named = profile === null ? null : addressOf(kind, id, profile.id)
    if (profile === null || named === null) return null
    const address = absolute(named, profile)
    const bytes = address === null ? null : await fetched(profile, address)
    const type = bytes === null ? null : typeOf[kind](bytes)
    return bytes === null || type === null ? null : { bytes, type }
  }
}
