/** Where a conversation names media: only fields that the contract says are addresses of media count. */
import { conversationFields } from '../../shared/model/conversation-fields.ts'
import type { FieldDescription } from '../../shared/model/conversation-fields.ts'
import type { MediaUse } from '../../shared/model/media-address.ts'
import { memberOf, valueAt } from '../conversations/document.ts'
import type { ConversationDocument } from '../conversations/document.ts'
import type { NamedAddress } from './media-store.ts'

/** Addresses that differ, in the order of the fields, and how many more there are. */
export interface NamedMediaList {
  readonly addresses: readonly NamedAddress[]
  readonly more: number
}

type MediaField = FieldDescription & { readonly media: MediaUse }

const mediaFields = conversationFields.filter((field): field is MediaField => field.media !== null)
const useOf: ReadonlyMap<string, MediaUse> = new Map(mediaFields.map(({ field, media }) => [field, media]))

/** The address of media that stands at a path, such as `data.detailDto.ttsUrl`; null where none does. */
export function mediaAt({ answer }: ConversationDocument, path: string): NamedAddress | null {
  const [, field = ''] = /^data\.([\w.[\]]+)$/.exec(path) ?? []
  const use = useOf.get(field.replace(/\[\d+\]/g, ''))
  const text = use === undefined ? null : valueAt(answer, path)
  return use === undefined || typeof text !== 'string' || text === '' ? null : { use, text }
}

function valuesOf(value: unknown, names: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valuesOf(item, names))
  const [name, ...rest] = names
  return name === undefined ? [value] : valuesOf(memberOf(value, name), rest)
}

/** All addresses of media in a conversation that differ, the first `most` of them. */
export function mediaIn({ data }: ConversationDocument, most: number): NamedMediaList {
  const found = mediaFields.flatMap(({ field, media: use }) =>
    valuesOf(data, field.split('.')).flatMap((text) =>
      typeof text === 'string' && text !== '' ? [{ use, text }] : [],
    ),
  )
  const differing = [...new Map(found.map((named) => [named.text, named])).values()]
  return { addresses: differing.slice(0, most), more: Math.max(0, differing.length - most) }
}
