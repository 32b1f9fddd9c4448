/** Indents JSON as text, so that every number and every string stays as it came. */

// Deeper lines keep this indentation: with it growing, a body of brackets would grow by the square of its depth.
const maxIndentDepth = 24
const signs = {
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const
const lineEnds: readonly string[] = Array.from({ length: maxIndentDepth + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`)

function skipWhite(text: string, from: number): number {
  let at = from
  // Outside of strings JSON knows no other control characters than white space.
  while (text.charCodeAt(at) <= signs.space) at += 1
  return at
}

/** Index after the closing quote of the string that opens at `from`. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text.charCodeAt(quote - 1 - backslashes) === signs.backslash) backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
  }
  return text.length
}

/** A line's end and the indentation of the next line, `depth` levels deep. */
export function newLine(depth: number): string {
  return lineEnds[Math.max(0, Math.min(depth, maxIndentDepth))] ?? '\n'
}

function isOpening(sign: number): boolean {
  return sign === signs.openBrace || sign === signs.openBracket
}

function isClosing(sign: number): boolean {
  return sign === signs.closeBrace || sign === signs.closeBracket
}

/** The end of what is copied as it stands: strings, numbers and words up to the next sign or white space. */
function endOfCopied(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const sign = text.charCodeAt(at)
    if (sign === signs.quote) at = endOfString(text, at)
    else if (sign <= signs.space || sign === signs.comma || sign === signs.colon) return at
    else if (isOpening(sign) || isClosing(sign)) return at
    else at += 1
  }
  return at
}

/** The same JSON with two spaces of indentation; strings and numbers are copied character by character. */
export function indentJson(text: string): string {
  const parts: string[] = []
  let depth = 0
  for (let at = skipWhite(text, 0); at < text.length; at = skipWhite(text, at)) {
    const sign = text.charCodeAt(at)
    if (sign === signs.comma) {
      parts.push(',', newLine(depth))
      at += 1
    } else if (sign === signs.colon) {
      parts.push(': ')
      at += 1
    } else if (isOpening(sign)) {
      const inside = skipWhite(text, at + 1)
      const isEmpty = isClosing(text.charCodeAt(inside))
      depth += isEmpty ? 0 : 1
      parts.push(text.charAt(at), isEmpty ? text.charAt(inside) : newLine(depth))
      at = isEmpty ? inside + 1 : inside
    } else if (isClosing(sign)) {
      depth = Math.max(0, depth - 1)
      parts.push(newLine(depth), text.charAt(at))
      at += 1
    } else {
      const end = endOfCopied(text, at)
      parts.push(text.slice(at, end))
      at = end
    }
  }
  return parts.join('')
}
