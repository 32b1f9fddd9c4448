/** What lists and proposals keep of a look-up beside its body. */
import { memberOf, textIn } from './document.ts'
import type { ConversationDocument } from './document.ts'

/** Name and voice of a conversation, as it came. */
export interface ConversationFacts {
  /** conversationName, "" included; null when no text came. */
  readonly name: string | null
  /** Null when no ttsName came; `url` is "" when the answer names no sample. */
  readonly voice: { readonly name: string; readonly url: string } | null
}

/** The facts of an answer; never throws. */
export function factsOf({ data }: Pick<ConversationDocument, 'data'>): ConversationFacts {
  const name = memberOf(data, 'conversationName')
  const detail = memberOf(data, 'detailDto')
  const voice = textIn(detail, 'ttsName')?.trim() ?? ''
  return {
    name: typeof name === 'string' ? name : null,
    voice: voice === '' ? null : { name: voice, url: textIn(detail, 'ttsUrl')?.trim() ?? '' },
  }
}
