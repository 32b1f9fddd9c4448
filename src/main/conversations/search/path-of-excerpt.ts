import { digitsOf } from '../../service/json.ts'
import { isObject, memberPath } from '../document.ts'
import { onOneLine } from './query-terms.ts'
import { plainText } from './searchable.ts'

/** Path of the first text that a hit is an excerpt of; null when none is. */
export function pathOfExcerpt(value: unknown, path: string, excerpt: string): string | null {
  const text = typeof value === 'string' ? value : digitsOf(value)
  if (text !== null) return onOneLine(plainText(text)).includes(excerpt) ? path : null
  const members = Array.isArray(value)
    ? value.map((item: unknown, index) => [`${path}[${String(index)}]`, item] as const)
    : isObject(value)
      ? Object.entries(value).map(([name, member]) => [memberPath(path, name), member] as const)
      : []
  for (const [place, member] of members) {
    const found = pathOfExcerpt(member, place, excerpt)
    if (found !== null) return found
  }
  return null
}
