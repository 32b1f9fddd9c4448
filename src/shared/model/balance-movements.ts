/** How a balance moved between the first and the last reading of a series. */
import type { AccountSeries } from '../schemas/account.ts'

export type BalanceName = 'creations' | 'duration'

interface Reading {
  readonly at: number
  readonly value: number
}

/** The first and the last reading of the balance; null where there are fewer than two: one is a dot in an empty box. */
export function endsOf(balance: BalanceName, series: AccountSeries | undefined): readonly [Reading, Reading] | null {
  const known = (series?.at ?? []).flatMap((at, place): Reading[] => {
    const value = series?.[balance][place] ?? null
    return value === null ? [] : [{ at, value }]
  })
  const [first, last] = [known[0], known.at(-1)]
  return series === undefined || first === undefined || last === undefined || series.at.length < 2
    ? null
    : [first, last]
}

export interface Movements {
  readonly used: number
  readonly added: number
  readonly refunded: number
}

/** What was used, added and refunded between the ends; null without them. */
export function movementsOf(balance: BalanceName, series: AccountSeries | undefined): Movements | null {
  const ends = endsOf(balance, series)
  if (ends === null || series === undefined) return null
  const [first, last] = ends
  const rose = (kind: 'top-up' | 'refund'): number =>
    series.changes
      .filter(({ annotation: { kind: one, at } }) => one === kind && at > first.at)
      .reduce((sum, { change }) => sum + (change[balance] ?? 0), 0)
  const [added, refunded] = [rose('top-up'), rose('refund')]
  // What is left of fractions that were added and taken away is no use.
  const used = Math.round((first.value - last.value + added + refunded) * 1e6) / 1e6
  return { used, added, refunded }
}
