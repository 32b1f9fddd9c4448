/** A public voice of the practice service. `id` is the wire's ttsId. */
export interface Voice {
  readonly id: string
  readonly name: string
  readonly speaker: string
  /** Address of its sample on the media server. */
  readonly url: string
}

function voice(id: string, name: string, speaker: string): Voice {
  return {
    id,
    name,
    speaker,
    url: `/video-server/audio/voice-${name.toLowerCase()}.wav`,
  }
}

/** The public voices; the names are those seen in public (service-api.md §Creating avatars). */
export const voices: readonly Voice[] = [
  voice('21', 'Echo', 'echo_calm'),
  voice('22', 'Aria', 'aria_warm'),
  voice('23', 'Nova', 'nova_bright'),
  voice('24', 'Marin', 'marin_soft'),
  voice('25', 'Alloy', 'alloy_plain'),
  voice('15', 'guina', 'zhifeng_emo'),
]

/** The voice of that name; the service checks no name, so an unknown one becomes a voice of its own without a sample. */
export function voiceNamed(name: string): Voice {
  return voices.find((candidate) => candidate.name === name) ?? { id: '0', name, speaker: name, url: '' }
}
