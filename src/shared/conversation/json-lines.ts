/** The raw JSON by rows that a screen can draw. */
import { indentJson } from '../model/json-text.ts'
import { readJson } from '../model/json.ts'
import { truncate } from '../model/truncate.ts'
import { fieldsByPath, membersByParent } from './fields.ts'
import type { FieldDescription } from './fields.ts'
import { meaningOf, valueOf } from './values.ts'
import type { Meaning } from './view-types.ts'

/** The body indented, or exactly as it was received. */
export type JsonForm = 'pretty' | 'received'

/** A row: a line, or a part of a line that is longer than a row. */
export interface JsonRow {
  /** Counts from 1; a continued line has the same number. */
  readonly line: number
  readonly isContinued: boolean
  readonly text: string
  /** The field that the line holds, where the contract names it; only in the indented form. */
  readonly hint: FieldHint | null
}

interface FieldHint {
  readonly field: string
  readonly meaning: Meaning
}

export interface JsonLines {
  readonly text: string
  readonly count: number
  /** The row at an index from 0; undefined beyond the end. */
  readonly rowAt: (index: number) => JsonRow | undefined
  /** The row of each place that holds a text, in any case, of at most 10,000 of `total`. */
  readonly find: (search: string) => { readonly total: number; readonly rows: readonly number[] }
}

const maxRowLength = 400
const maxMatches = 10_000

type HintOf = (lineStart: number, lineEnd: number) => FieldHint | null

/** An open object or list; `path` is the contract's path of its members, null where the contract describes none. */
interface OpenContainer {
  readonly path: string | null
  readonly isList: boolean
}

// Around the conversation's own members stands the envelope, whose `data` alone leads to them.
const envelope = '$'

/** The contract's path of a member, by its name as JSON; "" for `data`. */
function pathOf(outer: OpenContainer | undefined, name: string | undefined): string | null {
  const path = outer?.path ?? null
  if (name === undefined || path === null) return null
  const member = String(JSON.parse(name))
  if (path === envelope) return member === 'data' ? '' : null
  return path === '' ? member : `${path}.${member}`
}

function pathInside(outer: OpenContainer | undefined, member: string | null, isList: boolean): string | null {
  if (outer === undefined) return isList ? null : envelope
  if (outer.isList) return isList ? null : outer.path
  const isFollowed = member !== null && (fieldsByPath.get(member)?.type === 'list') === isList
  return isFollowed && membersByParent.has(member) ? member : null
}

function meaningIn(description: FieldDescription, text: string): Meaning {
  const read = description.code !== null || description.isZeroPerhapsUnset ? readJson(text) : null
  return read?.kind === 'json' ? meaningOf(description, valueOf(read.value)) : { kind: 'none' }
}

// The contract has no longer names.
const maxHeadLength = 300
const head = /^( *)(?:("(?:[^"\\]|\\.)*"): )?/

/** Finds what the contract says of members, line by line: each member has a line of its own, indented by its depth. */
function hintsIn(text: string): HintOf {
  const containers: OpenContainer[] = []
  return (start, end) => {
    const [whole = '', indent = '', name] = head.exec(text.slice(start, Math.min(end, start + maxHeadLength))) ?? []
    const depth = indent.length / 2
    const outer = containers[depth - 1]
    const member = pathOf(outer, name)
    const description = fieldsByPath.get(member ?? envelope)
    const isList = text[end - 1] === '['
    const isOpened = isList || text[end - 1] === '{'
    if (isOpened) containers[depth] = { path: pathInside(outer, member, isList), isList }
    if (description === undefined) return null
    const value = isOpened ? '' : text.slice(start + whole.length, end).replace(/,$/, '')
    return { field: description.field, meaning: meaningIn(description, value) }
  }
}

function endOfRow(text: string, at: number, lineEnd: number): number {
  if (lineEnd - at <= maxRowLength) return lineEnd
  return at + truncate(text.slice(at, at + maxRowLength + 1), maxRowLength).length
}

/** The last row that starts at or before a place in the text. */
function rowHolding(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? Infinity) <= at) low = middle
    else high = middle
  }
  return low
}

/** The rows of a conversation's body. Only where each row starts is computed at once. */
export function jsonLines(body: string, form: JsonForm): JsonLines {
  const text = form === 'pretty' ? indentJson(body) : body
  const hintOf = form === 'pretty' ? hintsIn(text) : () => null
  const hints = new Map<number, FieldHint>()
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
  return {
    text,
    count: starts.length,
    rowAt: (index) => {
      const [start, line] = [starts[index], lines[index]]
      if (start === undefined || line === undefined) return undefined
      const isContinued = lines[index - 1] === line
      const row = text.slice(start, starts[index + 1] ?? text.length)
      return {
        line,
        isContinued,
        text: lines[index + 1] === line ? row : row.replace(/\r?\n$|\r$/, ''),
        hint: (isContinued ? null : hints.get(line)) ?? null,
      }
    },
    find: (search) => {
      const rows: number[] = []
      let total = 0
      for (const { index } of text.matchAll(new RegExp(escaped(search), 'giu'))) {
        total += 1
        if (rows.length < maxMatches) rows.push(rowHolding(starts, index))
      }
      return { total, rows }
    },
  }
}

function escaped(search: string): string {
  return search.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}
