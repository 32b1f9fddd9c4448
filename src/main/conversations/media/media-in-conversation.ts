/** Where a conversation names media: only fields that the contract says are addresses of media count. */
import { createHash } from 'node:crypto'
import { conversationFields } from '../../../shared/model/conversation-fields.ts'
import type { FieldDescription } from '../../../shared/model/conversation-fields.ts'
import type { MediaUse } from '../../../shared/model/media-address.ts'
import { occurrencesOf } from '../checks/subject.ts'
import { valueAt } from '../document.ts'
import type { ConversationDocument } from '../document.ts'
import { readDataAddress } from '../../media/media-content.ts'
import type { NamedAddress } from '../../media/media-store.ts'

/** Addresses that differ, in the order of the fields, and how many more there are. */
export interface NamedMediaList {
  readonly addresses: readonly NamedAddress[]
  readonly more: number
}

type MediaField = FieldDescription & { readonly media: MediaUse }

const mediaFields = conversationFields.filter((field): field is MediaField => field.media !== null)
const useOf: ReadonlyMap<string, MediaUse> = new Map(mediaFields.map(({ field, media }) => [field, media]))

// Longer addresses are not followed, so that of a longer text the beginning tells as much.
const maxTextLength = 10_000

function named(use: MediaUse, text: string): NamedAddress {
  return { use, text: text.slice(0, maxTextLength) }
}

/** What stands in a long `data:` address; null for any other text. Taken apart here, where it may take its time. */
function inlineOf(text: string): NonNullable<NamedAddress['inline']> | null {
  const bytes = text.length > maxTextLength ? readDataAddress(text.trim()) : null
  return bytes === null ? null : { bytes, digest: createHash('sha256').update(text).digest('hex') }
}

/** The address of media that stands at a path, such as `data.detailDto.ttsUrl`; null where none does. */
export function mediaAt({ answer }: ConversationDocument, path: string): NamedAddress | null {
  const [, field = ''] = /^data\.([\w.[\]]+)$/.exec(path) ?? []
  const use = useOf.get(field.replace(/\[\d+\]/g, ''))
  const text = use === undefined ? null : valueAt(answer, path)
  if (use === undefined || typeof text !== 'string' || text === '') return null
  const inline = inlineOf(text)
  return inline === null ? named(use, text) : { ...named(use, text), inline }
}

/** All addresses of media in a conversation that differ, the first `max` of them. */
export function mediaIn({ data }: ConversationDocument, max: number): NamedMediaList {
  const found = mediaFields.flatMap(({ field, media: use }) =>
    [...occurrencesOf(data ?? {}, field)].flatMap(({ value: text }) =>
      typeof text === 'string' && text !== '' ? [{ use, text }] : [],
    ),
  )
  const differing = [...new Map(found.map((address) => [address.text, address])).values()]
  const addresses = differing.slice(0, max).map(({ use, text }) => named(use, text))
  return { addresses, more: Math.max(0, differing.length - max) }
}
