/** Finds the characters that a text hides from its reader: those that turn its direction, and those with no shape. */

/** A run of a text: itself, or one hidden character. */
type TextPiece = string | HiddenCharacter

/** A character that is drawn as a mark. */
interface HiddenCharacter {
  /** Short name, such as `RLO`; the code point where it has none. */
  readonly mark: string
  /** `U+202E`. */
  readonly code: string
}

// Controls, formats, halves of pairs, line separators and blank letters; not tab and newline, and not the formats of
// Arabic numbers, which are seen. A joiner between two pictures only makes one picture of them.
const hidden =
  /(?!(?<=\p{Extended_Pictographic}[\u{FE0F}\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic}))(?:[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{115F}\u{1160}\u{3164}\u{FFA0}]--[\t\n\r\u{600}-\u{605}\u{6DD}\u{70F}\u{890}\u{891}\u{8E2}]]|\r(?!\n))/v

const everyHidden = new RegExp(hidden, 'gv')

const controls =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'
const names = new Map<number, string>([
  ...controls.split(' ').map((name, code) => [code, name] as const),
  [0x7f, 'DEL'],
  [0xad, 'SHY'],
  [0x61c, 'ALM'],
  [0x200b, 'ZWSP'],
  [0x200c, 'ZWNJ'],
  [0x200d, 'ZWJ'],
  [0x200e, 'LRM'],
  [0x200f, 'RLM'],
  [0x2028, 'LS'],
  [0x2029, 'PS'],
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x2060, 'WJ'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI'],
  [0xfeff, 'BOM'],
])

function described(character: string): HiddenCharacter {
  const point = character.codePointAt(0) ?? 0
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  return { mark: names.get(point) ?? code, code }
}

/** The text in order, each hidden character a piece of its own. */
export function piecesOf(text: string): readonly TextPiece[] {
  if (!hidden.test(text)) return [text]
  const pieces: TextPiece[] = []
  let end = 0
  for (const { 0: character, index } of text.matchAll(everyHidden)) {
    if (index > end) pieces.push(text.slice(end, index))
    pieces.push(described(character))
    end = index + character.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A text for an accessible name, where no mark can stand: without the characters that turn its direction. */
export function textForName(text: string): string {
  return text.replace(bidiControls, '')
}
