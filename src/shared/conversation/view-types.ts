/** The viewer's data of a conversation. Values are text, so that no digit is lost. */
import type { MediaNote } from '../model/media-address.ts'

/** Null, absent and empty differ; numbers are text. */
export type FieldValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  | { readonly kind: 'empty'; readonly of: 'text' | 'list' | 'object' }
  | { readonly kind: 'text'; readonly text: string }
  /** As received, such as `1.0` or `1e2`. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** A list or an object without rows of its own, as indented JSON. */
  | { readonly kind: 'json'; readonly text: string }

/** The meaning of a coded integer. */
export type Meaning =
  | { readonly kind: 'none' }
  /** Key of a documented meaning, such as `gender.male`; the page has the text. */
  | { readonly kind: 'documented'; readonly key: string }
  | { readonly kind: 'not-documented' }
  /** The value 0 where 0 is unlikely to be meant (age, height, weight). */
  | { readonly kind: 'perhaps-unset' }

export interface FieldRow {
  /** Path in the answer, such as `data.detailDto.ttsName`; a name with other characters is written `["quoted"]`. */
  readonly path: string
  /** Key of the label, the contract's own path without list indexes, such as `detailDto.ttsName`. */
  readonly field: string
  readonly value: FieldValue
  readonly meaning: Meaning
  /** Present where a field for a media address contains text, else null. */
  readonly media: MediaNote | null
}

/** The headings of the viewer, in order; Raw JSON comes after them. */
export const conversationSections = [
  'overview',
  'persona',
  'appearance',
  'voice',
  'models',
  'scripts',
  'knowledge',
] as const

export type ConversationSection = (typeof conversationSections)[number]

/** The contract's lists, by the names of their fields. */
export const conversationLists = ['modelDtoList', 'scriptDtoList', 'knowledgeDtoList'] as const

export type ConversationList = (typeof conversationLists)[number]

interface Fields {
  readonly rows: readonly FieldRow[]
  /** Fields outside the contract, shown under Other fields; at most `maxOtherFields`. */
  readonly otherFields: readonly FieldRow[]
  /** Number of further fields outside the contract, which only Raw JSON shows. */
  readonly moreOtherFields: number
}

/** An item of a list. */
export interface FieldGroup extends Fields {
  /** For example `data.scriptDtoList[3]`. */
  readonly path: string
}

export interface SectionView extends Fields {
  readonly section: ConversationSection
  /** The section's list, if the answer contains it with items; `itemsOf` returns the items. */
  readonly list: { readonly name: ConversationList; readonly total: number } | null
}

/** Limit for one section or item. */
export const maxOtherFields = 200

export interface ScriptKind {
  /** The type's digits; null for scripts without a usable type. */
  readonly type: string | null
  readonly meaning: Meaning
  /** Number of scripts of the type that match the search; 0 means that the type is missing. */
  readonly count: number
}

/**
 * Scripts are in the order of their eight types, and within a type as received; items of other lists are as received.
 */
export interface ListItems {
  /** All items in the list, whether they match the search or not. */
  readonly total: number
  /**
   * For scripts: every documented type and every other type in the answer, in the same order as the items; empty for
   * other lists.
   */
  readonly kinds: readonly ScriptKind[]
  readonly items: readonly FieldGroup[]
}

/** A member is null where the answer has no usable number. */
export interface AppearanceGeometry {
  readonly canvasWidth: number | null
  readonly canvasHeight: number | null
  readonly personX: number | null
  readonly personY: number | null
  readonly personWidth: number | null
  readonly personHeight: number | null
  readonly proportion: string | null
}

export interface ConversationView {
  readonly title: string | null
  readonly sections: readonly SectionView[]
  readonly geometry: AppearanceGeometry
  /** Fields of the envelope: success, code, message, msg, and all other fields next to the data. */
  readonly envelope: Fields
}
