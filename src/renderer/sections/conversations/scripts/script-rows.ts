/** Lays scripts out as rows: a heading for each type that has some, its scripts under it. */
import type { ItemsPage, ScriptKind } from '../../../../shared/model/conversation-view.ts'

/** A row of the list: a type's heading, or a script by its place among those that match. */
export type ScriptRow =
  { readonly kind: 'heading'; readonly of: ScriptKind } | { readonly kind: 'script'; readonly place: number }

export interface ScriptRows {
  readonly count: number
  readonly rowAt: (index: number) => ScriptRow
  /** The row of a type's heading. */
  readonly headingOf: (kind: ScriptKind) => number
  /** The row of a script by its place. */
  readonly rowOf: (place: number) => number
}

interface Group {
  readonly of: ScriptKind
  /** Row of the heading, and place of the first script. */
  readonly row: number
  readonly place: number
}

function groupsOf({ kinds }: Pick<ItemsPage, 'kinds'>): readonly Group[] {
  const groups: Group[] = []
  let place = 0
  for (const of of kinds) {
    if (of.count === 0) continue
    groups.push({ of, row: place + groups.length, place })
    place += of.count
  }
  return groups
}

/** The rows of the scripts that match, in the order of their types. */
export function scriptRows(page: Pick<ItemsPage, 'kinds' | 'matched'>): ScriptRows {
  const groups = groupsOf(page)
  return {
    count: page.matched + groups.length,
    rowAt: (index) => {
      const group = groups.findLast(({ row }) => row <= index)
      if (group?.row === index) return { kind: 'heading', of: group.of }
      return { kind: 'script', place: index - (group === undefined ? 0 : groups.indexOf(group) + 1) }
    },
    headingOf: (kind) => groups.find(({ of }) => of === kind)?.row ?? 0,
    rowOf: (place) => place + groups.filter((group) => group.place <= place).length,
  }
}
