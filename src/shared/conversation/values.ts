/** Converts a value in an answer to the value of a row in the viewer. */
import { indentJson } from '../model/json-text.ts'
import { numberText, plainDigits, writeJson } from '../model/json.ts'
import { truncate } from '../model/truncate.ts'
import type { Code, FieldDescription } from './fields.ts'
import { addressAt } from './media.ts'
import type { MediaAddresses } from './media.ts'
import type { FieldRow, FieldValue, Meaning } from './view-types.ts'

const none: Meaning = { kind: 'none' }

/** The value as text: texts unchanged, numbers as received, objects and lists as indented JSON. */
export function wholeText(value: unknown): string {
  return typeof value === 'string' ? value : indentJson(writeJson(value))
}

/** The text of a row's value; "" for a value without text. */
export function textOfValue(value: FieldValue): string {
  return 'text' in value ? value.text : ''
}

/** `undefined` means an absent value. */
export function valueOf(value: unknown): FieldValue {
  const number = numberText(value)
  if (number !== null) return { kind: 'number', text: number }
  if (value === undefined) return { kind: 'absent' }
  if (value === null) return { kind: 'null' }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (value === '') return { kind: 'empty', of: 'text' }
  if (typeof value !== 'object') return { kind: 'text', text: wholeText(value) }
  if (Object.keys(value).length === 0) return { kind: 'empty', of: Array.isArray(value) ? 'list' : 'object' }
  return { kind: 'json', text: wholeText(value) }
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

/** The row of a documented field. */
export function rowOf(
  description: FieldDescription,
  { path, received, media }: { readonly path: string; readonly received: unknown; readonly media: MediaAddresses },
): FieldRow {
  const { field, media: use } = description
  const value = valueOf(received)
  const isAddress = use !== null && typeof received === 'string' && received !== ''
  return {
    path,
    field,
    value,
    meaning: meaningOf(description, value),
    media: isAddress ? { use, address: addressAt(media, path) } : null,
  }
}

// A received name can have any length; a label shows its beginning.
const maxNameLength = 2_000

/** The row of a field outside the contract. */
export function otherRow(path: string, field: string, received: unknown): FieldRow {
  return { path, field: truncate(field, maxNameLength), value: valueOf(received), meaning: none, media: null }
}
