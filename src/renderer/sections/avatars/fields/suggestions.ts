/** What the shared fields propose. Nothing here is a rule: any text may be typed. Source: `service-api.md §Creating avatars`. */
import type { Job } from '../../../../shared/schemas/avatar.ts'

/** Voices seen in public; the service lists none. */
const publicVoices = ['Echo', 'Aria', 'Nova', 'Marin', 'Alloy', 'guina']

/** A voice to propose, and whether an avatar of this profile was made with it. */
export interface VoiceSuggestion {
  readonly voice: string
  readonly seen: 'used' | 'public'
}

/** Voices of past jobs first (those that led to an avatar before the rest), then the publicly seen ones; each once. */
export function suggestVoices(jobs: readonly Job[]): readonly VoiceSuggestion[] {
  const proven = jobs.filter((job) => job.state === 'ready')
  const used = new Set([...proven, ...jobs].map((job) => job.fields.voice).filter((voice) => voice !== ''))
  return [
    ...[...used].map((voice) => ({ voice, seen: 'used' }) as const),
    ...publicVoices.filter((voice) => !used.has(voice)).map((voice) => ({ voice, seen: 'public' }) as const),
  ]
}
