/** Words that the parts of the semantic comparison share. */
import type { ChangedItem, ConversationChange, Side } from '../../../shared/model/conversation-changes.ts'
import type { FieldDescription } from '../../../shared/model/conversation-fields.ts'
import type { ConversationSection } from '../../../shared/model/conversation-view.ts'
import { truncate } from '../../lib/truncate.ts'
import { meaningOf, valueOf } from '../values.ts'

/** A field on both sides; `description` is null beyond the contract. */
export interface ComparedField {
  readonly section: ConversationSection
  readonly field: string
  readonly description: FieldDescription | null
  readonly item: ChangedItem | null
  readonly leftPath: string
  readonly rightPath: string
}

/** A value on both sides; undefined where it is absent. */
export interface ComparedValues {
  readonly left: unknown
  readonly right: unknown
}

/** Takes the changes as they are found; they are made only as long as they are kept. */
export type AddChange = (section: ConversationSection, make: () => ConversationChange) => void

/** Notes every difference of a field. */
export type CompareValues = (of: ComparedField, values: ComparedValues) => void

/** The longest path that is told: as long as the contract takes paths, so that a text can be asked for by its own. */
export const maxPathLength = 2_000

/** A side of a change: its path, what is shown of its value, and what that means. */
export function sideOf(description: FieldDescription | null, path: string, value: unknown): Side {
  const shown = valueOf(value)
  const meaning = description === null ? ({ kind: 'none' } as const) : meaningOf(description, shown)
  return { path: truncate(path, maxPathLength), value: shown, meaning }
}
