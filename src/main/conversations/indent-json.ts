/** Indents JSON as text, so that every number and every string stays as it came. */

// Deeper lines keep this indentation: with it growing, a body of brackets would grow by the square of its depth.
const deepestIndent = 24
const structural = new Set([',', ':', '{', '}', '[', ']', '"', ' ', '\t', '\n', '\r'])

function isWhite(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t'
}

function skipWhite(text: string, from: number): number {
  let at = from
  while (isWhite(text[at])) at += 1
  return at
}

/** Index after the closing quote of the string that opens at `from`. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
  }
  return text.length
}

function endOfToken(text: string, from: number): number {
  if (text[from] === '"') return endOfString(text, from)
  let at = from + 1
  while (at < text.length && !structural.has(text.charAt(at))) at += 1
  return at
}

/** A line's end and the indentation of the next line, `depth` levels deep. */
export function newLine(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, deepestIndent))}`
}

/** A piece of indented JSON: its text, where the next one starts, and how much deeper that one stands. */
interface Piece {
  readonly text: string
  readonly next: number
  readonly deeper: -1 | 0 | 1
}

function pieceAt(text: string, at: number, depth: number): Piece {
  const character = text.charAt(at)
  const next = at + 1
  switch (character) {
    case '{':
    case '[': {
      const inside = skipWhite(text, next)
      const isEmpty = text[inside] === (character === '{' ? '}' : ']')
      return isEmpty
        ? { text: character === '{' ? '{}' : '[]', next: inside + 1, deeper: 0 }
        : { text: character + newLine(depth + 1), next, deeper: 1 }
    }
    case '}':
    case ']':
      return { text: newLine(Math.max(0, depth - 1)) + character, next, deeper: -1 }
    case ',':
      return { text: character + newLine(depth), next, deeper: 0 }
    case ':':
      return { text: ': ', next, deeper: 0 }
    default: {
      const end = endOfToken(text, at)
      return { text: text.slice(at, end), next: end, deeper: 0 }
    }
  }
}

/** The same JSON with two spaces of indentation; strings and numbers are copied character by character. */
export function indentJson(text: string): string {
  const parts: string[] = []
  let depth = 0
  for (let at = skipWhite(text, 0); at < text.length;) {
    const piece = pieceAt(text, at, depth)
    parts.push(piece.text)
    depth += piece.deeper
    at = skipWhite(text, piece.next)
  }
  return parts.join('')
}
