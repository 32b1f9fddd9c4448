/** Finds the addresses of media in a conversation: only in fields that the contract declares as such. */
import { hash } from 'node:crypto'
import { fieldsByPath } from '../../../shared/conversation/fields.ts'
import type { MediaUse } from '../../../shared/model/media-address.ts'
import { mediaTextsIn } from '../../../shared/conversation/media.ts'
import { valueAt } from '../../../shared/conversation/document.ts'
import type { ConversationDocument } from '../../../shared/conversation/document.ts'
import { readDataAddress } from '../../media/media-content.ts'
import type { NamedAddress } from '../../media/media-store.ts'

// Longer addresses are not followed, so the beginning of a longer text is enough.
const maxTextLength = 10_000

function named(use: MediaUse, text: string): NamedAddress {
  return { use, text: text.slice(0, maxTextLength) }
}

/** The content of a long `data:` address; null for any other text. */
function inlineOf(text: string): NonNullable<NamedAddress['inline']> | null {
  const bytes = text.length > maxTextLength ? readDataAddress(text.trim()) : null
  return bytes === null ? null : { bytes, digest: hash('sha256', text) }
}

/** The address of media at a path, such as `data.detailDto.ttsUrl`; null where there is none. */
export function mediaAt({ answer }: ConversationDocument, path: string): NamedAddress | null {
  const [, field = ''] = /^data\.([\w.[\]]+)$/.exec(path) ?? []
  const use = fieldsByPath.get(field.replace(/\[\d+\]/g, ''))?.media ?? null
  const text = valueAt(answer, path)
  if (use === null || typeof text !== 'string' || text === '') return null
  const inline = inlineOf(text)
  return inline === null ? named(use, text) : { ...named(use, text), inline }
}

/** The first `max` different addresses of media in a conversation, and how many more there are. */
export function mediaIn(document: ConversationDocument, max: number) {
  const differing = [...new Map(mediaTextsIn(document).map((address) => [address.text, address])).values()]
  const addresses = differing.slice(0, max).map(({ use, text }) => named(use, text))
  return { addresses, more: Math.max(0, differing.length - max) }
}
