/** The sound of a voice as a looked-up conversation named it: fetched when it is played, under the profile's media rules. */
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Log } from '../log.ts'
import type { FetchMedia } from './fetch-media.ts'

/** A sound with its media type. */
export interface VoiceSample {
  readonly bytes: Uint8Array
  readonly type: string
}

/** Finds the sample of a look-up of the open profile; null when there is none that can be had and is a sound. */
export type FindVoiceSample = (id: string) => Promise<VoiceSample | null>

/** What samples need. */
export interface VoiceSamplesDeps {
  readonly openProfile: () => Profile | null
  /** The address as the conversation named it, possibly relative; null when that look-up named none. */
  readonly addressOf: (profileId: ProfileId, id: SnapshotId) => string | null
  readonly fetchMedia: FetchMedia
  readonly log: Log
}

const limits = { limitBytes: 10 * 2 ** 20, timeoutMs: 20_000 }

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

function absolute(address: string, { mediaBaseUrl }: Profile): string | null {
  return URL.parse(address, mediaBaseUrl === '' ? undefined : mediaBaseUrl)?.href ?? null
}

/** Gives the samples; nothing is fetched before one is asked for. */
export function createVoiceSamples({ openProfile, addressOf, fetchMedia, log }: VoiceSamplesDeps): FindVoiceSample {
  const fetched = async (profile: Profile, address: string): Promise<Uint8Array | null> => {
    // The practice service's sounds are on this computer, where nothing else is fetched from.
    const allowLoopbackOf = profile.kind === 'practice' ? new URL(profile.baseUrl).origin : undefined
    try {
      return (await fetchMedia(address, { ...limits, allowLoopbackOf })).bytes
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      log.info(`a voice sample could not be had: ${JSON.stringify(error.failure)}`)
      return null
    }
  }

  return async (id) => {
    const profile = openProfile()
    const wanted = snapshotId.safeParse(id)
    if (profile === null || !wanted.success) return null
    const named = addressOf(profile.id, wanted.data)
    const address = named === null ? null : absolute(named, profile)
    const bytes = address === null ? null : await fetched(profile, address)
    const type = bytes === null ? null : soundType(bytes)
    return bytes === null || type === null ? null : { bytes, type }
  }
}
