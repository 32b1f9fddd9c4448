/** The media addresses in a conversation. Main decides which of them may be fetched. */
import type { FetchProblem } from '../failure.ts'
import type { MediaAddress, MediaUse } from '../model/media-address.ts'
import type { ConversationDocument } from './document.ts'
import { conversationFields } from './fields.ts'
import { occurrencesOf } from './occurrences.ts'

/** Main's decision on each address of a conversation, by its path in the answer. */
export type MediaAddresses = Readonly<Record<string, MediaAddress>>

/** An address that could not be reached when it was last tried. */
export interface DeadMedia {
  /** The absolute address. */
  readonly url: string
  readonly problem: FetchProblem
  /** Epoch milliseconds. */
  readonly at: number
}

/** A text in a field for a media address. */
export interface NamedMedia {
  readonly path: string
  readonly field: string
  readonly use: MediaUse
  readonly text: string
}

/** Every media address in a conversation, in the order of the fields. */
export function mediaTextsIn({ data }: ConversationDocument): readonly NamedMedia[] {
  return conversationFields.flatMap(({ field, media: use }) =>
    (use === null ? [] : occurrencesOf(data ?? {}, field)).flatMap((occurrence) => {
      const text = occurrence.value
      return use !== null && typeof text === 'string' && text !== ''
        ? [{ path: occurrence.path, field, use, text }]
        : []
    }),
  )
}

/** Main's decision on the address at a path. */
export function addressAt(addresses: MediaAddresses, path: string): MediaAddress {
  const address = Object.hasOwn(addresses, path) ? addresses[path] : undefined
  return address ?? { kind: 'refused', reason: 'not-an-address' }
}
