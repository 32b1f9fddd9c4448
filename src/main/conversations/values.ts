import { notFound } from '../../shared/failure.ts'
import type { Code, FieldDescription } from '../../shared/model/conversation-fields.ts'
import { maxValueLength } from '../../shared/model/conversation-view.ts'
import type { FieldRow, FieldValue, Meaning } from '../../shared/model/conversation-view.ts'
import { limits } from '../../shared/model/limits.ts'
import { indentJson } from '../lib/json-text.ts'
import { truncate } from '../lib/truncate.ts'
import { mediaAddress } from '../media/resolve-media-address.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import { numberText, plainDigits, writeJson } from '../service/json.ts'
import { valueAt } from './document.ts'
import type { ConversationDocument } from './document.ts'

const none: Meaning = { kind: 'none' }

/** The value whole: texts as they are, numbers as they came, objects and lists as indented JSON. */
export function wholeText(value: unknown): string {
  return typeof value === 'string' ? value : indentJson(writeJson(value))
}

/** The value at a row's path, whole (`$` is the answer itself). Failures: not-found. */
export function textAt({ answer }: ConversationDocument, path: string): string {
  const value = path === '$' ? answer : valueAt(answer, path)
  if (value === undefined) throw notFound('snapshot')
  return wholeText(value)
}

/** Rows bring the beginning of long texts; "" for what has none. */
export function wholeOf({ answer }: ConversationDocument, { path, value }: Pick<FieldRow, 'path' | 'value'>): string {
  if (!('text' in value)) return ''
  return value.length > value.text.length ? wholeText(valueAt(answer, path)) : value.text
}

function shortened(kind: 'text' | 'number' | 'json', text: string): FieldValue {
  return { kind, text: truncate(text, maxValueLength), length: text.length }
}

/** undefined is an absent one. */
export function valueOf(value: unknown): FieldValue {
  const number = numberText(value)
  if (number !== null) return shortened('number', number)
  if (value === undefined) return { kind: 'absent' }
  if (value === null) return { kind: 'null' }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (value === '') return { kind: 'empty', of: 'text' }
  if (typeof value !== 'object') return shortened('text', wholeText(value))
  if (Object.keys(value).length === 0) return { kind: 'empty', of: Array.isArray(value) ? 'list' : 'object' }
  return shortened('json', wholeText(value))
}

function meaningOfCode(code: Code, value: FieldValue): Meaning {
  if (code.kind === 'not-documented' || value.kind !== 'number') return { kind: 'not-documented' }
  const digits = plainDigits(value.text)
  const key = Object.hasOwn(code.meanings, digits) ? code.meanings[digits] : undefined
  return key === undefined ? { kind: 'not-documented' } : { kind: 'documented', key }
}

export function meaningOf(description: FieldDescription, value: FieldValue): Meaning {
  if (value.kind !== 'number' && value.kind !== 'text') return none
  if (description.code !== null) return meaningOfCode(description.code, value)
  const isZero = value.kind === 'number' && Number(value.text) === 0
  return isZero && description.isZeroPerhapsUnset ? { kind: 'perhaps-unset' } : none
}

/** Media addresses are judged by `rules`. */
export function rowOf(
  description: FieldDescription,
  { path, came, rules }: { readonly path: string; readonly came: unknown; readonly rules: MediaRules },
): FieldRow {
  const { field, media: use } = description
  const value = valueOf(came)
  const isAddress = use !== null && typeof came === 'string' && came !== ''
  const media = isAddress ? { use, address: mediaAddress(came, rules) } : null
  return { path, field, value, meaning: meaningOf(description, value), media }
}

/** The row of a field that the contract does not name. */
export function otherRow(path: string, field: string, came: unknown): FieldRow {
  return {
    path: truncate(path, limits.fieldPath),
    field: truncate(field, limits.fieldPath),
    value: valueOf(came),
    meaning: none,
    media: null,
  }
}
