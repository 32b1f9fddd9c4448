import { diffArrays } from 'diff'

/** A run of lines or words that is on both sides, or only on one. */
export interface Run {
  readonly kind: 'same' | 'removed' | 'added'
  readonly items: readonly string[]
}

/** Two texts, taken apart. */
export interface Pair {
  readonly left: readonly string[]
  readonly right: readonly string[]
}

/** The runs in order; together those of a side are its items. Null when they cannot be matched within `timeout` ms. */
export function diffInTime({ left, right }: Pair, timeout: number): readonly Run[] | null {
  const changes = diffArrays([...left], [...right], { timeout })
  if (changes === undefined) return null
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    items: value,
  }))
}

/** As `diffInTime`; what differs too much is all replaced. */
export function diffOrReplace({ left, right }: Pair, timeout: number): readonly Run[] {
  return (
    diffInTime({ left, right }, timeout) ?? [
      { kind: 'removed', items: left },
      { kind: 'added', items: right },
    ]
  )
}
