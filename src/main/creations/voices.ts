/** The voices that may be proposed, with what came of each. Nothing here is a rule: any name may be typed. */
import type { ProfileId } from '../../shared/ids.ts'
import { publicVoices } from '../../shared/model/public-voices.ts'
import type { Voice } from '../../shared/schemas/history.ts'
import type { VoicesRepository } from '../store/voices-repository.ts'

function unheard(voice: string): Voice {
  return { voice, uses: 0, ready: 0, failed: 0, conversations: 0, public: false, sample: null }
}

// What has led to an avatar first, then what was used, then what was seen; the public ones keep their order at the end.
function weightOf({ ready, uses, conversations }: Voice): readonly number[] {
  return [ready, uses, conversations]
}

function byWeight(one: Voice, other: Voice): number {
  const weights = weightOf(other)
  return weightOf(one).reduce((sum, weight, place) => sum || (weights[place] ?? 0) - weight, 0)
}

/** The voices of a profile, each once, the most successful first. Failures: storage. */
export function voicesOf(repository: VoicesRepository, profileId: ProfileId): Voice[] {
  const voices = new Map<string, Voice>()
  const add = (voice: string, known: Partial<Voice>): void => {
    voices.set(voice, { ...(voices.get(voice) ?? unheard(voice)), ...known })
  }
  for (const { voice, ...counts } of repository.used(profileId)) add(voice, counts)
  for (const { voice, ...seen } of repository.seen(profileId)) add(voice, seen)
  for (const voice of publicVoices) add(voice, { public: true })
  return [...voices.values()].toSorted(byWeight)
}
