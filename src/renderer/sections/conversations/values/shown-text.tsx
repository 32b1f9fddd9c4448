import { piecesOf } from './hidden-characters.ts'
import styles from './values.module.css'

interface ShownTextProps {
  readonly text: string
}

/** A text's characters, the hidden ones as marks; for use inside an element that isolates its direction. */
export function ShownCharacters({ text }: ShownTextProps) {
  const pieces = piecesOf(text)
  if (pieces.length === 1 && typeof pieces[0] === 'string') return text
  return pieces.map((piece, place) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // Pieces of a text have no name but their place, and a text that changes is drawn anew.
      <span
        key={`${String(place)} ${piece.code}`}
        className={styles.hidden}
        title={piece.code}
        data-hidden={piece.code}
      >
        {piece.mark}
      </span>
    ),
  )
}

/**
 * A text of the service, as text and nothing else: characters that turn its direction or have no shape are small marks,
 * and whatever direction it has ends with it.
 */
export function ShownText({ text }: ShownTextProps) {
  return (
    <bdi>
      <ShownCharacters text={text} />
    </bdi>
  )
}

type JsonTokenKind = 'key' | 'text' | 'number' | 'word' | 'mark'

/** A run of JSON text. */
interface JsonToken {
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

/** Splits JSON text, whole or a part of it, into what syntax colours are given to; together the tokens are the text. */
export function jsonTokens(text: string): readonly JsonToken[] {
  return Array.from(text.matchAll(token), (match) => ({ kind: kindOf(match), text: match[0] }))
}

/** JSON, or a part of it, with its syntax coloured. */
export function JsonText({ text }: { readonly text: string }) {
  return (
    <bdi>
      {jsonTokens(text).map(({ kind, text: part }, place) => (
        <span key={`${String(place)} ${kind}`} className={styles[`json-${kind}`]}>
          <ShownCharacters text={part} />
        </span>
      ))}
    </bdi>
  )
}
