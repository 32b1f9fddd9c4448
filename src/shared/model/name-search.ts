/** Finds named items by typed text: every word must occur in an item's texts, and the best matches are first. */

import { shortId } from './short-id.ts'

/** The searched and displayed texts of an item. */
export interface Named {
  readonly label: string
  readonly hint: string
  /** Also searched, in full and in its short form, but not shown in full. */
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

/** The best `count` items that match the typed text, best first; items of equal rank stay in their order. */
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
