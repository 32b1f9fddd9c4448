import { useState } from 'react'
import type { ReactNode } from 'react'
import { QuietButton } from './button.tsx'
import fields from './fields.module.css'
import { Row, Small, Text } from './layout.tsx'
import styles from './lists.module.css'
import { ScrollList } from './scroll-list.tsx'

export interface Selectable {
  readonly isLikely: boolean
  readonly isKnown: boolean
}

interface SelectionOptions<Item extends Selectable, Id extends string> {
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => Id
  /** False: known items are never selected. */
  readonly allowsKnown: boolean
}

/**
 * The selection of proposals: initially the likely proposals that are not known yet. Choices belong to the ids, so they
 * survive a change of the items.
 */
export function useSelection<Item extends Selectable, Id extends string>(options: SelectionOptions<Item, Id>) {
  const { items, idOf, allowsKnown } = options
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({})
  const isSelected = (item: Item): boolean =>
    (allowsKnown || !item.isKnown) && (choices[idOf(item)] ?? (item.isLikely && !item.isKnown))
  return {
    ...options,
    isSelected,
    selected: items.filter(isSelected).map(idOf),
    select: (id: Id, value: boolean): void => setChoices((others) => ({ ...others, [id]: value })),
    selectAll: (value: boolean): void => setChoices(Object.fromEntries(items.map((item) => [idOf(item), value]))),
  }
}

export type Selection<Item extends Selectable, Id extends string> = ReturnType<typeof useSelection<Item, Id>>

interface SelectableListProps<Item extends Selectable, Id extends string> {
  readonly selection: Selection<Item, Id>
  readonly label: string
  /** A status with the number of items and of selected items. */
  readonly text: string
  readonly all: string
  readonly none: string
  /** The future name of an item, if any. */
  readonly labelOf?: (item: Item) => string | null
  /** The note on a known item. */
  readonly knownNote: string
  /** The reason why an item might not be such an id; null when there is none. */
  readonly doubt: (item: Item) => string | null
  /** Shown beside an item. */
  readonly action?: ((id: Id) => ReactNode) | undefined
}

/** Ids with checkboxes; an id and its notes form the name of its checkbox. */
export function SelectableList<Item extends Selectable, Id extends string>(props: SelectableListProps<Item, Id>) {
  const { selection, label, text, all, none, labelOf, knownNote, doubt, action } = props
  const { items, idOf, allowsKnown, isSelected, select, selectAll } = selection
  const name = (item: Item): string | null => labelOf?.(item) ?? null
  const row = (item: Item) => (
    <label className={styles.id}>
      <input
        type="checkbox"
        className={fields.box}
        checked={isSelected(item)}
        disabled={item.isKnown && !allowsKnown}
        onChange={(event) => select(idOf(item), event.target.checked)}
      />
      <code>{idOf(item)}</code>
      {name(item) !== null && (
        <>
          {' '}
          <Text truncate>{name(item)}</Text>
        </>
      )}
      {[item.isKnown ? knownNote : null, doubt(item)].map((note) => note !== null && <Small key={note}>{note}</Small>)}
    </label>
  )
  return (
    <>
      <Row gap={1} wrap font="secondary">
        <Text grow role="status">
          {text}
        </Text>
        {[all, none].map((name) => (
          <QuietButton key={name} onClick={() => selectAll(name === all)}>
            {name}
          </QuietButton>
        ))}
      </Row>
      <ScrollList label={label} items={items} keyOf={idOf}>
        {(item) =>
          action === undefined ? (
            row(item)
          ) : (
            <Row justify="between">
              {row(item)}
              {action(idOf(item))}
            </Row>
          )
        }
      </ScrollList>
    </>
  )
}
