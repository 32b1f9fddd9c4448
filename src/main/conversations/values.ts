/** From values of an answer to what the viewer shows of them: cut to length, with their meaning. Nothing here throws. */
import { FailureError } from '../../shared/failure.ts'
import { nameOf } from '../../shared/model/conversation-fields.ts'
import type { Code, FieldDescription } from '../../shared/model/conversation-fields.ts'
import { maxValueLength } from '../../shared/model/conversation-view.ts'
import type { FieldRow, FieldValue, Meaning } from '../../shared/model/conversation-view.ts'
import type { MediaNote } from '../../shared/model/media-address.ts'
import { indentJson } from '../lib/json-text.ts'
import { truncate } from '../lib/truncate.ts'
import { mediaAddress } from '../media/resolve-media-address.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import { digitsOf, writeJson } from '../service/json.ts'
import { memberOf, memberPath, valueAt } from './document.ts'
import type { ConversationDocument, JsonObject } from './document.ts'

/** An object of the answer, where it stood, and its contract path ("" for `data`). */
export interface PlacedObject {
  readonly object: JsonObject
  readonly path: string
  readonly parent: string
}

/** Rows of what the contract does not name, and how many more there are. */
export interface OtherRows {
  readonly rows: readonly FieldRow[]
  readonly more: number
}

const none: Meaning = { kind: 'none' }

/** The value whole: texts as they are, numbers with their digits, objects and lists as indented JSON. */
export function wholeText(value: unknown): string {
  return typeof value === 'string' ? value : indentJson(writeJson(value))
}

/** The value at a row's path, whole (`$` is the answer itself). Failures: not-found. */
export function textAt({ answer }: ConversationDocument, path: string): string {
  const value = path === '$' ? answer : valueAt(answer, path)
  if (value === undefined) throw new FailureError({ kind: 'not-found', what: 'snapshot' })
  return wholeText(value)
}

function structureOf(value: object): FieldValue {
  if (Object.keys(value).length === 0) return { kind: 'empty', of: Array.isArray(value) ? 'list' : 'object' }
  const text = wholeText(value)
  return { kind: 'json', text: truncate(text, maxValueLength), length: text.length }
}

/** What a row shows of a value; undefined is an absent one. */
export function valueOf(value: unknown): FieldValue {
  const digits = digitsOf(value)
  if (digits !== null) return { kind: 'number', text: truncate(digits, maxValueLength), length: digits.length }
  if (value === undefined) return { kind: 'absent' }
  if (value === null) return { kind: 'null' }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value === 'object') return structureOf(value)
  if (value === '') return { kind: 'empty', of: 'text' }
  const text = wholeText(value)
  return { kind: 'text', text: truncate(text, maxValueLength), length: text.length }
}

function meaningOfCode(code: Code, value: FieldValue): Meaning {
  if (code.kind === 'not-documented' || value.kind !== 'number') return { kind: 'not-documented' }
  const key = Object.hasOwn(code.meanings, value.text) ? code.meanings[value.text] : undefined
  return key === undefined ? { kind: 'not-documented' } : { kind: 'documented', key }
}

/** What a field's value means by its description. */
export function meaningOf(description: FieldDescription, value: FieldValue): Meaning {
  if (value.kind !== 'number' && value.kind !== 'text') return none
  if (description.code !== null) return meaningOfCode(description.code, value)
  const isZero = value.kind === 'number' && Number(value.text) === 0
  return isZero && description.isZeroPerhapsUnset ? { kind: 'perhaps-unset' } : none
}

function mediaOf({ media }: FieldDescription, value: unknown, rules: MediaRules): MediaNote | null {
  if (media === null || typeof value !== 'string' || value === '') return null
  return { use: media, address: mediaAddress(value, rules) }
}

/** Gives the rows of documented fields under a profile's rules for media. */
export function rowsUnder(rules: MediaRules): (description: FieldDescription, path: string, came: unknown) => FieldRow {
  return (description, path, came) => {
    const value = valueOf(came)
    const media = mediaOf(description, came, rules)
    return { path, field: description.field, value, meaning: meaningOf(description, value), media }
  }
}

// Names come from the service and can be as long as a body; the path of such a one leads nowhere.
const maxPathLength = 2_000

/** The row of a field that the contract does not name. */
export function otherRow(path: string, field: string, came: unknown): FieldRow {
  return {
    path: truncate(path, maxPathLength),
    field: truncate(field, maxPathLength),
    value: valueOf(came),
    meaning: none,
    media: null,
  }
}

/** Rows of an object's members that none of `described` names, at most `max`. */
export function otherRows(of: PlacedObject, described: readonly FieldDescription[], max: number): OtherRows {
  const known = new Set(described.map(nameOf))
  const names = Object.keys(of.object).filter((name) => !known.has(name))
  const rows = names.slice(0, max).map((name) => {
    const field = of.parent === '' ? name : `${of.parent}.${name}`
    return otherRow(memberPath(of.path, name), field, memberOf(of.object, name))
  })
  return { rows, more: names.length - rows.length }
}
