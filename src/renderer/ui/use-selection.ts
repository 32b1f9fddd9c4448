import { useState } from 'react'

/** What is proposed: whether it is likely to be wanted, and whether it is there already. */
export interface Selectable {
  readonly isLikely: boolean
  readonly isKnown: boolean
}

/** Which items, and what distinguishes them. */
export interface SelectionOptions<Item extends Selectable, Id extends string> {
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => Id
  /** False: what is known already is never ticked. */
  readonly allowsKnown: boolean
}

/** Which proposals are ticked. */
export interface Selection<Item, Id> {
  readonly isSelected: (item: Item) => boolean
  readonly selected: readonly Id[]
  readonly select: (id: Id, isSelected: boolean) => void
  readonly selectAll: (isSelected: boolean) => void
}

/** Ticks of proposals: at first of likely ones that are not known yet. They belong to the ids and outlast the items. */
export function useSelection<Item extends Selectable, Id extends string>(
  options: SelectionOptions<Item, Id>,
): Selection<Item, Id> {
  const { items, idOf, allowsKnown } = options
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({})
  const isSelected = (item: Item): boolean =>
    (allowsKnown || !item.isKnown) && (choices[idOf(item)] ?? (item.isLikely && !item.isKnown))
  return {
    isSelected,
    selected: items.filter(isSelected).map(idOf),
    select: (id, value) => setChoices((others) => ({ ...others, [id]: value })),
    selectAll: (value) => setChoices(Object.fromEntries(items.map((item) => [idOf(item), value]))),
  }
}
