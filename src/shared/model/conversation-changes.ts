/** What differs between two conversations, in the terms of `conversation-fields.ts`: the page makes sentences of it. */
import type { ConversationList, ConversationSection, FieldValue, Meaning } from './conversation-view.ts'

export interface ChangedItem {
  readonly list: ConversationList
  readonly id: string | null
  /** A script's type, with its documented meaning. */
  readonly scriptType: { readonly digits: string; readonly meaning: Meaning } | null
  /** A model's or knowledge base's. */
  readonly name: string | null
}

export interface Side {
  /** Path in that side's answer. */
  readonly path: string
  readonly value: FieldValue
  readonly meaning: Meaning
}

interface Place {
  readonly section: ConversationSection
  /** Key of the field's label; for a field beyond the contract, its path without list indexes. */
  readonly field: string
  /** False for a field beyond the contract. */
  readonly isDocumented: boolean
  /** Null for a field outside of lists. */
  readonly item: ChangedItem | null
}

/** One difference; `left` is the older or first side. */
export type ConversationChange =
  /** `isText` when both sides are texts that are worth comparing word by word. */
  | (Place & { readonly kind: 'changed'; readonly left: Side; readonly right: Side; readonly isText: boolean })
  /** A field or an item of a list that only the right side has. */
  | (Place & { readonly kind: 'added'; readonly right: Side })
  | (Place & { readonly kind: 'removed'; readonly left: Side })
  /** An item that is the same and stands elsewhere in its list; places count from 1. */
  | (Place & { readonly kind: 'moved'; readonly from: number; readonly to: number })

/** A run of words that is the same on both sides, or only on one. */
export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** A row of the JSON diff: a line of the indented form on both sides, or on one. */
export interface JsonDiffRow {
  readonly kind: 'same' | 'added' | 'removed'
  /** Lines count from 1; null on the side that does not have it. */
  readonly leftLine: number | null
  readonly rightLine: number | null
  /** Goes on with a line that is too long for one row. */
  readonly isContinued: boolean
  readonly text: string
}
