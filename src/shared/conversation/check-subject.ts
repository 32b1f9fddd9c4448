import { truncate } from '../model/truncate.ts'
import type { MediaAddress } from '../model/media-address.ts'
import type { CheckFinding } from './check-rules.ts'
import type { ConversationDocument, JsonObject } from './document.ts'
import { addressAt, mediaTextsIn } from './media.ts'
import type { DeadMedia, MediaAddresses, NamedMedia } from './media.ts'

export interface CheckSetting {
  /** The id that was fetched. */
  readonly requestedId: string
  readonly media: MediaAddresses
  /** Addresses of the profile that could not be reached at the last try. */
  readonly dead: readonly DeadMedia[]
}

export interface SubjectMedia extends NamedMedia {
  readonly address: MediaAddress
}

export interface CheckSubject {
  readonly requestedId: string
  readonly dead: readonly DeadMedia[]
  readonly data: JsonObject
  /** Every media address, in the order of the fields. */
  readonly media: readonly SubjectMedia[]
}

export type FoundIssue = Omit<CheckFinding, 'rule'>

/** Never throws. */
export type Check = (subject: CheckSubject) => Iterable<FoundIssue>

// Invisible characters do not count as text.
const nothingSeen = /^[\s\p{Cc}\p{Cf}]*$/u

/** Absent, null, or a text without a visible character. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && nothingSeen.test(value))
}

const maxExcerptLength = 160

export function excerptOf(text: string): string {
  const start = truncate(text, maxExcerptLength)
    .replace(/\s{1,160}/g, ' ')
    .trim()
  return text.length > maxExcerptLength ? `${start}…` : start
}

/** A body without `data` counts as a conversation without any field. */
export function subjectOf(document: ConversationDocument, { requestedId, dead, media }: CheckSetting): CheckSubject {
  const named = mediaTextsIn(document).map((text) => ({ ...text, address: addressAt(media, text.path) }))
  return { requestedId, dead, data: document.data ?? {}, media: named }
}
