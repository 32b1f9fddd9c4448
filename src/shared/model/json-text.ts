/** The only reader of JSON as text: it reports tokens by position, so that numbers and strings stay unchanged. */

export const jsonSigns = {
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const
const signs = jsonSigns

function isOpening(sign: number): boolean {
  return sign === signs.openBrace || sign === signs.openBracket
}

function isClosing(sign: number): boolean {
  return sign === signs.closeBrace || sign === signs.closeBracket
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

function isPunctuation(sign: number): boolean {
  return sign === signs.comma || sign === signs.colon || isOpening(sign) || isClosing(sign)
}

/** The end of a number or a word, valid or not, so that a part of it is never read as a number. */
function endOfWord(text: string, from: number): number {
  let index = from + 1
  for (; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (sign <= signs.space || sign === signs.quote || isPunctuation(sign)) break
  }
  return index
}

/**
 * Reports the tokens in order, from `start` to before `end`, with the code of their first character: complete strings,
 * numbers and words, and single punctuation characters. Invalid JSON has tokens too. Returning false from `onToken`
 * stops the reading.
 */
export function readTokens(text: string, onToken: (sign: number, start: number, end: number) => boolean): void {
  for (let index = 0; index < text.length;) {
    const sign = text.charCodeAt(index)
    let end = index + 1
    // Outside of strings, the only control characters in JSON are white space.
    if (sign > signs.space) {
      if (sign === signs.quote) end = endOfString(text, index)
      else if (!isPunctuation(sign)) end = endOfWord(text, index)
      if (!onToken(sign, index, end)) return
    }
    index = end
  }
}

// Deeper lines keep this indentation; otherwise a body of brackets would grow with the square of its depth.
const maxIndentDepth = 24
const lineEnds: readonly string[] = Array.from({ length: maxIndentDepth + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`)

function newLine(depth: number): string {
  return lineEnds[Math.max(0, Math.min(depth, maxIndentDepth))] ?? '\n'
}

/** The same JSON with two spaces of indentation; strings and numbers are copied character by character. */
export function indentJson(text: string): string {
  const parts: string[] = []
  let depth = 0
  let isOpen = false
  readTokens(text, (sign, start, end) => {
    const isEnd = isClosing(sign)
    if (isEnd) depth -= 1
    // Empty objects and lists stay on one line.
    if (isOpen !== isEnd) parts.push(newLine(depth))
    isOpen = isOpening(sign)
    if (isOpen) depth += 1
    parts.push(text.slice(start, end))
    if (sign === signs.colon) parts.push(' ')
    else if (sign === signs.comma) parts.push(newLine(depth))
    return true
  })
  return parts.join('')
}

/** The value of a JSON text, where long numbers lose digits; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
