import { useState } from 'react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import fields from './fields.module.css'
import { Row, Text } from './layout.tsx'
import styles from './lists.module.css'

export interface Selectable {
  readonly isLikely: boolean
  readonly isKnown: boolean
}

export interface SelectionOptions<Item extends Selectable, Id extends string> {
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => Id
  /** False: what is known already is never ticked. */
  readonly allowsKnown: boolean
}

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

export interface SelectionHeaderProps {
  /** How many there are and how many are selected; a status. */
  readonly text: string
  readonly all: string
  readonly none: string
  readonly onSelectAll: (isSelected: boolean) => void
}

export function SelectionHeader({ text, all, none, onSelectAll }: SelectionHeaderProps) {
  return (
    <Row gap={1} wrap font="secondary" className={styles.head}>
      <span role="status">{text}</span>
      {[all, none].map((label) => (
        <Button key={label} size="small" tone="quiet" onClick={() => onSelectAll(label === all)}>
          {label}
        </Button>
      ))}
    </Row>
  )
}

export interface SelectableRowProps extends Omit<
  ComponentProps<'input'>,
  'id' | 'type' | 'checked' | 'onChange' | 'onSelect'
> {
  readonly id: string
  readonly isSelected: boolean
  readonly notes: readonly (string | null)[]
  readonly onSelect: (isSelected: boolean) => void
}

/** An id with its tick; it and its notes are the box's name. */
export function SelectableRow({ id, isSelected, notes, onSelect, ...box }: SelectableRowProps) {
  return (
    <label className={styles.id}>
      <input
        {...box}
        type="checkbox"
        className={fields.box}
        checked={isSelected}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <code>{id}</code>
      {notes.map(
        (note) =>
          note !== null && (
            <Text as="small" key={note} font="secondary" tone="soft">
              {note}
            </Text>
          ),
      )}
    </label>
  )
}
