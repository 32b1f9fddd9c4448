/**
 * The raw JSON by rows: a row is a line, or a part of one that is too long to be laid out. Rows are found anew from marks
 * that stand every so many of them, so that a body of megabytes is kept once and not row by row.
 */
import { membersByParent, nameOf } from '../../shared/model/conversation-fields.ts'
import type { FieldDescription } from '../../shared/model/conversation-fields.ts'
import type { RawRow } from '../../shared/model/conversation-view.ts'
import type { RawForm } from '../../shared/schemas/conversation.ts'
import { readJson } from '../service/json.ts'
import type { ConversationDocument } from './document.ts'
import { indentJson } from '../lib/indent-json.ts'
import { meaningOf, valueOf } from './values.ts'

/** A run of rows; `total` counts all of them. */
export interface RawRows {
  readonly total: number
  readonly rows: readonly RawRow[]
}

/** Which rows: `count` from `from` (0 is the first). */
export interface RawRun {
  readonly from: number
  readonly count: number
}

/** The rows that hold a text, the first 10,000 by index; `total` counts all of them. */
export interface RawMatches {
  readonly total: number
  readonly rows: readonly number[]
}

const maxRowLength = 400
const rowsPerCheckpoint = 256
const maxMatches = 10_000

/** An open object or list around a line of the indented form; `parent` is its contract path where it has one. */
interface Place {
  readonly outer: Place | null
  readonly parent: string | null
  readonly isList: boolean
}

/** Where a row starts; `place` is what its line stands in. */
interface Mark {
  readonly index: number
  readonly at: number
  readonly line: number
  readonly lineStart: number
  readonly lineEnd: number
  readonly place: Place | null
}

interface RawText {
  readonly text: string
  readonly hasHints: boolean
  readonly total: number
  readonly marks: readonly Mark[]
}

const indexCache = new WeakMap<ConversationDocument, Map<RawForm, RawText>>()

// Above the conversation's own members stands the envelope, whose `data` alone leads to them.
const envelope = '$'
const dataField = 'data'
const byName = new Map(
  [...membersByParent].map(([parent, members]) => [parent, new Map(members.map((member) => [nameOf(member), member]))]),
)

function endOfRow(text: string, at: number, lineEnd: number): number {
  const end = at + maxRowLength
  if (end >= lineEnd) return lineEnd
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}

function lineEndFrom(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

function startOfToken(text: string, { lineStart, lineEnd }: Mark): number {
  let at = lineStart
  while (at < lineEnd && text.charCodeAt(at) === 0x20) at += 1
  return at
}

/** The name before a line's value and where the value starts; null where no member starts. */
function memberIn(text: string, mark: Mark): { readonly name: string; readonly valueAt: number } | null {
  const start = startOfToken(text, mark)
  if (mark.place === null || mark.place.isList || text[start] !== '"') return null
  let quote = text.indexOf('"', start + 1)
  while (quote !== -1 && text[quote - 1] === '\\' && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  if (quote === -1 || quote - start > maxRowLength) return null
  const read = readJson(text.slice(start, quote + 1))
  return read.kind === 'json' ? { name: String(read.value), valueAt: quote + 3 } : null
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

function describedIn(parent: string | null, name: string): FieldDescription | undefined {
  return parent === null ? undefined : byName.get(parent)?.get(name)
}

function insideMember(parent: string, name: string, isList: boolean): string | null {
  if (parent === envelope) return name === dataField && !isList ? '' : null
  const member = describedIn(parent, name)
  return member !== undefined && byName.has(member.field) && (member.type === 'list') === isList ? member.field : null
}

/** Contract path of what opens at the end of a line; null where the contract says nothing of its inside. */
function parentInside(text: string, mark: Mark, isList: boolean): string | null {
  const { place } = mark
  if (place === null) return isList ? null : envelope
  if (place.isList) return isList ? null : place.parent
  return place.parent === null ? null : insideMember(place.parent, memberIn(text, mark)?.name ?? '', isList)
}

/** What the next line stands in. */
function placeAfter(text: string, mark: Mark): Place | null {
  const last = text.charAt(mark.lineEnd - 1)
  if (last === '{' || last === '[') {
    const isList = last === '['
    return { outer: mark.place, parent: parentInside(text, mark, isList), isList }
  }
  const first = text.charAt(startOfToken(text, mark))
  return first === '}' || first === ']' ? (mark.place?.outer ?? null) : mark.place
}

/** The row after this one; null at the end of the text. */
function markAfter({ text, hasHints }: Pick<RawText, 'text' | 'hasHints'>, mark: Mark): Mark | null {
  const end = endOfRow(text, mark.at, mark.lineEnd)
  const index = mark.index + 1
  if (end < mark.lineEnd) return { ...mark, index, at: end }
  if (mark.lineEnd === text.length) return null
  const at = mark.lineEnd + 1
  const place = hasHints ? placeAfter(text, mark) : null
  return { index, at, line: mark.line + 1, lineStart: at, lineEnd: lineEndFrom(text, at), place }
}

function indexed(text: string, hasHints: boolean): RawText {
  const raw = { text, hasHints }
  let mark: Mark | null = { index: 0, at: 0, line: 1, lineStart: 0, lineEnd: lineEndFrom(text, 0), place: null }
  const marks: Mark[] = []
  let total = 0
  for (; mark !== null; mark = markAfter(raw, mark)) {
    if (total % rowsPerCheckpoint === 0) marks.push(mark)
    total += 1
  }
  return { ...raw, total, marks }
}

function rawTextOf(document: ConversationDocument, form: RawForm): RawText {
  const forms = indexCache.get(document) ?? new Map<RawForm, RawText>()
  indexCache.set(document, forms)
  const known = forms.get(form)
  if (known !== undefined) return known
  const made = form === 'pretty' ? indexed(indentJson(document.rawText), true) : indexed(document.rawText, false)
  forms.set(form, made)
  return made
}

function hintOf(text: string, mark: Mark): RawRow['hint'] {
  const member = memberIn(text, mark)
  const description = member === null ? undefined : describedIn(mark.place?.parent ?? null, member.name)
  if (member === null || description === undefined) return null
  const isExplained = description.code !== null || description.isZeroPerhapsUnset
  const read = isExplained ? readJson(text.slice(member.valueAt, mark.lineEnd).replace(/,$/, '')) : null
  const meaning = read?.kind === 'json' ? meaningOf(description, valueOf(read.value)) : ({ kind: 'none' } as const)
  return { field: description.field, meaning }
}

function rowOf({ text, hasHints }: RawText, mark: Mark): RawRow {
  const end = endOfRow(text, mark.at, mark.lineEnd)
  const isContinued = mark.at !== mark.lineStart
  return {
    line: mark.line,
    isContinued,
    text: text.slice(mark.at, text[end - 1] === '\r' && end === mark.lineEnd ? end - 1 : end),
    hint: hasHints && !isContinued ? hintOf(text, mark) : null,
  }
}

/** Rows of the indented form, or of the body as received; none beyond the end. Hints are in the indented form alone. */
export function rawRows(document: ConversationDocument, form: RawForm, { from, count }: RawRun): RawRows {
  const raw = rawTextOf(document, form)
  const rows: RawRow[] = []
  let mark = from < raw.total ? (raw.marks[Math.floor(from / rowsPerCheckpoint)] ?? null) : null
  for (; mark !== null && rows.length < count; mark = markAfter(raw, mark)) {
    if (mark.index >= from) rows.push(rowOf(raw, mark))
  }
  return { total: raw.total, rows }
}

/** The last mark at or before a place in the text. */
function markBefore(marks: readonly Mark[], at: number): Mark | null {
  let low = 0
  let high = marks.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((marks[middle]?.at ?? Infinity) <= at) low = middle
    else high = middle
  }
  return marks[low] ?? null
}

/** Rows in which the text starts, upper and lower case alike. */
export function findInRaw(document: ConversationDocument, form: RawForm, search: string): RawMatches {
  const raw = { ...rawTextOf(document, form), hasHints: false }
  const wanted = new RegExp(search.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
  const rows: number[] = []
  let total = 0
  let mark = raw.marks[0] ?? null
  for (let match = wanted.exec(raw.text); match !== null && mark !== null; match = wanted.exec(raw.text)) {
    const ahead = markBefore(raw.marks, match.index)
    if (ahead !== null && ahead.index > mark.index) mark = ahead
    let next: Mark | null = markAfter(raw, mark)
    while (next !== null && next.at <= match.index) {
      mark = next
      next = markAfter(raw, mark)
    }
    total += 1
    if (rows.length < maxMatches) rows.push(mark.index)
    // One match is enough for a row: on with the next.
    if (next === null) break
    wanted.lastIndex = Math.max(next.at, match.index + 1)
  }
  return { total, rows }
}

/** The whole text of a form. */
export function rawText(document: ConversationDocument, form: RawForm): string {
  return form === 'pretty' ? rawTextOf(document, form).text : document.rawText
}
