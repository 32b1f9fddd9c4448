import { Fragment } from 'react'
import { Text } from '../../../ui/layout.tsx'
import styles from './values.module.css'

interface HiddenCharacter {
  /** Short name, such as `RLO`; the code point where there is no name. */
  readonly mark: string
  /** `U+202E`. */
  readonly code: string
}

// Two pictographs with a joiner are one picture.
const pictureJoiner = String.raw`(?<=\p{Extended_Pictographic}[\u{FE0F}\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`

// In these writing systems a joiner determines the form of the letters, as in nearly every sentence of Persian.
const joined = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
  .split(' ')
  .map((code) => String.raw`\p{scx=${code}}`)
const letterJoiner = String.raw`[\u200C\u200D](?<=[[\p{L}\p{M}]&&[${joined.join('')}]][\u200C\u200D])`

// Controls, formats, lone surrogates, line separators and blank letters; not tab and newline, and not the formats of
// Arabic numbers, which are visible. One group, because texts are split by it.
const hidden = new RegExp(
  String.raw`((?!${pictureJoiner}|${letterJoiner})(?:[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{115F}\u{1160}\u{3164}\u{FFA0}]--[\t\n\r\u{600}-\u{605}\u{6DD}\u{70F}\u{890}\u{891}\u{8E2}]]|\r(?!\n)))`,
  'v',
)

/** Names of consecutive code points, from the first code point of each run. */
const runs = [
  [
    0,
    'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US',
  ],
  [0x7f, 'DEL'],
  [0xad, 'SHY'],
  [0x61c, 'ALM'],
  [0x200b, 'ZWSP ZWNJ ZWJ LRM RLM'],
  [0x2028, 'LS PS LRE RLE PDF LRO RLO'],
  [0x2060, 'WJ'],
  [0x2066, 'LRI RLI FSI PDI'],
  [0xfeff, 'BOM'],
] as const

const names = new Map(
  runs.flatMap(([first, run]) => run.split(' ').map((name, index) => [first + index, name] as const)),
)

function described(character: string): HiddenCharacter {
  const point = character.codePointAt(0) ?? 0
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  return { mark: names.get(point) ?? code, code }
}

/** The pieces of a text in order; each hidden character is a separate piece. */
export function piecesOf(text: string): readonly (string | HiddenCharacter)[] {
  // Most texts have no hidden character, and a split costs four times as much.
  if (!hidden.test(text)) return [text]
  return text.split(hidden).map((part, index) => (index % 2 === 0 ? part : described(part)))
}

const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A text for an accessible name, which cannot have marks: without the characters that change its direction. */
export function textForName(text: string): string {
  return text.replace(bidiControls, '')
}

/** A text with marks for its hidden characters; for use inside an element that isolates its direction. */
export function ShownCharacters({ text }: { readonly text: string }) {
  const pieces = piecesOf(text)
  if (pieces.length === 1 && typeof pieces[0] === 'string') return text
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // The index is in the key: pieces have no other name, and a changed text is drawn again.
      <span
        key={`${String(index)} ${piece.code}`}
        className={styles.hidden}
        title={piece.code}
        data-hidden={piece.code}
      >
        {piece.mark}
      </span>
    ),
  )
}

/** Plain text: characters that change the direction or have no shape are marks, and the direction is isolated. */
export function ShownText({ text }: { readonly text: string }) {
  return (
    <bdi>
      <ShownCharacters text={text} />
    </bdi>
  )
}

interface MarkedTextProps {
  readonly text: string
  /** Offsets in UTF-16 units, `end` exclusive; in order and without overlap. */
  readonly ranges: readonly { readonly start: number; readonly end: number; readonly isCurrent?: boolean }[]
  readonly className: string | undefined
}

export function MarkedText({ text, ranges, className }: MarkedTextProps) {
  return (
    <bdi>
      {ranges.map(({ start, end, isCurrent }, index) => (
        <Fragment key={start}>
          <ShownCharacters text={text.slice(ranges[index - 1]?.end ?? 0, start)} />
          <mark className={className} data-current={isCurrent}>
            <ShownCharacters text={text.slice(start, end)} />
          </mark>
        </Fragment>
      ))}
      <ShownCharacters text={text.slice(ranges.at(-1)?.end)} />
    </bdi>
  )
}

// A string, complete or up to the end of the text, with the colon that makes it a key; a number; a word; anything else.
const token = /("(?:[^"\\]|\\.)*(?:"(\s*:)?|$))|(-?\d[\d.eE+-]*)|(true|false|null)|[^"\dtfn-]+|./gs

const tones = { key: 'ink', text: 'good', word: 'warn', mark: 'faint', number: undefined } as const

function kindOf(groups: readonly (string | undefined)[]): keyof typeof tones {
  const [, text, colon, number, label] = groups
  if (text !== undefined) return colon === undefined ? 'text' : 'key'
  if (number !== undefined) return 'number'
  return label === undefined ? 'mark' : 'word'
}

/** Splits JSON text, or a part of it, into tokens for syntax colours; joined, the tokens are the text. */
export function jsonTokens(text: string) {
  return Array.from(text.matchAll(token), (match) => ({ kind: kindOf(match), text: match[0] }))
}

export function JsonText({ text }: { readonly text: string }) {
  return (
    <bdi>
      {jsonTokens(text).map(({ kind, text: part }, index) => (
        <Text
          key={`${String(index)} ${kind}`}
          tone={tones[kind]}
          className={kind === 'number' ? styles.jsonNumber : undefined}
        >
          <ShownCharacters text={part} />
        </Text>
      ))}
    </bdi>
  )
}
