/**
 * JSON as text, with every number as it came. Nothing here recurses: a hostile answer may be nested without end, and a
 * page that is shown is worth more than a stack that overflowed.
 */
import { isLosslessNumber } from 'lossless-json'

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

function newLine(depth: number): string {
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

/** The digits of a number as they came; null for anything else. Numbers are plain or lossless-json's. */
export function digitsOf(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null
}

type Work = { readonly done: string } | { readonly value: unknown }

function membersOf(value: object): Work[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index): Work[] => [{ done: index === 0 ? '' : ',' }, { value: item }])
  }
  return Object.entries(value).flatMap(([name, member], index): Work[] => [
    { done: `${index === 0 ? '' : ','}${JSON.stringify(name)}:` },
    { value: member },
  ])
}

/** Compact JSON of a parsed value; lossless numbers keep their digits. */
export function compactJson(root: unknown): string {
  const parts: string[] = []
  const waiting: Work[] = [{ value: root }]
  for (let work = waiting.pop(); work !== undefined; work = waiting.pop()) {
    if ('done' in work) {
      parts.push(work.done)
      continue
    }
    const { value } = work
    const digits = digitsOf(value)
    if (digits !== null || typeof value !== 'object' || value === null) {
      parts.push(digits ?? JSON.stringify(value ?? null))
      continue
    }
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
    parts.push(open)
    waiting.push({ done: close })
    for (const member of membersOf(value).reverse()) waiting.push(member)
  }
  return parts.join('')
}
