/** The raw JSON by rows. Only where they start is kept, so that megabytes stand in memory once and not row by row. */
import { fieldsByPath, membersByParent } from '../../shared/model/conversation-fields.ts'
import type { FieldDescription } from '../../shared/model/conversation-fields.ts'
import type { RawRow } from '../../shared/model/conversation-view.ts'
import type { RawForm } from '../../shared/schemas/conversation.ts'
import { indentJson } from '../lib/json-text.ts'
import { truncate } from '../lib/truncate.ts'
import { readJson } from '../service/json.ts'
import type { ConversationDocument } from './document.ts'
import { meaningOf, valueOf } from './values.ts'

/** Which rows: `count` from `from` (0 is the first). */
export interface RawRun {
  readonly from: number
  readonly count: number
}

const maxRowLength = 400
const maxMatches = 10_000

type HintOf = (lineStart: number, lineEnd: number) => RawRow['hint']

interface RawText {
  readonly text: string
  /** Where each row starts in the text, and the line that it is of, from 1. */
  readonly starts: readonly number[]
  readonly lines: readonly number[]
  /** By line. */
  readonly hints: ReadonlyMap<number, RawRow['hint']>
}

const indexCache = new WeakMap<ConversationDocument, Map<RawForm, RawText>>()

/** An open object or list; `path` is the contract's own of what stands inside, where the contract says something of it. */
interface Place {
  readonly path: string | null
  readonly isList: boolean
}

// Around the conversation's own members stands the envelope, whose `data` alone leads to them.
const envelope = '$'

/** Of the member that has this name, as JSON, in an object that is open; "" for `data`. */
function pathOf(outer: Place | undefined, name: string | undefined): string | null {
  const path = outer?.path ?? null
  if (name === undefined || path === null) return null
  const member = String(JSON.parse(name))
  if (path === envelope) return member === 'data' ? '' : null
  return path === '' ? member : `${path}.${member}`
}

function pathInside(outer: Place | undefined, member: string | null, isList: boolean): string | null {
  if (outer === undefined) return isList ? null : envelope
  if (outer.isList) return isList ? null : outer.path
  const isFollowed = member !== null && (fieldsByPath.get(member)?.type === 'list') === isList
  return isFollowed && membersByParent.has(member) ? member : null
}

function meaningIn(description: FieldDescription, text: string): NonNullable<RawRow['hint']>['meaning'] {
  const read = description.code !== null || description.isZeroPerhapsUnset ? readJson(text) : null
  return read?.kind === 'json' ? meaningOf(description, valueOf(read.value)) : { kind: 'none' }
}

// Longer names are none of the contract.
const maxHeadLength = 300
const head = /^( *)(?:("(?:[^"\\]|\\.)*"): )?/

/** What the contract says of members, asked line by line: each stands on one of its own, indented by its depth. */
function hintsIn(text: string): HintOf {
  const places: Place[] = []
  return (start, end) => {
    const [whole = '', indent = '', name] = head.exec(text.slice(start, Math.min(end, start + maxHeadLength))) ?? []
    const depth = indent.length / 2
    const outer = places[depth - 1]
    const member = pathOf(outer, name)
    const description = fieldsByPath.get(member ?? envelope)
    const isList = text[end - 1] === '['
    const isOpened = isList || text[end - 1] === '{'
    if (isOpened) places[depth] = { path: pathInside(outer, member, isList), isList }
    if (description === undefined) return null
    const value = isOpened ? '' : text.slice(start + whole.length, end).replace(/,$/, '')
    return { field: description.field, meaning: meaningIn(description, value) }
  }
}

function endOfRow(text: string, at: number, lineEnd: number): number {
  if (lineEnd - at <= maxRowLength) return lineEnd
  return at + truncate(text.slice(at, at + maxRowLength + 1), maxRowLength).length
}

function indexed(text: string, hintOf: HintOf): RawText {
  const hints = new Map<number, RawRow['hint']>()
  const starts: number[] = []
  const lines: number[] = []
  for (let lineStart = 0, line = 1; lineStart <= text.length; line += 1) {
    const found = text.indexOf('\n', lineStart)
    const lineEnd = found === -1 ? text.length : found
    const hint = hintOf(lineStart, lineEnd)
    if (hint !== null) hints.set(line, hint)
    let at = lineStart
    do {
      starts.push(at)
      lines.push(line)
      at = endOfRow(text, at, lineEnd)
    } while (at < lineEnd)
    lineStart = lineEnd + 1
  }
  return { text, starts, lines, hints }
}

function rawTextOf(document: ConversationDocument, form: RawForm): RawText {
  const forms = indexCache.getOrInsertComputed(document, () => new Map())
  return forms.getOrInsertComputed(form, () => {
    if (form !== 'pretty') return indexed(document.rawText, () => null)
    const text = indentJson(document.rawText)
    return indexed(text, hintsIn(text))
  })
}

function rowAt({ text, starts, lines, hints }: RawText, index: number): RawRow {
  const start = starts[index] ?? text.length
  const line = lines[index] ?? 0
  const isContinued = lines[index - 1] === line
  const isLineEnd = lines[index + 1] !== line
  const end = starts[index + 1] ?? text.length
  const row = text.slice(start, end)
  return {
    line,
    isContinued,
    text: isLineEnd ? row.replace(/\r?\n$|\r$/, '') : row,
    hint: (isContinued ? null : hints.get(line)) ?? null,
  }
}

/** Rows of the indented form, or of the body as received; none beyond the end. Hints are in the indented form alone. */
export function rawRows(document: ConversationDocument, form: RawForm, { from, count }: RawRun) {
  const raw = rawTextOf(document, form)
  const total = raw.starts.length
  const rows = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, at) => rowAt(raw, from + at))
  return { total, rows }
}

/** The last row that starts at or before a place in the text. */
function rowOf({ starts }: RawText, at: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? Infinity) <= at) low = middle
    else high = middle
  }
  return low
}

/** For each place where the text stands the row in which it starts, upper and lower case alike. */
export function findInRaw(document: ConversationDocument, form: RawForm, search: string) {
  const raw = rawTextOf(document, form)
  const rows: number[] = []
  let total = 0
  for (const { index } of raw.text.matchAll(new RegExp(RegExp.escape(search), 'giu'))) {
    total += 1
    if (rows.length < maxMatches) rows.push(rowOf(raw, index))
  }
  return { total, rows }
}

export function rawText(document: ConversationDocument, form: RawForm): string {
  return form === 'pretty' ? rawTextOf(document, form).text : document.rawText
}
