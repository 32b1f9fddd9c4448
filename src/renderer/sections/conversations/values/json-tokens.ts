/** Splits JSON text into what syntax colours are given to; it also takes parts of it, as rows and cut values are. */

export type JsonTokenKind = 'key' | 'text' | 'number' | 'word' | 'mark'

/** A run of JSON text. */
export interface JsonToken {
  readonly kind: JsonTokenKind
  readonly text: string
}

// A string, whole or to the end of what there is, with the colon that makes it a key; a number; a word; anything else.
const token = /("(?:[^"\\]|\\.)*(?:"(\s*:)?|$))|(-?\d[\d.eE+-]*)|(true|false|null)|[^"\dtfn-]+|./gs

function kindOf(groups: readonly (string | undefined)[]): JsonTokenKind {
  const [, text, colon, number, label] = groups
  if (text !== undefined) return colon === undefined ? 'text' : 'key'
  if (number !== undefined) return 'number'
  return label === undefined ? 'mark' : 'word'
}

/** The text in order; together the tokens are the text. */
export function jsonTokens(text: string): readonly JsonToken[] {
  return Array.from(text.matchAll(token), (match) => ({ kind: kindOf(match), text: match[0] }))
}
