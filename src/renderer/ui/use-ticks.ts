import { useState } from 'react'

/** What is proposed: whether it is likely to be wanted, and whether it is there already. */
export interface Tickable {
  readonly isLikely: boolean
  readonly isKnown: boolean
}

/** Which proposals, and what tells them apart. */
export interface TicksOptions<Item extends Tickable, Id extends string> {
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => Id
  /** False: what is known already is never ticked. */
  readonly takesKnown: boolean
}

/** Which proposals are ticked. */
export interface Ticks<Item, Id> {
  readonly isTicked: (item: Item) => boolean
  readonly ticked: readonly Id[]
  readonly tick: (id: Id, isTicked: boolean) => void
  readonly tickAll: (isTicked: boolean) => void
}

/** Ticks of proposals: at first of likely ones that are not known yet. They belong to the ids and outlast the items. */
export function useTicks<Item extends Tickable, Id extends string>(options: TicksOptions<Item, Id>): Ticks<Item, Id> {
  const { items, idOf, takesKnown } = options
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({})
  const isTicked = (item: Item): boolean =>
    (takesKnown || !item.isKnown) && (ticks[idOf(item)] ?? (item.isLikely && !item.isKnown))
  return {
    isTicked,
    ticked: items.filter(isTicked).map(idOf),
    tick: (id, value) => {
      setTicks((others) => ({ ...others, [id]: value }))
    },
    tickAll: (value) => {
      setTicks(Object.fromEntries(items.map((item) => [idOf(item), value])))
    },
  }
}
