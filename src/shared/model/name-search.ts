/** Finds what has a name by what is typed: every word must be in its texts, and the best are first. */

import { shortId } from './short-id.ts'

/** What is searched, and shown where it is found. */
export interface Named {
  readonly label: string
  readonly hint: string
  /** Searched as well, whole and in its short form, but not shown whole. */
  readonly id?: string
}

const fold = (text: string): string => text.toLowerCase()

function rankOf({ label, hint, id = '' }: Named, needle: string): number {
  if (fold(label).startsWith(needle) || fold(id) === needle) return 0
  return fold(`${label} ${hint}`)
    .split(/[\s,，.·-]+/)
    .some((word) => word.startsWith(needle))
    ? 1
    : 2
}

/** Those that hold what is typed, the best first; the first so many. Those of the same rank stay in their order. */
export function matching<Item extends Named>(items: readonly Item[], typed: string, count: number): readonly Item[] {
  // An ellipsis is typed as three dots.
  const needle = fold(typed.trim()).replaceAll('...', '…')
  if (needle === '') return items.slice(0, count)
  const words = needle.split(/\s+/)
  return items
    .filter(({ label, hint, id = '' }) => {
      const text = fold(`${label} ${hint} ${id} ${shortId(id)}`)
      return words.every((word) => text.includes(word))
    })
    .sort((one, other) => rankOf(one, needle) - rankOf(other, needle))
    .slice(0, count)
}
