/** Finding by typing: every word must be there, in whatever order; what begins with the text comes first. */

const fold = (text: string): string => text.toLowerCase()

/** One row of the palette. */
export interface Found {
  readonly label: string
  readonly hint: string
  /** Searched as well, but not shown whole, such as an ID. */
  readonly id?: string
}

function rankOf({ label, hint }: Found, needle: string): number {
  if (fold(label).startsWith(needle)) return 0
  return fold(`${label} ${hint}`)
    .split(/[\s,.·-]+/)
    .some((word) => word.startsWith(needle))
    ? 1
    : 2
}

/** Those that hold what is typed, the best first; the first so many. */
export function matching<Item extends Found>(items: readonly Item[], typed: string, atMost: number): readonly Item[] {
  const needle = fold(typed.trim())
  if (needle === '') return items.slice(0, atMost)
  const words = needle.split(/\s+/)
  return items
    .filter(({ label, hint, id = '' }) => {
      const text = fold(`${label} ${hint} ${id}`)
      return words.every((word) => text.includes(word))
    })
    .sort((one, other) => rankOf(one, needle) - rankOf(other, needle))
    .slice(0, atMost)
}

/** The text before the first place of what is typed, that place, and the rest; null where it is not in the text. */
export function markedParts(text: string, typed: string): readonly [string, string, string] | null {
  const needle = fold(typed.trim())
  const at = needle === '' ? -1 : fold(text).indexOf(needle)
  if (at < 0) return null
  return [text.slice(0, at), text.slice(at, at + needle.length), text.slice(at + needle.length)]
}
