/** The lines of the raw JSON. */
import { indentJson } from '../model/json-text.ts'
import { readJson } from '../model/json.ts'
import { fieldsByPath, membersByParent } from './fields.ts'
import type { FieldDescription } from './fields.ts'
import { meaningOf, valueOf } from './values.ts'
import type { Meaning } from './view-types.ts'

/** The indented body, or the exact received body. */
export type JsonForm = 'pretty' | 'received'

/** The contract's field and meaning for a line. */
export interface FieldHint {
  readonly field: string
  readonly meaning: Meaning
}

export interface JsonLines {
  readonly text: string
  readonly lines: readonly string[]
  /** The documented field of each line, by line number from 1; only in the indented form. */
  readonly hints: ReadonlyMap<number, FieldHint>
}

type HintOf = (line: string) => FieldHint | null

/**
 * An open object or list; `path` is the contract's path of its members, null where the contract describes no members.
 */
interface OpenContainer {
  readonly path: string | null
  readonly isList: boolean
}

// The envelope surrounds the conversation's members; only its `data` contains them.
const envelope = '$'

/** The contract's path of a member, from its name as a JSON string; "" for `data`. */
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

// No name in the contract is longer.
const maxHeadLength = 300
const head = /^( *)(?:("(?:[^"\\]|\\.)*"): )?/

/** Finds the contract's hint for each line: every member has its own line, indented by its depth. */
function createHintOf(): HintOf {
  const containers: OpenContainer[] = []
  return (line) => {
    const [match = '', indent = '', name] = head.exec(line.slice(0, maxHeadLength)) ?? []
    const depth = indent.length / 2
    const outer = containers[depth - 1]
    const member = pathOf(outer, name)
    const description = fieldsByPath.get(member ?? envelope)
    const isList = line.endsWith('[')
    const isOpened = isList || line.endsWith('{')
    if (isOpened) containers[depth] = { path: pathInside(outer, member, isList), isList }
    if (description === undefined) return null
    const value = isOpened ? '' : line.slice(match.length).replace(/,$/, '')
    return { field: description.field, meaning: meaningIn(description, value) }
  }
}

/** The lines of a conversation's body. */
export function jsonLines(body: string, form: JsonForm): JsonLines {
  const text = form === 'pretty' ? indentJson(body) : body
  const lines = text.split(/\r?\n/)
  const hints = new Map<number, FieldHint>()
  if (form === 'received') return { text, lines, hints }
  const hintOf = createHintOf()
  for (const [index, line] of lines.entries()) {
    const hint = hintOf(line)
    if (hint !== null) hints.set(index + 1, hint)
  }
  return { text, lines, hints }
}
