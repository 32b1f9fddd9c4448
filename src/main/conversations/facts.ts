/** What lists and proposals keep of a look-up beside its body. */
import { memberOf, textIn } from './document.ts'
import type { ConversationDocument } from './document.ts'
import { cut } from './values.ts'

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
export const longestName = 500

// No longer one can be given to createAvatar.
const longestVoice = 200

// Room for a short sound written into the address; a longer one is still played in the viewer.
const longestSample = 100_000

function voiceOf(detail: unknown): ConversationFacts['voice'] {
  const name = textIn(detail, 'ttsName')?.trim() ?? ''
  if (name === '' || name.length > longestVoice) return null
  const url = textIn(detail, 'ttsUrl')?.trim() ?? ''
  return { name, url: url.length > longestSample ? '' : url }
}

/** The facts of an answer; never throws. */
export function factsOf({ data }: Pick<ConversationDocument, 'data'>): ConversationFacts {
  const name = memberOf(data, 'conversationName')
  return { name: typeof name === 'string' ? cut(name, longestName) : null, voice: voiceOf(memberOf(data, 'detailDto')) }
}
