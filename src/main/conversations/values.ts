/** From values of an answer to what the viewer shows of them: cut to length, with their meaning. Nothing here throws. */
import { nameOf } from '../../shared/model/conversation-fields.ts'
import type { Code, FieldDescription } from '../../shared/model/conversation-fields.ts'
import { maxValueLength } from '../../shared/model/conversation-view.ts'
import type { FieldRow, FieldValue, Meaning } from '../../shared/model/conversation-view.ts'
import type { MediaNote } from '../../shared/model/media-address.ts'
import { truncate } from '../lib/truncate.ts'
import { mediaAddress } from '../media/resolve-media-address.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import { digitsOf } from '../service/json.ts'
import { memberOf, memberPath } from './document.ts'
import type { JsonObject } from './document.ts'
import { newLine } from '../lib/indent-json.ts'

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

// Counts all that is written and keeps only what is wanted, so that a row of megabytes costs no more than walking it.
class Written {
  length = 0
  private readonly parts: string[] = []
  private readonly max: number

  constructor(max: number) {
    this.max = max
  }

  add(text: string): void {
    if (this.length < this.max) this.parts.push(text)
    this.length += text.length
  }

  get text(): string {
    return truncate(this.parts.join(''), this.max)
  }
}

function writeMember(written: Written, member: { before: string; value: unknown }, depth: number): void {
  written.add(member.before)
  writeValue(written, member.value, depth)
}

function writeObject(written: Written, value: object, depth: number): void {
  const keys = Object.keys(value)
  if (keys.length === 0) {
    written.add('{}')
    return
  }
  const line = newLine(depth + 1)
  for (const [index, key] of keys.entries()) {
    const before = `${index === 0 ? '{' : ','}${line}${JSON.stringify(key)}: `
    writeMember(written, { before, value: memberOf(value, key) }, depth + 1)
  }
  written.add(`${newLine(depth)}}`)
}

function writeList(written: Written, list: readonly unknown[], depth: number): void {
  if (list.length === 0) {
    written.add('[]')
    return
  }
  const line = newLine(depth + 1)
  for (const [index, value] of list.entries()) {
    writeMember(written, { before: `${index === 0 ? '[' : ','}${line}`, value }, depth + 1)
  }
  written.add(`${newLine(depth)}]`)
}

// As deep as what `readJson` lets through: its limit keeps this from running out of stack.
function writeValue(written: Written, value: unknown, depth: number): void {
  const digits = digitsOf(value)
  if (digits !== null) written.add(digits)
  else if (Array.isArray(value)) writeList(written, value, depth)
  else if (typeof value === 'object' && value !== null) writeObject(written, value, depth)
  else written.add(JSON.stringify(value ?? null))
}

/** The value whole: texts as they are, numbers with their digits, objects and lists as indented JSON. */
export function wholeText(value: unknown): string {
  if (typeof value === 'string') return value
  const written = new Written(Infinity)
  writeValue(written, value, 0)
  return written.text
}

function structureOf(value: object): FieldValue {
  const written = new Written(maxValueLength)
  writeValue(written, value, 0)
  if (written.length === 2) return { kind: 'empty', of: Array.isArray(value) ? 'list' : 'object' }
  return { kind: 'json', text: written.text, length: written.length }
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

/** Rows of an object's members that none of `described` names, at most `most`. */
export function otherRows(of: PlacedObject, described: readonly FieldDescription[], max: number): OtherRows {
  const known = new Set(described.map(nameOf))
  const names = Object.keys(of.object).filter((name) => !known.has(name))
  const rows = names.slice(0, max).map((name) => {
    const field = of.parent === '' ? name : `${of.parent}.${name}`
    return otherRow(memberPath(of.path, name), field, memberOf(of.object, name))
  })
  return { rows, more: names.length - rows.length }
}
