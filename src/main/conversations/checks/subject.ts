import { conversationFields, fieldsByPath } from '../../../shared/model/conversation-fields.ts'
import type { FieldDescription } from '../../../shared/model/conversation-fields.ts'
import type { CheckFinding } from '../../../shared/model/conversation-checks.ts'
import type { MediaAddress } from '../../../shared/model/media-address.ts'
import { truncate } from '../../lib/truncate.ts'
import { mediaAddress } from '../../media/resolve-media-address.ts'
import type { MediaRules } from '../../media/resolve-media-address.ts'
import type { DeadMedia } from '../../media/media-store.ts'
import { isObject, memberOf, memberPath } from '../document.ts'
import type { ConversationDocument, JsonObject } from '../document.ts'

/** `requestedId` is the id that was looked up. */
export interface CheckSetting {
  readonly requestedId: string
  readonly rules: MediaRules
  /** Addresses of the profile that were dead when they were last tried. */
  readonly dead: readonly DeadMedia[]
}

export interface SubjectMedia {
  readonly path: string
  readonly field: string
  readonly text: string
  readonly address: MediaAddress
}

export interface CheckSubject extends CheckSetting {
  readonly data: JsonObject
  /** Every media address that came, in the order of the fields. */
  readonly media: readonly SubjectMedia[]
}

export type Found = Omit<CheckFinding, 'rule'>

/** Never throws. */
export type Check = (subject: CheckSubject) => Iterable<Found>

interface Spot {
  readonly value: unknown
  readonly path: string
  /** Place in the nearest list, counted from 1; 0 outside of lists. */
  readonly number: number
}

type Holder = Spot & { readonly value: JsonObject }

function collectObjects({ value, path, number }: Spot, into: Holder[]): readonly Holder[] {
  if (isObject(value)) into.push({ value, path, number })
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      collectObjects({ value: item, path: `${path}[${String(index)}]`, number: index + 1 }, into)
    }
  }
  return into
}

function holdersOf(from: Spot, names: readonly string[]): readonly Holder[] {
  const [name, ...rest] = names
  const spots = collectObjects(from, [])
  if (name === undefined) return spots
  return spots.flatMap((spot) =>
    holdersOf({ ...spot, value: memberOf(spot.value, name), path: memberPath(spot.path, name) }, rest),
  )
}

/** Absent (undefined) or not, in objects and lists that came; nothing is said of an object in a list's place. */
export function* occurrencesOf(data: JsonObject, field: string) {
  const names = field.split('.')
  const name = names.pop() ?? ''
  const isOfItems = names[0] !== undefined && descriptionOf(names[0]).type === 'list'
  for (const { value: holder, path, number } of holdersOf({ value: data, path: 'data', number: 0 }, names)) {
    if (isOfItems && number === 0) continue
    yield { path: memberPath(path, name), field, value: memberOf(holder, name), holder, number }
  }
}

export function descriptionOf(field: string): FieldDescription {
  const found = fieldsByPath.get(field)
  if (found === undefined) throw new Error(`${field} is no field of the contract`)
  return found
}

// Letters that nobody sees make no text.
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

export function mediaTextsIn({ data }: ConversationDocument) {
  return conversationFields.flatMap(({ field, media: use }) =>
    [...(use === null ? [] : occurrencesOf(data ?? {}, field))].flatMap(({ path, value: text }) =>
      use !== null && typeof text === 'string' && text !== '' ? [{ path, field, use, text }] : [],
    ),
  )
}

/** A body without `data` is one without any field. */
export function subjectOf(document: ConversationDocument, setting: CheckSetting): CheckSubject {
  const media = mediaTextsIn(document).map((named) => ({ ...named, address: mediaAddress(named.text, setting.rules) }))
  return { ...setting, data: document.data ?? {}, media }
}
