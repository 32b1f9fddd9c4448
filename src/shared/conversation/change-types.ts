/** Differences between two conversations, in the terms of `fields.ts`; the page turns them into sentences. */
import type { ConversationList, ConversationSection, FieldValue, Meaning } from './view-types.ts'

export interface ChangedItem {
  readonly list: ConversationList
  readonly id: string | null
  /** A script's type, with its documented meaning. */
  readonly scriptType: { readonly digits: string; readonly meaning: Meaning } | null
  /** The name of a model or a knowledge base. */
  readonly name: string | null
}

export interface Side {
  /** Path in the answer of this side. */
  readonly path: string
  readonly value: FieldValue
  readonly meaning: Meaning
}

interface ChangeLocation {
  readonly section: ConversationSection
  /** Key of the field's label; for a field outside the contract, its path without list indexes. */
  readonly field: string
  /** False for a field outside the contract. */
  readonly isDocumented: boolean
  /** null for a field outside of lists. */
  readonly item: ChangedItem | null
}

/** One difference; `left` is the older or first side. */
export type ConversationChange =
  /** `isText` when both sides are texts that are worth comparing word by word. */
  | (ChangeLocation & { readonly kind: 'changed'; readonly left: Side; readonly right: Side; readonly isText: boolean })
  /** A field or an item of a list that only the right side has. */
  | (ChangeLocation & { readonly kind: 'added'; readonly right: Side })
  | (ChangeLocation & { readonly kind: 'removed'; readonly left: Side })
  /** An item at a different position in its list; positions count from 1. */
  | (ChangeLocation & { readonly kind: 'moved'; readonly from: number; readonly to: number })

/**
 * In the viewer's order; `more` counts the changes beyond the first 2,000, `sections` lists all sections with changes.
 */
export interface ConversationChanges {
  readonly changes: readonly ConversationChange[]
  readonly more: number
  readonly sections: readonly { readonly section: ConversationSection; readonly count: number }[]
}
