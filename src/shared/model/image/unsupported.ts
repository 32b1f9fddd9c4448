import { hasText, textAt } from './bytes.ts'
import type { ByteReader } from './bytes.ts'
import type { UnsupportedFormat } from './image-facts.ts'

const prefixes: readonly (readonly [string, UnsupportedFormat])[] = [
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['\0\0\u0001\0', 'ico'],
  ['\u00ff\u000a', 'jxl'],
  ['\0\0\0\u000cJXL ', 'jxl'],
]

// Two simple searches and not one pattern of a prologue: nested repetition would let a hostile file stall the program.
function isSvg(reader: ByteReader): boolean {
  const start = textAt(reader, 0, 2_048)
  return /^(?:\u00ef\u00bb\u00bf)?\s*</.test(start) && /<svg[\s>]/i.test(start)
}

/** The name of a format that is known and not taken in; null when it is none of those. */
export function unsupportedFormat(reader: ByteReader): UnsupportedFormat | null {
  const prefix = prefixes.find(([text]) => hasText(reader, 0, text))
  return prefix?.[1] ?? (isSvg(reader) ? 'svg' : null)
}
