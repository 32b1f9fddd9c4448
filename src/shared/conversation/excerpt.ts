/** Excerpts of a conversation in the library's search. */
import { digitsOf } from '../model/json.ts'
import { isObject, memberPath } from './document.ts'

// NUL and Unicode noncharacters, which have no meaning in a text: the search index separates texts with them.
const marks = /[\0\ufdd0-\ufdef]/g

export function plainText(text: string): string {
  return text.replace(marks, ' ')
}

export function onOneLine(text: string): string {
  // A cut inside a surrogate pair leaves half a character at an end.
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '').replace(/\s+/g, ' ')
}

/** Path of the first text that contains an excerpt; null when no text does. */
export function pathOfExcerpt(value: unknown, path: string, excerpt: string): string | null {
  const text = typeof value === 'string' ? value : digitsOf(value)
  if (text !== null) return onOneLine(plainText(text)).includes(excerpt) ? path : null
  const members = Array.isArray(value)
    ? value.map((item: unknown, index) => [`${path}[${String(index)}]`, item] as const)
    : isObject(value)
      ? Object.entries(value).map(([name, member]) => [memberPath(path, name), member] as const)
      : []
  for (const [childPath, member] of members) {
    const excerptPath = pathOfExcerpt(member, childPath, excerpt)
    if (excerptPath !== null) return excerptPath
  }
  return null
}
