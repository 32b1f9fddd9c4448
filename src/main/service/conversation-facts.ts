/** What lists and proposals keep of a snapshot beside its body. */
import { z } from 'zod'
import { truncate } from '../lib/truncate.ts'

/** Name and voice of a conversation, as it came. */
export interface ConversationFacts {
  /** The beginning of conversationName, "" included; null when no text came. */
  readonly name: string | null
  /** Null when no ttsName came that can be used; `url` is "" when the answer names no sample. */
  readonly voice: { readonly name: string; readonly url: string } | null
}

/**
 * The most of a name that stands in lists, headings and the journal: whoever wrote it can make it as long as a body, and
 * each of these holds many.
 */
export const maxNameLength = 500

// No longer one can be given to createAvatar.
const maxVoiceLength = 200

// Room for a short sound written into the address; a longer one is still played in the viewer.
const maxSampleLength = 100_000

// Whatever else came in their place is nothing that lists could show.
const shape = z.object({
  conversationName: z.string().nullable().catch(null),
  detailDto: z
    .object({ ttsName: z.string().catch(''), ttsUrl: z.string().catch('') })
    .nullable()
    .catch(null),
})

function voiceOf({ ttsName, ttsUrl }: { ttsName: string; ttsUrl: string }): ConversationFacts['voice'] {
  const [name, url] = [ttsName.trim(), ttsUrl.trim()]
  if (name === '' || name.length > maxVoiceLength) return null
  return { name, url: url.length > maxSampleLength ? '' : url }
}

/** The facts of an answer's `data`; never throws. Source: `service-api.md §Conversation`. */
export function factsOf(data: unknown): ConversationFacts {
  const { data: read } = shape.safeParse(data)
  const name = read?.conversationName ?? null
  return { name: name && truncate(name, maxNameLength), voice: read?.detailDto ? voiceOf(read.detailDto) : null }
}
